"""Reasons: whatever is said for a move is true, and known to whoever makes it."""

from typing import Any

import pytest

import sobremesa
from sobremesa import CHANCE
from sobremesa.core.match import Match
from sobremesa.core.words import LANGUAGES, Phrase, Seat, Words
from sobremesa.kit.luck import below, sow
from sobremesa.search.reasons import MOST, reasons

LUCKS = sow(17, 3)

LONE = ["......", "......", "......", "......", "......", "......"]


def said(position: dict[str, Any], move: str, *before: str) -> list[Phrase]:
    """This is what speaks for a move."""
    match = sobremesa.position(position)
    for choice in before:
        match.push(choice)
    number = next(each.number for each in match.moves() if each.text == move)
    return reasons(match.view(match.actor), number, LUCKS[0])


CASES: list[tuple[str, dict[str, Any], str, list[Phrase]]] = [
    (
        "sequence-dice",
        {"turn": 0, "roll": 2, "board": ["A....B", ".A....", "..AB..", "...A..", ".B..A.", "A....B"]},
        "replace 5,5",
        [Phrase("reasons.wins", length=6)],
    ),
    (
        "sequence-dice",
        {"turn": 0, "roll": 8, "board": ["......", "..A...", "BBBBB.", ".B....", "...A..", "......"]},
        "replace 2,4",
        [Phrase("reasons.breaks", side="B", count=5, length=6)],
    ),
    # A line in which somebody else stands already is not barred again.
    (
        "sequence-dice",
        {"turn": 0, "roll": 8, "board": ["......", "..A...", "BBBBBA", ".B....", "...A..", "......"]},
        "replace 2,4",
        [],
    ),
    (
        "sequence-dice",
        {"turn": 0, "roll": 4, "board": ["......", "......", "BBBB..", "......", "......", "......"]},
        "place 2,5",
        [Phrase("reasons.bars", side="B", count=4, length=6)],
    ),
    (
        "sequence-dice",
        {"turn": 0, "roll": 12, "board": ["A.....", ".A....", "......", "......", "......", "......"]},
        "place 2,2",
        [Phrase("reasons.line", count=3, length=6), Phrase("reasons.again")],
    ),
    ("sequence-dice", {"turn": 0, "roll": 7, "board": LONE}, "place 1,1", []),
    (
        "poleana",
        {"turn": "R", "roll": [4, 2]},
        "1>R0",
        [Phrase("reasons.exit", count=1), Phrase("reasons.safe", rival=Seat(1))],
    ),
    (
        "poleana",
        {"turn": "R", "pos": {"R": "R4 G6 F F", "G": "R7 B2"}, "roll": [5, 3]},
        "3:R4>R7xG",
        [Phrase("reasons.capture", rival=Seat(1))],
    ),
    (
        "poleana",
        {"turn": "R", "pos": {"R": "Rz3 R5 F F"}, "roll": [4, 2]},
        "4:Rz3>Rz7",
        [Phrase("reasons.free")],
    ),
    ("poleana", {"turn": "R", "pos": {"R": "Rz5 F F F"}, "roll": [4, 2]}, "2:Rz5>Rz7", [Phrase("reasons.wins")]),
    ("poleana", {"turn": "R", "pos": {"R": "R3 R6"}, "roll": [5, 3]}, "3:R3>R6", [Phrase("reasons.barrier")]),
    ("poleana", {"turn": "R", "pos": {"R": "R13"}, "roll": [4, 1]}, "4:R13>Gb3", [Phrase("reasons.shelter")]),
    ("poleana", {"turn": "R", "pos": {"R": "R5"}, "roll": [4, 1]}, "4:R5>R9", [Phrase("reasons.shelter")]),
    ("poleana", {"turn": "R", "pos": {"R": "R5"}, "roll": [4, 1], "options": {"nine_safe": "own"}}, "4:R5>R9", []),
    # Green comes out onto its 3 with 6-3, and captures whoever stands there alone.
    (
        "poleana",
        {"turn": "R", "pos": {"R": "R13"}, "roll": [4, 1]},
        "5:R13>G3",
        [Phrase("reasons.threat", rival=Seat(1), count=2, total=36)],
    ),
    (
        "royal-ludo",
        {"turn": 0, "roll": ["C", 4], "pawns": [[-1] * 4] * 4},
        "free",
        [Phrase("reasons.free"), Phrase("reasons.safe", rival=Seat(1))],
    ),
    (
        "royal-ludo",
        {"turn": 0, "roll": ["C", 2], "pawns": [[17, -1, -1, -1], [3, 20, -1, -1], [-1] * 4, [-1] * 4]},
        "advance 17>28",
        [Phrase("reasons.push")],
    ),
    (
        "royal-ludo",
        {"turn": 0, "roll": [2, 3], "pawns": [[10, -1, -1, -1], [2, -1, -1, -1], [-1] * 4, [-1] * 4]},
        "move 10>15",
        [Phrase("reasons.meet")],
    ),
    (
        "royal-ludo",
        {"turn": 0, "roll": [1, 1], "pawns": [[10, 30, -1, -1], [-1] * 4, [-1] * 4, [21, -1, -1, -1]]},
        "ambush 10",
        [Phrase("reasons.jail", rival=Seat(3), count=1), Phrase("reasons.safe", rival=Seat(1))],
    ),
    (
        "royal-ludo",
        {"turn": 0, "roll": [1, 3], "pawns": [[56, 56, 56, 52], [-1] * 4, [-1] * 4, [-1] * 4]},
        "move 52>56",
        [Phrase("reasons.wins")],
    ),
    (
        "royal-ludo",
        {"turn": 0, "roll": [1, 3], "pawns": [[52, 56, 56, -1], [-1] * 4, [-1] * 4, [-1] * 4]},
        "move 52>56",
        [Phrase("reasons.crown"), Phrase("reasons.safe", rival=Seat(1))],
    ),
    (
        "royal-ludo",
        {"turn": 0, "roll": [1, 3], "pawns": [[49, 56, 56, -1], [-1] * 4, [-1] * 4, [-1] * 4]},
        "move 49>53",
        [Phrase("reasons.lane"), Phrase("reasons.safe", rival=Seat(1))],
    ),
    (
        "girumgo",
        {"turn": 0, "die": 2, "rot": {"3,0": 2}},
        "turn 3,-1 -",
        [Phrase("reasons.prepares")],
    ),
    (
        "girumgo",
        {"turn": 0, "die": 2, "turns_left": 1, "rot": {"3,0": 2, "3,-1": 5}},
        "turn 3,-1 -",
        [Phrase("reasons.gain", count=1), Phrase("reasons.opens")],
    ),
    (
        "girumgo",
        {"turn": 0, "die": 1, "turns_left": 0, "rot": {"3,0": 2, "3,-1": 4}, "advances": [1, 0]},
        "step 2,0",
        [Phrase("reasons.closer", count=5)],
    ),
    # A step to the side leads no closer.
    (
        "girumgo",
        {"turn": 0, "die": 1, "turns_left": 0, "rot": {"3,0": 2, "3,-1": 4}, "advances": [1, 0]},
        "step 3,-1",
        [],
    ),
    (
        "girumgo",
        {
            "turn": 0,
            "die": 6,
            "turns_left": 1,
            "rot": {"1,-1": 2, "0,-1": 4, "-1,0": 1, "-1,1": 4},
            "tokens": [[3, 0], [0, 0]],
            "advances": [1, 6],
            "scored": ["0,0/1:1"],
        },
        "turn -1,0 +",
        [Phrase("reasons.gain", count=3), Phrase("reasons.attack", rival=Seat(1))],
    ),
    (
        "girumgo",
        {"turn": 0, "die": 1, "rot": {"-2,0": 2}, "tokens": [[-2, 0], [0, 1]], "advances": [1, 2]},
        "step -3,0",
        [Phrase("reasons.wins")],
    ),
]


