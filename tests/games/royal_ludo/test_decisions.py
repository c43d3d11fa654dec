"""The doubtful cases of Royal Ludo as they were decided, RL-A1 to RL-A17, and the options."""

from typing import Any

import pytest

import sobremesa
from sobremesa import find
from tests.games.royal_ludo.tables import BOARDS, after, match_with, now, pawns, reasons, rides, texts


def test_rl_a1_only_the_special_die_has_symbols() -> None:
    faces = [outcome.text.split("-") for outcome in match_with((), ()).outcomes()]

    assert {special for special, _ in faces} == {"1", "2", "3", "4", "P", "C"}
    assert {plain for _, plain in faces} == {"1", "2", "3", "4", "5", "6"}


def test_rl_a2_there_are_four_crowns_on_the_ring() -> None:
    ends = {texts(match_with((x, 56, 56, 56), (), roll=["C", 1]))[0].split(">")[1] for x in range(39)}

    assert ends == {"14", "27", "40"}


@pytest.mark.parametrize("board", BOARDS)
def test_rl_a3_a_board_has_its_own_figures(board: str) -> None:
    gate, final = BOARDS[board]["gate"], BOARDS[board]["final"]
    rival = gate - 2 * BOARDS[board]["quarter"]
    keys: dict[str, Any] = {"roll": [1, 2], "options": {"board": board}}

    at_the_gate = after(match_with((gate - 3,), (rival,), **keys), f"move {gate - 3}>{gate}")
    in_the_zone = after(match_with((gate - 2,), (rival + 1,), **keys), f"move {gate - 2}>{gate + 1}")
    crowned = after(match_with((final - 3,), (), **keys), f"move {final - 3}>{final}")

    assert texts(at_the_gate) == ["jail", f"ride 1:{rival}"]
    assert now(in_the_zone) == ("throw", 1)
    assert crowned.scores() == [1, 0]


@pytest.mark.parametrize("board", BOARDS)
def test_rl_a3_a_match_on_a_board_ends(board: str) -> None:
    match = sobremesa.start("royal-ludo", seats=2, options={"board": board, "pawns": 1}, seed=3)
    while match.actor != sobremesa.OVER:
        match.push(match.draw() if match.actor == sobremesa.CHANCE else match.default())

    final = BOARDS[board]["final"]
    assert [final] in match.position()["pawns"]


@pytest.mark.parametrize(("board", "high"), [("classic", 56), ("short", 43), ("long", 74)])
def test_rl_a3_no_pawn_is_beyond_the_final_crown(board: str, high: int) -> None:
    position = {"game": "royal-ludo", "seats": 2, "turn": 0, "options": {"board": board}}

    assert reasons(position | {"pawns": [[high + 1, 0, 0, 0], [0] * 4]}) == ["pawns_of_seat"]
    assert sobremesa.position(position | {"pawns": [[high, 0, 0, 0], [0] * 4]}).scores() == [1, 0]


@pytest.mark.parametrize(("pushback", "phase"), [("advance", "throw"), ("always", "push")])
def test_rl_a4_freeing_pushes_back_only_by_the_option(pushback: str, phase: str) -> None:
    match = match_with((), (7,), roll=["C", 2], options={"pushback": pushback})

    match.push("free")

    assert match.phase == phase


def test_rl_a4_freeing_and_landing_push_back_only_by_the_option() -> None:
    phases = []
    for pushback in ("advance", "always"):
        match = match_with((), (43, 7), (), (), roll=["C", 4], options={"pushback": pushback})
        after(match, "free", "ride 1:43")
        phases.append((match.phase, rides(match)))

    assert phases == [("throw", [[0, 0, 1, 0]]), ("push", [[0, 0, 1, 0]])]


@pytest.mark.parametrize("pushback", ["advance", "always"])
def test_rl_a4_an_advance_always_pushes_back(pushback: str) -> None:
    match = match_with((5,), (7,), roll=["C", 2], options={"pushback": pushback})

    match.push("advance 5>15")

    assert match.phase == "push"


