"""Poleana: prisoners run round the yard, over or under the cells, through their own gate and out to freedom.

Every piece is known by its spot on the way of its own colour, from the cell to freedom. The colour in turn sees all
pieces as bits along its own way, for which those of a rival are turned by quarters of the ring; so a walk, and what is
in its way, is found by shifting masks.
"""

from enum import IntEnum
from typing import Annotated, TypeAlias

import numpy as np

from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Int8, Int32, Ints8
from sobremesa.kit.dice import falls
from sobremesa.kit.luck import Luck
from sobremesa.kit.opening import NOBODY, next_to_throw, settle_throws
from sobremesa.kit.track import count_at, is_clear, number_at, put, slot_at


class Phase(IntEnum):
    """This is what is going on."""

    OPENING = 0
    THROW = 1
    CUSTODIAN = 2
    EXIT = 3
    MOVE = 4
    BONUS = 5
    CALL = 6
    PENALTY = 7
    OVER = 8


MAX_SEATS = 4  # PO-02
COLOURS = 4
MAX_PIECES = 4  # PO-02
LETTERS = "RGBY"

# By how many play: the colours that nobody has.
ABSENT = ((), (), (1, 3), (3,), ())  # PO-42 PO-43 AMB-17
IS_ABSENT = np.array([[colour in absent for colour in range(COLOURS)] for absent in ABSENT])

# The ring: an exit and fourteen numbered squares for every colour, of which the ninth is a corner.
SIDE = 15  # PO-15
RING = SIDE * COLOURS
THREE_ON, SIX_ON, NINE_ON = 3, 6, 9
LAP = RING - SIX_ON  # PO-17 PO-26

# The spots of a piece. Those of the ring follow one another from the exit to the own nine.
FREE = 0
EXIT = 1
THREE = EXIT + THREE_ON
SIX = EXIT + SIX_ON
OWN_NINE = EXIT + LAP
ZONE = OWN_NINE + 1
STAIRS = 6
ROADS = ZONE + STAIRS
ROAD = 7  # PO-16
FOREIGN = COLOURS - 1
CELL = ROADS + ROAD * FOREIGN
SPOTS = CELL + 1
NOWHERE = -1
ZONE_SPOTS = ((1 << STAIRS) - 1) << ZONE

REJOIN = 4  # AMB-01
LAST_FORK = SIDE * FOREIGN
MAX_STEPS = 20

# Codes of options whose values are words.
HONOUR = 1
OWNER_ONLY = 1
LAST_ONLY = 1
ANY_SIX = 1
ANY_TIME = 1
REBOUND = 1
LOSE_TURN, LOSE_LEADER = 1, 2

FALLS, WAYS = falls(2)
HIGH = FALLS.max(axis=1)
LOW = FALLS.min(axis=1)
MAX_DOUBLES = 3  # AMB-24
FREEING_SUM = 6  # PO-06
SIX_FACE, THREE_FACE = 6, 3

BOTH = 3
FIRST, SECOND, SUM = range(3)
KINDS = 3

# Moves: exits, walks, pieces touched in vain, hits of custodians, pieces that pay, what a caller answers, and a bonus
# that is left.
ONE_OUT, ONE_TO_THREE, ONE_TO_SIX, TWO_OUT = range(4)
WALK = 4
BRANCHES = 4
TOUCH = WALK + KINDS * SPOTS * BRANCHES
HIT = TOUCH + 2 * SPOTS
POSTS = 2
ALL_HITS = HIT + COLOURS * POSTS * KINDS
PAY = ALL_HITS + 1
CALLED = PAY + SPOTS
PASSED = CALLED + 1
SKIPPED = PASSED + 1
MOVES = SKIPPED + 1
MAX_HITS = COLOURS * POSTS * KINDS

# What each way of coming out brings out, and where to, and how many of a colour may stand there.
EXIT_PIECES = np.array([1, 1, 1, 2])
EXIT_SPOTS = np.array([EXIT, THREE, SIX, EXIT])
EXIT_ROOM = np.array([3, 2, 2, 3])  # PO-30


def square_name(colour: int, spot: int) -> str:
    """This is what the square of a colour's spot is called; freedom is the last step of the zone."""
    if spot == CELL:
        return LETTERS[colour] + "C"
    if spot == FREE:
        return f"{LETTERS[colour]}z{STAIRS + 1}"
    if spot >= ROADS:
        return f"{LETTERS[(colour + 1 + (spot - ROADS) // ROAD) % COLOURS]}b{(spot - ROADS) % ROAD + 1}"
    if spot >= ZONE:
        return f"{LETTERS[colour]}z{spot - ZONE + 1}"
    square = (SIDE * colour + spot - EXIT) % RING
    return f"{LETTERS[square // SIDE]}{square % SIDE}"


def _ring_bits() -> Ints:
    bits = np.zeros((COLOURS, SPOTS), dtype=np.int64)
    for offset in range(COLOURS):
        for spot in range(EXIT, ZONE):
            seen = EXIT + (spot - EXIT + SIDE * offset) % RING
            if seen <= OWN_NINE:
                bits[offset, spot] = 1 << seen
    for spot in range(ZONE, ROADS):
        bits[0, spot] = 1 << spot
    return bits


