"""Royal Ludo: free four pawns, ride on those of others, and be the first to crown all of one's own.

Pawns are numbered through: those of seat s are 4s to 4s + 3. Each stands on a coordinate of its own player: how far it
has come from that player's start. Sets of pawns are masks of these numbers.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Int8, Int32, Ints8
from sobremesa.kit.luck import Luck
from sobremesa.kit.opening import NOBODY, next_to_throw, settle_throws
from sobremesa.kit.ring import mark_ahead, mark_behind, seen_from


class Phase(IntEnum):
    """This is what is going on."""

    OPENING = 0
    THROW = 1
    ACT = 2
    LAND = 3
    PUSH = 4
    OVER = 5


MAX_SEATS = 4  # RL-1
COLOURS = 4
PAWNS = 4  # RL-6
ALL_PAWNS = MAX_SEATS * PAWNS

# The boards, in the order of the option's values: classic, short, long.
RINGS = np.array([52, 40, 68])  # RL-2 RL-A3
QUARTERS = RINGS // COLOURS  # RL-3 RL-A2
GATES = RINGS - 2
FINALS = np.array([56, 43, 74])
FEATHERS = np.array([8, 5, 8])  # RL-3
PRISON = -1

# The special die shows points up to 4, or a symbol; the plain one shows points.
SIDES = 6
FEATHER, CROWN = 5, 6  # RL-5 RL-A1
THROWS = SIDES * SIDES

AMBUSH = 2  # RL-20

# Values of the options.
ALWAYS = 1
ZONE = 0
ANY_TWO = 1
ROLLER = 1

# Moves: each range of numbers is one kind.
GO = 0
FREE = GO + PAWNS
JAIL = FREE + 1
SHARE = JAIL + 1
RIDE = SHARE + 1
BACK = RIDE + ALL_PAWNS
MOVES = BACK + PAWNS


class Table:
    """Everything on the table of Royal Ludo. Pawns that nobody plays with count as crowned from the beginning."""

    turns: Annotated[Int32, "turns finished so far"]
    at: Annotated[Ints8, (ALL_PAWNS,), "own coordinate of each pawn, -1 in prison"]
    pair: Annotated[Ints8, (ALL_PAWNS,), "n for a pawn that rides pawn n - 1, -n for one that carries it, else 0"]
    seats: Annotated[Int8, "how many play"]
    phase: Annotated[Int8, "what is going on"]
    turn: Annotated[Int8, "seat whose turn it is, or whose opening throw"]
    special: Annotated[Int8, "special die: 1 to 4, 5 for a Feather, 6 for a Crown, 0 when still to be thrown"]
    plain: Annotated[Int8, "plain die, 0 when still to be thrown"]
    landed: Annotated[Int8, "which of the roller's four pawns has just come to its square, 0 when none has"]
    push: Annotated[Int8, "how many seats have still to take a pawn back, the one that does it now included"]
    opening: Annotated[Ints8, (MAX_SEATS,), "opening total of each seat, 0 when still to throw, -1 when out"]
    pushback: Annotated[Int8, "option: 1 if pawns go back after every action with a Crown"]
    bounce: Annotated[Int8, "option: 1 if a pawn that walks back may leave its zone"]
    ambush: Annotated[Int8, "option: 1 if a symbol with 2 points is an ambush too"]
    crowns_safe: Annotated[Int8, "option: 1 if nobody is jailed or mounted on a Crown"]
    final_crown_counts: Annotated[Int8, "option: 1 if the final Crown is the next one of a pawn without any ahead"]
    pushed_by: Annotated[Int8, "option: 1 if the roller chooses which pawns go back"]
    board: Annotated[Int8, "option: 0 classic, 1 short, 2 long"]
    pawns: Annotated[Int8, "option: pawns of a player"]


# The ring and the pawns on it


def ring(t: Table) -> int:
    """This is how many squares the ring has."""
    return int(RINGS[t.board])


def quarter(t: Table) -> int:
    """This is how far the start of a colour is from the one before, and a Crown from the next."""
    return int(QUARTERS[t.board])


def gate(t: Table) -> int:
    """This is the own coordinate of the last square of the ring that a pawn enters."""
    return int(GATES[t.board])


def final(t: Table) -> int:
    """This is the own coordinate of the final Crown."""
    return int(FINALS[t.board])


def colour_of(t: Table, seat: int) -> int:
    """This is the colour of a seat: two players sit opposite each other."""
    return 2 * seat if t.seats == 2 else seat  # RL-1


def left_of(t: Table, seat: int, places: int) -> int:
    """This is the seat some places to the left of another, less than once round the table."""
    left = seat + places
    return left if left < t.seats else left - int(t.seats)


def start_of(t: Table, seat: int) -> int:
    """This is the square of the ring on which a seat starts."""
    return quarter(t) * colour_of(t, seat)  # RL-2


def is_on_ring(t: Table, x: int) -> bool:
    """This is whether a pawn at a coordinate stands on the ring, where others can meet it."""
    return 0 <= x <= gate(t)  # RL-22


def is_safe(t: Table, x: int) -> bool:
    """This is whether nobody can be jailed or mounted on a square of the ring."""
    return t.crowns_safe == 1 and x % quarter(t) == 0  # RL-3 RL-A13


def rivals_on(t: Table, seat: int, x: int) -> int:
    """This is every pawn of the others on the square of the ring that a seat counts as x."""
    found = 0
    start = start_of(t, seat)
    for other in range(t.seats):
        if other == seat:
            continue
        there = seen_from(x, start_of(t, other) - start, ring(t))
        if there <= gate(t):
            for pawn in range(PAWNS * other, PAWNS * other + PAWNS):
                if t.at[pawn] == there:
                    found |= 1 << pawn
    return found


# Pairs


def rides(t: Table, pawn: int) -> bool:
    """This is whether a pawn rides another one."""
    return bool(t.pair[pawn] > 0)


def carries(t: Table, pawn: int) -> bool:
    """This is whether a pawn carries another one."""
    return bool(t.pair[pawn] < 0)


def partner(t: Table, pawn: int) -> int:
    """This is the pawn that a paired pawn rides or carries."""
    return abs(int(t.pair[pawn])) - 1


def mount(t: Table, rider: int, carrier: int) -> None:
    """This makes two pawns on one square a pair."""
    t.pair[rider] = carrier + 1
    t.pair[carrier] = -rider - 1


def part(t: Table, pawn: int) -> None:
    """This dissolves the pair of a pawn that has one."""
    if t.pair[pawn] != 0:
        t.pair[partner(t, pawn)] = 0
        t.pair[pawn] = 0


def are_alike(t: Table, pawn: int, other: int) -> bool:
    """This is whether two pawns of one player are equal: on one coordinate, and paired alike."""
    if t.at[pawn] != t.at[other]:
        return False
    if t.pair[pawn] == 0 or t.pair[other] == 0:
        return bool(t.pair[pawn] == t.pair[other])
    if rides(t, pawn) != rides(t, other):
        return False
    return partner(t, pawn) // PAWNS == partner(t, other) // PAWNS  # RL-26


def is_first_alike(t: Table, pawn: int) -> bool:
    """This is whether a pawn is the lowest of those that are equal to it."""
    for other in range(pawn - pawn % PAWNS, pawn):
        if are_alike(t, other, pawn):
            return False
    return True


def is_first_there(t: Table, pawn: int) -> bool:
    """This is whether a pawn is the lowest of its player's on its coordinate."""
    for other in range(pawn - pawn % PAWNS, pawn):
        if t.at[other] == t.at[pawn]:
            return False
    return True


