"""Boards in letters: aligned, whole, with the last move and the winning line to be seen."""

import re
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import sobremesa
from sobremesa.cli.picture import _glyphs, changes, picture
from sobremesa.cli.session import Session, in_columns
from sobremesa.core.scene import Thing
from sobremesa.core.words import LANGUAGES, Words

WIDTH, HEIGHT = 100, 40


def drawn(match: sobremesa.Match, seat: int = sobremesa.SPECTATOR) -> str:
    console = Console(width=WIDTH, record=True, file=StringIO())
    console.print(picture(match.view(seat), Words("en", match.game.package, "sobremesa.core")))
    return console.export_text()


def screen(match: sobremesa.Match, tmp_path: Path, language: str = "en", *, styles: bool = False) -> str:
    console = Console(width=WIDTH, record=True, file=StringIO(), force_terminal=True, color_system="truecolor")
    session = Session(match, tmp_path / "match.jsonl", console, language)
    session.holder = match.actor if match.actor >= 0 else session.holder
    session.show(match.moves() or None)
    return console.export_text(styles=styles)


def played(name: str, seats: int, choices: int = 40, **settings: Any) -> sobremesa.Match:
    match = sobremesa.start(name, seats=seats, seed=5, **settings)
    for _ in range(choices):
        match.push(match.draw() if match.actor == sobremesa.CHANCE else match.default())
    match.settle()
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sobremesa.names())
def test_every_table_fits_a_screen(name: str, language: str, tmp_path: Path) -> None:
    seats = sobremesa.find(name).seats
    for count in (seats[0], seats[-1]):
        lines = screen(played(name, count), tmp_path, language).splitlines()

        assert max(map(len, lines)) <= WIDTH
        assert len(lines) < HEIGHT
        assert not any("…" in line for line in lines if "+" not in line and "-" not in line)


def test_wheels_stand_in_even_rows() -> None:
    lines = drawn(sobremesa.start("girumgo", seats=2, options={"setup": "aligned"})).splitlines()

    rows = [line for line in lines if "──" in line]
    assert len(rows) == 14
    for row in rows:
        starts = [place for place in range(len(row)) if row[place : place + 3] in ("2──", "3──")]
        assert {second - first for first, second in pairwise(starts)} == {9}


def test_a_long_menu_says_once_what_is_alike(tmp_path: Path) -> None:
    match = played("girumgo", 2, options={"setup": "aligned"})

    text = screen(match, tmp_path)

    assert text.count("type for example") == 2
    assert "twist … clockwise: type for example" in text


def test_moves_have_their_numbers_on_the_board_and_in_a_menu_beside_it(tmp_path: Path) -> None:
    position = {"game": "poleana", "players": "RB", "turn": "R", "pos": {"R": "R1 R4 F F", "B": "F F F B5"}}
    match = sobremesa.position(position | {"phase": "move", "roll": [2, 1], "dice_left": [2, 1]})

    text = screen(match, tmp_path)

    numbers = {move.text: number for number, move in enumerate(match.moves(), start=1)}
    assert f"[{numbers['1:R1>R2']}]" in text
    assert f"{numbers['1:R1>R2']} R1 to R2 with 1" in text


def test_cards_of_a_seat_have_rows_of_their_own_however_many(tmp_path: Path) -> None:
    hands = ["R1 R1 R2 C2 C3 H2 H3 M3 RC RH HM h1 h2 h3 h3 h4 h4 B I I", "R2 R2", "C1"]
    plan = {"objects": "RH", "huida": 8}
    match = sobremesa.position({"game": "stalag17", "seats": 3, "phase": "act", "plan": plan, "hands": hands})

    lines = drawn(match, seat=0).splitlines()

    assert max(map(len, lines)) <= WIDTH
    assert [line for line in lines if line.startswith(" ●  hand 1:")]
    assert [line for line in lines if line.startswith(" ■  hand 2:  ?")]
    assert sum(line.count(card) for line in lines for card in ("h3", "I ")) == 4


def test_what_has_moved_last_is_underlined(tmp_path: Path) -> None:
    match = sobremesa.position({"game": "sequence-dice", "turn": 0, "roll": 7})
    before = match.view()
    match.push("place 1,4")

    assert changes(before, match.view()) == {"chip-1,4-A"}
    underlined = re.findall(r"\x1b\[1;4;[\d;]*m(.*?)\x1b", screen(match, tmp_path, styles=True))
    assert "".join(underlined) == " ●A "


def test_the_winning_line_is_marked() -> None:
    match = sobremesa.position({"game": "sequence-dice", "turn": 1, "board": ["BBBBBB", "A....."] + ["......"] * 4})

    assert drawn(match).count("■B★") == 6
    assert drawn(match).count("●A★") == 0


def test_riders_and_crowds_are_seen() -> None:
    pawns = [[26, 26, -1, -1], [13, 13, -1, -1], [0, 0, -1, -1], [-1, -1, -1, -1]]
    position = {"game": "royal-ludo", "seats": 4, "turn": 3, "phase": "throw", "pawns": pawns}
    match = sobremesa.position(position | {"rides": [[0, 0, 2, 0], [0, 1, 1, 0]]})

    text = drawn(match)

    assert "●●" in text
    assert "■■+" in text


def test_things_on_one_place_are_shown_as_far_as_there_is_room() -> None:
    def things(*owners: int) -> list[Thing]:
        return [Thing(str(number), "pawn", "ring", "0", "9", owner) for number, owner in enumerate(owners)]

    assert _glyphs(things(0), 3) == ["●9"]
    assert _glyphs(things(0, 1, 0), 3) == ["●", "■", "●"]
    assert _glyphs(things(0, 0, 0, 0), 3) == ["●4"]
    assert _glyphs(things(0, 1, 0, 2), 3) == ["●", "■", "+"]


def test_columns_are_read_downwards() -> None:
    assert in_columns(["1 a", "2 bb", "3 c"], 12) == ["1 a    3 c", "2 bb"]
    assert in_columns(["1 a", "2 bb"], 3) == ["1 a", "2 bb"]
    assert in_columns([], 80) == []