@pytest.mark.parametrize(("game", "position", "move", "expected"), CASES)
def test_what_is_said_for_a_move(game: str, position: dict[str, Any], move: str, expected: list[Phrase]) -> None:
    assert said({"game": game} | position, move) == expected


def test_riding_is_a_reason() -> None:
    position = {"game": "royal-ludo", "turn": 0, "roll": [2, 3]}
    pawns = [[10, -1, -1, -1], [2, -1, -1, -1], [-1] * 4, [-1] * 4]

    assert said(position | {"pawns": pawns}, "ride 1:2", "move 10>15")[0] == Phrase("reasons.ride", rival=Seat(1))


CAMP: dict[str, Any] = {
    "game": "stalag17",
    "seats": 3,
    "phase": "act",
    "turn": 0,
    "plan": {"objects": "CH", "huida": 4},
}
HANDS = ["h2 C1", "M3"]


@pytest.mark.parametrize(
    ("more", "move", "expected"),
    [
        ({"hands": ["H1 h2", *HANDS]}, "draw", []),
        ({"hands": ["H1 h2", *HANDS]}, "play H1", [Phrase("reasons.object", count=1)]),
        ({"hands": ["H1 h2", *HANDS]}, "play h2", [Phrase("reasons.getaway", strength=2, needed=4)]),
        ({"hands": ["H1 h2", *HANDS]}, "discard h2", [Phrase("reasons.lighter", count=3)]),
        ({"hands": ["H1 h2", *HANDS], "played": ["CH h4", "", ""]}, "play h2", []),
        ({"hands": ["h4 h2", *HANDS], "played": ["CH", "", ""]}, "play h4", [Phrase("reasons.ready")]),
        ({"hands": ["h2", *HANDS], "played": ["CH h4", "", ""]}, "escape", [Phrase("reasons.escape")]),
        ({"hands": ["h2", *HANDS], "played": ["CH h3", "", ""]}, "escape", []),
        (
            {"hands": ["h2", *HANDS], "played": ["CH h4", "", ""], "inside": [1, 3, 3]},
            "escape",
            [Phrase("reasons.last")],
        ),
        (
            {"hands": ["h2", *HANDS], "played": ["CH h4", "", ""], "vigilance": [9, 0, 0]}
            | {"informer": [True, False, False], "coin": [False, True, True]},
            "escape",
            [Phrase("reasons.cleared", points=18)],
        ),
    ],
)
def test_what_is_said_in_the_camp(more: dict[str, Any], move: str, expected: list[Phrase]) -> None:
    assert said(CAMP | more, move) == expected