def shift(t: Table, pawn: int, x: int) -> None:
    """This takes a pawn to a coordinate, and the pawn that it carries as far as that one can go."""
    if rides(t, pawn):
        part(t, pawn)  # RL-17 RL-A17
    elif carries(t, pawn):
        rider = partner(t, pawn)
        reach = int(t.at[rider]) + min(x, gate(t)) - int(t.at[pawn])  # RL-17
        stop = max(0, min(reach, gate(t)))  # RL-18
        if x > gate(t) or reach != stop:
            part(t, pawn)  # RL-18
        t.at[rider] = stop
    t.at[pawn] = x


def jail(t: Table, pawns: int) -> None:
    """This sends every pawn of a mask to prison; whoever was paired with one stays alone."""
    for pawn in range(ALL_PAWNS):
        if pawns >> pawn & 1:
            part(t, pawn)  # RL-19
            t.at[pawn] = PRISON


# The course of a match


def deal(t: Table, seats: int) -> None:
    """This starts a match: all pawns are in prison, and the opening throws come first."""
    t.seats = seats
    t.phase = Phase.OPENING
    for pawn in range(ALL_PAWNS):
        is_played = pawn // PAWNS < seats and pawn % PAWNS < t.pawns
        t.at[pawn] = PRISON if is_played else final(t)  # RL-6


