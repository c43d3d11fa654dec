import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sobremesa
from sobremesa import InvalidRecord, Match
from sobremesa.core import record as records


@pytest.fixture
def match() -> Match:
    match = sobremesa.start("sequence-dice", seats=3, options={"line": 6}, seed=5, players=["", "random", ""])
    for _ in range(6):
        match.settle()
        match.push(match.moves()[-1])
    return match


def lines(match: Match) -> list[str]:
    return match.record.text().splitlines(keepends=True)


def sealed(*rows: dict[str, object]) -> str:
    """Lines with checks that fit, however wrong the lines are."""
    check, text = "", ""
    for row in rows:
        check = records._check(check, row)
        text += json.dumps(row | {"check": check}) + "\n"
    return text


HEAD: dict[str, object] = {
    "sobremesa": 1, "game": "sequence-dice", "rules": 1, "seats": 2, "options": {}, "seed": 7, "players": [],
}  # fmt: skip
END: dict[str, object] = {"choices": 0}


def refusal(text: str) -> str:
    with pytest.raises(InvalidRecord) as caught:
        sobremesa.replay(records.parse(text))
    return str(caught.value)


def test_a_saved_record_is_replayed(match: Match, tmp_path: Path) -> None:
    match.record.save(tmp_path / "evening.jsonl")

    again = sobremesa.replay(tmp_path / "evening.jsonl")

    assert again.record == match.record
    assert again.players == ("", "random", "")
    assert again.position() == match.position()


def test_a_record_goes_on_with_the_same_chance(match: Match) -> None:
    again = sobremesa.replay(match.record)

    match.settle()
    again.settle()

    assert again.record == match.record


def test_a_match_from_a_position_is_replayed(tmp_path: Path) -> None:
    match = sobremesa.position({"game": "sequence-dice", "turn": 1, "roll": 9}, seed=3)
    match.push("place 1,3")
    match.record.save(tmp_path / "study.jsonl")

    again = sobremesa.replay(tmp_path / "study.jsonl")

    assert again.position() == match.position()
    assert again.pop() == "place 1,3"


def test_any_missing_line_is_noticed(match: Match) -> None:
    rows = lines(match)
    for number in range(len(rows)):
        assert refusal("".join(rows[:number] + rows[number + 1 :])).startswith("damaged record, line ")


def test_any_cut_is_noticed(match: Match) -> None:
    text = match.record.text()
    for length in range(len(text)):
        assert refusal(text[:length]).startswith("damaged record, line ")


def test_any_changed_choice_is_found_and_its_line_named(match: Match) -> None:
    rows = lines(match)
    for number, row in enumerate(rows[1:-1], start=1):
        changed = row.replace('"choice": "', '"choice": "1')
        assert refusal("".join([*rows[:number], changed, *rows[number + 1 :]])) == (
            f"damaged record, line {number + 1}: the line was changed, or a line before it is missing"
        )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: the file is empty"),
        ("{", "line 1: the line is cut off"),
        ("\n", "line 1: not JSON at row 1, column 1"),
        ("[]\n", "line 1: a JSON object expected"),
        ('{"check": ""}\n', "line 1: the line was changed, or a line before it is missing"),
        (sealed(HEAD), "line 2: the end is missing"),
        (sealed(HEAD | {"sobremesa": 4}, END), "line 1: format 1 expected, not 4"),
        (sealed(HEAD | {"extra": 1}, END), "line 1: the keys sobremesa, game, rules, seed, players, seats, options"),
        (sealed(HEAD | {"seed": "7"}, END), "line 1: seed cannot be '7'"),
        (sealed(HEAD | {"seed": True}, END), "line 1: seed cannot be true"),
        (sealed(HEAD | {"seed": -1}, END), "line 1: a seed is a whole number from 0 to 18446744073709551615, not -1"),
        (sealed(HEAD | {"players": [1]}, END), "line 1: players cannot be [1]"),
        (sealed(HEAD | {"players": [""]}, END), "line 1: sequence-dice is for 2 players, not 1"),
        (sealed(HEAD | {"game": "chess"}, END), "line 1: no game 'chess' is installed; there is "),
        (sealed(HEAD | {"seats": 9}, END), "line 1: sequence-dice is for 2, 3, 4 players, not 9"),
        (sealed(HEAD | {"options": {"line": 9}}, END), "line 1: option line must be one of auto, 5, 6, not 9"),
        (sealed(HEAD, {"actor": "chance", "choice": 7}, {"choices": 1}), "line 2: choice cannot be 7"),
        (sealed(HEAD, {"choice": "7"}, {"choices": 1}), "line 2: the keys actor, choice expected, not choice"),
        (sealed(HEAD, {"actor": 0, "choice": "7"}, {"choices": 1}), "line 2: chance chooses here, not 0"),
        (sealed(HEAD, {"actor": "chance", "choice": "1"}, {"choices": 1}), "line 2: '1' is not possible now; possible"),
        (sealed(HEAD, {"choices": 3}), "line 2: 3 choices announced, 0 found"),
    ],
)
def test_what_is_damaged_is_refused_with_line_and_reason(text: str, reason: str) -> None:
    assert refusal(text).startswith(f"damaged record, {reason}")


