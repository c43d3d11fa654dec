"""Versions of rules: what was played under older ones is read and replayed as it was played."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import sobremesa
from sobremesa import verify2
from sobremesa.cli.main import main
from sobremesa.core import record as records
from sobremesa.core.errors import InvalidPosition, InvalidRecord, OptionTooNew
from sobremesa.core.game import find
from sobremesa.core.position import table_of

OLD = Path(__file__).parents[1] / "versions" / "1"
"""Matches that were played under rules version 1 of each game, by the software of that time."""
ENDS = json.loads((OLD / "positions.json").read_text(encoding="utf-8"))
FORMER = {"poleana": {"custodians": True}, "royal-ludo": {"bounce": "free"}}
"""The defaults of version 1 that are others now."""
EVERY = pytest.mark.parametrize("game", sobremesa.names())


def old(game: str) -> records.Record:
    return records.load(OLD / f"{game}.jsonl")


@EVERY
def test_an_old_match_leads_where_it_led(game: str) -> None:
    match = sobremesa.replay(old(game))

    expected = ENDS[game]
    assert match.position() == expected | {"options": FORMER.get(game, {}) | expected["options"]}


@EVERY
def test_an_old_match_saved_again_is_the_same_match_under_the_current_rules(game: str, tmp_path: Path) -> None:
    match = sobremesa.replay(old(game))
    match.record.save(tmp_path / "again.jsonl")

    again = records.load(tmp_path / "again.jsonl")
    assert again.rules == find(game).version
    assert again.steps == old(game).steps
    assert sobremesa.replay(again).position() == match.position()


@EVERY
def test_an_old_sealed_match_is_verified(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = OLD / f"{game}.sealed.jsonl"

    assert verify2.check(path.read_text(encoding="utf-8"), None)["throws"] > 0
    assert main(["verify", str(path)]) == 0
    assert game in capsys.readouterr().out


@EVERY
def test_an_old_match_is_reviewed(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = tmp_path / "start.jsonl"
    replace(old(game), steps=old(game).steps[:12]).save(start)

    assert main(["review", str(start), "--simulations", "20"]) == 0
    assert capsys.readouterr().out


def test_an_old_position_has_the_defaults_of_its_time() -> None:
    _, now = table_of({"game": "poleana", "players": "RB"})
    _, then = table_of({"game": "poleana", "players": "RB"}, version=1)
    _, chosen = table_of({"game": "poleana", "players": "RB", "options": {"custodians": False}}, version=1)

    assert (now.custodians, then.custodians, chosen.custodians) == (0, 1, 0)


def test_an_old_opening_may_name_any_turn() -> None:
    opening = {"game": "poleana", "players": "RB", "turn": "R", "opening": {"R": 5, "B": 0}}

    _, t = table_of(opening, version=1)
    assert t.turn == 1
    with pytest.raises(InvalidPosition):
        table_of(opening)


def test_a_future_version_is_refused_by_name() -> None:
    with pytest.raises(InvalidRecord) as caught:
        sobremesa.replay(replace(old("poleana"), rules=3))

    assert str(caught.value) == "this record cannot be replayed: made under rules 3 of poleana; these are rules 2"


@pytest.mark.parametrize("version", [0, -1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    with pytest.raises(InvalidRecord, match=f"rules {version} of poleana"):
        sobremesa.replay(replace(old("poleana"), rules=version))


@pytest.mark.parametrize(
    "began", [{"options": {"bonus_optional": True}}, {"position": {"options": {"bonus_optional": True}}}]
)
def test_an_option_that_version_1_did_not_have_is_refused_by_name(began: dict[str, object]) -> None:
    with pytest.raises(InvalidRecord) as caught:
        sobremesa.replay(replace(old("poleana"), steps=(), **began))  # type: ignore[arg-type]

    assert "poleana has had the option bonus_optional only since rules 2" in str(caught.value)
    assert "desde las reglas 2" in caught.value.say("es")


def test_options_of_an_old_version_are_checked_against_it() -> None:
    game = find("poleana")

    assert game.check_options({}, 3, 1) == {"custodians": True}
    assert game.check_options({}, 3, 2) == game.check_options({}, 3) == {}
    with pytest.raises(OptionTooNew):
        game.check_options({"custodian_ends_turn": True}, 3, 1)
