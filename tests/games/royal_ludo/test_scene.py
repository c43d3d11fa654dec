"""Royal Ludo on the screen: where pawns are shown, how moves are made by hand, and what is told."""

import pytest

from sobremesa import Match
from sobremesa.core.scene import Gesture, target
from sobremesa.core.words import Words
from sobremesa.games.royal_ludo import scene
from tests.games.royal_ludo.tables import after, match_with


def place_of(match: Match, thing: str) -> str:
    return next(target(each.zone, each.place) for each in scene.things(match.view().table) if each.id == thing)


def gestures(match: Match) -> dict[str, Gesture]:
    return {move.text: scene.gesture(match.view().table, move.number) for move in match.moves()}


def captions(match: Match) -> dict[str, str]:
    words = Words("en", "sobremesa.games.royal_ludo", "sobremesa.core")
    return {move.text: words.say(scene.caption(match.view().table, move.number)) for move in match.moves()}


def told(match: Match, choice: str) -> list[str]:
    words = Words("en", "sobremesa.games.royal_ludo", "sobremesa.core")
    return [words.say(phrase) for phrase in after(match, choice).story()]


def asked(match: Match) -> str:
    return match.view().prompt().name


def test_a_pawn_is_shown_in_prison_on_the_ring_in_its_zone_and_on_the_final_crown() -> None:
    match = match_with((-1, 50, 52, 56), (0,))

    places = [place_of(match, f"pawn-0-{number}") for number in range(4)]

    assert places == ["prisons/0-0", "ring/50", "zones/0-52", "final/crown"]
    assert place_of(match, "pawn-1-0") == "ring/26"


def test_a_rider_is_shown_on_the_square_of_its_carrier() -> None:
    match = match_with((15,), (2,), (), (), rides=[[0, 0, 1, 0]])

    rider, carrier = place_of(match, "pawn-0-0"), place_of(match, "pawn-1-0")

    assert (rider, carrier) == ("riders/15", "ring/15")
    place = next(place for zone in match.view().scene().zones if zone.id == "riders" for place in zone.places)
    assert Words("en", match.game.package).say(place.name) == f"riding a rival on square {place.id}"


def test_the_dice_and_the_number_of_crowned_pawns_lie_in_the_tray() -> None:
    match = match_with((5, 56, 56), (3,), roll=["P", 6])

    faces = {each.id: each.face for each in scene.things(match.view().table) if each.zone in ("dice", "crowned")}

    assert faces == {"die-special": "P", "die-plain": "6", "crowned-0": "2", "crowned-1": "0"}


def test_a_move_is_a_pawn_and_the_square_it_comes_to() -> None:
    match = match_with((5, 50), (), roll=["C", 2])

    assert gestures(match) == {
        "advance 5>15": Gesture("ring/15", frozenset({"pawn-0-0"})),
        "advance 50>52": Gesture("zones/0-52", frozenset({"pawn-0-1"})),
        "free": Gesture("ring/2", frozenset({"pawn-0-2"})),
    }


def test_an_ambush_is_a_pawn_and_the_square_of_its_prey() -> None:
    match = match_with((1, 30), (25,), roll=[1, 1])

    assert gestures(match)["ambush 1"] == Gesture("ring/51", frozenset({"pawn-0-0"}))


def test_a_pawn_may_be_picked_to_end_where_it_stands() -> None:
    match = match_with((38,), (), roll=[4, 6], options={"board": "short", "bounce": "free"})

    assert gestures(match) == {"move 38>38": Gesture("ring/38", frozenset({"pawn-0-0"}))}


def test_rivals_met_are_ridden_by_a_click_and_jailed_or_spared_by_a_button() -> None:
    ride = match_with((15,), (2,), (), (), roll=[2, 3], landed=0)
    share = match_with((15, 15), (2,), (), (), roll=[2, 3], landed=1, rides=[[0, 0, 1, 0]])

    assert gestures(ride) == {"jail": Gesture("button/jail"), "ride 1:2": Gesture("pawn-1-0")}
    assert gestures(share) == {"jail": Gesture("button/jail"), "share": Gesture("button/share")}


def test_a_pawn_goes_back_by_its_crown() -> None:
    match = match_with((28,), (), (14,), (), roll=["C", 2], push=[1, 2, 3])

    assert gestures(match) == {"back 14>13": Gesture("ring/39", frozenset({"pawn-2-0"}))}


def test_captions_tell_who_gets_off_and_who_has_a_rider() -> None:
    match = match_with((10, 10, 10, 50), (49,), (36,), (), roll=[2, 4], rides=[[0, 0, 1, 0], [2, 0, 0, 1]])

    assert captions(match) == {
        "move 10r1>16": "pawn 1 gets off: 10 to 16",
        "move 10c2>16": "pawn 2 with its rider: 10 to 16",
        "move 10>16": "pawn 3: 10 to 16",
        "move 50>56": "pawn 4: 50 to the final Crown",
    }