def actor(t: Table) -> int:
    """This is who chooses next."""
    if t.phase == Phase.OPENING or t.phase == Phase.THROW:
        return CHANCE
    if t.phase == Phase.OVER:
        return OVER
    if t.phase == Phase.PUSH and t.pushed_by != ROLLER:
        return pushed_seat(t)  # RL-12 RL-A10
    return int(t.turn)


def legal(t: Table, out: Ints) -> int:
    """This lists what can be done with the throw, with rivals met, or which pawn can go back."""
    if t.phase == Phase.ACT:
        return list_actions(t, out)
    if t.phase == Phase.LAND:
        return list_landings(t, out)
    return list_backs(t, out)


def chance(t: Table, out: Ints, weight: Ints) -> int:
    """This lists the throws: the special die, then the plain one."""
    for throw in range(THROWS):
        out[throw] = throw  # RL-5
    for throw in range(THROWS):
        weight[throw] = 1
    return THROWS


def apply(t: Table, choice: int) -> None:
    """This carries out a throw or a move."""
    if t.phase == Phase.OPENING:
        throw_for_start(t, choice)
    elif t.phase == Phase.THROW:
        throw(t, choice)
    elif choice < FREE:
        go(t, PAWNS * int(t.turn) + choice - GO)
    elif choice == FREE:
        free(t)
    elif choice < BACK:
        meet(t, choice)
    else:
        go_back(t, PAWNS * pushed_seat(t) + choice - BACK)


def special_of(throw: int) -> int:
    """This is what the special die shows."""
    return throw // SIDES + 1


def plain_of(throw: int) -> int:
    """This is what the plain die shows."""
    return throw % SIDES + 1


# The opening throws


def throw_for_start(t: Table, throw: int) -> None:
    """This is the opening throw of the seat in turn."""
    t.opening[t.turn] = opening_total(throw)
    settle_opening(t)


def opening_total(throw: int) -> int:
    """This is what a throw is worth in the opening, where a symbol is worth nothing."""
    special = special_of(throw)
    return plain_of(throw) + (special if special < FEATHER else 0)  # RL-6


def settle_opening(t: Table) -> None:
    """This finds who throws next in the opening, or, when all have thrown, who begins or must throw again."""
    first = settle_throws(t.opening, t.seats)
    if first == NOBODY:
        t.turn = next_to_throw(t.opening, t.seats)  # RL-6
    else:
        t.turn = first
        t.phase = Phase.THROW  # RL-6


# The action of a turn


def throw(t: Table, throw: int) -> None:
    """This is the throw of a turn; one with which nothing can be done passes by itself."""
    t.special = special_of(throw)
    t.plain = plain_of(throw)
    t.phase = Phase.ACT
    if not has_action(t):
        end_turn(t)  # RL-7