def test_an_offer_that_is_taken_is_a_reason() -> None:
    found = said(CAMP | {"hands": ["h2 h4", *HANDS], "offer": ["", "DH", ""]}, "draw+take:1")

    assert [(phrase.key, phrase.values["giver"]) for phrase in found] == [("reasons.take", Seat(1))]


def test_how_often_the_guard_agrees_is_counted_from_all_cards_not_seen() -> None:
    hands = ["R2 DH h5", *HANDS]
    match = sobremesa.position(CAMP | {"hands": hands})
    match.push("negotiate DH")
    [reason] = said(CAMP | {"hands": hands}, "done", "negotiate DH")
    view = match.view(0)
    match.push("done")
    # Whatever lies in another hand may as well lie on top of the deck.
    unseen = {outcome.text: outcome.weight for outcome in match.outcomes()}
    for hand in ("h2", "C1", "M3"):
        unseen[hand] = unseen.get(hand, 0) + 1
    good = sum(weight for card, weight in unseen.items() if set(card) & {"D", "H"})

    assert view.seat == 0
    assert reason == Phrase("reasons.guard", percent=round(100 * good / sum(unseen.values())))


def test_coins() -> None:
    coins = {"game": "stalag17", "seats": 3, "phase": "coin", "turn": 0, "plan": CAMP["plan"], "hands": ["", "", ""]}

    assert said(coins, "tails") == []
    assert said(coins | {"vigilance": [7, 0, 0]}, "tails") == [Phrase("reasons.inform", points=7)]
    assert said(coins | {"vigilance": [7, 0, 0]}, "heads") == []