def test_rl_a4_points_and_feathers_never_push_back() -> None:
    for roll, move in (([2, 2], "move 20>24"), (["P", 2], "advance 20>23")):
        match = after(match_with((20,), (7,), roll=roll, options={"pushback": "always"}), move)

        assert now(match) == ("throw", 1)


@pytest.mark.parametrize(("roll", "offered"), [(["P", 2], ["ambush 10"]), (["C", 2], ["ambush 10", "free"])])
def test_rl_a5_a_symbol_with_two_ambushes_only_by_the_option(roll: list[Any], offered: list[str]) -> None:
    usual = match_with((10,), (), (), (21,), roll=roll)
    by_option = match_with((10,), (), (), (21,), roll=roll, options={"ambush": "any_two"})

    assert texts(usual)[0].startswith("advance 10>")
    assert texts(by_option) == offered


@pytest.mark.parametrize("roll", [["P", 1], ["C", 3], [2, 2], [1, 2]])
def test_rl_a5_other_throws_never_ambush(roll: list[Any]) -> None:
    match = match_with((10,), (), (), (21,), roll=roll, options={"ambush": "any_two"})

    assert not texts(match)[0].startswith("ambush")


@pytest.mark.parametrize(
    ("roll", "pushback", "phase"),
    [(["C", 2], "advance", "throw"), (["C", 2], "always", "push"), (["P", 2], "always", "throw")],
)
def test_rl_a5_an_ambush_is_no_advance(roll: list[Any], pushback: str, phase: str) -> None:
    options = {"ambush": "any_two", "pushback": pushback}
    match = match_with((10,), (7,), (), (21,), roll=roll, options=options)

    match.push("ambush 10")

    assert (pawns(match), match.phase) == ([(10,), (7,), (), ()], phase)


def test_rl_a5_freeing_is_never_replaced() -> None:
    match = match_with((), (39,), (), (), roll=["C", 2], options={"ambush": "any_two"})

    match.push("free")

    assert (pawns(match), now(match)) == ([(2,), (39,), (), ()], ("throw", 1))


def test_rl_a6_an_ambush_is_not_optional_for_its_pawn() -> None:
    match = match_with((10, 12), (), (), (21,), roll=[1, 1])

    assert texts(match) == ["ambush 10", "move 12>14"]


def test_rl_a7_a_pair_two_squares_behind_is_jailed() -> None:
    match = match_with((10,), (), (34,), (21, 30), roll=[1, 1], rides=[[2, 0, 3, 0]])

    match.push("ambush 10")

    assert (match.position()["pawns"], rides(match)) == ([[10, -1, -1, -1], [-1] * 4, [-1] * 4, [-1, 30, -1, -1]], [])


@pytest.mark.parametrize(
    ("x", "roll", "zone", "free"),
    [(55, [4, 6], 51, 47), (55, [2, 4], 51, 51), (53, [4, 5], 51, 50), (54, [1, 2], 55, 55), (50, [4, 6], 52, 52)],
)
def test_rl_a8_a_pawn_leaves_its_zone_only_by_the_option(x: int, roll: list[Any], zone: int, free: int) -> None:
    usual = match_with((x,), (), roll=roll)
    named = match_with((x,), (), roll=roll, options={"bounce": "zone"})
    by_option = match_with((x,), (), roll=roll, options={"bounce": "free"})

    assert texts(usual) == texts(named) == [f"move {x}>{zone}"]
    assert texts(by_option) == [f"move {x}>{free}"]


@pytest.mark.parametrize(("board", "first"), [("classic", 51), ("short", 39), ("long", 67)])
def test_rl_a8_the_zone_is_that_of_the_board(board: str, first: int) -> None:
    final = BOARDS[board]["final"]
    match = match_with((final - 1,), (), roll=[4, 6], options={"board": board})

    assert texts(match) == [f"move {final - 1}>{first}"]