def has_action(t: Table) -> bool:
    """This is whether the throw can be used at all."""
    if t.special == CROWN:
        return True  # RL-10
    for pawn in range(PAWNS * t.turn, PAWNS * t.turn + PAWNS):
        if 0 <= t.at[pawn] < final(t):
            return True
    return False


def list_actions(t: Table, out: Ints) -> int:
    """This lists the pawns that can use the throw, one of those that are equal, and freeing a prisoner."""
    count = 0
    has_prisoner = False
    can_ambush = is_ambush(t)
    first = PAWNS * t.turn
    crown = final(t)
    for pawn in range(first, first + PAWNS):
        if t.at[pawn] == PRISON:
            has_prisoner = True
        elif t.at[pawn] < crown:  # RL-8 RL-9 RL-23
            stays = can_ambush and ambushed(t, pawn) != 0
            if is_first_there(t, pawn) if stays else is_first_alike(t, pawn):
                out[count] = GO + pawn - first
                count += 1
    if has_prisoner and t.special == CROWN:
        out[count] = FREE  # RL-10
        return count + 1
    return count


def go(t: Table, pawn: int) -> None:
    """This is the action of a pawn that is not in prison: it walks, or stays and jails those two squares behind."""
    prey = ambushed(t, pawn) if is_ambush(t) else 0
    if prey != 0:
        jail(t, prey)  # RL-20 RL-A6 RL-A7
        if t.special == CROWN and t.pushback == ALWAYS:
            begin_push(t)  # RL-A4 RL-A5
        else:
            end_turn(t)
    else:
        shift(t, pawn, destination(t, int(t.at[pawn])))
        arrive(t, pawn)


def free(t: Table) -> None:
    """This frees the lowest prisoner, who walks on from the start at once."""
    pawn = prisoner(t)
    t.at[pawn] = t.plain  # RL-10 RL-11
    arrive(t, pawn)


def prisoner(t: Table) -> int:
    """This is the lowest pawn in prison of the seat in turn, which has one."""
    pawn = PAWNS * int(t.turn)
    while t.at[pawn] != PRISON:
        pawn += 1
    return pawn


def destination(t: Table, x: int) -> int:
    """This is where the throw takes a pawn from a coordinate."""
    return step(t, leap(t, x), stride(t))


def stride(t: Table) -> int:
    """This is how many squares a pawn walks with the throw, after its leap if there is one."""
    return int(t.special) + int(t.plain) if t.special < FEATHER else int(t.plain)  # RL-8 RL-10


def leap(t: Table, x: int) -> int:
    """This is where a pawn begins to walk: on the mark to which a symbol takes it, or where it stands."""
    if t.special < FEATHER:
        return x
    first = FEATHERS[t.board] if t.special == FEATHER else 0
    mark = mark_ahead(x, first, quarter(t))
    if mark <= gate(t):
        return mark  # RL-9 RL-10 RL-11
    return final(t) if t.special == CROWN and t.final_crown_counts else x  # RL-9 RL-A9 RL-A14


def step(t: Table, x: int, points: int) -> int:
    """This is where a pawn ends that walks some points; it walks the excess back from the final Crown."""
    ahead = x + points
    if ahead <= final(t):
        return ahead
    back = 2 * final(t) - ahead  # RL-21
    return max(back, gate(t) + 1) if t.bounce == ZONE else back  # RL-21 RL-A8


def is_ambush(t: Table) -> bool:
    """This is whether the throw makes a pawn jail those two squares behind it in place of walking."""
    if t.special < FEATHER:
        return int(t.special) + int(t.plain) == AMBUSH  # RL-20
    return t.ambush == ANY_TWO and t.plain == AMBUSH  # RL-A5