def test_a_whole_record_of_other_rules_is_not_called_damaged() -> None:
    assert refusal(sealed(HEAD | {"rules": 9}, END)) == (
        "this record cannot be replayed: made under rules 9 of sequence-dice; these are rules 1"
    )


@pytest.mark.parametrize("text", ["{}\n", '{"arena": 1, "game": "sequence-dice"}\n{"match": 0}\n'])
def test_what_is_no_record_is_not_called_damaged(text: str) -> None:
    assert refusal(text) == "this is not a record of a match"


def test_a_damaged_position_is_refused_in_both_languages() -> None:
    head = {key: HEAD[key] for key in ("sobremesa", "game", "rules", "seed", "players")}
    position = {"game": "sequence-dice", "turn": 0, "board": ["AAAAAA", "BBBBBB", *["......"] * 4]}

    with pytest.raises(InvalidRecord) as caught:
        sobremesa.replay(records.parse(sealed(head | {"position": position}, END)))

    assert str(caught.value) == "damaged record, line 1: this position cannot be: A, B both have a line"
    assert caught.value.say("es").endswith("esta posición no puede darse: A, B tienen línea a la vez")
    assert caught.value.line == 1


def test_a_record_says_in_which_language_it_was_played(match: Match) -> None:
    assert "language" not in match.record.text()

    match.language = "es"

    assert sobremesa.replay(records.parse(match.record.text())).language == "es"
    assert refusal(sealed(HEAD | {"language": 7}, END)) == "damaged record, line 1: language cannot be 7"


# Records of sealed matches

THROW = records.Throw(0, "opening", ("2", "3"), (1, 2))
OPENED = records.Sealed("abc", 2, "5e", "00", ({"seats": [0], "sealed": None, "given": None},), "f00d")
SEALED = records.Record(
    game="sequence-dice",
    rules=1,
    seed=0,
    seats=2,
    players=("", "easy"),
    steps=(
        records.Step("chance", "3", THROW),
        records.Step("chance", "2", records.Throw(None, "opening", ("2",), (1,), typed=True)),
        records.Step(1, "place 0,0"),
    ),
    sealed=OPENED,
)


def test_a_sealed_record_is_read_as_it_was_written() -> None:
    text = SEALED.text()

    assert records.parse(text) == SEALED
    assert '"throws": 2, "proof": "f00d"' in text
    assert '"seed"' not in text


@pytest.mark.parametrize(
    ("line", "changes", "reason"),
    [
        (0, {"luck": "2"}, "line 1: luck cannot be '2'"),
        (0, {"players": [1]}, "line 1: players cannot be [1]"),
        (0, {"extra": 1}, "line 1: the keys "),
        (1, {"weights": 3}, "line 2: weights cannot be 3"),
        (3, {"seat": 1}, "line 4: the keys "),
        (4, {"choices": 9}, "line 5: 9 choices announced, 3 found"),
        (4, {"throws": 9}, "line 5: 9 choices announced, 2 found"),
    ],
)
def test_a_damaged_sealed_record_is_refused(line: int, changes: dict[str, object], reason: str) -> None:
    lines = [json.loads(row) for row in SEALED.text().splitlines()]
    for each in lines:
        del each["check"]
    lines[line] |= changes

    assert refusal(sealed(*lines)).startswith(f"damaged record, {reason}")


def test_weights_that_the_rules_do_not_list_are_refused() -> None:
    with pytest.raises(InvalidRecord, match="line 2: the rules list other outcomes or weights here"):
        sobremesa.replay(SEALED)


@pytest.mark.parametrize("other", [{"phase": "throw"}, {"seat": 1}], ids=["kind", "seat"])
def test_a_throw_of_another_kind_or_seat_is_refused(other: dict[str, Any]) -> None:
    steps = (records.Step("chance", "3", replace(THROW, **other)), *SEALED.steps[1:])

    with pytest.raises(InvalidRecord, match="line 2: by the rules this is another kind of throw"):
        sobremesa.replay(replace(SEALED, steps=steps))


# Records that begin with the sealed sheet

SHEET: dict[str, object] = {
    "sobremesa": 3,
    "match": "abc",
    "game": "sequence-dice",
    "rules": 1,
    "luck": 3,
    "seats": ["", "easy"],
    "options": {},
    "real": [],
    "throws": {},
}
ENDED = {"ended": "rules", "places": [1, 2], "gone": [], "seq": 9, "hints": [0, 1]}


def test_a_record_of_a_game_that_tells_no_kinds_lists_every_throw() -> None:
    listed = replace(SEALED, steps=SEALED.steps[::2], sealed=replace(OPENED, luck=3, sheet=SHEET, end=ENDED))

    assert records.parse(listed.text()) == listed
    assert '"kind": "opening", "seq": 0, "outcomes": ["2", "3"], "weights": [1, 2]' in listed.text()


def test_a_record_with_a_sheet_and_without_its_end_is_refused() -> None:
    opened: dict[str, object] = {"seal": "5e", "secret": "00", "shares": [], "players": ["", "easy"]}

    assert refusal(sealed(SHEET, opened)) == "damaged record, line 3: the end is missing"
