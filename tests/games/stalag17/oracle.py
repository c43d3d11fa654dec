"""Slow, naive reference of the card game Stalag 17, written from its specification alone."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

OBJECTS = "RCDHM"
FENCE = "V"
FACES = OBJECTS + FENCE
KINDS = OBJECTS + "hBI"
ANY = "*"
DOUBLES = [a + b for a, b in combinations(OBJECTS, 2)]
SINGLE_COPIES = {1: 2, 2: 4, 3: 2}
HUIDA_COPIES = {1: 4, 2: 6, 3: 6, 4: 6, 5: 4}
COPIES: dict[str, int] = {
    **{letter + str(points): count for letter in OBJECTS for points, count in SINGLE_COPIES.items()},
    **dict.fromkeys(DOUBLES, 1),
    **{"h" + str(value): count for value, count in HUIDA_COPIES.items()},
    "B": 4,
    "I": 4,
}
CARDS = list(COPIES)

SWITCHES = {"informer": True, "guard": True, "trade": True, "joint": True, "tiebreak": False}
NUMBERS = {"fence_bonus": (2, 0, 4), "failed_escape": (2, 0, 5), "prisoners": (3, 1, 5)}

ROUND_TURNS = 500
LAST_ROUND = 30

COMMON_KEYS = [
    "game",
    "seats",
    "options",
    "round",
    "turns",
    "dry",
    "first",
    "turn",
    "tried",
    "phase",
    "hands",
    "played",
    "shown",
    "negotiated",
    "offer",
    "discard",
    "vigilance",
    "inside",
    "coin",
    "informer",
]
FURTHER_KEYS: dict[str, list[str]] = {
    "first": [],
    "deal": [],
    "plan": ["rolled"],
    "coin": ["sides"],
    "act": [],
    "group": ["group"],
    "draw": ["due"],
    "guard": ["group"],
    "join": ["asked"],
    "over": ["places"],
}
PLANLESS = ("first", "deal", "plan")
BEFORE_ACT = ("first", "deal", "plan", "coin")
IN_TURN = ("act", "group", "draw", "guard")


class Refused(ValueError):
    """A position that cannot be."""


def objects_of(card: str) -> str:
    return "".join(letter for letter in card if letter in OBJECTS)


def is_object(card: str) -> bool:
    return objects_of(card) != ""


def is_huida(card: str) -> bool:
    return card.startswith("h")


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


def written(cards: list[str]) -> str:
    return " ".join(in_order(cards))


def distinct(cards: list[str]) -> list[str]:
    return in_order(list(set(cards)))


def vigilance_in_hand(card: str) -> int:
    if card in ("B", "I"):
        return 4
    if is_huida(card) or card in DOUBLES:
        return 3
    return int(card[1])


def hand_points(cards: list[str]) -> int:
    return sum(vigilance_in_hand(card) for card in cards)


def escape_value(card: str) -> int:
    return int(card[1]) if is_huida(card) else 0


def cut(points: int) -> int:
    return max(0, points)  # ST-01


# Groups


def kind_text(card: str) -> str:
    return objects_of(card) or card[0]  # ST-13


def kinds_of(kind: str) -> str:
    return KINDS if kind == "I" else kind  # ST-13


def one_kind(kinds: tuple[str, ...]) -> bool:
    return any(all(kind in kinds_of(text) for text in kinds) for kind in KINDS)  # ST-13


def all_different(kinds: tuple[str, ...], used: str = "") -> bool:
    if not kinds:
        return True
    if len(kinds) + len(used) > len(KINDS):
        return False  # ST-13
    return any(all_different(kinds[1:], used + kind) for kind in kinds_of(kinds[0]) if kind not in used)  # ST-13


@lru_cache(maxsize=500_000)
def allowed_kinds(kinds: tuple[str, ...]) -> bool:
    if len(kinds) == 1:
        return True  # ST-13
    if len(kinds) >= 3 and one_kind(kinds):
        return True  # ST-13
    return len(kinds) >= 5 and all_different(kinds)  # ST-13


def picks(cards: tuple[str, ...], size: int) -> Iterator[tuple[str, ...]]:
    """Every different choice of so many cards from a sorted tuple."""
    if size == 0:
        yield ()
        return
    for index, card in enumerate(cards):
        if index > 0 and cards[index - 1] == card:
            continue
        for rest in picks(cards[index + 1 :], size - 1):
            yield (card, *rest)


@lru_cache(maxsize=500_000)
def reachable_kinds(kinds: tuple[str, ...], hand: tuple[str, ...]) -> bool:
    """A part of an allowed group that has five cards or more is allowed itself: five cards are enough to look at."""
    return any(
        allowed_kinds(tuple(sorted(kinds + more)))
        for size in range(max(0, 5 - len(kinds)) + 1)
        for more in picks(hand, size)
    )


def kind_texts(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted(kind_text(card) for card in cards))


def discard_allowed(group: list[str]) -> bool:
    return allowed_kinds(kind_texts(group))


def discard_reachable(group: list[str], hand: list[str]) -> bool:
    return reachable_kinds(kind_texts(group), kind_texts(hand))


def negotiation_allowed(group: list[str]) -> bool:
    if not all(is_object(card) for card in group):
        return False  # ST-40
    letters = "".join(objects_of(card) for card in group)
    return len(letters) == len(set(letters))  # ST-40


def group_allowed(verb: str, group: list[str]) -> bool:
    return discard_allowed(group) if verb == "discard" else negotiation_allowed(group)


def group_reachable(verb: str, group: list[str], hand: list[str]) -> bool:
    return discard_reachable(group, hand) if verb == "discard" else negotiation_allowed(group)


# Escape


def slots_of(card: str) -> list[str]:
    if card == "B":
        return [ANY]  # ST-21
    return list(objects_of(card))  # ST-21


def covered(needs: str, slots: list[str]) -> bool:
    """Try every way to give each requirement a slot of its own."""
    if not needs:
        return True
    for slot in sorted({slot for slot in slots if slot in (needs[0], ANY)}):
        rest = list(slots)
        rest.remove(slot)
        if covered(needs[1:], rest):
            return True  # ST-21
    return False  # ST-21


# Reading plain values


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole(value: object, name: str, low: int, high: int | None, reasons: list[str]) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        reasons.append(f"{name}: not a whole number")
        return low
    if value < low or (high is not None and value > high):
        reasons.append(f"{name}: {value} is out of range")
        return low
    return value


def flag(value: object, name: str, reasons: list[str]) -> bool:
    if not isinstance(value, bool):
        reasons.append(f"{name}: neither true nor false")
        return False
    return value


def text_of(value: object, name: str, reasons: list[str]) -> str:
    if not isinstance(value, str):
        reasons.append(f"{name}: not a text")
        return ""
    return value


def by_seat(value: object, name: str, seats: int, reasons: list[str]) -> list[object]:
    if not isinstance(value, list) or len(value) != seats:
        reasons.append(f"{name}: not a list with one entry for each seat")
        return []
    return list(value)


def cards_of(value: object, name: str, reasons: list[str]) -> list[str]:
    cards = text_of(value, name, reasons).split()
    reasons.extend(f"{name}: unknown card {card}" for card in cards if card not in COPIES)
    return [card for card in cards if card in COPIES]


def letters_of(value: object, name: str, alphabet: str, reasons: list[str]) -> str:
    letters = text_of(value, name, reasons)
    reasons.extend(f"{name}: unknown letter {letter}" for letter in letters if letter not in alphabet)
    return "".join(sorted((letter for letter in letters if letter in alphabet), key=alphabet.index))


def read_options(value: object, reasons: list[str]) -> dict[str, int]:
    options: dict[str, int] = {**SWITCHES, **{name: normal for name, (normal, _, _) in NUMBERS.items()}}
    if not isinstance(value, dict):
        reasons.append("options: not an object")
        return options
    for name, setting in value.items():
        if name in SWITCHES:
            options[name] = flag(setting, f"options.{name}", reasons)
        elif name in NUMBERS:
            _, low, high = NUMBERS[name]
            options[name] = whole(setting, f"options.{name}", low, high, reasons)
        else:
            reasons.append(f"options: unknown option {name}")
    return options


def refuse(reasons: list[str]) -> None:
    if reasons:
        raise Refused("; ".join(reasons))


class Oracle:
    def __init__(self, seats: int, options: dict[str, int]) -> None:
        self._seats = seats
        self._options = options
        self._round = 1
        self._turns = 0
        self._all_turns = 0
        self._dry = 0
        self._first = 0
        self._turn = 0
        self._tried = False
        self._phase = "first"
        self._objects = ""
        self._huida = 0
        self._hands: list[list[str]] = [[] for _ in range(seats)]
        self._played: list[list[str]] = [[] for _ in range(seats)]
        self._shown: list[list[str]] = [[] for _ in range(seats)]
        self._negotiated: list[list[str]] = [[] for _ in range(seats)]
        self._offer: list[list[str]] = [[] for _ in range(seats)]
        self._discard: list[str] = []
        self._vigilance = [0] * seats  # ST-01
        self._inside = [options["prisoners"]] * seats  # ST-01
        self._coin = [True] * seats  # ST-35
        self._informer = [False] * seats
        self._rolled = ""
        self._sides = [""] * seats
        self._verb = ""
        self._group: list[str] = []
        self._due = 0
        self._asked = 0
        self._listed: list[str] | None = None

    # Beginning

    @classmethod
    def start(cls, seats: int | None = None, options: dict[str, object] | None = None) -> Oracle:
        reasons: list[str] = []
        number = whole(2 if seats is None else seats, "seats", 2, 5, reasons)  # ST-01
        settings = read_options({} if options is None else options, reasons)
        refuse(reasons)
        return cls(number, settings)

    def copy(self) -> Oracle:
        return copy.deepcopy(self)

    # Questions

    def actor(self) -> int | str:
        if self._phase == "over":
            return "over"
        if self._phase in ("first", "deal", "plan", "draw", "guard"):
            return "chance"
        if self._phase == "coin":
            return self._choosing()
        return self._asked if self._phase == "join" else self._turn

    def phase(self) -> str:
        return self._phase

    def turns(self) -> int:
        return self._all_turns

    def places(self) -> list[int]:
        return self._places() if self._phase == "over" else []

    def moves(self) -> list[str]:
        if self._listed is None:
            self._listed = sorted(self._moves())
        return list(self._listed)

    def outcomes(self) -> list[tuple[str, int]]:
        if self._phase == "first":
            return [(str(seat), 1) for seat in range(self._seats)]  # ST-02
        if self._phase == "plan":
            return [(face, 1) for face in self._die()]
        if self._phase in ("deal", "draw", "guard"):
            deck = self._deck()
            return [(card, deck.count(card)) for card in distinct(deck)]
        return []

    def apply(self, text: str) -> None:
        if text not in self.moves() and text not in [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not possible now: {text}")
        self._listed = None
        steps = {
            "first": self._apply_first,
            "deal": self._apply_deal,
            "plan": self._apply_plan,
            "coin": self._apply_coin,
            "act": self._apply_act,
            "group": self._apply_group,
            "draw": self._apply_draw,
            "guard": self._apply_guard,
            "join": self._apply_join,
        }
        steps[self._phase](text)

    # The piles

    def _named(self) -> list[str]:
        areas = [*self._hands, *self._played, *self._shown, *self._negotiated, *self._offer]
        return [card for area in areas for card in area] + self._discard + self._group

    def _deck(self) -> list[str]:
        named = Counter(self._named())
        return [card for card, copies in COPIES.items() for _ in range(copies - named[card])]

    def _piles_empty(self) -> bool:
        return not self._deck() and not self._discard

    def _refill(self) -> None:
        if not self._deck():
            self._discard = []  # ST-16

    # First player, deal, plan

    def _clockwise(self, seat: int) -> list[int]:
        return [(seat + step) % self._seats for step in range(self._seats)]

    def _apply_first(self, text: str) -> None:
        self._first = int(text)  # ST-02
        self._turn = self._first
        self._phase = "deal"

    def _lacking(self) -> list[int]:
        return [seat for seat in self._clockwise(self._first) if len(self._hands[seat]) < 2]  # ST-03

    def _apply_deal(self, text: str) -> None:
        self._hands[self._lacking()[0]].append(text)  # ST-03
        if not self._lacking():
            self._phase = "plan"

    def _escaped(self) -> int:
        return self._seats * self._options["prisoners"] - sum(self._inside)

    def _object_dice(self) -> int:
        return min(5, 3 + self._escaped() // self._seats)  # ST-04

    def _die(self) -> str:
        return FACES if len(self._rolled) < self._object_dice() else "123456"  # ST-04

    def _apply_plan(self, text: str) -> None:
        if text in FACES:
            self._rolled = "".join(sorted(self._rolled + text, key=FACES.index))
            return
        fences = self._rolled.count(FENCE)
        self._objects = self._rolled.replace(FENCE, "")  # ST-05
        self._huida = int(text) + self._options["fence_bonus"] * fences  # ST-05
        self._rolled = ""
        self._begin_coin()

    # Coins

    def _undecided(self) -> list[int]:
        return [seat for seat in range(self._seats) if self._coin[seat] and self._sides[seat] == ""]  # ST-35

    def _choosing(self) -> int:
        return self._undecided()[0]  # ST-35

    def _begin_coin(self) -> None:
        if self._options["informer"] and self._undecided():
            self._phase = "coin"  # ST-35
        else:
            self._phase = "act"

    def _apply_coin(self, text: str) -> None:
        self._sides[self._choosing()] = text
        if self._undecided():
            return
        self._informer = [side == "tails" for side in self._sides]  # ST-35
        self._coin = [had and side != "tails" for had, side in zip(self._coin, self._sides, strict=True)]  # ST-39
        self._sides = [""] * self._seats
        self._phase = "act"

    # Listing moves

    def _moves(self) -> list[str]:
        if self._phase == "coin":
            return ["heads", "tails"]  # ST-35
        if self._phase == "act":
            return self._act_moves()
        if self._phase == "group":
            return self._group_moves()
        if self._phase == "join":
            return ["join", "decline"]  # ST-60
        return []

    def _act_moves(self) -> list[str]:
        hand = distinct(self._hands[self._turn])
        moves = [f"play {card}" for card in hand]  # ST-12
        moves += [f"discard {card}" for card in hand]  # ST-13
        if not self._piles_empty():
            moves.append("draw")  # ST-10
        else:
            moves.append("pass")  # ST-16
        if self._discard:
            moves.append("take")  # ST-11
        if not self._tried:
            moves.append("escape")  # ST-25
        return moves + self._guard_moves(hand) + self._offer_moves(hand) + self._trade_moves(hand)

    def _guard_moves(self, hand: list[str]) -> list[str]:
        if not self._options["guard"] or self._piles_empty():
            return []  # ST-41
        return [f"negotiate {card}" for card in hand if is_object(card)]  # ST-40

    def _asked_for(self, card: str) -> bool:
        return any(letter in self._objects for letter in objects_of(card))  # ST-50

    def _offer_moves(self, hand: list[str]) -> list[str]:
        if not self._options["trade"] or self._offer[self._turn]:
            return []  # ST-51
        return [f"offer {card}" for card in hand if self._asked_for(card)]  # ST-50

    def _trade_moves(self, hand: list[str]) -> list[str]:
        moves = []
        for seat in range(self._seats):
            if seat == self._turn or not self._offer[seat]:
                continue  # ST-51
            moves.append(f"draw+take:{seat}")  # ST-16
            moves += [f"play {card}+take:{seat}" for card in hand]  # ST-51
            if self._discard:
                moves.append(f"top+take:{seat}")  # ST-51
        return moves

    def _group_moves(self) -> list[str]:
        hand = self._hands[self._turn]
        moves = ["done"] if group_allowed(self._verb, self._group) else []  # ST-13
        for card in distinct(hand):
            rest = list(hand)
            rest.remove(card)
            if group_reachable(self._verb, [*self._group, card], rest):
                moves.append(f"also {card}")  # ST-13
        return moves

    # Actions

    def _apply_act(self, text: str) -> None:
        found_empty = self._piles_empty()
        action, _, source = text.partition("+take:")
        verb, _, card = action.partition(" ")
        hand = self._hands[self._turn]
        if card:
            hand.remove(card)
        if source:
            hand.append(self._offer[int(source)].pop())  # ST-51
        if verb == "escape":
            self._escape()
        elif verb == "pass":
            self._finish_turn(found_empty)  # ST-16
        elif verb in ("discard", "negotiate"):
            self._verb, self._group, self._phase = verb, [card], "group"
        else:
            self._take_cards(verb, card, source != "", found_empty)

    def _take_cards(self, verb: str, card: str, trading: bool, found_empty: bool) -> None:
        due = 0
        if verb == "draw":
            due = 1 if trading else 2  # ST-10
        elif verb == "take":
            self._hands[self._turn].append(self._discard.pop())  # ST-11
            due = 1  # ST-11
        elif verb == "top":
            self._hands[self._turn].append(self._discard.pop())  # ST-51
        elif verb == "play":
            self._played[self._turn].append(card)  # ST-12
            due = 0 if trading else 1  # ST-12
        elif verb == "offer":
            self._offer[self._turn].append(card)  # ST-50
            due = 2  # ST-50
        self._draw(due, found_empty)

    def _draw(self, due: int, found_empty: bool) -> None:
        if due > 0:
            self._refill()  # ST-16
        if due > 0 and self._deck():
            self._due, self._phase = due, "draw"
            return
        self._due = 0
        self._finish_turn(found_empty)  # ST-16

    def _apply_draw(self, text: str) -> None:
        self._hands[self._turn].append(text)
        self._draw(self._due - 1, found_empty=False)

    def _apply_group(self, text: str) -> None:
        verb, _, card = text.partition(" ")
        if verb == "also":
            self._hands[self._turn].remove(card)
            self._group.append(card)
        elif self._verb == "negotiate":
            self._refill()  # ST-41
            self._phase = "guard"
        else:
            self._lay_group()
            self._finish_turn(found_empty=False)  # ST-13

    def _lay_group(self) -> None:
        self._discard += self._group
        self._verb, self._group = "", []

    def _apply_guard(self, text: str) -> None:
        given = "".join(objects_of(card) for card in self._group)
        self._lay_group()
        if any(letter in given for letter in objects_of(text)):
            self._negotiated[self._turn].append(text)  # ST-42
        else:
            self._discard.append(text)  # ST-43
            self._vigilance[self._turn] += self._annoyance(text)  # ST-43
        self._finish_turn(found_empty=False)  # ST-41

    def _annoyance(self, card: str) -> int:
        if is_object(card):
            return 2  # ST-43
        return 3 if is_huida(card) else 4  # ST-43

    # End of a turn

    def _count_turn(self, found_empty: bool) -> None:
        self._turns += 1
        self._all_turns += 1
        self._dry = self._dry + 1 if found_empty and self._piles_empty() else 0  # ST-16
        self._tried = False  # ST-25

    def _finish_turn(self, found_empty: bool) -> None:
        self._count_turn(found_empty)
        self._phase = "act"
        if self._dry == self._seats or self._turns == ROUND_TURNS:
            self._end_without_escape()  # ST-17
        else:
            self._turn = (self._turn + 1) % self._seats  # ST-06

    # Escape

    def _turn_up(self, seat: int) -> None:
        self._shown[seat] += self._played[seat]  # ST-20
        self._played[seat] = []

    def _satisfies(self, seat: int, extra: int) -> bool:
        return self._objects_covered(seat) and self._huida_reached(seat, extra)

    def _objects_covered(self, seat: int) -> bool:
        slots = [slot for card in self._shown[seat] for slot in slots_of(card)]
        return covered(self._objects, slots + [ANY] * len(self._negotiated[seat]))  # ST-42

    def _huida_reached(self, seat: int, extra: int) -> bool:
        own = 0 if self._informer[seat] else self._vigilance[seat]  # ST-36
        return sum(escape_value(card) for card in self._shown[seat]) >= self._huida + own + extra  # ST-22

    def _fail(self, seat: int) -> None:
        self._vigilance[seat] += self._options["failed_escape"]  # ST-25

    def _escape(self) -> None:
        self._turn_up(self._turn)  # ST-20
        if not self._satisfies(self._turn, extra=0):
            self._fail(self._turn)  # ST-25
            self._tried = True  # ST-25
        elif self._informer[self._turn]:
            self._close_escape(joiner=None)  # ST-37
        else:
            self._inside[self._turn] -= 1  # ST-24
            self._ask_after(self._turn)  # ST-60

    def _ask_after(self, seat: int) -> None:
        following = self._clockwise(self._turn)
        later = [other for other in following[following.index(seat) + 1 :] if not self._informer[other]]  # ST-60
        if self._options["joint"] and later:
            self._asked, self._phase = later[0], "join"  # ST-60
        else:
            self._close_escape(joiner=None)

    def _apply_join(self, text: str) -> None:
        if text == "decline":
            self._ask_after(self._asked)  # ST-60
        else:
            self._join(self._asked)

    def _join(self, seat: int) -> None:
        self._turn_up(seat)  # ST-61
        extra = 5 if self._inside[seat] == 1 else 0  # ST-63
        if self._satisfies(seat, extra):
            self._inside[seat] -= 1  # ST-61
            self._close_escape(joiner=seat)
        else:
            self._fail(seat)  # ST-64
            self._close_escape(joiner=None)  # ST-64

    def _close_escape(self, joiner: int | None) -> None:
        self._asked = 0
        self._count_turn(self._piles_empty())
        if 0 in self._inside:
            self._phase = "over"  # ST-26
        else:
            self._roll_call(joiner)
            self._next_round(self._turn)

    # Roll call

    def _roll_call(self, joiner: int | None) -> None:
        self._vigilance = [
            cut(self._vigilance[seat] + self._roll_call_change(seat, joiner)) for seat in range(self._seats)
        ]

    def _roll_call_change(self, seat: int, joiner: int | None) -> int:
        hand = hand_points(self._hands[seat])
        if seat == self._turn and self._informer[seat]:
            return -6 * self._inside[seat]  # ST-37
        if seat == self._turn:
            return hand  # ST-30
        if seat == joiner:
            return hand + 4  # ST-62
        relief = 6 if self._informer[seat] else 3  # ST-38
        return hand + 4 * self._barracks(seat) - relief * self._inside[seat]  # ST-31

    def _barracks(self, seat: int) -> int:
        in_play = self._played[seat] + self._shown[seat]
        return in_play.count("B") + len(self._negotiated[seat])  # ST-42

    def _end_without_escape(self) -> None:
        self._vigilance = [cut(self._vigilance[seat] - 3 * self._inside[seat]) for seat in range(self._seats)]  # ST-16
        self._next_round(self._first)  # ST-32

    def _next_first(self, escaper: int) -> int:
        nearest = [*self._clockwise(escaper)[1:], escaper]  # ST-32
        return min(nearest, key=lambda seat: (-self._inside[seat], -self._vigilance[seat]))  # ST-32

    def _next_round(self, escaper: int) -> None:
        self._gather()
        if self._round == LAST_ROUND:
            self._phase = "over"  # ST-33
        else:
            self._first = self._next_first(escaper)  # ST-32
            self._round += 1
            self._phase = "deal"
        self._turn = self._first

    def _gather(self) -> None:
        for areas in (self._hands, self._played, self._shown, self._negotiated, self._offer):
            areas[:] = [[] for _ in range(self._seats)]  # ST-03
        self._discard = []  # ST-03
        self._objects, self._huida = "", 0
        self._informer = [False] * self._seats  # ST-35
        self._turns, self._dry = 0, 0

    # Places

    def _standing(self, seat: int) -> tuple[int, int]:
        if self._inside[seat] == 0 and not self._options["tiebreak"]:
            return (0, 0)  # ST-65
        return (self._inside[seat], self._vigilance[seat])  # ST-34

    def _places(self) -> list[int]:
        standings = [self._standing(seat) for seat in range(self._seats)]
        return [1 + sum(other < own for other in standings) for own in standings]  # ST-34

    # Writing

    def position(self) -> dict[str, object]:
        written_position: dict[str, object] = {
            "game": "stalag17",
            "seats": self._seats,
            "options": self._unusual_options(),
            "round": self._round,
            "turns": self._turns,
            "dry": self._dry,
            "first": self._first,
            "turn": self._turn,
            "tried": self._tried,
            "phase": self._phase,
            "hands": [written(cards) for cards in self._hands],
            "played": [written(cards) for cards in self._played],
            "shown": [written(cards) for cards in self._shown],
            "negotiated": [written(cards) for cards in self._negotiated],
            "offer": [written(cards) for cards in self._offer],
            "discard": " ".join(self._discard),
            "vigilance": list(self._vigilance),
            "inside": list(self._inside),
            "coin": list(self._coin),
            "informer": list(self._informer),
        }
        return written_position | self._written_plan() | self._written_further()

    def _unusual_options(self) -> dict[str, object]:
        usual = read_options({}, [])
        return {name: setting for name, setting in self._options.items() if setting != usual[name]}

    def _written_plan(self) -> dict[str, object]:
        return {"plan": {"objects": self._objects, "huida": self._huida}} if self._huida else {}

    def _written_further(self) -> dict[str, object]:
        if self._phase == "plan":
            return {"rolled": self._rolled}
        if self._phase == "coin":
            return {"sides": list(self._sides)}
        if self._phase in ("group", "guard"):
            return {"group": " ".join([self._verb, *self._group])}
        if self._phase == "draw":
            return {"due": self._due}
        if self._phase == "join":
            return {"asked": self._asked}
        if self._phase == "over":
            return {"places": self._places()}
        return {}

    def view(self, seat: int) -> dict[str, object]:
        if not is_whole(seat) or not -1 <= seat < self._seats:
            raise ValueError(f"no such seat: {seat}")
        seen = self.position()
        seen["hands"] = [self._hidden(cards, owner == seat) for owner, cards in enumerate(self._hands)]  # ST-15
        seen["played"] = [self._hidden(cards, owner == seat) for owner, cards in enumerate(self._played)]  # ST-15
        if self._phase == "coin":
            seen["sides"] = [self._hidden_side(side, owner == seat) for owner, side in enumerate(self._sides)]  # ST-35
        return seen

    def _hidden(self, cards: list[str], own: bool) -> str:
        return written(cards) if own else " ".join("?" for _ in cards)

    def _hidden_side(self, side: str, own: bool) -> str:
        return side if own or side == "" else "?"

    # Reading

    @classmethod
    def read(cls, position: dict[str, object]) -> Oracle:
        reasons: list[str] = []
        if not isinstance(position, dict):
            raise Refused("a position is an object")
        if position.get("game") != "stalag17":
            reasons.append("game: not stalag17")
        seats = whole(position.get("seats"), "seats", 2, 5, reasons)  # ST-01
        options = read_options(position.get("options", {}), reasons)
        phase = position.get("phase")
        if not isinstance(phase, str) or phase not in FURTHER_KEYS:
            reasons.append("phase: missing or unknown")
            raise Refused("; ".join(reasons))
        refuse(reasons)
        oracle = cls(seats, options)
        oracle._phase = phase
        oracle._check_keys(position, reasons)
        oracle._read_counters(position, reasons)
        oracle._read_plan(position, reasons)
        oracle._read_cards(position, reasons)
        oracle._read_players(position, reasons)
        oracle._read_further(position, reasons)
        refuse(reasons)
        oracle._check_copies(reasons)
        refuse(reasons)
        oracle._check_all(reasons)
        refuse(reasons)
        if phase == "over" and position.get("places") != oracle._places():
            raise Refused("places: not those of this position")
        return oracle

    def _check_keys(self, position: dict[str, object], reasons: list[str]) -> None:
        known = COMMON_KEYS + FURTHER_KEYS[self._phase]
        if self._phase not in PLANLESS:
            known = [*known, "plan"]
        reasons.extend(f"{key}: unknown key, or not of this phase" for key in position if key not in known)

    def _read_counters(self, position: dict[str, object], reasons: list[str]) -> None:
        self._round = whole(position.get("round", 1), "round", 1, LAST_ROUND, reasons)  # ST-33
        most_turns = ROUND_TURNS if self._phase == "over" else ROUND_TURNS - 1
        self._turns = whole(position.get("turns", 0), "turns", 0, most_turns, reasons)  # ST-17
        most_dry = self._seats if self._phase == "over" else self._seats - 1
        self._dry = whole(position.get("dry", 0), "dry", 0, most_dry, reasons)  # ST-16
        self._first = whole(position.get("first", 0), "first", 0, self._seats - 1, reasons)
        self._turn = whole(position.get("turn", self._first), "turn", 0, self._seats - 1, reasons)
        self._tried = flag(position.get("tried", False), "tried", reasons)

    def _read_plan(self, position: dict[str, object], reasons: list[str]) -> None:
        if "plan" not in position:
            if self._phase not in (*PLANLESS, "over"):
                reasons.append("plan: missing")
            return
        plan = position["plan"]
        if not isinstance(plan, dict) or not set(plan) <= {"objects", "huida"}:
            reasons.append("plan: not objects and huida")
            return
        self._objects = letters_of(plan.get("objects", ""), "plan.objects", OBJECTS, reasons)
        if len(self._objects) > 5:
            reasons.append("plan.objects: too many")  # ST-04
        highest = 6 + self._options["fence_bonus"] * max(0, 5 - len(self._objects))  # ST-05
        self._huida = whole(plan.get("huida", 0), "plan.huida", 1, highest, reasons)

    def _read_cards(self, position: dict[str, object], reasons: list[str]) -> None:
        self._hands = self._read_area(position, "hands", reasons)
        self._played = self._read_area(position, "played", reasons)
        self._shown = self._read_area(position, "shown", reasons)
        self._negotiated = self._read_area(position, "negotiated", reasons)
        self._offer = self._read_area(position, "offer", reasons)
        self._discard = cards_of(position.get("discard", ""), "discard", reasons)

    def _read_area(self, position: dict[str, object], key: str, reasons: list[str]) -> list[list[str]]:
        texts = by_seat(position.get(key, [""] * self._seats), key, self._seats, reasons)
        return [cards_of(text, key, reasons) for text in texts]

    def _read_players(self, position: dict[str, object], reasons: list[str]) -> None:
        seats, prisoners = self._seats, self._options["prisoners"]
        points = by_seat(position.get("vigilance", [0] * seats), "vigilance", seats, reasons)
        self._vigilance = [whole(value, "vigilance", 0, None, reasons) for value in points]  # ST-01
        inside = by_seat(position.get("inside", [prisoners] * seats), "inside", seats, reasons)
        self._inside = [whole(value, "inside", 0, prisoners, reasons) for value in inside]
        coins = by_seat(position.get("coin", [True] * seats), "coin", seats, reasons)
        self._coin = [flag(value, "coin", reasons) for value in coins]
        informers = by_seat(position.get("informer", [False] * seats), "informer", seats, reasons)
        self._informer = [flag(value, "informer", reasons) for value in informers]

    def _read_further(self, position: dict[str, object], reasons: list[str]) -> None:
        if self._phase == "plan":
            self._rolled = letters_of(position.get("rolled", ""), "rolled", FACES, reasons)
        elif self._phase == "coin":
            sides = by_seat(position.get("sides", [""] * self._seats), "sides", self._seats, reasons)
            self._sides = [text_of(side, "sides", reasons) for side in sides]
        elif self._phase in ("group", "guard"):
            self._verb, _, cards = text_of(position.get("group", ""), "group", reasons).partition(" ")
            self._group = cards_of(cards, "group", reasons)
        elif self._phase == "draw":
            self._due = whole(position.get("due", 0), "due", 1, 2, reasons)
        elif self._phase == "join":
            self._asked = whole(position.get("asked", 0), "asked", 0, self._seats - 1, reasons)
        elif self._phase == "over":
            places = by_seat(position.get("places", []), "places", self._seats, reasons)
            for place in places:
                whole(place, "places", 1, self._seats, reasons)

    # Refusing what cannot be

    def _check_copies(self, reasons: list[str]) -> None:
        named = self._named()
        for card, copies in COPIES.items():
            if named.count(card) > copies:
                reasons.append(f"{card}: more copies than exist")

    def _check_all(self, reasons: list[str]) -> None:
        self._check_inside(reasons)
        self._check_modules(reasons)
        self._check_open_cards(reasons)
        self._check_dry(reasons)
        if self._tried and self._phase not in IN_TURN:
            reasons.append("tried: not in this phase")  # ST-25
        if self._phase in BEFORE_ACT:
            self._check_before_act(reasons)
        checks = {
            "first": self._check_first,
            "deal": self._check_deal,
            "plan": self._check_rolled,
            "coin": self._check_sides,
            "group": self._check_group,
            "draw": self._check_deck,
            "guard": self._check_guard,
            "join": self._check_join,
            "over": self._check_over,
        }
        if self._phase in checks:
            checks[self._phase](reasons)

    def _check_inside(self, reasons: list[str]) -> None:
        for seat in range(self._seats):
            escaper = self._phase == "join" and seat == self._turn
            if self._inside[seat] == 0 and self._phase != "over" and not escaper:
                reasons.append(f"inside: nobody of seat {seat}")  # ST-26

    def _check_modules(self, reasons: list[str]) -> None:
        needed = {
            "informer": self._phase == "coin" or any(self._informer),
            "guard": self._verb == "negotiate" or any(self._negotiated),
            "trade": any(self._offer),
            "joint": self._phase == "join",
        }
        for module, used in needed.items():
            if used and not self._options[module]:
                reasons.append(f"{module}: this module is off")

    def _check_open_cards(self, reasons: list[str]) -> None:
        if not all(is_object(card) for cards in self._negotiated for card in cards):
            reasons.append("negotiated: not an object card")  # ST-42
        for cards in self._offer:
            if len(cards) > 1:
                reasons.append("offer: more than one card")  # ST-51
            if not all(self._asked_for(card) for card in cards):
                reasons.append("offer: not an object of the plan")  # ST-50

    def _check_dry(self, reasons: list[str]) -> None:
        if self._dry > self._turns:
            reasons.append("dry: more than turns")  # ST-16
        if self._dry > 0 and not self._piles_empty():
            reasons.append("dry: the piles are not empty")  # ST-16

    def _check_before_act(self, reasons: list[str]) -> None:
        laid = [*self._played, *self._shown, *self._negotiated, *self._offer, self._discard]
        if any(laid):
            reasons.append("cards in play or discarded before preparation")  # ST-03
        if self._turns > 0:
            reasons.append("turns: not before preparation")
        if self._turn != self._first:
            reasons.append("turn: not the first player's")  # ST-06
        if any(self._informer):
            reasons.append("informer: not before preparation")  # ST-35

    def _check_first(self, reasons: list[str]) -> None:
        if self._round != 1:
            reasons.append("round: the first player is drawn in round 1")  # ST-02
        if any(self._hands):
            reasons.append("hands: nothing is dealt yet")  # ST-03

    def _check_deal(self, reasons: list[str]) -> None:
        sizes = [len(self._hands[seat]) for seat in self._clockwise(self._first)]
        dealt = sum(sizes)
        if dealt >= 2 * self._seats or sizes != [min(2, max(0, dealt - 2 * place)) for place in range(self._seats)]:
            reasons.append("hands: not dealt in order")  # ST-03

    def _check_rolled(self, reasons: list[str]) -> None:
        if len(self._rolled) > self._object_dice():
            reasons.append("rolled: too many dice")  # ST-04

    def _check_sides(self, reasons: list[str]) -> None:
        if any(side not in ("", "heads", "tails") for side in self._sides):
            reasons.append("sides: neither heads nor tails")  # ST-35
        if any(side and not coin for side, coin in zip(self._sides, self._coin, strict=True)):
            reasons.append("sides: without a coin")  # ST-39
        undecided = self._undecided()
        if not undecided:
            reasons.append("sides: nobody is left to choose")  # ST-35
        elif any(self._sides[undecided[0] :]):
            reasons.append("sides: not chosen in seat order")  # ST-35

    def _check_group(self, reasons: list[str]) -> None:
        if self._verb not in ("discard", "negotiate") or not self._group:
            reasons.append("group: no verb or no card")
        elif not group_reachable(self._verb, self._group, self._hands[self._turn]):
            reasons.append("group: leads to nothing allowed")  # ST-13
        elif self._verb == "negotiate" and self._piles_empty():
            reasons.append("group: no card to show")  # ST-41

    def _check_deck(self, reasons: list[str]) -> None:
        if not self._deck():
            reasons.append("the deck is empty")  # ST-16

    def _check_guard(self, reasons: list[str]) -> None:
        if self._verb != "negotiate" or not self._group or not negotiation_allowed(self._group):
            reasons.append("group: not a negotiation")  # ST-40
        self._check_deck(reasons)

    def _check_join(self, reasons: list[str]) -> None:
        if self._asked == self._turn or self._informer[self._asked]:
            reasons.append("asked: this seat is not asked")  # ST-60
        if self._informer[self._turn]:
            reasons.append("turn: nobody joins an informer")  # ST-37
        if self._inside[self._turn] == self._options["prisoners"]:
            reasons.append("inside: the escaper's prisoner is still there")  # ST-24
        if self._played[self._turn]:
            reasons.append("played: the escaper's cards are turned up")  # ST-20

    def _check_over(self, reasons: list[str]) -> None:
        if 0 not in self._inside and self._round != LAST_ROUND:
            reasons.append("over: nobody has won")  # ST-33
