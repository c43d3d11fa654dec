"""The worth of a table of Stalag 17: prisoners still inside, vigilance, and how much of the next escape is prepared."""

import numpy as np

from sobremesa.games.stalag17.rules import (
    BARRACKS,
    CALMING,
    GOODS,
    HUIDA,
    KINDS_OF,
    OBJECTS,
    Phase,
    Table,
)
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

# What a card is worth that is about to be drawn, and how many points of an escape card make one object.
CARD = 0.06
VALUE = 3.0

# What each card adds to the counts of all objects and to the escape value, side by side in one small number, so that a
# hand is summed up at once: of an object there are fewer than 16 cards, and all values together are below 128.
LANE = 4
LANE_MASK = (1 << LANE) - 1
ESCAPE = LANE * OBJECTS
LANES = np.array(
    [
        *(sum(1 << LANE * kind for kind in range(OBJECTS) if kinds >> kind & 1) for kinds in KINDS_OF[:GOODS].tolist()),
        *(value << ESCAPE for value in range(1, BARRACKS - HUIDA + 1)),
    ],
    dtype=np.int32,
)


def side(t: Table, seat: int) -> int:
    """This is the seat itself: everybody plays alone."""
    return seat


def worth(t: Table, seat: int) -> float:
    """This weighs a seat's prisoners and points, and what it has in play and in hand for the plan."""
    inside, points = int(t.inside[seat]), int(t.vigilance[seat])
    if t.phase < Phase.COIN or t.phase == Phase.JOIN:
        return -PRISONER * inside - POINT * points
    called = max(0, points + int(vigilance_in_hand(t, seat)) - CALMING * inside)
    prepared, is_ready = preparation(t, seat, int(t.huida) + points)
    drawn = CARD * int(t.due) if t.phase == Phase.DRAW and seat == t.turn else 0.0
    ready = READY if is_ready else 0.0
    return PREPARED * prepared + ready + drawn + COIN * int(t.coin[seat]) - PRISONER * inside - POINT * called


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
    short_now = max(0, huida - int(in_play >> ESCAPE))
    short_later = max(0, short_now - int(in_hand >> ESCAPE))

    whole = asked + huida / VALUE
    now, later = open_now + short_now / VALUE, open_later + short_later / VALUE
    done = whole - now + IN_HAND * (now - later)
    return done / max(1.0, whole), now == 0.0