@pytest.mark.parametrize(("x", "usual", "by_option"), [(40, 44, 52), (50, 54, 52), (51, 55, 52), (55, 53, 52)])
def test_rl_a9_the_final_crown_is_next_only_by_the_option(x: int, usual: int, by_option: int) -> None:
    ends = [
        texts(match_with((x, 56, 56, 56), (), roll=["C", 4], options={"final_crown_counts": counts}))
        for counts in (False, True)
    ]

    assert ends == [[f"advance {x}>{usual}"], [f"advance {x}>{by_option}"]]


def test_rl_a9_the_final_crown_counts_for_crowns_only() -> None:
    feather = match_with((50,), (), roll=["P", 4], options={"final_crown_counts": True})
    crown_ahead = match_with((38, 56, 56, 56), (), roll=["C", 4], options={"final_crown_counts": True})

    assert (texts(feather), texts(crown_ahead)) == (["advance 50>54"], ["advance 38>43"])


def test_rl_a9_nobody_is_crowned_in_passing() -> None:
    match = match_with((55, 56, 56, 56), (7,), roll=["C", 1], options={"final_crown_counts": True})

    match.push("advance 55>55")

    assert (match.phase, match.scores()) == ("push", [3, 0])


@pytest.mark.parametrize(("bounce", "end"), [("zone", 51), ("free", 50)])
def test_rl_a9_the_way_back_leaves_the_zone_only_by_the_option(bounce: str, end: int) -> None:
    options = {"final_crown_counts": True, "bounce": bounce}
    match = match_with((45, 56, 56, 56), (), roll=["C", 6], options=options)

    assert texts(match) == [f"advance 45>{end}"]


@pytest.mark.parametrize(("pushed_by", "actors"), [("owner", [2, 0]), ("roller", [1, 1])])
def test_rl_a10_the_owner_chooses_unless_the_option_says_the_roller(pushed_by: str, actors: list[int]) -> None:
    match = match_with((20, 30), (55,), (7, 50), turn=1, roll=["C", 2], options={"pushed_by": pushed_by})
    seen = []

    match.push("advance 55>55")
    for choice in ("back 50>39", "back 20>13"):
        seen.append((match.actor, match.position()["push"], texts(match)))
        match.push(choice)

    assert seen == [
        (actors[0], [2, 0], ["back 7>0", "back 50>39"]),
        (actors[1], [0], ["back 20>13", "back 30>26"]),
    ]
    assert (pawns(match), now(match)) == ([(13, 30), (55,), (7, 39)], ("throw", 2))


def test_rl_a11_a_pawn_that_goes_back_captures_nobody() -> None:
    match = match_with((55, 13), (7,), (26, 39), (), roll=["C", 2], rides=[[2, 1, 0, 1]])

    match.push("advance 55>55")
    match.push("back 7>0")

    assert (pawns(match)[:2], match.phase) == ([(55, 13), (0,)], "push")
    assert rides(match) == [[2, 1, 0, 1]]


def test_rl_a12_a_rider_goes_back_with_its_carrier() -> None:
    match = match_with((55,), (20,), (7,), (), roll=["C", 2], rides=[[2, 0, 1, 0]])

    after(match, "advance 55>55", "back 20>13")

    assert (pawns(match), rides(match), now(match)) == ([(55,), (13,), (0,), ()], [[2, 0, 1, 0]], ("throw", 1))


@pytest.mark.parametrize(("safe", "phase"), [(False, "land"), (True, "throw")])
@pytest.mark.parametrize("x", [13, 26, 39])
def test_rl_a13_crowns_are_safe_only_by_the_option(x: int, safe: bool, phase: str) -> None:
    rows = [((x - 13 * seat) % 52,) for seat in range(1, 4)]
    match = match_with((x - 3,), *rows, roll=[1, 2], options={"crowns_safe": safe})

    match.push(f"move {x - 3}>{x}")

    assert (match.phase, pawns(match)) == (phase, [(x,), *rows])