def test_joining_needs_what_the_plan_asks_for() -> None:
    joining = CAMP | {"hands": ["", "", ""], "played": ["CH h4", "C1 H1 h5", "C2 H2"]}

    assert said(joining, "join", "escape") == [Phrase("reasons.escape")]
    assert said(joining, "decline", "escape") == []
    assert said(joining, "join", "escape", "decline") == []


def random_matches(game: str, count: int) -> list[Match]:
    """These are matches at moments at which somebody must choose."""
    found = []
    for number in range(count):
        match = sobremesa.start(game, seed=number)
        luck = sow(number, 1)[0]
        for _ in range(20 + 9 * number):
            match.settle()
            moves = match.moves()
            if not moves:
                break
            match.push(moves[below(luck, len(moves))])
        match.settle()
        found += [match] if match.moves() else []
    return found


@pytest.mark.parametrize("game", sobremesa.names())
def test_reasons_have_words_and_depend_on_nothing_that_cannot_be_known(game: str) -> None:
    heard = 0
    for match in random_matches(game, 6):
        view = match.view(match.actor)
        for move in match.moves()[:6]:
            given = [reasons(view, move.number, luck) for luck in LUCKS]
            assert given[0] == given[1] == given[2]
            assert len(given[0]) <= MOST
            for phrase in given[0]:
                heard += 1
                assert all(Words(language, match.game.package, "sobremesa.core").say(phrase) for language in LANGUAGES)

    assert heard


def lost(match: Match, seat: int) -> int:
    """This is how many pieces of a seat are locked in, as positions write it."""
    if match.game.name == "royal-ludo":
        return int(match.position()["pawns"][seat].count(-1))
    colours = match.position()["players"]
    out = match.position()["pos"].get(colours[seat], "").split()
    return 4 - len(out)


def can_harm(match: Match, seat: int, hunter: int, was: int) -> bool:
    """This tries everything that the one who has thrown can do, by the match alone."""
    if lost(match, seat) > was:
        return True
    if match.actor != hunter:
        return False
    for move in match.moves():
        match.push(move)
        harmed = can_harm(match, seat, hunter, was)
        match.pop()
        if harmed:
            return True
    return False


@pytest.mark.parametrize("game", ["poleana", "royal-ludo"])
def test_throws_that_do_harm_are_counted_by_trying_them_all(game: str) -> None:
    counted = 0
    for match in random_matches(game, 5):
        seat = match.actor
        for move in match.moves()[:2]:
            number = move.number
            told = [each for each in reasons(match.view(seat), number, LUCKS[0]) if each.name in ("threat", "safe")]
            if not told:
                continue
            match.push(move)
            hunter = int(told[0].values["rival"])
            ways = 0
            assert match.actor == CHANCE
            for outcome in match.outcomes():
                was = lost(match, seat)
                match.push(outcome)
                ways += outcome.weight * can_harm(match, seat, hunter, was)
                match.pop()
            match.pop()
            counted += 1
            assert told[0].values.get("count", 0) == ways

    assert counted >= 2


def test_hints_carry_their_reasons() -> None:
    match = sobremesa.position({"game": "sequence-dice", "turn": 0, "roll": 2} | {"board": CASES[0][1]["board"]})

    best = sobremesa.hints(match, simulations=100)[0]

    assert best.reasons == (Phrase("reasons.wins", length=6),)