def _road_bits() -> Ints:
    bits = np.zeros((COLOURS, SPOTS), dtype=np.int64)
    for offset in range(COLOURS):
        for spot in range(ROADS, CELL):
            road = (offset + (spot - ROADS) // ROAD + 1) % COLOURS
            if road != 0:
                bits[offset, spot] = 1 << (ROAD * (road - 1) + (spot - ROADS) % ROAD)
    return bits


def _shelters() -> Ints:
    shelters = np.zeros((2, 2, COLOURS), dtype=np.int64)
    nines = sum(1 << EXIT + SIDE * side + NINE_ON for side in range(COLOURS))
    for offset in range(COLOURS):
        exit_spot = EXIT + SIDE * offset
        own_nine = 1 << EXIT + (SIDE * offset + LAP) % RING  # PO-27
        for exit_safe in range(2):
            refuge = (1 << exit_spot | 1 << exit_spot + THREE_ON) * exit_safe  # AMB-03
            shelters[0, exit_safe, offset] = nines | refuge  # PO-17 AMB-02
            shelters[OWNER_ONLY, exit_safe, offset] = own_nine | refuge  # AMB-02
    return shelters


def _guards() -> Ints:
    guards = np.zeros((MAX_SEATS + 1, COLOURS), dtype=np.int64)
    for seats, absent in enumerate(ABSENT):
        for colour in range(COLOURS):
            for vacant in absent:
                exit_spot = EXIT + SIDE * (vacant - colour) % RING
                guards[seats, colour] |= 1 << exit_spot | 1 << exit_spot + THREE_ON
    return guards


# As one colour sees the board: the bit of the square on which a piece stands, by the quarters from one to the other.
RING_BIT = _ring_bits()
ROAD_BIT = _road_bits()
SHELTER = _shelters()
GUARDS = _guards()

# As one colour sees what stands there: the squares with a barrier, those on which it may not land, those with a rival
# to take, and the squares of roads that are held.
Board: TypeAlias = tuple[int, int, int, int]
BARRIERS, CLOSED, TAKABLE, HELD = range(4)

# A zero of NumPy's, for which the compiler need not make a copy of every function that takes a board.
NONE: int = np.zeros(1, dtype=np.int64)[0]
EMPTY_BOARD: Board = (NONE, NONE, NONE, NONE)


def _distances() -> Ints:
    distances = np.zeros((2, SPOTS), dtype=np.int64)
    for variant in range(2):
        for spot in range(EXIT, OWN_NINE):  # PO-27
            distances[variant, spot] = ROADS - spot
        for nth in range(FOREIGN):
            for step in range(ROAD):
                rejoined = EXIT + SIDE * (nth + 1) + REJOIN + variant
                distances[variant, ROADS + ROAD * nth + step] = ROAD - step + ROADS - rejoined
    return distances


# How far it is to freedom by the shortest way, from the spots from which a piece can be sent back; 0 from others.
DISTANCE = _distances()
FAR = 99


def _branches() -> Ints8:
    branches = np.zeros((MAX_STEPS + 1, SPOTS), dtype=np.int8)
    for spot in range(EXIT, CELL):
        # So many steps lead past the next fork; from a road it is never nearer than this.
        before = SIDE - REJOIN - 1 + ROAD - (spot - ROADS) % ROAD if spot >= ROADS else -spot % SIDE + 1
        has_fork = spot <= LAST_FORK or ROADS <= spot < CELL - ROAD
        for pips in range(1, MAX_STEPS + 1):
            branches[pips, spot] = 1 if not has_fork or pips < before else 2 if pips <= SIDE else BRANCHES
    return branches


# How many branches of a walk are worth trying: one where there is no fork ahead.
OPEN_BRANCHES = _branches()


def _order(texts: list[str]) -> Ints:
    return np.array([sorted(texts).index(text) for text in texts])


# The order of texts, for the choice that is made for absent players.
PIPS_ORDER = _order([f"{pips}:" for pips in range(MAX_STEPS + 1)])
FROM_ORDER = np.array([_order([f"{square_name(colour, spot)}>" for spot in range(SPOTS)]) for colour in range(COLOURS)])
TO_ORDER = np.array([_order([square_name(colour, spot) for spot in range(SPOTS)]) for colour in range(COLOURS)])

# More than any order of texts.
SECOND_RATE = RING * SPOTS * SPOTS


class Table:
    """Everything on the table of Poleana.

    The pieces of a seat are kept sorted by spot; with fewer than four, those left in the box count as free.
    """

    turns: Annotated[Int32, "turns finished so far"]
    spots: Annotated[Ints8, (MAX_SEATS, MAX_PIECES), "where the pieces of each seat stand, in ascending order"]
    pawns: Annotated[Ints8, (MAX_SEATS, MAX_PIECES), "which piece that is, counted on from its slot"]
    seats: Annotated[Int8, "how many play"]
    phase: Annotated[Int8, "what is going on"]
    turn: Annotated[Int8, "seat whose turn it is, also to throw in the opening; who moved last when it is over"]
    dice: Annotated[Ints8, (2,), "the throw, 0 when none lies on the table"]
    left: Annotated[Int8, "dice not yet spent, as a mask"]
    again: Annotated[Int8, "1 if the player throws again when this throw is spent"]
    doubles: Annotated[Int8, "doubles in a row in this turn, if they are counted"]
    offence: Annotated[Int8, "1 if a priority was broken in this throw and nobody has called it"]
    caller: Annotated[Int8, "seat that is asked whether it calls an offence"]
    opening: Annotated[Ints8, (MAX_SEATS,), "opening throw of each seat, 0 when not yet made, -1 when out of the draw"]
    places: Annotated[Ints8, (MAX_SEATS,), "in which place each seat has finished, 0 when it has not"]
    custodians: Annotated[Int8, "option: 1 if guards stand on the exits and 3s of absent colours"]
    custodian_ends_turn: Annotated[Int8, "option: 1 if a double that a custodian uses does not repeat"]
    enforcement: Annotated[Int8, "option: 0 strict, 1 honour"]
    bridge_rejoin: Annotated[Int8, "option: the square on which a safe road comes down"]
    nine_safe: Annotated[Int8, "option: who is safe on a nine, 0 all, 1 its owner"]
    exit_safe: Annotated[Int8, "option: 1 if the owner is safe on its exit and 3"]
    exit_capture: Annotated[Int8, "option: coming out takes a rival, 0 always, 1 only as the last one out"]
    exit_throw: Annotated[Int8, "option: what frees, 0 the throws of the rulebook, 1 any six"]
    exit_double_repeats: Annotated[Int8, "option: 1 if a double that frees gives another throw too"]
    capture: Annotated[Int8, "option: a piece may be taken, 0 with all out of the cell, 1 at any time"]
    bonus: Annotated[Int8, "option: steps for a capture"]
    bonus_chain: Annotated[Int8, "option: 1 if a bonus may take another piece"]
    bonus_optional: Annotated[Int8, "option: 1 if a bonus may be left"]
    overshoot: Annotated[Int8, "option: steps beyond freedom, 0 are not possible, 1 lead back"]
    three_doubles: Annotated[Int8, "option: a third double, 0 counts, 1 ends the turn, 2 costs the leader too"]
    custodian_all: Annotated[Int8, "option: 1 if custodians take all they can"]
    partners: Annotated[Int8, "option: 1 if those who sit opposite play together"]
    pieces: Annotated[Int8, "option: pieces of each seat"]
    play_on: Annotated[Int8, "option: 1 if the others play on for their places"]


# Seats and pieces


def colour_of(t: Table, seat: int) -> int:
    """This is the colour of a seat: two sit opposite each other."""
    return seat * 2 if t.seats == 2 else seat  # AMB-17


def is_partner(t: Table, offset: int) -> bool:
    """This is whether a colour so many quarters on plays for the same side."""
    return offset == 2 and t.partners == 1  # AMB-28


def next_seat(t: Table, seat: int) -> int:
    """This is the next seat to the right that is still playing."""
    following = seat + 1 if seat + 1 < t.seats else 0  # PO-04
    while t.places[following] != 0:  # AMB-28 AMB-29
        following = following + 1 if following + 1 < t.seats else 0
    return following


def is_locked(t: Table) -> bool:
    """This is whether the seat in turn has a piece in its cell."""
    return bool(t.spots[t.turn, MAX_PIECES - 1] == CELL)


def is_free(t: Table, seat: int) -> bool:
    """This is whether all pieces of a seat are free."""
    return bool(t.spots[seat, MAX_PIECES - 1] == FREE)


def walkers(t: Table) -> tuple[int, int]:
    """This is the first slot of the seat in turn with a piece that is on its way, and the one after the last."""
    # Those that are free stand before them, those in the cell behind.
    first, end = 0, MAX_PIECES
    while first < end and t.spots[t.turn, first] == FREE:
        first += 1
    while end > first and t.spots[t.turn, end - 1] == CELL:
        end -= 1
    return first, end


def pawn_at(t: Table, seat: int, slot: int) -> int:
    """This is the number of a piece, which it keeps wherever it goes; those left in the box have the lowest."""
    return number_at(t.pawns[seat], slot)


def send_back(t: Table, seat: int, slot: int) -> None:
    """This puts a piece into its cell."""
    put(t.spots[seat], t.pawns[seat], slot, CELL)


def advance(t: Table, origin: int, spot: int) -> None:
    """This takes a piece of the seat in turn from one spot to another."""
    slot = slot_at(t.spots[t.turn], origin)
    put(t.spots[t.turn], t.pawns[t.turn], slot, spot)


def take(t: Table, spot: int) -> bool:
    """This sends a rival on the square of a spot of the seat in turn back to its cell, if there is one."""
    square = RING_BIT[0, spot]
    if square == 0:
        return False
    for other in range(t.seats):
        offset = (colour_of(t, other) - colour_of(t, t.turn)) % COLOURS
        if offset != 0:
            for slot in range(MAX_PIECES):
                if RING_BIT[offset, t.spots[other, slot]] == square:
                    send_back(t, other, slot)  # PO-13
                    return True
    return False


# Walking


def may_take(t: Table) -> bool:
    """This is whether a walk may take a piece now."""
    if t.phase == Phase.BONUS and t.bonus_chain == 0:
        return False  # AMB-07
    return t.capture == ANY_TIME or not is_locked(t)  # PO-12 PO-14 PO-34 AMB-26


def survey(t: Table) -> Board:
    """This is the board as the seat in turn sees it: barriers, where it may not land, rivals to take, roads held."""
    colour = colour_of(t, t.turn)
    barriers = roads = takable = 0
    closed = GUARDS[t.seats, colour] if t.custodians else 0  # PO-32 PO-44
    for seat in range(t.seats):
        offset = (colour_of(t, seat) - colour) % COLOURS
        once = twice = 0
        for slot in range(MAX_PIECES):
            spot = t.spots[seat, slot]
            twice |= once & RING_BIT[offset, spot]
            once |= RING_BIT[offset, spot]
            roads |= ROAD_BIT[offset, spot]  # PO-25 AMB-11
        barriers |= twice  # PO-24
        if offset == 0:
            closed |= twice | once & ZONE_SPOTS  # PO-30 PO-39 AMB-16
        else:
            closed |= once  # PO-14 AMB-15
            if not is_partner(t, offset):
                takable |= once & ~twice & ~SHELTER[t.nine_safe, t.exit_safe, offset]  # PO-24 PO-27
    if not may_take(t):
        takable = 0
    return barriers, closed & ~takable, takable, roads


def reach(t: Table, pips: int, spot: int, branch: int, board: Board) -> int:
    """This is where a walk ends, or NOWHERE if something is in the way or there is no such way.

    The lowest bit of the branch says whether the walk turns off at the first fork, the next one whether at the second.
    """
    if spot < ROADS and branch == 0:
        return go_straight(t, pips, spot, spot, board)
    return turn_off(t, pips, spot, branch, board)


def go_straight(t: Table, pips: int, spot: int, origin: int, board: Board) -> int:
    """This is where a walk along the ring, through the own gate and up the stairs ends, or NOWHERE."""
    if pips != 0 and not is_clear(board[BARRIERS], spot + 1, pips - 1):  # PO-24 PO-26 AMB-08
        return NOWHERE
    end = spot + pips
    if end >= ROADS:
        if end == ROADS:
            return FREE  # PO-38 AMB-10
        end = 2 * ROADS - end
        if t.overshoot != REBOUND or end < ZONE:  # PO-40 AMB-27
            return NOWHERE
    return NOWHERE if board[CLOSED] >> end & 1 and end != origin else end


def turn_off(t: Table, pips: int, spot: int, branch: int, board: Board) -> int:
    """This is where a walk ends that begins on a safe road or takes one, or NOWHERE."""
    barriers, roads = board[BARRIERS], board[HELD]
    origin = spot

    # Follow a road that the piece is on, and step down.
    if spot >= ROADS:
        road, step = (spot - ROADS) // ROAD, (spot - ROADS) % ROAD
        ahead = ROAD - 1 - step
        if not is_clear(roads, spot - ROADS + 1, min(pips, ahead)):  # PO-20 PO-21
            return NOWHERE
        if pips <= ahead:
            return spot + pips if branch == 0 else NOWHERE
        spot = EXIT + SIDE * (road + 1) + int(t.bridge_rejoin)  # AMB-01
        pips -= ahead + 1
        if pips != 0 and barriers >> spot & 1:
            return NOWHERE

    # Take or pass the forks that the branch speaks of.
    while branch != 0:
        fork = (spot + SIDE - 1) // SIDE * SIDE
        ahead = fork - spot
        if fork > LAST_FORK or pips <= ahead or not is_clear(barriers, spot + 1, ahead):
            return NOWHERE
        pips -= ahead
        if branch & 1:
            first = ROAD * (fork // SIDE - 1)
            if not is_clear(roads, first, min(pips, ROAD)):  # PO-18 PO-20 PO-23
                return NOWHERE
            if pips <= ROAD:
                return ROADS + first + pips - 1 if branch == 1 else NOWHERE
            spot = fork + 1 + int(t.bridge_rejoin)  # AMB-01
            pips -= ROAD + 1
        else:
            spot = fork + 1  # PO-19 AMB-20
            pips -= 1
        branch >>= 1
        if pips != 0 and barriers >> spot & 1:
            return NOWHERE
    return go_straight(t, pips, spot, origin, board)


def pips_of(t: Table, kind: int) -> int:
    """This is how many steps a die, the sum or the bonus is good for; 0 if it cannot be used now."""
    if t.phase == Phase.BONUS:
        return int(t.bonus) if kind == FIRST else 0  # PO-12
    if kind == SUM:
        return int(t.dice[0]) + int(t.dice[1]) if t.left == BOTH else 0  # PO-10 PO-11 AMB-08
    if kind == SECOND and t.left == BOTH and t.dice[0] == t.dice[1]:
        return 0
    return int(t.dice[kind]) if t.left >> kind & 1 else 0  # PO-33


def captures(board: Board, end: int) -> bool:
    """This is whether a walk that ends on a spot takes a piece."""
    return end < ROADS and board[TAKABLE] >> end & 1 == 1


def can_walk(t: Table, board: Board, pips: int, spot: int) -> bool:
    """This is whether a piece can walk so many steps by any branch."""
    for branch in range(int(OPEN_BRANCHES[pips, spot])):
        if reach(t, pips, spot, branch, board) != NOWHERE:
            return True
    return False


def has_walk(t: Table) -> bool:
    """This is whether the seat in turn can walk at all."""
    first, stop = walkers(t)
    if first == stop:
        return False
    board = survey(t)
    for kind in range(KINDS):
        pips = pips_of(t, kind)
        for slot in range(first, stop):
            if can_walk(t, board, pips, int(t.spots[t.turn, slot])):
                return True
    return False


def has_capture(t: Table) -> bool:
    """This is whether the seat in turn can walk so as to take a piece."""
    board = survey(t)
    for kind in range(KINDS):
        pips = pips_of(t, kind)
        for slot in range(MAX_PIECES):
            spot = int(t.spots[t.turn, slot])
            for branch in range(int(OPEN_BRANCHES[pips, spot])):
                end = reach(t, pips, spot, branch, board)
                if end != NOWHERE and captures(board, end):
                    return True
    return False


def list_walks(t: Table, out: Ints, listed: int) -> int:
    """This adds the walks to a list; strict play offers only those that capture if there are any."""
    first, stop = walkers(t)
    board = survey(t)
    is_strict = board[TAKABLE] != 0 and t.enforcement != HONOUR and t.phase != Phase.BONUS  # AMB-07 AMB-21
    start = listed
    must_take = False
    for kind in range(KINDS):
        pips = pips_of(t, kind)
        if pips == 0:
            continue
        for slot in range(first, stop):
            spot = int(t.spots[t.turn, slot])
            if slot > first and t.spots[t.turn, slot - 1] == spot:
                continue
            ended = NOWHERE
            for branch in range(int(OPEN_BRANCHES[pips, spot])):
                end = reach(t, pips, spot, branch, board)
                if end in (NOWHERE, ended):
                    continue
                ended = end
                if is_strict and captures(board, end):
                    if not must_take:
                        must_take = True
                        listed = start  # PO-35 AMB-19
                elif must_take:
                    continue
                out[listed] = WALK + (kind * SPOTS + spot) * BRANCHES + branch
                listed += 1
    return listed


def list_touches(t: Table, out: Ints, listed: int) -> int:
    """This adds, for every die, the pieces that it cannot walk."""
    board = survey(t)
    for die in range(SUM):
        pips = pips_of(t, die)
        if pips == 0:
            continue
        for slot in range(MAX_PIECES):
            spot = int(t.spots[t.turn, slot])
            if DISTANCE[0, spot] == 0 or (slot > 0 and t.spots[t.turn, slot - 1] == spot):
                continue
            if not can_walk(t, board, pips, spot):
                out[listed] = TOUCH + die * SPOTS + spot  # PO-29 AMB-23
                listed += 1
    return listed


def walk_kind(move: int) -> int:
    """This is what a walk uses: a die, the sum or, as the first, the bonus."""
    return (move - WALK) // (SPOTS * BRANCHES)


def walk_spot(move: int) -> int:
    """This is where a walk begins."""
    return (move - WALK) // BRANCHES % SPOTS


def walk_branch(move: int) -> int:
    """This is the forks at which a walk turns off, as a mask."""
    return (move - WALK) % BRANCHES


def walk_end(t: Table, move: int) -> int:
    """This is where a walk ends."""
    return reach(t, pips_of(t, walk_kind(move)), walk_spot(move), walk_branch(move), EMPTY_BOARD)


# Coming out


def may_come_out(t: Table, move: int) -> bool:
    """This is whether there are pieces for a way of coming out, and room where they come out."""
    spot, pieces = EXIT_SPOTS[move], EXIT_PIECES[move]
    locked = count_at(t.spots[t.turn], CELL)
    if locked < pieces or count_at(t.spots[t.turn], spot) + pieces > EXIT_ROOM[move]:  # PO-30 AMB-05
        return False
    rivals = 0
    for other in range(t.seats):
        offset = (colour_of(t, other) - colour_of(t, t.turn)) % COLOURS
        if offset != 0:
            for slot in range(MAX_PIECES):
                if RING_BIT[offset, t.spots[other, slot]] == RING_BIT[0, spot]:
                    rivals += 2 if is_partner(t, offset) else 1  # AMB-28
    if rivals != 1:
        return rivals == 0  # PO-37 AMB-06
    if locked == pieces or t.capture == ANY_TIME:  # AMB-26
        return True
    return spot != SIX and t.exit_capture != LAST_ONLY  # PO-36 AMB-04 AMB-05


def exits_thrown(t: Table) -> int:
    """This is the ways of coming out for which the dice left are good, as a mask of moves."""
    high, low = max(t.dice[0], t.dice[1]), min(t.dice[0], t.dice[1])
    if t.exit_throw == ANY_SIX:
        has_six = (t.left & 1 and t.dice[0] == SIX_FACE) or (t.left & 2 and t.dice[1] == SIX_FACE)
        return 1 << ONE_OUT if has_six else 0  # AMB-25
    if t.left != BOTH:
        return 0
    if high + low == FREEING_SUM:
        return 1 << ONE_OUT  # PO-06
    if high != SIX_FACE:
        return 0  # PO-05
    if low == THREE_FACE:
        return 1 << ONE_TO_THREE  # PO-07
    return 1 << ONE_TO_SIX | 1 << TWO_OUT if low == SIX_FACE else 0  # PO-08


def exits(t: Table) -> int:
    """This is the ways of coming out that are open, as a mask of moves."""
    thrown = exits_thrown(t) if is_locked(t) else 0
    for move in range(WALK):
        if thrown >> move & 1 and not may_come_out(t, move):
            thrown ^= 1 << move
    return thrown


def list_exits(t: Table, out: Ints) -> int:
    """This lists the ways of coming out."""
    return list_marked(exits(t), ONE_OUT, out)


def list_marked(marked: int, first: int, out: Ints) -> int:
    """This lists the moves of a mask, whose lowest bit stands for the first; it returns how many."""
    listed = 0
    move = first
    while marked != 0:
        if marked & 1:
            out[listed] = move
            listed += 1
        marked >>= 1
        move += 1
    return listed


# Custodians


def is_vacant(t: Table, colour: int) -> bool:
    """This is whether custodians guard the zone of a colour."""
    return t.custodians != 0 and bool(IS_ABSENT[t.seats, colour])  # PO-41 PO-42 PO-43


def hit_colour(move: int) -> int:
    """This is the vacant colour of the custodian that takes a piece."""
    return (move - HIT) // (POSTS * KINDS)


def hit_post(move: int) -> int:
    """This is where the custodian stands, counted from its exit."""
    return (move - HIT) // KINDS % POSTS * THREE_ON


def hit_kind(move: int) -> int:
    """This is what the custodian uses: a die or the sum."""
    return (move - HIT) % KINDS


def hits(t: Table) -> int:
    """This is the pieces that custodians can take with the throw, as a mask of moves counted from HIT."""
    found = 0
    for colour in range(COLOURS):
        if not is_vacant(t, colour):
            continue
        lone = barriers = 0
        for seat in range(t.seats):
            offset = (colour_of(t, seat) - colour) % COLOURS
            once = twice = 0
            for slot in range(MAX_PIECES):
                square = RING_BIT[offset, t.spots[seat, slot]]
                twice |= once & square
                once |= square
            barriers |= twice
            lone |= once & ~twice & ~SHELTER[t.nine_safe, 0, offset]  # PO-44 AMB-12
        for post in range(POSTS):
            stand = EXIT + post * THREE_ON
            for kind in range(KINDS):
                pips = pips_of(t, kind)
                end = stand + pips
                if pips == 0 or end >= EXIT + SIDE or not lone >> end & 1:
                    continue
                if is_clear(barriers, stand + 1, pips - 1):  # AMB-12
                    found |= 1 << (colour * POSTS + post) * KINDS + kind  # PO-45
    return found


def has_hit(t: Table) -> bool:
    """This is whether a custodian can take a piece with the throw."""
    return t.custodians != 0 and t.seats != MAX_SEATS and hits(t) != 0


def list_hits(t: Table, out: Ints) -> int:
    """This lists the pieces that custodians can take with the throw."""
    return list_marked(hits(t), HIT, out)


def victim_of(t: Table, move: int) -> tuple[int, int]:
    """This is the seat, and the slot, of the piece that a custodian takes; NOWHERE if it has been taken already."""
    square = 1 << (EXIT + hit_post(move) + pips_of(t, hit_kind(move)))
    for seat in range(t.seats):
        offset = (colour_of(t, seat) - hit_colour(move)) % COLOURS
        for slot in range(MAX_PIECES):
            if RING_BIT[offset, t.spots[seat, slot]] == square:
                return seat, slot
    return NOWHERE, NOWHERE


# The course of a match


def deal(t: Table, seats: int) -> None:
    """This starts a match: all pieces are locked in, and the opening throws come first."""
    t.seats = seats
    for seat in range(seats):
        for piece in range(t.pieces):
            t.spots[seat, MAX_PIECES - 1 - piece] = CELL  # PO-02
    t.phase = Phase.OPENING  # PO-03


def actor(t: Table) -> int:
    """This is who chooses next."""
    if t.phase <= Phase.THROW:
        return CHANCE
    if t.phase == Phase.OVER:
        return OVER
    return t.caller if t.phase == Phase.CALL else t.turn


def legal(t: Table, out: Ints) -> int:
    """This lists the moves of whoever must choose."""
    if t.phase == Phase.CUSTODIAN:
        return list_arrests(t, out)
    if t.phase == Phase.PENALTY:
        return list_leaders(t, out)
    if t.phase == Phase.CALL:
        out[0] = CALLED
        out[1] = PASSED
        return 2  # AMB-22

    listed = 0
    if t.phase == Phase.EXIT:
        listed = list_exits(t, out)
        if t.enforcement != HONOUR:
            return listed  # PO-34 PO-35
    listed = list_walks(t, out, listed)  # PO-32
    if t.phase == Phase.BONUS:
        if t.bonus_optional:
            out[listed] = SKIPPED
            listed += 1  # AMB-07
    elif t.enforcement == HONOUR:
        listed = list_touches(t, out, listed)  # AMB-23
    return listed


def list_arrests(t: Table, out: Ints) -> int:
    """This lists what custodians can do: take one piece, or all at once."""
    if t.custodian_all:
        out[0] = ALL_HITS  # AMB-30
        return 1
    return list_hits(t, out)


def chance(t: Table, out: Ints, weight: Ints) -> int:
    """This lists the throws of two dice."""
    for fall in range(len(WAYS)):
        out[fall] = fall
        weight[fall] = WAYS[fall]
    return len(WAYS)


def apply(t: Table, choice: int) -> None:
    """This carries out a throw or a move, and what follows by itself."""
    if t.phase == Phase.OPENING:
        throw_for_start(t, HIGH[choice] + LOW[choice])
    elif t.phase == Phase.THROW:
        throw(t, HIGH[choice], LOW[choice])
    elif choice < WALK:
        come_out(t, choice)
    elif choice < TOUCH:
        walk(t, choice)
    elif choice < HIT:
        touch(t, (choice - TOUCH) // SPOTS, (choice - TOUCH) % SPOTS)
    elif choice < PAY:
        arrest(t, choice)
    elif choice < CALLED:
        pay(t, choice - PAY)
    elif choice == CALLED:
        t.phase = Phase.PENALTY
    elif choice == PASSED:
        ask_next(t)
    else:
        t.phase = Phase.MOVE  # AMB-07
    settle(t)


def settle(t: Table) -> None:
    """This passes over whatever nobody can do."""
    if t.phase == Phase.CUSTODIAN and not has_hit(t):
        t.phase = Phase.MOVE
    if t.phase == Phase.BONUS and (t.bonus == 0 or not has_walk(t)):
        t.phase = Phase.MOVE  # PO-12 AMB-07
    if t.phase == Phase.MOVE:
        if t.left != 0 and exits(t) != 0:
            t.phase = Phase.EXIT  # PO-34
        elif t.left == 0 or not has_walk(t):  # PO-14 PO-22 PO-32 PO-37 PO-40 AMB-09
            ask_first(t)
    if t.phase == Phase.PENALTY:
        punish(t)


# The opening throws


def throw_for_start(t: Table, total: int) -> None:
    """This is an opening throw."""
    t.opening[t.turn] = total
    settle_opening(t)


def settle_opening(t: Table) -> None:
    """Pass the dice of the opening on; when all have thrown, to those who must again, or to the one who begins."""
    first = settle_throws(t.opening, t.seats)
    if first == NOBODY:
        t.turn = next_to_throw(t.opening, t.seats)  # AMB-18
    else:
        t.turn = first
        t.phase = Phase.THROW  # PO-03


# A throw


def throw(t: Table, first: int, second: int) -> None:
    """This is a throw in a turn; custodians have the first use of it."""
    lay_dice(t, first, second)
    t.phase = Phase.CUSTODIAN  # PO-44
    if first == second and t.three_doubles:
        t.doubles += 1  # AMB-24
        if t.doubles == MAX_DOUBLES:
            void_throw(t)
    else:
        t.doubles = 0


def lay_dice(t: Table, first: int, second: int) -> None:
    """This puts a throw on the table."""
    t.dice[0] = first
    t.dice[1] = second
    t.left = BOTH
    t.again = 1 if first == second else 0  # PO-09 PO-31


def void_throw(t: Table) -> None:
    """This is a third double in a row."""
    t.left = 0
    t.again = 0  # AMB-24
    if t.three_doubles == LOSE_LEADER:
        t.phase = Phase.PENALTY
    else:
        end_throw(t)


def end_throw(t: Table) -> None:
    """This takes the dice off the table: the same player throws again, or the next one does."""
    t.dice[:] = 0
    t.left = 0
    t.offence = 0
    t.caller = 0
    t.phase = Phase.THROW
    if t.again:
        t.again = 0  # PO-09 PO-31 AMB-13
    else:
        t.turns += 1
        t.doubles = 0
        t.turn = next_seat(t, t.turn)  # PO-04


# What players do with a throw


def come_out(t: Table, move: int) -> None:
    """This brings one or two pieces out of the cell."""
    if t.exit_throw == ANY_SIX:
        spend_die(t, FIRST if t.left & 1 and t.dice[0] == SIX_FACE else SECOND)  # AMB-25
    else:
        t.left = 0  # PO-06 PO-07 PO-08
    if t.exit_double_repeats == 0:
        t.again = 0  # PO-09
    t.phase = Phase.BONUS if take(t, EXIT_SPOTS[move]) else Phase.MOVE  # PO-36
    for _ in range(EXIT_PIECES[move]):
        advance(t, CELL, EXIT_SPOTS[move])


def walk(t: Table, move: int) -> None:
    """This walks a piece by a die, the sum or the bonus."""
    end = walk_end(t, move)
    took = may_take(t) and take(t, end)
    if t.phase != Phase.BONUS:
        if t.enforcement == HONOUR and (t.phase == Phase.EXIT or (not took and has_capture(t))):
            t.offence = 1  # PO-35 AMB-21
        spend_die(t, walk_kind(move))
    advance(t, walk_spot(move), end)
    t.phase = Phase.BONUS if took else Phase.MOVE  # PO-12
    if is_free(t, t.turn):
        finish(t)  # PO-01 PO-28


def spend_die(t: Table, kind: int) -> None:
    """This spends a die, or both for the sum."""
    t.left &= 0 if kind == SUM else BOTH ^ 1 << kind  # PO-33


def touch(t: Table, die: int, spot: int) -> None:
    """This is a piece touched for a walk that it cannot make: it goes back, and the die is lost."""
    spend_die(t, die)
    send_back(t, t.turn, slot_at(t.spots[t.turn], spot))  # PO-29 AMB-23
    t.phase = Phase.MOVE


def arrest(t: Table, move: int) -> None:
    """This lets custodians take what they can; the throw is lost, and nobody has a bonus for it."""
    found = hits(t) if move == ALL_HITS else 1 << move - HIT  # AMB-12 AMB-30
    for hit in range(MAX_HITS):
        if found >> hit & 1:
            seat, slot = victim_of(t, HIT + hit)
            if seat != NOWHERE:
                send_back(t, seat, slot)  # PO-45
    t.left = 0  # PO-46
    if t.custodian_ends_turn:
        t.again = 0  # AMB-13
    t.phase = Phase.MOVE  # PO-47


# Offences


def ask_first(t: Table) -> None:
    """This is a throw that is spent: a rival is asked about an offence, if a piece could pay for it."""
    t.left = 0
    if t.offence and leader_distance(t) != FAR:
        t.phase = Phase.CALL
        t.caller = t.turn
        ask_next(t)  # AMB-22
    else:
        end_throw(t)


def ask_next(t: Table) -> None:
    """This asks the next rival whether it calls the offence; when all have been asked the throw is over."""
    t.caller = next_seat(t, t.caller)
    if is_partner(t, (t.caller - t.turn) % COLOURS):
        t.caller = next_seat(t, t.caller)
    if t.caller == t.turn:
        end_throw(t)


def leader_distance(t: Table) -> int:
    """This is how far the most advanced piece that can be sent back is from freedom; FAR if there is none."""
    nearest = FAR
    for slot in range(MAX_PIECES):
        distance = DISTANCE[t.bridge_rejoin - REJOIN, t.spots[t.turn, slot]]
        if distance != 0 and distance < nearest:
            nearest = distance
    return nearest


def leaders(t: Table) -> int:
    """This is the slots of the most advanced pieces, one for every spot, as a mask."""
    found = 0
    nearest = leader_distance(t)
    for slot in range(MAX_PIECES):
        spot = int(t.spots[t.turn, slot])
        if slot > 0 and t.spots[t.turn, slot - 1] == spot:
            continue
        if DISTANCE[t.bridge_rejoin - REJOIN, spot] == nearest:
            found |= 1 << slot
    return found


def list_leaders(t: Table, out: Ints) -> int:
    """This lists the spots of the most advanced pieces."""
    listed = 0
    found = leaders(t)
    for slot in range(MAX_PIECES):
        if found >> slot & 1:
            out[listed] = PAY + int(t.spots[t.turn, slot])
            listed += 1
    return listed


def punish(t: Table) -> None:
    """This sends the most advanced piece back; of two alike, the owner chooses."""
    t.offence = 0
    t.caller = 0
    found = leaders(t)
    if found == 0:
        end_throw(t)
    for slot in range(MAX_PIECES):
        if found == 1 << slot:
            pay(t, int(t.spots[t.turn, slot]))  # AMB-14


def pay(t: Table, spot: int) -> None:
    """This sends a piece back for an offence, or for a third double."""
    send_back(t, t.turn, slot_at(t.spots[t.turn], spot))  # PO-35 AMB-14 AMB-24
    end_throw(t)


# The end, and what a match is worth


def finish(t: Table) -> None:
    """This gives the next place to the seat in turn, whose pieces are all free; what is left of its turn lapses."""
    t.places[t.turn] = count_finished(t) + 1
    t.again = 0  # AMB-29
    turn = t.turn
    end_throw(t)
    if is_over(t):
        t.turn = turn
        t.phase = Phase.OVER  # PO-28


def is_over(t: Table) -> bool:
    """This is whether the seats that have finished end the match."""
    if t.partners:
        return has_won_with_partner(t, 0) or has_won_with_partner(t, 1)  # AMB-28 AMB-29
    return count_finished(t) >= t.seats - 1 if t.play_on else count_finished(t) > 0  # PO-28 AMB-29


def count_finished(t: Table) -> int:
    """This is how many seats have all their pieces free."""
    done = 0
    for seat in range(t.seats):
        if t.places[seat] != 0:
            done += 1
    return done


def has_won_with_partner(t: Table, seat: int) -> bool:
    """This is whether a seat and the one opposite have both finished."""
    return bool(t.places[seat] != 0 and t.places[(seat + 2) % MAX_SEATS] != 0)


def turns(t: Table) -> int:
    """This is how many turns have been finished, the winning one included."""
    return t.turns


def default(t: Table) -> int:
    """This is the move for an absent player: nobody is accused, and else the first text of what strict play offers."""
    out = np.empty(MOVES, dtype=np.int64)
    listed = legal(t, out)
    if t.phase == Phase.CALL:
        return PASSED
    best = 0
    for i in range(1, listed):
        if text_order(t, out[i]) < text_order(t, out[best]):
            best = i
    return int(out[best])


def text_order(t: Table, move: int) -> int:
    """This is a number that orders moves as strict play would, and those it offers as their texts are ordered."""
    colour = colour_of(t, t.turn)
    if move < WALK:
        return move
    if move < TOUCH:
        pips, spot, end = pips_of(t, walk_kind(move)), walk_spot(move), walk_end(t, move)
        order = (PIPS_ORDER[pips] * SPOTS + FROM_ORDER[colour, spot]) * SPOTS + TO_ORDER[colour, end]
        is_second = t.phase != Phase.BONUS and not captures(survey(t), end)
        return WALK + int(order) + (SECOND_RATE if is_second else 0)
    if move < HIT or move == SKIPPED:
        return 2 * SECOND_RATE
    if move < ALL_HITS:
        return (hit_colour(move) * RING + hit_post(move)) * RING + int(PIPS_ORDER[pips_of(t, hit_kind(move))])
    return int(FROM_ORDER[colour, move - PAY]) if move != ALL_HITS else 0


def score(t: Table, out: Ints) -> None:
    """This is, for every seat, how many of its pieces are free."""
    for seat in range(t.seats):
        out[seat] = count_at(t.spots[seat], FREE) - MAX_PIECES + t.pieces


def rank(t: Table, out: Ints) -> None:
    """This is the place of every seat."""
    for seat in range(t.seats):
        if t.partners:
            out[seat] = 1 if has_won_with_partner(t, seat) else 3  # AMB-28 AMB-29
        elif t.places[seat] != 0:
            out[seat] = t.places[seat]  # AMB-29
        else:
            out[seat] = t.seats if t.play_on else 2  # AMB-29


# What a seat may know: everything lies open


def hide(t: Table, seat: int) -> None:
    """This removes nothing: the game has no secrets."""


def guess(t: Table, seat: int, luck: Luck) -> None:
    """This adds nothing, for nothing was removed."""


def tells(t: Table, choice: int, seat: int) -> bool:
    """This is whether a seat sees a choice: always."""
    return True