@pytest.mark.parametrize("x", [8, 12, 14, 47, 50])
def test_rl_a13_other_squares_are_never_safe(x: int) -> None:
    match = match_with((x - 3,), ((x - 26) % 52,), roll=[1, 2], options={"crowns_safe": True})

    match.push(f"move {x - 3}>{x}")

    assert match.phase == "land"


def test_rl_a13_nobody_is_ambushed_on_a_safe_crown() -> None:
    offered = [
        texts(match_with((15,), (0,), (), (), roll=[1, 1], options={"crowns_safe": safe})) for safe in (False, True)
    ]
    start = match_with((2,), (39,), (), (), roll=[1, 1], options={"crowns_safe": True})
    beside = match_with((14,), (51, 50), (25, 38), (), roll=[1, 1], options={"crowns_safe": True})

    assert offered == [["ambush 15"], ["move 15>17"]]
    assert (texts(start), texts(beside)) == (["move 2>4"], ["ambush 14"])


def test_rl_a13_a_pawn_on_a_safe_crown_may_ambush() -> None:
    match = match_with((13,), (50,), (), (), roll=[1, 1], options={"crowns_safe": True})

    assert texts(match) == ["ambush 13"]


def test_rl_a13_pairs_stay_pairs_on_a_safe_crown() -> None:
    match = match_with((10,), (0, 0), (), (23,), roll=[1, 2], rides=[[3, 0, 0, 0]], options={"crowns_safe": True})

    match.push("move 10>13")

    assert (pawns(match), rides(match), now(match)) == (
        [(13,), (0, 0), (), (26,)],
        [[3, 0, 0, 0]],
        ("throw", 1),
    )


def test_rl_a13_pawns_go_back_to_safe_crowns_as_always() -> None:
    match = match_with((10, 13), (7,), roll=["C", 2], options={"crowns_safe": True})

    after(match, "advance 10>15", "back 7>0")

    assert (pawns(match), now(match)) == ([(15, 13), (0,)], ("throw", 1))


def test_rl_a14_a_crown_without_a_crown_ahead_still_pushes_back() -> None:
    for x, end in ((40, 45), (51, 56), (53, 54)):
        match = after(match_with((x, 56, 56), (7,), roll=["C", 5]), f"advance {x}>{end}")

        assert (match.phase, texts(match)) == ("push", ["back 7>0"])


@pytest.mark.parametrize(
    ("choice", "expected", "pairs"),
    [
        ("jail", [(15, 15), (), (), ()], []),
        ("share", [(15, 15), (2, 2), (), (28,)], [[0, 1, 1, 1]]),
    ],
)
def test_rl_a15_beside_an_own_pair_all_are_jailed_or_none(
    choice: str, expected: list[tuple[int, ...]], pairs: list[list[int]]
) -> None:
    match = match_with((10, 15), (2, 2), (), (28,), roll=[2, 3], rides=[[0, 1, 1, 1]])

    match.push("move 10>15")
    offered = texts(match)
    match.push(choice)

    assert offered == ["jail", "share"]
    assert (pawns(match), rides(match)) == (expected, pairs)


def test_rl_a16_a_pawn_just_jailed_cannot_be_the_one_that_goes_back() -> None:
    match = match_with((5,), (2,), (), (), roll=["C", 2])

    after(match, "advance 5>15", "jail")

    assert (pawns(match), now(match)) == ([(15,), (), (), ()], ("throw", 1))


def test_rl_a16_a_pawn_just_mounted_can_be_the_one_that_goes_back() -> None:
    match = match_with((5,), (2, 20), (), (), roll=["C", 2])

    after(match, "advance 5>15", "ride 1:2")
    offered = texts(match)
    match.push("back 2>0")

    assert offered == ["back 2>0", "back 20>13"]
    assert (pawns(match), rides(match)) == ([(13,), (0, 20), (), ()], [[0, 0, 1, 0]])