def test_captions_of_rivals_met_count_them() -> None:
    alone = match_with((15,), (2,), (), (), roll=[2, 3], landed=0)
    several = match_with((15,), (2,), (41,), (), roll=[2, 3], landed=0)

    assert captions(alone) == {"jail": "send it to prison", "ride 1:2": "ride pawn 1 of Player 2"}
    assert captions(several)["jail"] == "send all 2 to prison"
    assert captions(several)["ride 2:41"] == "ride pawn 1 of Player 3; prison for the rest"


@pytest.mark.parametrize(
    ("pawns", "roll", "prompt"),
    [
        ((5,), [2, 3], "points"),
        ((5,), ["P", 3], "feather"),
        ((5,), ["C", 3], "crown"),
        ((), ["C", 3], "crown_free"),
        ((5, 5, 5, 56), ["C", 3], "crown_advance"),
        ((28,), [1, 1], "ambush"),
    ],
)
def test_the_prompt_of_a_throw(pawns: tuple[int, ...], roll: list[int | str], prompt: str) -> None:
    match = match_with(pawns, (0,), roll=roll)

    assert asked(match) == prompt


@pytest.mark.parametrize(
    ("rides", "prompt"), [([], "jail_or_ride"), ([[2, 0, 0, 1]], "jail"), ([[0, 0, 1, 0]], "jail_or_share")]
)
def test_the_prompt_of_a_landing(rides: list[list[int]], prompt: str) -> None:
    match = match_with((15, 15), (2,), (41,), (), roll=[2, 3], landed=1, rides=rides)

    assert asked(match) == prompt


@pytest.mark.parametrize(("chooser", "prompt"), [("owner", "push"), ("roller", "push_other")])
def test_the_prompt_of_a_pawn_that_goes_back(chooser: str, prompt: str) -> None:
    match = match_with((28,), (14,), roll=["C", 2], push=[1], options={"pushed_by": chooser})

    assert asked(match) == prompt


def test_the_opening_throws_are_told() -> None:
    match = match_with((), (), opening=[None, None])

    assert told(match, "C-5") == ["Player 1 throws 5 for the start."]
    assert told(match, "2-3") == ["Player 2 throws 5 for the start.", "Player 1, Player 2 are tied and throw again."]
    assert told(match, "1-1") == ["Player 1 throws 2 for the start."]
    assert told(match, "4-6") == ["Player 2 throws 10 for the start.", "Player 2 begins."]


@pytest.mark.parametrize(
    ("throw", "sentence"),
    [
        ("2-3", "Player 1 throws 2 and 3: 5 points."),
        ("P-3", "Player 1 throws a Feather and 3."),
        ("C-3", "Player 1 throws a Crown and 3."),
    ],
)
def test_a_throw_is_told(throw: str, sentence: str) -> None:
    assert told(match_with((5,), ()), throw) == [sentence]


def test_a_throw_that_is_lost_is_told() -> None:
    story = told(match_with((), ()), "2-3")

    assert story == ["Player 1 throws 2 and 3: 5 points.", "Player 1 cannot use the throw."]


def test_a_ride_is_told_from_its_beginning_to_its_end() -> None:
    match = match_with((32,), (24,), (), (), roll=[2, 3])

    assert told(match, "move 32>37") == ["Player 1 takes pawn 1 from 32 to 37."]
    assert told(match, "ride 1:24") == ["Player 1 rides pawn 1 of Player 2."]
    assert told(after(match, "4-6"), "move 24>34") == [
        "Player 2 takes pawn 1 from 24 to 34.",
        "Pawn 1 of Player 1 rides to 47.",
    ]


def test_a_rider_left_behind_is_told() -> None:
    at_the_gate = match_with((48,), (35,), (), (), turn=1, roll=[1, 4], rides=[[0, 0, 1, 0]])
    at_the_start = match_with((0,), (39,), (3,), (), turn=2, roll=["C", 1], push=[1], rides=[[0, 0, 1, 0]])

    assert told(at_the_gate, "move 35>40")[1:] == ["Pawn 1 of Player 1 gets off on 50."]
    assert told(at_the_start, "back 39>26")[1:] == ["Pawn 1 of Player 1 gets off on 0."]