def ambushed(t: Table, pawn: int) -> int:
    """This is every rival that a pawn would jail two squares behind it."""
    x = int(t.at[pawn])
    behind = seen_from(x - AMBUSH, 0, ring(t))
    if not is_on_ring(t, x) or is_safe(t, behind):
        return 0  # RL-22 RL-A13
    return rivals_on(t, pawn // PAWNS, behind)


# Landing


def arrive(t: Table, pawn: int) -> None:
    """This is what follows when a pawn has come to a square by its own action."""
    if is_crowned_out(t, int(t.turn)):
        t.turns += 1
        clear(t)
        t.phase = Phase.OVER  # RL-24 RL-25
    else:
        t.landed = pawn % PAWNS
        t.phase = Phase.LAND
        settle_landing(t)


def is_crowned_out(t: Table, seat: int) -> bool:
    """This is whether a seat has crowned all its pawns."""
    for pawn in range(PAWNS * seat, PAWNS * seat + PAWNS):
        if t.at[pawn] != final(t):  # RL-23
            return False
    return True


def settle_landing(t: Table) -> None:
    """This goes on by itself if the pawn that has landed met nobody."""
    if rivals_met(t) == 0:
        leave_landing(t)


def leave_landing(t: Table) -> None:
    """This goes on to the push-backs, or, if the throw brings none, to the next player."""
    # With a Crown only a freed pawn ends on the coordinate that the plain die shows.
    is_freed = t.at[landed_pawn(t)] == t.plain
    t.landed = 0
    if t.special == CROWN and (not is_freed or t.pushback == ALWAYS):  # RL-12 RL-A4 RL-A14
        begin_push(t)  # RL-A16
    else:
        end_turn(t)


def landed_pawn(t: Table) -> int:
    """This is the pawn that has just come to its square."""
    return PAWNS * int(t.turn) + int(t.landed)


def rivals_met(t: Table) -> int:
    """This is every rival, but one that it brought along, whose fate the pawn that has landed decides."""
    pawn = landed_pawn(t)
    x = int(t.at[pawn])
    if not is_on_ring(t, x) or is_safe(t, x):
        return 0  # RL-22 RL-A13
    rivals = rivals_on(t, int(t.turn), x)  # RL-14 RL-16
    if carries(t, pawn):
        rivals &= ~(1 << partner(t, pawn))
    return rivals


def is_tied_to(t: Table, seat: int, rivals: int) -> bool:
    """This is whether a pawn of a seat forms a pair with one of a mask."""
    for pawn in range(PAWNS * seat, PAWNS * seat + PAWNS):
        if t.pair[pawn] != 0 and rivals >> partner(t, pawn) & 1:
            return True
    return False


def list_landings(t: Table, out: Ints) -> int:
    """This lists what can be done with the rivals met; a pawn of each of them can be ridden, the lowest there."""
    rivals = rivals_met(t)
    out[0] = JAIL  # RL-14
    if is_tied_to(t, int(t.turn), rivals):
        out[1] = SHARE  # RL-15 RL-A15
        return 2
    if carries(t, landed_pawn(t)):
        return 1  # RL-15

    count = 1
    for pawn in range(ALL_PAWNS):
        is_first = rivals & ((1 << pawn) - (1 << pawn - pawn % PAWNS)) == 0
        if rivals >> pawn & 1 and is_first:
            out[count] = RIDE + pawn  # RL-14
            count += 1
    return count


def meet(t: Table, choice: int) -> None:
    """This decides the fate of the rivals met: all go to prison, all but one that is ridden, or none."""
    if choice == JAIL:
        jail(t, rivals_met(t))
    elif choice >= RIDE:
        jail(t, rivals_met(t) & ~(1 << choice - RIDE))
        mount(t, landed_pawn(t), choice - RIDE)
    leave_landing(t)


# Push-backs and the end of a turn


def begin_push(t: Table) -> None:
    """This makes every other seat take a pawn back, one after the other."""
    t.phase = Phase.PUSH  # RL-25
    t.push = t.seats - 1  # RL-12
    settle_push(t)


def settle_push(t: Table) -> None:
    """This passes over seats without a pawn that can go back, and ends the turn when no seat is left."""
    while t.push != 0:
        seat = pushed_seat(t)
        for pawn in range(PAWNS * seat, PAWNS * seat + PAWNS):
            if may_go_back(t, pawn):
                return
        t.push -= 1
    end_turn(t)


def pushed_seat(t: Table) -> int:
    """This is the seat whose pawn goes back now: they follow each other from the roller's left."""
    return left_of(t, int(t.turn), int(t.seats) - int(t.push))  # RL-25


def may_go_back(t: Table, pawn: int) -> bool:
    """This is whether a pawn stands on the ring with a Crown behind it; its own start is one."""
    return bool(0 < t.at[pawn] <= gate(t))  # RL-12 RL-22


def list_backs(t: Table, out: Ints) -> int:
    """This lists the pawns that can go back, one of those that are equal."""
    count = 0
    first = PAWNS * pushed_seat(t)
    for pawn in range(first, first + PAWNS):
        if may_go_back(t, pawn) and is_first_alike(t, pawn):
            out[count] = BACK + pawn - first
            count += 1
    return count


def go_back(t: Table, pawn: int) -> None:
    """This takes a pawn back to the Crown behind it; nobody there is touched."""
    shift(t, pawn, crown_behind(t, int(t.at[pawn])))  # RL-12 RL-13 RL-A11 RL-A12
    t.push -= 1
    settle_push(t)


def crown_behind(t: Table, x: int) -> int:
    """This is the Crown strictly behind a coordinate."""
    return mark_behind(x, 0, quarter(t))


def end_turn(t: Table) -> None:
    """This passes the turn to the left."""
    t.turns += 1
    t.turn = left_of(t, int(t.turn), 1)  # RL-6
    clear(t)
    t.phase = Phase.THROW


def clear(t: Table) -> None:
    """This takes the throw off the table."""
    t.special = 0
    t.plain = 0


# The end, and what a match is worth


def turns(t: Table) -> int:
    """This is how many turns have been finished, the winning one included."""
    return t.turns


def default(t: Table) -> int:
    """This is the move for an absent player: the first pawn that can, else free or jail."""
    if t.phase == Phase.LAND:
        return JAIL
    first = PAWNS * pushed_seat(t) if t.phase == Phase.PUSH else PAWNS * int(t.turn)
    for pawn in range(first, first + PAWNS):
        if t.phase == Phase.PUSH and may_go_back(t, pawn):
            return BACK + pawn - first
        if t.phase == Phase.ACT and 0 <= t.at[pawn] < final(t):
            return GO + pawn - first
    return FREE


def crowned(t: Table, seat: int) -> int:
    """This is how many pawns a seat has crowned."""
    count, at, goal = int(t.pawns) - PAWNS, t.at, final(t)
    for pawn in range(PAWNS * seat, PAWNS * seat + PAWNS):
        if at[pawn] == goal:
            count += 1
    return count


def standing(t: Table, seat: int) -> int:
    """This is a number that grows with the pawns crowned, and then with the sum of the coordinates."""
    total = 0
    for pawn in range(PAWNS * seat, PAWNS * seat + PAWNS):
        total += int(t.at[pawn])
    return crowned(t, seat) * PAWNS * (final(t) + 1) + total  # RL-24


def score(t: Table, out: Ints) -> None:
    """This is, for every seat, how many pawns it has crowned."""
    for seat in range(t.seats):
        out[seat] = crowned(t, seat)


def rank(t: Table, out: Ints) -> None:
    """This is the place of every seat: the winner has crowned most, and those who stand alike share a place."""
    for seat in range(t.seats):
        out[seat] = 1
        for other in range(t.seats):
            if standing(t, other) > standing(t, seat):
                out[seat] += 1  # RL-24


# What a seat may know: everything lies open


def hide(t: Table, seat: int) -> None:
    """This removes nothing: the game has no secrets."""


def guess(t: Table, seat: int, luck: Luck) -> None:
    """This adds nothing, for nothing was removed."""


def tells(t: Table, choice: int, seat: int) -> bool:
    """This is whether a seat sees a choice: always."""
    return True