RETURNS = [
    ({"bounce": "free", "board": "short"}, 38, [4, 6], "move 38>38", 28),
    ({"bounce": "free", "final_crown_counts": True}, 50, ["C", 6], "advance 50>50", 37),
    ({"bounce": "free", "final_crown_counts": True, "board": "short"}, 38, ["C", 5], "advance 38>38", 28),
]


@pytest.mark.parametrize(("options", "gate", "roll", "move", "carrier"), RETURNS)
@pytest.mark.parametrize(("choice", "is_paired"), [("jail", False), ("ride 1", True)])
def test_rl_a17_a_rider_that_comes_back_to_its_square_lands_on_its_carrier(
    options: dict[str, Any], gate: int, roll: list[Any], move: str, carrier: int, choice: str, is_paired: bool
) -> None:
    match = match_with((gate,), (carrier,), (), (), roll=roll, rides=[[0, 0, 1, 0]], options=options)

    match.push(move)
    landed = match.phase, rides(match), texts(match)
    match.push(choice if choice == "jail" else f"{choice}:{carrier}")

    assert landed == ("land", [], ["jail", f"ride 1:{carrier}"])
    assert rides(match) == ([[0, 0, 1, 0]] if is_paired else [])


@pytest.mark.parametrize(("options", "gate", "roll", "move", "rider"), RETURNS)
def test_rl_a17_a_carrier_that_comes_back_to_its_square_keeps_its_rider(
    options: dict[str, Any], gate: int, roll: list[Any], move: str, rider: int
) -> None:
    match = match_with((gate,), (rider,), (), (), roll=roll, rides=[[1, 0, 0, 0]], options=options)

    match.push(move)

    assert match.phase != "land"
    assert (pawns(match), rides(match)) == ([(gate,), (rider,), (), ()], [[1, 0, 0, 0]])


def test_rl_a17_walking_back_can_end_further_from_the_zone() -> None:
    options = {"bounce": "free", "final_crown_counts": True, "board": "short"}
    match = match_with((38,), (28,), (), (), roll=["C", 6], rides=[[1, 0, 0, 0]], options=options)

    match.push("advance 38>37")

    assert (pawns(match), rides(match)) == ([(37,), (27,), (), ()], [[1, 0, 0, 0]])


# The options


def test_options_have_their_values_and_defaults() -> None:
    options = {option.name: (option.values, option.default) for option in find("royal-ludo").options}

    assert options == {
        "pushback": (("advance", "always"), "advance"),
        "bounce": (("zone", "free"), "zone"),
        "ambush": (("points", "any_two"), "points"),
        "crowns_safe": ((False, True), False),
        "final_crown_counts": ((False, True), False),
        "pushed_by": (("owner", "roller"), "owner"),
        "board": (("classic", "short", "long"), "classic"),
        "pawns": ((1, 2, 3, 4), 4),
    }


def test_pawns_could_leave_their_zone_before_rules_version_2() -> None:
    game = find("royal-ludo")

    assert (game.version, game.option("bounce").before) == (2, ((2, "free"),))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_last_of_the_pawns_wins(count: int) -> None:
    rows = [[54] + [56] * (count - 1), [-1] * count]
    match = match_with((), (), roll=[1, 1], pawns=rows, options={"pawns": count})

    start = sobremesa.start("royal-ludo", seats=2, options={"pawns": count}).position()["pawns"]
    match.push("move 54>56")

    assert start == [[-1] * count] * 2
    assert (now(match), match.scores(), match.places()) == (("over", 0), [count, 0], [1, 2])


def test_fewer_pawns_free_fewer_prisoners() -> None:
    match = match_with((), (), roll=["C", 1], pawns=[[20, 30], [-1, -1]], options={"pawns": 2})

    assert texts(match) == ["advance 20>27", "advance 30>40"]
