"""The command `review`: words, JSON and a page that needs nothing but itself."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.dom import minidom

import pytest

import sobremesa
from sobremesa.cli.captions import Said
from sobremesa.cli.main import main
from sobremesa.cli.review import move_line
from sobremesa.cli.review_page import after_line, most_changed
from sobremesa.core.record import load
from sobremesa.core.rules import CHANCE
from sobremesa.core.words import Words
from sobremesa.lab.review import Moment
from tests.lab.test_review import played


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    played("sequence-dice", 2, 3, ("random", "greedy")).save(path)
    return path


@pytest.mark.parametrize(("language", "said"), [("es", "suerte"), ("en", "luck")])
def test_a_review_in_words(record: Path, language: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", language, "review", str(record), "--simulations", "40"]) == 0

    assert said in capsys.readouterr().out


def test_a_review_names_the_game_and_counts_as_people_do(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "es", "review", str(record), "--simulations", "40"]) == 0

    text = capsys.readouterr().out
    assert text.startswith("Secuencia de Dados: suerte y juego")
    words = Words("es", "sobremesa.cli")
    assert words("review.counted.mistake", count=1) == "1 error"
    assert words("review.counted.mistake", count=0) == "0 errores"
    assert re.search(r"Jugador 1: \d+ óptimas?, \d+ buenas?, ", text)


def test_what_a_move_lost_is_told_with_the_interval_of_the_loss() -> None:
    moment = Moment(4, 0, "place 1,2", (0.5,), (0.4,), 0.01, "place 3,4", 0.2, 0.03, "blunder", 0.6, 0.4)

    line = move_line(moment, "Ana", Said("1,2", "3,4"), Words("en", "sobremesa.cli", "sobremesa.core"))
    assert "1,2 (blunder): 40.0 instead of 60.0, 20.0 lost (± 3.0). Better: 3,4" in line


def test_a_review_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--simulations", "40", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["simulations"] == 40
    assert len(told["seats"]) == 2


def test_a_page_that_needs_nothing_but_itself(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "evening.html"

    assert main(["--lang", "es", "review", str(record), "--simulations", "40", "--html", str(page)]) == 0

    text = page.read_text(encoding="utf-8")
    assert '<html lang="es">' in text
    assert not re.search(r'(src|href)="|url\(|@import|https?://(?!www\.w3\.org)', text)
    graph = re.search(r'<svg id="graph".*?</svg>', text, re.DOTALL)
    assert graph
    assert len(minidom.parseString(graph.group()).getElementsByTagName("polyline")) == 2


def test_the_page_tells_whom_a_throw_helped(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "evening.html"
    assert main(["--lang", "en", "review", str(record), "--simulations", "40", "--html", str(page)]) == 0

    rows = re.findall(r'<tr class="choice ".*?</tr>', page.read_text(encoding="utf-8"))
    throws = [row for row in rows if "<td>chance</td>" in row]

    assert throws
    assert all(re.search(r"<td>Player [12]: \+", row) for row in throws)


@pytest.mark.parametrize("option", ["--simulations", "--threads"])
@pytest.mark.parametrize("number", ["0", "100000000000000"])
def test_numbers_out_of_bounds_are_refused_in_one_line(
    option: str, number: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "review", str(record), option, number]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert option in said.err


@pytest.mark.parametrize("name", [".", "nowhere/evening.html"])
def test_a_page_that_cannot_be_written_is_told_before_the_work(
    name: str, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sobremesa.cli.review.review", lambda *_, **__: pytest.fail("the work was begun"))

    assert main(["review", str(record), "--html", str(tmp_path / name)]) == 2

    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_record_of_other_rules_is_refused_in_one_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replace(load(record), rules=9).save(record)

    assert main(["review", str(record), "--lang", "en"]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "sobremesa: this record cannot be replayed: made under rules 9 of sequence-dice; these are rules 1\n"
    )


def test_the_page_tells_of_every_table_how_it_came_about(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "evening.html"
    assert main(["--lang", "es", "review", str(record), "--simulations", "40", "--html", str(page)]) == 0

    block = re.search(r'<script type="application/json" id="captions">(.*?)</script>', page.read_text(encoding="utf-8"))
    assert block
    told = json.loads(block[1])
    assert len(told) == len(load(record).steps) + 1
    assert told[0].startswith("Al comienzo. Ahora: Jugador 1 ")
    assert any(
        re.search(r"antes [\d.]+ %, después [\d.]+ %, tras la mejor jugada [\d.]+ % \(± ", line) for line in told
    )
    # Moves are called what the reader would call them, not what a record does.
    assert not any("place " in line for line in told)


def test_a_page_is_not_written_over_its_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = record.read_bytes()

    assert main(["--lang", "en", "review", str(record), "--html", str(record.parent / "." / record.name)]) != 0

    assert "choose another" in capsys.readouterr().err
    assert record.read_bytes() == before


def test_files_that_are_not_there_are_said_in_the_language_of_the_reader(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "es", "review", "nowhere.jsonl"]) != 0

    assert capsys.readouterr().err == "sobremesa: nowhere.jsonl: no existe ese archivo o carpeta\n"


def test_a_throw_is_told_for_the_seat_whose_chance_it_changed_most() -> None:
    loss = Moment(4, CHANCE, "RH", (0.5, 0.3, 0.2), (0.4, 0.38, 0.22), 0.01)
    even = Moment(4, CHANCE, "RH", (0.5, 0.5), (0.4, 0.6), 0.01)

    assert (most_changed(loss), most_changed(even)) == (0, 1)


def test_bots_are_told_from_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = sobremesa.start("sequence-dice", seats=2, seed=1, players=("", "hard"))
    match.settle()
    match.record.save(tmp_path / "evening.jsonl")

    assert main(["--lang", "en", "review", str(tmp_path / "evening.jsonl"), "--simulations", "20"]) == 0

    told = capsys.readouterr().out
    assert "Player 1" in told
    assert "Bot 2" in told


def test_a_move_that_lost_next_to_nothing_is_the_best_and_no_better_one_is_named() -> None:
    moment = Moment(4, 0, "place 1,2", (0.5,), (0.5,), 0.01, "place 3,4", 0.003, 0.001, "best", 0.503, 0.5)

    line = after_line(moment, Said("1,2", "3,4"), ["Ana"], Words("en", "sobremesa.cli", "sobremesa.core"))
    assert line == "5. Ana: 1,2, the best move. Chance of winning before 50.0 %, after 50.0 %."
