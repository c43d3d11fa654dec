"""The worth of a table of Stalag 17: prisoners still inside, vigilance, and how much of the next escape is prepared."""

import numpy as np

from sobremesa.games.stalag17.rules import (
    ALSO,
    BARRACKS,
    CALMING,
    CARDS,
    DONE,
    DRAW,
    ESCAPE,
    GOODS,
    HUIDA,
    INFORMER_CALMING,
    JOIN,
    KINDS_OF,
    NEGOTIATE,
    OBJECTS,
    OFFER,
    PLAY,
    PLAY_TAKE,
    TAILS,
    TAKE,
    TOP_TAKE,
    Phase,
    Side,
    Table,
    needed,
    objects_given,
    undecided,
)
from sobremesa.games.stalag17.rules import called as called_in
from sobremesa.games.stalag17.rules import worth as vigilance_in_hand
from sobremesa.kit.cards import total

HORIZON = 5
WANDER = 0
SCALE = 1.8
EXPLORATION = 0.35

# A prisoner inside is a round to be won; a point of vigilance is a third of an escape card more to be found.
PRISONER = 1.6
POINT = 0.05
COIN = 0.05

# A whole escape prepared is worth most of a prisoner. What is in the hand has still to be played, and what is in play
# but not yet enough may come too late.
PREPARED = 1.2
IN_HAND = 0.6
READY = 0.25
INFORMED = 0.1
FAILED = 1.0
NOBODY = -1

# What a card is worth that is about to be drawn, and how many points of an escape card make one object.
CARD = 0.06
VALUE = 3.0

# What each card adds to the counts of all objects and to the escape value, side by side in one small number, so that a
# hand is summed up at once: of an object there are fewer than 16 cards, and all values together are below 128.
LANE = 4
LANE_MASK = (1 << LANE) - 1
ESCAPE_LANE = LANE * OBJECTS
LANES = np.array(
    [
        *(sum(1 << LANE * kind for kind in range(OBJECTS) if kinds >> kind & 1) for kinds in KINDS_OF[:GOODS].tolist()),
        *(value << ESCAPE_LANE for value in range(1, BARRACKS - HUIDA + 1)),
    ],
    dtype=np.int32,
)


def side(t: Table, seat: int) -> int:
    """This is the seat itself: everybody plays alone."""
    return seat


def worth(t: Table, seat: int) -> float:
    """This weighs a seat's prisoners and points, and what it has in play and in hand for the plan."""
    inside, points = int(t.inside[seat]), int(t.vigilance[seat])
    kept = COIN * int(t.coin[seat])
    if t.phase < Phase.COIN:
        return kept - PRISONER * inside - POINT * points
    if t.phase == Phase.JOIN:
        # The roll call comes whether somebody joins or not; whoever says no must not seem to be spared it.
        return kept - PRISONER * inside - POINT * max(0, points + int(called_in(t, seat, NOBODY)))
    drawn = CARD * int(t.due) if t.phase == Phase.DRAW and seat == t.turn else 0.0
    if t.tried and seat == t.turn:
        # A plan that asks for more seems better prepared by escape cards that were too many.
        drawn -= FAILED
    if informs(t, seat):
        called = max(0, points + int(vigilance_in_hand(t, seat)) - INFORMER_CALMING * inside)
        prepared, _ = preparation(t, seat, int(t.huida))
        return INFORMED * prepared + drawn - PRISONER * inside - POINT * called
    called = max(0, points + int(vigilance_in_hand(t, seat)) - CALMING * inside)
    prepared, is_ready = preparation(t, seat, int(t.huida) + points)
    ready = READY if is_ready else 0.0
    return PREPARED * prepared + ready + drawn + kept - PRISONER * inside - POINT * called


def informs(t: Table, seat: int) -> bool:
    """Return whether a seat is an informer, or will be one once the coins are shown."""
    return bool(t.is_informer[seat]) or int(t.sides[seat]) == Side.TAILS


def preparation(t: Table, seat: int, huida: int) -> tuple[float, bool]:
    """This is which part of an escape a seat has prepared, and whether it could escape now."""
    in_play, in_hand = 0, 0
    for card in range(BARRACKS):
        in_play += (int(t.played[seat, card]) + int(t.shown[seat, card])) * LANES[card]
        in_hand += int(t.hands[seat, card]) * LANES[card]
    asked, open_now, open_later = 0, 0, 0
    for kind in range(OBJECTS):
        wanted = int(t.plan[kind])
        left = max(0, wanted - int(in_play >> LANE * kind & LANE_MASK))
        asked += wanted
        open_now += left
        open_later += max(0, left - int(in_hand >> LANE * kind & LANE_MASK))
    wild = int(t.played[seat, BARRACKS]) + int(t.shown[seat, BARRACKS]) + int(total(t.negotiated[seat]))
    open_now = max(0, open_now - wild)
    open_later = max(0, open_later - wild - int(t.hands[seat, BARRACKS]))
    short_now = max(0, huida - int(in_play >> ESCAPE_LANE))
    short_later = max(0, short_now - int(in_hand >> ESCAPE_LANE))

    whole = asked + huida / VALUE
    now, later = open_now + short_now / VALUE, open_later + short_later / VALUE
    done = whole - now + IN_HAND * (now - later)
    return done / max(1.0, whole), now == 0.0


def hopeless(t: Table, move: int) -> bool:
    """Return whether a move must do harm, or is likelier to than not, by what the seat to act knows.

    That is an escape, alone or joint, with too little in play; informing without a point to lose; drawing cards into a
    hand that raises vigilance already; and a bribe that the guard will probably refuse.
    """
    if move == ESCAPE:
        return not may_escape(t, int(t.turn))
    if move == JOIN:
        return not may_escape(t, int(t.asked))
    if move == TAILS:
        return int(t.vigilance[undecided(t)]) == 0
    if move in (DRAW, TAKE) or TOP_TAKE <= move < PLAY or OFFER <= move < PLAY_TAKE:
        return is_heavy(t)
    if NEGOTIATE <= move < OFFER:
        return not may_bribe(t, objects_beside(t, int(KINDS_OF[move - NEGOTIATE])))
    if not t.negotiating:
        return False
    if ALSO <= move < DONE:
        return not may_bribe(t, objects_beside(t, int(objects_given(t)) | int(KINDS_OF[move - ALSO])))
    return move == DONE and not may_bribe(t, int(objects_given(t)))


def may_escape(t: Table, seat: int) -> bool:
    """Return whether what a seat has in play, face down or shown, satisfies the plan."""
    return preparation(t, seat, int(needed(t, seat)))[1]


def is_heavy(t: Table) -> bool:
    """Return whether the hand of the seat in turn has more vigilance than its prisoners inside make up for."""
    return int(vigilance_in_hand(t, int(t.turn))) > CALMING * int(t.inside[t.turn])


def objects_beside(t: Table, given: int) -> int:
    """Return a set of objects with those that the seat in turn can still give along with them."""
    beside = given
    for card in range(GOODS):
        if t.hands[t.turn, card] > 0 and int(KINDS_OF[card]) & given == 0:
            beside |= int(KINDS_OF[card])
    return beside


def may_bribe(t: Table, given: int) -> bool:
    """Return whether at least half of the cards that the guard may show have one of the objects given."""
    wanted, unseen = 0, 0
    for card in range(CARDS):
        unseen += int(t.deck[card])
        if card < GOODS and int(KINDS_OF[card]) & given != 0:
            wanted += int(t.deck[card])
    return unseen > 0 and 2 * wanted >= unseen