def test_those_who_go_to_prison_are_told() -> None:
    pair = match_with((15,), (2, 2), (41,), (), roll=[2, 3], landed=0, rides=[[2, 0, 1, 0]])
    prey = match_with((10,), (), (), (21,), roll=[1, 1])

    assert told(pair, "jail") == ["2 pawns of Player 2 go to prison.", "A pawn of Player 3 goes to prison."]
    assert told(prey, "ambush 10") == [
        "Player 1 ambushes with pawn 1 on 10.",
        "A pawn of Player 4 goes to prison.",
    ]


def test_a_shared_square_is_told() -> None:
    match = match_with((15, 15), (2,), (), (), roll=[2, 3], landed=1, rides=[[0, 0, 1, 0]])

    assert told(match, "share") == ["Player 1 shares the square."]


def test_a_pawn_freed_and_one_driven_back_are_told() -> None:
    match = match_with((5,), (14,), roll=["C", 2], options={"pushback": "always"})

    assert told(match, "free") == ["Player 1 frees pawn 2: to 2."]
    assert told(match, "back 14>13") == ["Player 2: pawn 1 back from 14 to 13."]


def test_the_last_crown_is_told() -> None:
    match = match_with((50, 56, 56, 56), (), roll=[2, 4])

    assert told(match, "move 50>56") == ["Player 1 crowns pawn 1.", "Player 1 has crowned every pawn and wins."]


# The ways of pawns


def ways(match: Match, choice: str) -> dict[str, str]:
    return {pawn: " ".join(path) for pawn, path in after(match, choice).paths().items()}


def test_a_pawn_walks_square_by_square_into_its_zone() -> None:
    match = match_with((49,), (), roll=[1, 2])

    assert ways(match, "move 49>52") == {"pawn-0-0": "ring/50 zones/0-51 zones/0-52"}


def test_too_many_points_lead_to_the_final_crown_and_back() -> None:
    match = match_with((54,), (), roll=[2, 3])

    assert ways(match, "move 54>53") == {"pawn-0-0": "zones/0-55 final/crown zones/0-55 zones/0-54 zones/0-53"}


def test_where_walking_back_ends_early_nobody_walks_on_the_spot() -> None:
    match = match_with((55,), (), roll=[4, 6])

    assert ways(match, "move 55>51")["pawn-0-0"].endswith("zones/0-52 zones/0-51")


def test_a_pawn_that_may_leave_its_zone_walks_back_onto_the_ring() -> None:
    match = match_with((55,), (), roll=[3, 6], options={"bounce": "free"})

    assert ways(match, "move 55>48")["pawn-0-0"].endswith("zones/0-51 ring/50 ring/49 ring/48")


def test_a_leap_touches_nothing_but_the_mark() -> None:
    match = match_with((10,), (), roll=["P", 2])

    assert ways(match, "advance 10>23") == {"pawn-0-0": "ring/21 ring/22 ring/23"}


def test_who_is_freed_walks_from_the_start() -> None:
    match = match_with((), (), roll=["C", 2])

    assert ways(match, "free") == {"pawn-0-0": "ring/0 ring/1 ring/2"}


def test_who_is_driven_back_leaps_to_the_crown() -> None:
    match = match_with((15,), (20,), (), (), roll=["C", 1], push=[1, 2, 3])

    assert ways(match, "back 20>13") == {"pawn-1-0": "ring/26"}


def test_a_rider_goes_with_its_carrier_as_far_as_it_may() -> None:
    match = match_with((48,), (35,), (), (), turn=1, rides=[[0, 0, 1, 0]], roll=[1, 4])

    assert ways(match, "move 35>40") == {
        "pawn-1-0": "ring/49 ring/50 ring/51 ring/0 ring/1",
        "pawn-0-0": "riders/49 riders/50 ring/50",
    }


def test_a_rider_stays_a_rider_where_its_carrier_goes_on() -> None:
    match = match_with((15,), (2,), (), (), turn=1, rides=[[0, 0, 1, 0]], roll=[1, 1])

    assert ways(match, "move 2>4")["pawn-0-0"] == "riders/16 riders/17"


def test_an_ambush_and_a_decision_move_nobody_step_by_step() -> None:
    assert ways(match_with((10,), (), (), (21,), roll=[1, 1]), "ambush 10") == {}
    assert ways(match_with((15,), (2,), (), (), roll=[1, 2], landed=0), "ride 1:2") == {}


def test_dice_that_nobody_can_use_are_seen_for_a_moment() -> None:
    match = match_with((), ())
    before = match.view()
    match.push("4-6")

    seen = scene.glimpse(before.table, 6 * 3 + 5, match.view().table)

    assert [thing.face for thing in seen] == ["4", "6"]
    match = match_with((3,), ())
    before = match.view()
    match.push("4-6")
    assert scene.glimpse(before.table, 6 * 3 + 5, match.view().table) == []
