"""Stalag 17 as text: its cards, moves, outcomes and positions."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from sobremesa.core.jsontext import shown
from sobremesa.core.notation import Reader, is_whole
from sobremesa.games.stalag17 import rules
from sobremesa.games.stalag17.rules import (
    BARRACKS,
    CARDS,
    COPIES,
    DEALT,
    DECK,
    GOODS,
    KINDS_OF,
    MAX_DICE,
    MAX_ROUNDS,
    MAX_TURNS,
    OBJECTS,
    PAIRS,
    PIPS,
    Phase,
    Side,
    Table,
)
from sobremesa.kit.cards import Counts, total

KEYS = (
    "round",
    "turns",
    "dry",
    "first",
    "turn",
    "tried",
    "phase",
    "plan",
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
    "rolled",
    "sides",
    "group",
    "due",
    "asked",
    "places",
)

LETTERS = "RCDHM"
FACES = LETTERS + "V"
HIDDEN = "?"
CARD_TEXTS = (
    *(f"{letter}{level + 1}" for letter in LETTERS for level in range(rules.LEVELS)),
    *(LETTERS[one] + LETTERS[other] for one, other in PAIRS),
    *(f"h{value + 1}" for value in range(BARRACKS - rules.HUIDA)),
    "B",
    "I",
)
SIDES = {Side.NONE: "", Side.HEADS: "heads", Side.TAILS: "tails", Side.HIDDEN: HIDDEN}
PHASES = {phase: phase.name.lower() for phase in Phase}
DISCARD, NEGOTIATE = "discard", "negotiate"
MAX_VIGILANCE = 1_000_000_000

# The key that a phase has beside those of all phases.
FURTHER = {
    Phase.PLAN: "rolled",
    Phase.COIN: "sides",
    Phase.GROUP: "group",
    Phase.DRAW: "due",
    Phase.GUARD: "group",
    Phase.JOIN: "asked",
    Phase.OVER: "places",
}


def phase_of(t: Table) -> str:
    """This is the name of what is going on."""
    return PHASES[Phase(t.phase)]


HUIDA_DIE = "huida"
"""The kind of throw of the ordinary die, which ends the plan."""


def kind_of(t: Table) -> str:
    """Return the kind of throw that comes next: in a plan the objects fall first, and then the ordinary die."""
    is_last = t.phase == Phase.PLAN and rules.fallen(t) >= rules.dice(t)
    return HUIDA_DIE if is_last else phase_of(t)


def let_objects_fall(t: Table) -> None:
    """Let all object dice have fallen, so that the ordinary one is next."""
    t.fences = rules.dice(t)


# Moves and outcomes


def text_of(t: Table, choice: int) -> str:
    """This is a move or an outcome as text."""
    if t.phase in (Phase.DEAL, Phase.DRAW, Phase.GUARD):
        return CARD_TEXTS[choice]
    if t.phase == Phase.PLAN and rules.fallen(t) < rules.dice(t):
        return FACES[choice]
    if t.phase in (Phase.FIRST, Phase.PLAN):
        return str(choice)
    return move_text(choice)


@cache
def move_text(move: int) -> str:
    """This is a move as text."""
    if move in PLAIN_MOVES:
        return PLAIN_MOVES[move]
    if move < rules.DRAW_TAKE:
        return f"top+take:{move - rules.TOP_TAKE}"
    if move < rules.PLAY:
        return f"draw+take:{move - rules.DRAW_TAKE}"
    if move < rules.DISCARD:
        return f"play {CARD_TEXTS[move - rules.PLAY]}"
    if move < rules.NEGOTIATE:
        return f"{DISCARD} {CARD_TEXTS[move - rules.DISCARD]}"
    if move < rules.OFFER:
        return f"{NEGOTIATE} {CARD_TEXTS[move - rules.NEGOTIATE]}"
    if move < rules.PLAY_TAKE:
        return f"offer {CARD_TEXTS[move - rules.OFFER]}"
    if move < rules.ALSO:
        seat, card = divmod(move - rules.PLAY_TAKE, CARDS)
        return f"play {CARD_TEXTS[card]}+take:{seat}"
    return f"also {CARD_TEXTS[move - rules.ALSO]}"


PLAIN_MOVES = {
    rules.DRAW: "draw",
    rules.TAKE: "take",
    rules.ESCAPE: "escape",
    rules.PASS: "pass",
    rules.DONE: "done",
    rules.HEADS: "heads",
    rules.TAILS: "tails",
    rules.JOIN: "join",
    rules.DECLINE: "decline",
}


# Writing positions


def position_of(t: Table) -> dict[str, Any]:
    """This is a table, or a view with a question mark for everything hidden, as JSON."""
    seats = range(t.seats)
    position: dict[str, Any] = {
        "round": int(t.rounds),
        "turns": int(t.turns),
        "dry": int(t.dry),
        "first": int(t.first),
        "turn": int(t.turn),
        "tried": bool(t.tried),
        "phase": phase_of(t),
    }
    if t.huida > 0:
        position["plan"] = {"objects": faces_text(t.plan), "huida": int(t.huida)}
    position |= {
        "hands": [cards_text(t.hands[seat]) for seat in seats],
        "played": [cards_text(t.played[seat]) for seat in seats],
        "shown": [cards_text(t.shown[seat]) for seat in seats],
        "negotiated": [cards_text(t.negotiated[seat]) for seat in seats],
        "offer": [CARD_TEXTS[t.offer[seat] - 1] if t.offer[seat] else "" for seat in seats],
        "discard": joined(t.pile[: t.discards]),
        "vigilance": t.vigilance[: t.seats].tolist(),
        "inside": t.inside[: t.seats].tolist(),
        "coin": [bool(t.coin[seat]) for seat in seats],
        "informer": [bool(t.is_informer[seat]) for seat in seats],
    }
    if t.phase in FURTHER:
        position[FURTHER[Phase(t.phase)]] = further_of(t)
    return position


def further_of(t: Table) -> Any:
    """This is the value of the key that only this phase has."""
    if t.phase == Phase.PLAN:
        return faces_text([*t.plan, t.fences])
    if t.phase == Phase.COIN:
        return [SIDES[Side(side)] for side in t.sides[: t.seats]]
    if t.phase == Phase.DRAW:
        return int(t.due)
    if t.phase == Phase.JOIN:
        return int(t.asked)
    if t.phase == Phase.OVER:
        return places_of(t)
    verb = NEGOTIATE if t.negotiating else DISCARD
    return f"{verb} {joined(t.pile[t.discards : t.discards + t.grouped])}"


def joined(cards: Iterable[int]) -> str:
    """This is a row of cards as text."""
    return " ".join(CARD_TEXTS[card] for card in cards)


def cards_text(counts: Counts) -> str:
    """This is a hand as text, hidden cards last."""
    return " ".join(text for text, copies in zip((*CARD_TEXTS, HIDDEN), counts, strict=False) for _ in range(copies))


def faces_text(counts: Iterable[int]) -> str:
    """This is some faces of object dice as text."""
    return "".join(letter * int(count) for letter, count in zip(FACES, counts, strict=False))


def places_of(t: Table) -> list[int]:
    """This is the place of every seat."""
    places = np.zeros(int(t.seats), dtype=np.int64)
    rules.rank(t, places)
    return places.tolist()


# Reading positions


def read_position(t: Table, reader: Reader) -> None:
    """This lays out a position; the deck is whatever is not named."""
    names = list(PHASES.values())
    if reader.data.get("phase") not in names:
        reader.fault("phase", expected=tuple(names), given=shown(reader.data.get("phase")))
        read_without_phase(t, reader)
        return
    t.phase = names.index(reader.data["phase"])
    for key in FURTHER.values():
        if reader.has(key) and FURTHER.get(Phase(t.phase)) != key:
            reader.fault("foreign_key", key=key, phase=phase_of(t))

    read_counters(t, reader)
    read_plan(t, reader)
    read_people(t, reader)
    named = read_cards(t, reader)
    named.update(read_further(t, reader))
    check_copies(t, reader, named)
    is_readable = not reader.faults
    check_modules(t, reader)
    if is_readable:
        check(t, reader)


def read_without_phase(t: Table, reader: Reader) -> None:
    """This finds what cannot be in any phase; the last one allows most."""
    t.phase = Phase.OVER
    read_counters(t, reader)
    read_people(t, reader)
    check_copies(t, reader, read_cards(t, reader))


def read_counters(t: Table, reader: Reader) -> None:
    """This reads what counts rounds and turns."""
    t.rounds = reader.whole("round", 1, MAX_ROUNDS, 1)
    t.turns = reader.whole("turns", 0, MAX_TURNS if t.phase == Phase.OVER else MAX_TURNS - 1, 0)
    # One more would have ended the round, unless it was the escape that ended the match.
    t.dry = reader.whole("dry", 0, t.seats if t.phase == Phase.OVER else t.seats - 1, 0)
    t.first = reader.whole("first", 0, t.seats - 1, 0)
    t.turn = reader.whole("turn", 0, t.seats - 1, int(t.first))
    tried = reader.data.get("tried", False)
    if type(tried) is not bool:
        reader.fault("flag", key="tried", given=shown(tried))
    t.tried = tried is True


def read_plan(t: Table, reader: Reader) -> None:
    """This reads the plan, which is there from the coins on."""
    if not reader.has("plan"):
        if Phase.COIN <= t.phase <= Phase.JOIN:
            reader.fault("missing", key="plan")
        return
    if t.phase < Phase.COIN:
        reader.fault("foreign_key", key="plan", phase=phase_of(t))
    plan = reader.data["plan"]
    if not isinstance(plan, dict) or set(plan) != {"objects", "huida"}:
        reader.fault("plan", given=shown(plan))
        return
    objects, huida = plan["objects"], plan["huida"]
    most = PIPS
    if not isinstance(objects, str) or not set(objects) <= set(LETTERS) or len(objects) > MAX_DICE:
        reader.fault("plan_objects", expected=tuple(LETTERS), most=MAX_DICE, given=shown(objects))
    else:
        t.plan[:] = [objects.count(letter) for letter in LETTERS]
        most += (MAX_DICE - len(objects)) * int(t.fence_bonus)
    if not is_whole(huida, 1, most):
        reader.fault("plan_huida", most=most, given=shown(huida))
    else:
        t.huida = huida


def read_people(t: Table, reader: Reader) -> None:
    """This reads points, prisoners, coins and informers."""
    fewest = 0 if t.phase in (Phase.JOIN, Phase.OVER) else 1
    numbers(t.vigilance, "vigilance", 0, MAX_VIGILANCE, 0, t, reader)
    numbers(t.inside, "inside", fewest, int(t.prisoners), int(t.prisoners), t, reader)
    flags(t.coin, "coin", t, reader, default=True)
    flags(t.is_informer, "informer", t, reader, default=False)


def by_seat(t: Table, reader: Reader, key: str, default: Any) -> list[Any]:
    """This reads a list with an entry for every seat; the default stands in for one that is absent."""
    seats = int(t.seats)
    return reader.by_seat(key, seats, rules.MAX_SEATS, [default] * seats)


def numbers(field: Any, key: str, low: int, high: int, default: int, t: Table, reader: Reader) -> None:
    """This reads a whole number for every seat."""
    for seat, value in enumerate(by_seat(t, reader, key, default)):
        if is_whole(value, low, high):
            field[seat] = value
        else:
            reader.fault("number_of_seat", key=key, seat=seat, low=low, high=high, given=shown(value))


def flags(field: Any, key: str, t: Table, reader: Reader, *, default: bool) -> None:
    """This reads true or false for every seat."""
    for seat, value in enumerate(by_seat(t, reader, key, default)):
        if type(value) is bool:
            field[seat] = value
        else:
            reader.fault("flag_of_seat", key=key, seat=seat, given=shown(value))


def read_cards(t: Table, reader: Reader) -> Counter[int]:
    """This reads where the cards lie; it tells which are named, and how often."""
    named: Counter[int] = Counter()
    for key, field in (("hands", t.hands), ("played", t.played), ("shown", t.shown), ("negotiated", t.negotiated)):
        for seat, text in enumerate(by_seat(t, reader, key, "")):
            copies = Counter(cards_of(text, f"{key}[{seat}]", reader))
            named.update(copies)
            for card, count in copies.items():
                field[seat, card] = min(count, DECK)
    for seat, text in enumerate(by_seat(t, reader, "offer", "")):
        cards = cards_of(text, f"offer[{seat}]", reader)
        if len(cards) > 1:
            reader.fault("one_offer", seat=seat, given=shown(text))
        named.update(cards)
        for card in cards:
            t.offer[seat] = 1 + card
    cards = cards_of(reader.data.get("discard", ""), "discard", reader)
    named.update(cards)
    t.discards = min(len(cards), DECK)
    t.pile[: t.discards] = cards[:DECK]
    return named


def cards_of(text: object, key: str, reader: Reader) -> list[int]:
    """This reads cards with a space between them; those that cannot be read are told, and left out."""
    if not isinstance(text, str):
        reader.fault("cards", key=key, given=shown(text))
        return []
    words = text.split()
    if strange := [word for word in dict.fromkeys(words) if word not in CARD_TEXTS]:
        reader.fault("no_card", key=key, cards=tuple(map(shown, strange)), count=len(strange))
    return [CARD_TEXTS.index(word) for word in words if word in CARD_TEXTS]


def read_further(t: Table, reader: Reader) -> list[int]:
    """This reads the key that only this phase has; it tells which cards it names."""
    if t.phase == Phase.PLAN:
        read_rolled(t, reader)
    elif t.phase == Phase.COIN:
        read_sides(t, reader)
    elif t.phase == Phase.DRAW:
        t.due = reader.whole("due", 1, 2, 0)
    elif t.phase == Phase.JOIN:
        t.asked = reader.whole("asked", 0, t.seats - 1, 0)
    elif t.phase in (Phase.GROUP, Phase.GUARD):
        return read_group(t, reader)
    return []


def read_rolled(t: Table, reader: Reader) -> None:
    """This reads the faces of the object dice that have fallen."""
    rolled = reader.data.get("rolled", "")
    if not isinstance(rolled, str) or not set(rolled) <= set(FACES) or len(rolled) > MAX_DICE:
        reader.fault("rolled", expected=tuple(FACES), most=MAX_DICE, given=shown(rolled))
        return
    t.plan[:] = [rolled.count(letter) for letter in LETTERS]
    t.fences = rolled.count("V")


def read_sides(t: Table, reader: Reader) -> None:
    """This reads the sides of coins that have been chosen."""
    sides = {SIDES[side]: side for side in (Side.NONE, Side.HEADS, Side.TAILS)}
    for seat, side in enumerate(by_seat(t, reader, "sides", "")):
        if isinstance(side, str) and side in sides:
            t.sides[seat] = sides[side]
        else:
            reader.fault("side", seat=seat, given=shown(side))


def read_group(t: Table, reader: Reader) -> list[int]:
    """This reads the group that is being chosen; it tells which cards are in it."""
    group = reader.data.get("group", "")
    words = group.split() if isinstance(group, str) else []
    verbs = (DISCARD, NEGOTIATE) if t.phase == Phase.GROUP else (NEGOTIATE,)
    if len(words) < 2 or words[0] not in verbs:
        reader.fault("group", expected=verbs, given=shown(group))
        return []
    t.negotiating = words[0] == NEGOTIATE
    cards = cards_of(" ".join(words[1:]), "group", reader)
    t.grouped = min(len(cards), DECK - int(t.discards))
    t.pile[t.discards : t.discards + t.grouped] = cards[: t.grouped]
    return cards


# What cannot be


def check(t: Table, reader: Reader) -> None:
    """This finds what does not fit together in a position of which every part can be read."""
    check_offers(t, reader)
    if t.phase < Phase.ACT:
        check_before_act(t, reader)
    else:
        check_in_act(t, reader)
    if reader.faults:
        return
    if t.phase == Phase.DEAL:
        check_deal(t, reader)
    if t.phase == Phase.PLAN and rules.fallen(t) > rules.dice(t):
        reader.fault("too_many_dice", most=int(rules.dice(t)), given=int(rules.fallen(t)))
    if t.phase == Phase.COIN:
        check_sides(t, reader)
    if t.phase in (Phase.GROUP, Phase.GUARD):
        check_group(t, reader)
    if t.phase in (Phase.DRAW, Phase.GUARD) and t.left == 0:
        reader.fault("empty_deck", phase=phase_of(t))
    if t.phase == Phase.JOIN:
        check_join(t, reader)
    if t.phase == Phase.OVER:
        check_over(t, reader)


def check_copies(t: Table, reader: Reader, named: Counter[int]) -> None:
    """This puts what is not named into the deck."""
    for card in range(CARDS):
        if named[card] > COPIES[card]:
            reader.fault("copies", card=CARD_TEXTS[card], most=int(COPIES[card]), given=named[card])
        else:
            t.deck[card] = COPIES[card] - named[card]
    if named.total() > DECK:
        reader.fault("deck", most=DECK, given=named.total())
    t.left = total(t.deck)


def check_modules(t: Table, reader: Reader) -> None:
    """This finds what belongs to a module that is off, and cards that nobody can have won from the guard."""
    if not t.informer and (t.is_informer.any() or t.phase == Phase.COIN):
        reader.fault("module", option="informer")
    if not t.guard and (t.negotiated.any() or t.negotiating):
        reader.fault("module", option="guard")
    if not t.trade and t.offer.any():
        reader.fault("module", option="trade")
    if not t.joint and t.phase == Phase.JOIN:
        reader.fault("module", option="joint")
    if t.negotiated[:, GOODS:].any():
        reader.fault("negotiated")


def check_offers(t: Table, reader: Reader) -> None:
    """This finds offers of cards that the plan does not ask for."""
    for seat in range(t.seats):
        if t.offer[seat] and (t.offer[seat] > GOODS or not is_planned(t, int(t.offer[seat]) - 1)):
            reader.fault("offer", seat=seat, given=CARD_TEXTS[t.offer[seat] - 1])


def is_planned(t: Table, card: int) -> bool:
    """This tells whether a card shows an object of the plan."""
    return any(t.plan[kind] and KINDS_OF[card] >> kind & 1 for kind in range(OBJECTS))


def check_before_act(t: Table, reader: Reader) -> None:
    """This finds what is there too early."""
    lying = {"played": t.played, "shown": t.shown, "negotiated": t.negotiated, "offer": t.offer}
    early = [key for key, field in lying.items() if field.any()]
    early += [key for key in ("turns", "dry", "tried") if getattr(t, key)]
    early += ["informer"] if t.is_informer.any() else []
    early += ["discard"] if t.discards else []
    early += ["turn"] if t.turn != t.first else []
    if t.phase == Phase.FIRST:
        early += ["hands"] if t.hands.any() else []
        early += ["round"] if t.rounds > 1 else []
    for key in early:
        reader.fault("out_of_phase", key=key, phase=phase_of(t))


def check_in_act(t: Table, reader: Reader) -> None:
    """This finds turns that do not fit."""
    if t.tried and t.phase >= Phase.JOIN:
        reader.fault("out_of_phase", key="tried", phase=phase_of(t))
    if t.dry > t.turns or (t.dry and not rules.is_empty(t)):
        reader.fault("dry", dry=int(t.dry))


def check_deal(t: Table, reader: Reader) -> None:
    """This finds hands that were not dealt in order, and those of whom nobody lacks a card."""
    held = [int(total(t.hands[(t.first + step) % t.seats])) for step in range(t.seats)]
    in_order = [min(DEALT, max(0, sum(held) - DEALT * step)) for step in range(t.seats)]
    if held != in_order or sum(held) == DEALT * t.seats:
        reader.fault("dealt", most=DEALT)


def check_sides(t: Table, reader: Reader) -> None:
    """This finds coins that were not chosen in order."""
    chosen = [bool(t.sides[seat]) for seat in range(t.seats) if t.coin[seat]]
    is_in_order = chosen == sorted(chosen, reverse=True)
    if t.sides[t.coin == 0].any() or not is_in_order or all(chosen):
        reader.fault("sides")


def check_group(t: Table, reader: Reader) -> None:
    """This finds groups that cannot come about."""
    cards, phase = t.pile[t.discards : t.discards + t.grouped].tolist(), t.phase
    t.grouped = 0
    for card in cards:
        t.hands[t.turn, card] += 1
    out = np.zeros(rules.MOVES, dtype=np.int64)
    t.phase = Phase.ACT
    start = rules.NEGOTIATE if t.negotiating else rules.DISCARD
    for card in cards:
        move = rules.ALSO + card if t.grouped else start + card
        if move not in out[: rules.legal(t, out)] or (t.negotiating and card >= GOODS):
            reader.fault("group_cards", given=joined(cards))
            return
        rules.choose(t, card)
    t.phase = phase


def check_join(t: Table, reader: Reader) -> None:
    """This finds escapes that cannot be joined."""
    if t.asked == t.turn or t.is_informer[t.asked] or t.is_informer[t.turn] or t.inside[t.turn] == t.prisoners:
        reader.fault("join", asked=int(t.asked))
    if t.played[t.turn].any():
        reader.fault("out_of_phase", key="played", phase=phase_of(t))
    for seat in range(t.seats):
        if t.inside[seat] == 0 and seat != t.turn:
            reader.fault("nobody_inside", seat=seat)


def check_over(t: Table, reader: Reader) -> None:
    """This finds matches that cannot be over."""
    if t.inside[: t.seats].all() and t.rounds < MAX_ROUNDS:
        reader.fault("not_over")
    given = shown(reader.data.get("places"))
    if given != shown(places_of(t)):
        reader.fault("places", expected=tuple(places_of(t)), given=given)
