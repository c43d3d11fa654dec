"""Stalag 17 to look at: plan, piles and a row of trays for each seat; a move is a button, some after picking cards."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import numpy as np

from sobremesa.core.scene import (
    UNKNOWN,
    Caption,
    Face,
    Gesture,
    Kind,
    Place,
    Point,
    Scene,
    Shape,
    Thing,
    Things,
    Zone,
    button,
    target,
)
from sobremesa.core.table import once
from sobremesa.core.words import Phrase, Seat
from sobremesa.games.stalag17 import rules
from sobremesa.games.stalag17.notation import CARD_TEXTS, FACES, HIDDEN, LETTERS, PLAIN_MOVES
from sobremesa.games.stalag17.rules import (
    BARRACKS,
    CARDS,
    GOODS,
    HUIDA,
    MAX_DICE,
    MAX_ROUNDS,
    PAIRS,
    SINGLES,
    Phase,
    Side,
    Table,
)

WIDTH = 12.0
PLAN = (0.25, 0.25)
"""Where the first note of the plan hangs."""
NOTE = (1.25, 1.4)
CARD = (0.95, 1.35)
HANDS = 8192
"""How many hands and other groups of cards are remembered."""
TOP = 2.35
"""Where the rows of the seats begin, below plan and piles."""
HEAD = 0.95
"""How high the upper part of a row is, with the name and the points of a seat; below it lie its cards."""
ROW = 2.75
INSET = 0.1
GROUP, ASIDE = 7.6, (4.3, 0.86)
"""Where cards that are set aside lie in the upper part of a row, and how much room there is for them."""
PILES = 8.6
"""Where the piles begin."""
ALL = "all"
"""The place of a tray in which any number of cards lie side by side."""
TRAYS = (
    ("hand", 0.12, 4.85),
    ("played", 5.12, 2.3),
    ("shown", 7.57, 2.0),
    ("negotiated", 9.72, 1.15),
    ("offer", 11.0, 0.9),
)
"""The trays of cards that each seat has: name, where, how wide."""
COUNTED = (("hand", CARDS + 1), ("played", CARDS + 1), ("shown", CARDS), ("negotiated", CARDS))
"""Those in which any number lie, and the places of each in the table: of cards that may be hidden one more."""
COUNTERS = (("vigilance", 3.85, 1.5), ("inside", 5.4, 1.15), ("coins", 6.65, 0.8))
COIN = "¢"
SIDES = {Side.HEADS: "☺", Side.TAILS: "×", Side.HIDDEN: HIDDEN}
DRAWINGS = {"R": "shirt", "C": "bread", "D": "papers", "H": "hammer", "M": "map", "V": "fence"}
PAINTS = {"R": "blue", "C": "orange", "D": "green", "H": "red", "M": "purple", "V": "grey"}


def _faces() -> Iterator[Face]:
    for text in CARD_TEXTS:
        goods = tuple(letter for letter in text if letter in LETTERS)
        if goods:
            paint = PAINTS[goods[0]] if len(goods) == 1 else "black"
            yield Face(text, tuple(DRAWINGS[letter] for letter in goods), paint=paint)
        elif text in ("B", "I"):
            yield Face(text, ("hut" if text == "B" else "rumour",), paint="white")
        else:
            yield Face(text, ("run",), text[1:], "yellow")


OBJECT_FACES = tuple(Face(letter, (drawing,), paint=PAINTS[letter]) for letter, drawing in DRAWINGS.items())
KINDS = (
    Kind("card", "card", CARD, "fence", faces=tuple(_faces())),
    Kind("object", "picture", NOTE, faces=OBJECT_FACES),
    Kind("die", "die", (1.1, 1.1), faces=tuple(Face(face.text, face.marks) for face in OBJECT_FACES)),
    Kind("huida", "picture", NOTE, "run"),
    Kind("deck", "deck", CARD, "fence"),
    Kind("discards", "tally", (1.1, 0.7), "cards"),
    Kind("vigilance", "tally", (1.55, 0.64), "eye", paint="yellow"),
    Kind("inside", "tally", (1.15, 0.64), "person"),
    Kind("coin", "coin", (0.7, 0.7), faces=(Face("☺", ("smile",)), Face("×", ("cross",)))),
)

CUES = {
    **dict.fromkeys(("log.object", "log.fence", "log.pips"), "roll"),
    **dict.fromkeys(("log.heads", "log.tails", "log.coin", "log.informers"), "coin"),
    **dict.fromkeys(("log.dealt", "log.dealt_hidden", "log.drawn", "log.drawn_hidden"), "card"),
    **dict.fromkeys(("log.take", "log.take_offer", "log.play", "log.play_hidden", "log.offer"), "card"),
    **dict.fromkeys(("log.discard", "log.negotiate", "log.also", "log.discarded", "log.given"), "card"),
    **dict.fromkeys(("log.guard_agrees", "log.guard_refuses"), "card"),
    **dict.fromkeys(("log.fails", "log.fails_bare", "log.join_fails", "log.watched"), "capture"),
    **dict.fromkeys(("log.escapes", "log.informer_escapes", "log.joins"), "escape"),
    **dict.fromkeys(("prompt.free", "prompt.rounds"), "win"),
}
RULES = {
    "first": "ST-02",
    "deal": "ST-03",
    "plan": "ST-04",
    "coin": "ST-35",
    "act": "ST-10",
    "again": "ST-25",
    "discard": "ST-13",
    "negotiate": "ST-40",
    "draw": "ST-10",
    "guard": "ST-41",
    "join": "ST-60",
    "free": "ST-26",
    "rounds": "ST-33",
}
"""The rule that each prompt is about."""


def scene(v: Table) -> Scene:
    """This is the plan, dice and piles above, and below them a row of trays for each seat."""
    return _scene(int(v.seats))


@cache
def _scene(seats: int) -> Scene:
    notes = [(PLAN[0] + NOTE[0] * number, PLAN[1]) for number in range(MAX_DICE + 1)]
    plan = tuple(_spot("plan", str(number), notes[number], NOTE, number=number + 1) for number in range(MAX_DICE))
    dice = tuple(_spot("dice", str(number), notes[number], NOTE, number=number + 1) for number in range(MAX_DICE))
    rows = [TOP + ROW * seat for seat in range(seats)]
    board = NOTE[0] * len(notes) + 2 * PLAN[0], NOTE[1] + 2 * PLAN[1]
    return Scene(
        size=(WIDTH, TOP + ROW * seats - INSET),
        shapes=(
            Shape("rect", (0.0, 0.0), board, "cork"),
            *(Shape("rect", at, NOTE, "note") for at in notes),
            *(Shape("rect", (0.0, y), (WIDTH, ROW - INSET), "sheet") for y in rows),
        ),
        zones=(
            _zone("plan", plan),
            _zone("huida", (_spot("huida", ALL, notes[-1], NOTE),)),
            _zone("dice", dice),
            _zone("deck", (_spot("deck", ALL, (PILES, 0.4), CARD),)),
            _zone("discards", (_spot("discards", ALL, (PILES + 2.3, 0.7), (1.1, 0.7)),)),
            _zone("top", (_spot("top", ALL, (PILES + 1.25, 0.4), CARD),)),
            *(_counters(name, (x, width), rows) for name, x, width in COUNTERS),
            *(_tray(name, seat, (x, y + HEAD), width) for seat, y in enumerate(rows) for name, x, width in TRAYS),
            _zone("group", tuple(_group(seat, y) for seat, y in enumerate(rows))),
        ),
        material="paper",
        kinds=KINDS,
        captions=(
            Caption(Phrase("zones.deck"), (PILES, 0.18)),
            Caption(Phrase("zones.discards"), (PILES + 1.25, 0.18)),
            *(
                Caption(Phrase(f"columns.{name}"), (x, y + HEAD + CARD[1] + 0.18), zone=f"{name}-{seat}")
                for seat, y in enumerate(rows)
                for name, x, _ in TRAYS[1:]
            ),
        ),
        plates=tuple((0.08, y + 0.08) for y in rows),
        cues=CUES,
    )


def _group(seat: int, y: float) -> Place:
    return _spot("group", str(seat), (GROUP, y + 0.05), ASIDE, seat=Seat(seat))


def _spot(name: str, place: str, at: Point, size: Point, **values: int) -> Place:
    return Place(place, at, Phrase(f"places.{name}", **values), size=size)


def _zone(name: str, places: tuple[Place, ...]) -> Zone:
    return Zone(name, Phrase(f"zones.{name}"), places, tray=True)


def _counters(name: str, column: Point, rows: list[float]) -> Zone:
    x, width = column
    places = (_spot(name, str(seat), (x, y + 0.16), (width, 0.64), seat=Seat(seat)) for seat, y in enumerate(rows))
    return _zone(name, tuple(places))


def _tray(name: str, seat: int, at: Point, width: float) -> Zone:
    return _zone(f"{name}-{seat}", (_spot(name, ALL, at, (width, CARD[1]), seat=Seat(seat)),))


# What lies there


@once
def things(v: Table) -> Things:
    """This is the plan or its dice, the piles, the points, and the cards; of those not seen only how many there are."""
    seats = range(v.seats)
    lying = [
        _plan(v.plan.tobytes(), int(v.fences), int(v.huida), v.phase == Phase.PLAN),
        _piles(int(v.left), int(v.discards), top(v) if v.discards > 0 else ""),
        _aside(int(v.turn), int(v.discards), v.pile[v.discards : v.discards + v.grouped].tobytes()),
        *map(_points, seats, v.vigilance.tolist(), v.inside.tolist(), map(_side, *_coins(v))),
    ]
    # The cards of all seats at once: to cut bytes takes less time than to cut an array.
    counted = zip(COUNTED, (v.hands, v.played, v.shown, v.negotiated), strict=True)
    trays = [(name, width, counts.tobytes()) for (name, width), counts in counted]
    offers = v.offer.tolist()
    for seat in seats:
        lying += [_cards(name, seat, counts[seat * width : (seat + 1) * width]) for name, width, counts in trays]
        lying.append(_offer(seat, offers[seat]))
    return Things(*lying)


@lru_cache(HANDS)
def _plan(plan: bytes, fences: int, huida: int, is_thrown: bool) -> tuple[Thing, ...]:  # noqa: FBT001 - remembered by it
    zone, kind = ("dice", "die") if is_thrown else ("plan", "object")
    counts = zip(FACES, (*plan, fences), strict=True)
    faces = [(face, number) for face, count in counts for number in range(count)]
    laid = [Thing(f"plan-{face}-{number}", kind, zone, str(place), face) for place, (face, number) in enumerate(faces)]
    return (*laid, Thing("huida", "huida", "huida", ALL, str(huida))) if huida > 0 else tuple(laid)


@lru_cache(HANDS)
def _piles(left: int, discards: int, shown: str) -> tuple[Thing, ...]:
    piles = _pile("deck", left), _pile("discards", discards)
    return (*piles, _pile_card(discards - 1, "top", ALL, shown)) if shown else piles


@cache
def _pile(name: str, count: int) -> Thing:
    return Thing(name, name, name, ALL, str(count))


@lru_cache(HANDS)
def _aside(seat: int, below: int, cards: bytes) -> tuple[Thing, ...]:
    return tuple(_pile_card(below + number, "group", str(seat), CARD_TEXTS[card]) for number, card in enumerate(cards))


@lru_cache(HANDS)
def _pile_card(below: int, zone: str, place: str, face: str) -> Thing:
    return Thing(pile_id(below), "card", zone, place, face)


@lru_cache(HANDS)
def _points(seat: int, vigilance: int, inside: int, side: str) -> tuple[Thing, ...]:
    points = (
        Thing(f"vigilance-{seat}", "vigilance", "vigilance", str(seat), str(vigilance), owner=seat),
        Thing(f"inside-{seat}", "inside", "inside", str(seat), str(inside), owner=seat),
    )
    return (*points, Thing(f"coin-{seat}", "coin", "coins", str(seat), side, owner=seat)) if side else points


def _coins(v: Table) -> tuple[list[int], list[int], list[int]]:
    return v.is_informer.tolist(), v.sides.tolist(), v.coin.tolist()


@cache
def _side(is_informer: int, side: int, has_coin: int) -> str:
    """This is what the coin of a seat shows; nothing if it has none."""
    if is_informer:
        return SIDES[Side.TAILS]
    return SIDES.get(Side(side), COIN) if has_coin else ""


@lru_cache(HANDS)
def _cards(name: str, seat: int, counts: bytes) -> tuple[Thing, ...]:
    zone = f"{name}-{seat}"
    return tuple(_card(zone, card, copy) for card, copies in enumerate(counts) for copy in range(copies))


@cache
def _offer(seat: int, offer: int) -> tuple[Thing, ...]:
    return (Thing(f"offer-{seat}", "card", f"offer-{seat}", ALL, CARD_TEXTS[offer - 1]),) if offer else ()


@cache
def _card(zone: str, card: int, copy: int) -> Thing:
    # There are about two thousand of them, and they lie in many more hands.
    if card == rules.UNKNOWN:
        return Thing(f"{zone}-{copy}", "card", zone, ALL, HIDDEN)
    return Thing(card_id(zone, card, copy), "card", zone, ALL, CARD_TEXTS[card])


def card_id(zone: str, card: int, copy: int = 0) -> str:
    """This is the name of a card that can be seen; it says no more than its face."""
    return f"{zone}-{CARD_TEXTS[card]}-{copy}"


def pile_id(place: int) -> str:
    """This is the name of a card among the discards, or set aside to become one, by how many lie under it."""
    return f"pile-{place}"


def top(v: Table) -> str:
    """This is the card on top of the discards."""
    return CARD_TEXTS[int(v.pile[v.discards - 1])]


def offered(v: Table, seat: int) -> str:
    """This is the card that a seat offers."""
    return CARD_TEXTS[int(v.offer[seat]) - 1]


def owner(v: Table, seat: int) -> int:
    """This is whose things a seat plays with: its own."""
    return seat


# Moves by hand and in words


def gesture(v: Table, move: int) -> Gesture:
    """This is a button; before it the card that is meant and the offer that is taken along are picked."""
    return _gesture(move, int(v.turn))


@cache
def _gesture(move: int, seat: int) -> Gesture:
    name, card, giver = parts(move)
    picks = set() if giver is None else {f"offer-{giver}"}
    if card is not None:
        picks.add(card_id(f"hand-{seat}", card))
    if name == "also":
        return Gesture(picks.pop())
    return Gesture(button(name), frozenset(picks))


@cache
def parts(move: int) -> tuple[str, int | None, int | None]:
    """This is what a move does, the card of the hand that it does it with, and the seat whose offer it takes."""
    if move in PLAIN_MOVES:
        return PLAIN_MOVES[move], None, None
    if move < rules.DRAW_TAKE:
        return "take", None, move - rules.TOP_TAKE
    if move < rules.PLAY:
        return "draw", None, move - rules.DRAW_TAKE
    if rules.PLAY_TAKE <= move < rules.ALSO:
        giver, card = divmod(move - rules.PLAY_TAKE, CARDS)
        return "play", card, giver
    first, name = next((first, name) for first, name in WITH_CARD if move >= first)
    return name, move - first, None


WITH_CARD = (
    (rules.ALSO, "also"),
    (rules.OFFER, "offer"),
    (rules.NEGOTIATE, "negotiate"),
    (rules.DISCARD, "discard"),
    (rules.PLAY, "play"),
)


def caption(v: Table, move: int) -> Phrase:
    """This says what a move does."""
    name, _, giver = parts(move)
    shown = top(v) if name == "take" else ""
    return _caption(move, shown, "" if giver is None else offered(v, giver), bool(v.negotiating))


@cache
def _caption(move: int, shown: str, offer: str, is_bribe: bool) -> Phrase:  # noqa: FBT001 - it is remembered by it
    name, card, giver = parts(move)
    values = {} if card is None else {"card": card_words(card)}
    if name == "take":
        values = {"top": card_words(CARD_TEXTS.index(shown))}
    elif name == "done":
        name = "negotiate_done" if is_bribe else "discard_done"
    if giver is None:
        return Phrase(f"captions.{name}", **values)
    return Phrase(f"captions.{name}_offer", **values, offer=card_words(CARD_TEXTS.index(offer)), giver=Seat(giver))


def grip(v: Table) -> None:
    """This is nothing: there are few moves, and they follow from much."""


def prompt(v: Table) -> Phrase:
    """This says what is asked of whom."""
    if v.phase == Phase.OVER:
        return _end(v)
    if v.phase == Phase.FIRST:
        return Phrase("prompt.first")
    if v.phase == Phase.DEAL:
        return Phrase("prompt.deal", seat=Seat(rules.receiver(v)), round=int(v.rounds))
    if v.phase == Phase.COIN:
        return Phrase("prompt.coin", seat=Seat(rules.undecided(v)), plan=_plan_words(v))
    if v.phase == Phase.JOIN:
        needs = rules.needed(v, int(v.asked))
        return Phrase("prompt.join", seat=Seat(v.asked), escaper=Seat(v.turn), plan=_plan_words(v), needs=needs)
    seat = Seat(v.turn)
    if v.phase == Phase.ACT:
        name = "again" if v.tried else "act"
        return Phrase(f"prompt.{name}", seat=seat, plan=_plan_words(v), needs=rules.needed(v, int(v.turn)))
    if v.phase == Phase.GROUP:
        return Phrase("prompt.negotiate" if v.negotiating else "prompt.discard", seat=seat)
    return Phrase({Phase.PLAN: "prompt.plan", Phase.DRAW: "prompt.draw"}.get(Phase(v.phase), "prompt.guard"), seat=seat)


def _end(v: Table) -> Phrase:
    places = np.zeros(int(v.seats), dtype=np.int64)
    rules.rank(v, places)
    players = tuple(Seat(seat) for seat in range(v.seats) if places[seat] == 1)
    if v.inside[players[0]] == 0:
        return Phrase("prompt.free", players=players, count=len(players))
    return Phrase("prompt.rounds", players=players, count=len(players), rounds=MAX_ROUNDS)


def _plan_words(v: Table) -> Phrase:
    return _planned(v.plan.tobytes(), int(v.huida))


@lru_cache(HANDS)
def _planned(plan: bytes, huida: int) -> Phrase:
    objects = [_object(kind) for kind, count in enumerate(plan) for _ in range(count)]
    if not objects:
        return Phrase("plan.no_objects", huida=huida)
    return Phrase("plan.objects", objects=_and(objects), huida=huida)


@cache
def _object(kind: int) -> Phrase:
    return Phrase(f"objects.{LETTERS[kind]}")


def _and(parts: list[Phrase]) -> Phrase:
    words = parts[-1]
    for number, part in enumerate(reversed(parts[:-1])):
        words = Phrase("list.comma" if number else "list.and", first=part, rest=words)
    return words


@cache
def card_words(card: int) -> Phrase:
    """This is a card as it is spoken of: what is printed on it, and what that is."""
    text = CARD_TEXTS[card]
    if card < SINGLES:
        return Phrase("cards.single", card=text, object=Phrase(f"objects.{text[0]}"))
    if card < GOODS:
        one, other = (LETTERS[kind] for kind in PAIRS[card - SINGLES])
        return Phrase("cards.double", card=text, one=Phrase(f"objects.{one}"), other=Phrase(f"objects.{other}"))
    return Phrase("cards.huida" if HUIDA <= card < BARRACKS else f"cards.{text}", card=text)


# What happened


def story(before: Table, choice: int, after: Table) -> list[Phrase]:
    """This tells what a choice brought about, to somebody who may not know which it was."""
    told = list(_told(before, choice, after))
    is_escape = before.phase == Phase.JOIN or (before.phase == Phase.ACT and choice == rules.ESCAPE)
    if after.phase == Phase.OVER and not after.inside[: after.seats].all():
        return [*told, _end(after)]
    if goes_on(before, after):
        return [*told, *_shuffled(before, choice, after)]
    points = [Phrase("log.points", seat=Seat(seat), points=int(after.vigilance[seat])) for seat in range(after.seats)]
    told.append(Phrase("log.roll_call" if is_escape else "log.no_escape", points=points))
    if after.phase == Phase.OVER:
        return [*told, _end(after)]
    return [*told, Phrase("log.round", round=int(after.rounds), seat=Seat(after.first))]


def goes_on(before: Table, after: Table) -> bool:
    """This is whether the round goes on, so that everything still lies where it lay."""
    return bool(after.rounds == before.rounds) and after.phase != Phase.OVER


def _told(before: Table, choice: int, after: Table) -> Iterable[Phrase]:
    seat = Seat(before.turn)
    if before.phase == Phase.FIRST:
        return [Phrase("log.first", seat=Seat(choice))]
    if before.phase == Phase.DEAL:
        return [_card_told("dealt", Seat(rules.receiver(before)), choice)]
    if before.phase == Phase.DRAW:
        return [_card_told("drawn", seat, choice)]
    if before.phase == Phase.PLAN:
        return _roll_told(before, choice, after)
    if before.phase == Phase.COIN:
        return _coin_told(before, choice, after)
    if before.phase == Phase.GROUP:
        return _group_told(before, choice)
    if before.phase == Phase.GUARD:
        return _guard_told(before, choice, after)
    if before.phase == Phase.JOIN:
        return _join_told(before, choice, after)
    return _play_told(before, after) if choice == UNKNOWN else _action_told(before, choice, after)


def _card_told(name: str, seat: Seat, card: int) -> Phrase:
    if card == UNKNOWN:
        return Phrase(f"log.{name}_hidden", seat=seat)
    return Phrase(f"log.{name}", seat=seat, card=card_words(card))


def _roll_told(before: Table, face: int, after: Table) -> Iterator[Phrase]:
    seat = Seat(before.first)
    if after.phase != Phase.PLAN:
        yield Phrase("log.pips", seat=seat, number=face)
        yield Phrase("log.plan", plan=_plan_words(after))
    elif face == rules.FENCE:
        yield Phrase("log.fence", seat=seat)
    else:
        yield Phrase("log.object", seat=seat, object=Phrase(f"objects.{LETTERS[face]}"))


def _coin_told(before: Table, choice: int, after: Table) -> Iterator[Phrase]:
    name = {rules.HEADS: "heads", rules.TAILS: "tails"}.get(choice, "coin")
    yield Phrase(f"log.{name}", seat=Seat(rules.undecided(before)))
    if after.phase != Phase.COIN:
        informers = [Seat(seat) for seat in range(after.seats) if after.is_informer[seat]]
        yield Phrase("log.informers", players=informers, count=len(informers)) if informers else Phrase("log.nobody")


def _group_told(before: Table, choice: int) -> Iterator[Phrase]:
    seat = Seat(before.turn)
    if choice != rules.DONE:
        yield Phrase("log.also", seat=seat, card=card_words(choice - rules.ALSO))
    else:
        cards = [card_words(int(card)) for card in before.pile[before.discards : before.discards + before.grouped]]
        yield Phrase("log.given" if before.negotiating else "log.discarded", seat=seat, cards=_and(cards))


def _guard_told(before: Table, card: int, after: Table) -> Iterator[Phrase]:
    seat = Seat(before.turn)
    if rules.is_bribe(before, card):
        yield Phrase("log.guard_agrees", seat=seat, card=card_words(card))
    else:
        yield Phrase("log.guard_refuses", card=card_words(card))
        if goes_on(before, after):
            yield Phrase("log.watched", seat=seat, points=int(after.vigilance[before.turn]))


def _join_told(before: Table, choice: int, after: Table) -> Iterator[Phrase]:
    seat = Seat(before.asked)
    if choice == rules.DECLINE:
        yield Phrase("log.declines", seat=seat)
    elif after.inside[before.asked] < before.inside[before.asked]:
        yield Phrase("log.joins", seat=seat)
    else:
        yield Phrase("log.join_fails", seat=seat, points=int(before.failed_escape))


def _action_told(before: Table, choice: int, after: Table) -> Iterator[Phrase]:
    seat = Seat(before.turn)
    name, card, giver = parts(choice)
    if name == "escape":
        yield _escape_told(before, after)
    elif name == "take":
        yield Phrase("log.take", seat=seat, card=card_words(before.pile[before.discards - 1]))
    elif card is not None:
        yield Phrase(f"log.{name}", seat=seat, card=card_words(card))
    else:
        yield Phrase("log.draw_one" if giver is not None else f"log.{name}", seat=seat)
    if giver is not None:
        yield _offer_told(before, giver)


def _play_told(before: Table, after: Table) -> Iterator[Phrase]:
    yield Phrase("log.play_hidden", seat=Seat(before.turn))
    for giver in range(before.seats):
        # At the end of a round all offers vanish; whether one was taken with the last card is then not to be seen.
        if before.offer[giver] and not after.offer[giver] and goes_on(before, after):
            yield _offer_told(before, giver)


def _offer_told(before: Table, giver: int) -> Phrase:
    card = card_words(before.offer[giver] - 1)
    return Phrase("log.take_offer", seat=Seat(before.turn), card=card, giver=Seat(giver))


def _escape_told(before: Table, after: Table) -> Phrase:
    seat = Seat(before.turn)
    if after.tried:
        cards = [card_words(card) for card in range(CARDS) for _ in range(after.shown[before.turn, card])]
        points = int(before.failed_escape)
        if not cards:
            return Phrase("log.fails_bare", seat=seat, points=points)
        return Phrase("log.fails", seat=seat, cards=_and(cards), points=points)
    return Phrase("log.informer_escapes" if before.is_informer[before.turn] else "log.escapes", seat=seat)


def _shuffled(before: Table, choice: int, after: Table) -> Iterator[Phrase]:
    if after.discards < before.discards - is_take(before, choice):
        yield Phrase("log.shuffled")


def is_take(before: Table, choice: int) -> bool:
    """This is whether a choice takes the card on top of the discards."""
    return before.phase == Phase.ACT and choice != UNKNOWN and parts(choice)[0] == "take"


# Where cards come from


def paths(before: Table, choice: int, after: Table) -> dict[str, list[str]]:
    """This is the way of each card that was not there before: from the deck, a hand, the table or the discards."""
    if not goes_on(before, after):
        return {}
    fresh = [thing for thing in things(after).since(things(before)) if thing.kind == "card"]
    gained = _gained(before, choice, after)
    found = {}
    for thing in fresh:
        origin = _origin(before, thing, gained)
        if origin:
            found[thing.id] = [target(origin, ALL), target(thing.zone, thing.place)]
    return found


def _gained(before: Table, choice: int, after: Table) -> list[tuple[str, str]]:
    """This is the cards that come into a hand from elsewhere than the deck: from where, and what they show."""
    taken = (giver for giver in range(before.seats) if before.offer[giver] and not after.offer[giver])
    gained = [(f"offer-{giver}", offered(before, giver)) for giver in taken]
    return [*gained, ("top", top(before))] if is_take(before, choice) else gained


def _origin(before: Table, thing: Thing, gained: list[tuple[str, str]]) -> str:
    name, _, seat = thing.zone.partition("-")
    if name == "hand":
        for each in gained:
            if thing.face in (HIDDEN, each[1]):
                gained.remove(each)
                return each[0]
        return "deck"
    if name == "top":
        # Another card that comes to light there has lain under the one that was taken.
        return "deck" if before.phase == Phase.GUARD else ""
    if name == "group":
        return f"hand-{before.turn}"
    return {"negotiated": "deck", "shown": f"played-{seat}"}.get(name, f"hand-{seat}")


def glimpse(before: Table, choice: int, after: Table) -> list[Thing]:
    """This is nothing: what is shown stays on the table."""
    return []
