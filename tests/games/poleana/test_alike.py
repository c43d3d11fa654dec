"""What holds in Poleana whoever's turn it is."""

import pytest

import sobremesa
from tests.games.laws import says_everything, walk
from tests.games.poleana.boards import after, at, pieces, texts

COLOURS = "RGBY"
TURNED = str.maketrans(COLOURS, "GBYR")


@pytest.mark.parametrize(
    ("standing", "throw", "move"),
    [
        ("R: R5 F F F | G: R7", "2-1", "2:R5>R7xG"),
        ("R: R5 F F F | B: R7", "2-1", "2:R5>R7xB"),
        ("R: R5 F F F | Y: R7", "2-1", "2:R5>R7xY"),
        ("R: R13 F F F | G: G1 | B: G3", "3-1", "3:R13>G1xG"),
        ("R: G13 F F F | B: B1 | G: B0", "6-1", "1:G13>G14"),
        ("R: B13 F F F | Y: Y1 Y0 Y0", "3-1", "1:B13>B14"),
        ("R: R5 | Y: R0 | G: G0", "5-1", "1>R0xY"),
        ("R: R5 | B: R3", "6-3", "1>R3xB"),
        ("R: R5 | G: R6 R6", "6-6", "2>R0"),
        ("R: Gb3 F F F | Y: Gb6 | G: Bb2", "2-1", "2:Gb3>Gb5"),
        ("R: G13 F F F | Y: Bb2 | G: Bb3", "4-2", "2:G13>Bb1"),
    ],
)
def test_po_04_every_colour_plays_alike(standing: str, throw: str, move: str) -> None:
    before = at(standing, throw)
    listed, result = texts(before), sorted(pieces(after(before, move)).split(" | "))

    for seat, turn in enumerate(COLOURS[1:], start=1):
        standing, move = standing.translate(TURNED), move.translate(TURNED)
        listed = sorted(text.translate(TURNED) for text in listed)
        result = sorted(part.translate(TURNED) for part in result)
        match = at(standing, throw, turn=turn)

        assert (texts(match), match.actor) == (listed, seat)
        assert sorted(pieces(after(match, move)).split(" | ")) == result


def test_amb_22_the_actor_is_whoever_is_asked() -> None:
    match = after(at("B: B5", turn="B", options={"enforcement": "honour"}), "5-1", "6:B5>B11")

    assert match.actor == COLOURS.index("Y")
    assert after(match, "pass").actor == COLOURS.index("R")


@pytest.mark.parametrize(
    "options",
    [
        {"enforcement": "honour"},
        {"enforcement": "honour", "three_doubles": "lose_leader", "capture": "any_time"},
        {"partners": True, "pieces": 2, "bonus": 20, "exit_throw": "any_six"},
        {"play_on": True, "pieces": 1, "exit_throw": "any_six", "overshoot": "rebound"},
    ],
)
def test_a_position_says_everything(options: dict[str, object]) -> None:
    for seed in range(3):
        match = sobremesa.start("poleana", seats=4, options=options, seed=seed)
        assert all(says_everything(moment) for moment in walk(match, seed, most=120))


def test_a_position_says_everything_in_the_thick_of_it() -> None:
    crowd = "R: R5 G5 B7 F | G: R7 G6 Y2 F | B: G7 B4 Y6 F | Y: R11 B8 Y1 F"
    for seed in range(8):
        match = at(crowd, turn=COLOURS[seed % 4], options={"enforcement": "honour", "three_doubles": "lose_leader"})
        assert all(says_everything(moment) for moment in walk(match, seed, most=60))


def test_a_position_says_everything_when_an_offence_is_called() -> None:
    blocked = after(at("B: B5 | G: B11 B11", turn="B", options={"enforcement": "honour"}), "5-1", "5:B5>B10")
    tied = after(at("R: R5 G3 Gb7", options={"enforcement": "honour"}), "5-1", "6:R5>R11", "call")

    assert (blocked.phase, says_everything(blocked)) == ("call", True)
    assert (tied.phase, says_everything(tied)) == ("penalty", True)
