"""Stalag 17: gather what the plan asks for, keep the guards unaware, and be the first to bring all prisoners out.

Cards are counts (see the kit): a hand, the deck and the cards in play hold the copies of each of 32 different cards.
Only the discard pile has an order; a group that is being chosen lies on top of it, not yet part of it.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Int8, Int16, Ints8, Ints32
from sobremesa.kit.cards import list_draws, list_held, pour, ranks, total, turn_down, turn_up
from sobremesa.kit.luck import Luck, below


class Phase(IntEnum):
    """This is what is going on."""

    FIRST = 0
    DEAL = 1
    PLAN = 2
    COIN = 3
    ACT = 4
    GROUP = 5
    DRAW = 6
    GUARD = 7
    JOIN = 8
    OVER = 9


class Side(IntEnum):
    """This is the side of a coin that a seat has chosen."""

    NONE = 0
    HEADS = 1
    TAILS = 2
    HIDDEN = 3


# What the cards are. The numbers marked as rebuilt are ours; no source states them.

MAX_SEATS = 5  # ST-01
OBJECTS = 5
PAIRS = tuple((one, other) for one in range(OBJECTS) for other in range(one + 1, OBJECTS))

SINGLE_COPIES = (2, 4, 2)  # rebuilt: with vigilance 1, 2 and 3
HUIDA_COPIES = (4, 6, 6, 6, 4)  # rebuilt: with the values 1 to 5
DOUBLE_VIGILANCE = HUIDA_VIGILANCE = 3  # rebuilt
BARRACKS_VIGILANCE = INFORMATION_VIGILANCE = 4
FIRST_DICE = 3  # rebuilt: dice of the first plan
CALMING = 3
INFORMER_CALMING = 6  # ST-37
BARRACKS_FOUND = 4
JOIN_VIGILANCE = 4
LAST_JOINER = 5
WRONG_OBJECT, WRONG_HUIDA, WRONG_OTHER = 2, 3, 4
MAX_DICE = 5
MAX_TURNS = 500  # ST-17
MAX_ROUNDS = 30  # ST-33
DEALT = 2

# A card is a number: singles by object and vigilance, doubles, escape cards by value, barracks, information.
LEVELS = len(SINGLE_COPIES)
SINGLES = OBJECTS * LEVELS
GOODS = SINGLES + len(PAIRS)
HUIDA = GOODS
BARRACKS = HUIDA + len(HUIDA_COPIES)
INFORMATION = BARRACKS + 1
CARDS = INFORMATION + 1
UNKNOWN = CARDS

COPIES = np.array([*SINGLE_COPIES * OBJECTS, *(1 for _ in PAIRS), *HUIDA_COPIES, 4, 4], dtype=np.int8)
DECK = int(COPIES.sum())
VIGILANCE = np.array(
    [
        *(1, 2, 3) * OBJECTS,
        *(DOUBLE_VIGILANCE for _ in PAIRS),
        *(HUIDA_VIGILANCE for _ in HUIDA_COPIES),
        BARRACKS_VIGILANCE,
        INFORMATION_VIGILANCE,
    ],
    dtype=np.int32,
)

# The eight kinds: the five objects, huida, barracks, information. Each card as a mask of the kinds it may stand for.
KINDS = OBJECTS + 3
ALL_KINDS = (1 << KINDS) - 1
KINDS_OF = np.array(
    [
        *(1 << card // LEVELS for card in range(SINGLES)),
        *(1 << one | 1 << other for one, other in PAIRS),
        *(1 << OBJECTS for _ in HUIDA_COPIES),
        1 << OBJECTS + 1,
        ALL_KINDS,
    ]
)

# Counts of all kinds side by side in one number: seven bits are enough for each, as no kind has 128 cards.
LANE = 7
LANE_MASK = (1 << LANE) - 1
LANES = np.array([sum(1 << LANE * kind for kind in range(KINDS) if kinds >> kind & 1) for kinds in KINDS_OF.tolist()])

# Each object card as a place in a set of marks; singles of one object are the same mark. Huida and barracks follow.
MARKS = OBJECTS + len(PAIRS)
MARK_OF = np.array(
    [
        *(1 << card // LEVELS for card in range(SINGLES)),
        *(1 << OBJECTS + pair for pair in range(len(PAIRS))),
        *(1 << MARKS for _ in HUIDA_COPIES),
        1 << MARKS + 1,
        0,
    ]
)
RANKS = ranks(OBJECTS, (*(1 << kind for kind in range(OBJECTS)), *(1 << one | 1 << other for one, other in PAIRS)))

SAME = 3  # ST-13
DIFFERENT = 5  # ST-13

# Outcomes: a card, a seat, a face of an object die, or the pips of the ordinary die.
FENCE = OBJECTS
PIPS = 6

# Moves.
DRAW, TAKE, ESCAPE, PASS = range(4)
TOP_TAKE = 4
DRAW_TAKE = TOP_TAKE + MAX_SEATS
PLAY = DRAW_TAKE + MAX_SEATS
DISCARD = PLAY + CARDS
NEGOTIATE = DISCARD + CARDS
OFFER = NEGOTIATE + GOODS
PLAY_TAKE = OFFER + GOODS
ALSO = PLAY_TAKE + MAX_SEATS * CARDS
DONE = ALSO + CARDS
HEADS, TAILS, JOIN, DECLINE = range(DONE + 1, DONE + 5)
MOVES = DECLINE + 1


class Table:
    """Everything on the table of Stalag 17. A view keeps of hidden cards their number alone."""

    vigilance: Annotated[Ints32, (MAX_SEATS,), "vigilance points of each seat"]
    past: Annotated[Int16, "turns finished in earlier rounds"]
    turns: Annotated[Int16, "turns finished in this round"]
    seats: Annotated[Int8, "how many play"]
    phase: Annotated[Int8, "what is going on"]
    rounds: Annotated[Int8, "number of the round, from 1"]
    first: Annotated[Int8, "first player of the round"]
    turn: Annotated[Int8, "seat whose turn it is"]
    tried: Annotated[Int8, "1 after a failed escape in this turn"]
    dry: Annotated[Int8, "last turns in a row that found and left both piles empty"]
    due: Annotated[Int8, "cards that are still to be drawn"]
    asked: Annotated[Int8, "seat that is asked to join an escape"]
    plan: Annotated[Ints8, (OBJECTS,), "how often the plan asks for each object; while it is rolled, faces so far"]
    fences: Annotated[Int8, "fences rolled so far, 0 when the plan is made"]
    huida: Annotated[Int8, "escape value of the plan, 0 when it is still to be made"]
    inside: Annotated[Ints8, (MAX_SEATS,), "prisoners inside of each seat"]
    coin: Annotated[Ints8, (MAX_SEATS,), "1 for each seat that still has its coin"]
    sides: Annotated[Ints8, (MAX_SEATS,), "side chosen by each seat while coins are chosen"]
    is_informer: Annotated[Ints8, (MAX_SEATS,), "1 for each informer of this round"]
    hands: Annotated[Ints8, (MAX_SEATS, CARDS + 1), "copies of each card in each hand, unknown cards last"]
    played: Annotated[Ints8, (MAX_SEATS, CARDS + 1), "the same for cards played face down"]
    shown: Annotated[Ints8, (MAX_SEATS, CARDS), "copies of each played card that was turned up"]
    negotiated: Annotated[Ints8, (MAX_SEATS, CARDS), "copies of each card won from the guard"]
    offer: Annotated[Ints8, (MAX_SEATS,), "1 + the card that each seat offers, 0 for none"]
    deck: Annotated[Ints8, (CARDS,), "copies of each card in the deck; in a view, of each card not seen"]
    left: Annotated[Int8, "cards in the deck"]
    pile: Annotated[Ints8, (DECK,), "the discards from bottom to top, and on them the group being chosen"]
    discards: Annotated[Int8, "how many cards are discarded"]
    grouped: Annotated[Int8, "how many cards the group has"]
    negotiating: Annotated[Int8, "1 if the group is for the guard"]
    informer: Annotated[Int8, "option: 1 if there are informers"]
    guard: Annotated[Int8, "option: 1 if the guard can be bribed"]
    trade: Annotated[Int8, "option: 1 if cards can be offered"]
    joint: Annotated[Int8, "option: 1 if a second player may join an escape"]
    tiebreak: Annotated[Int8, "option: 1 if vigilance decides between two who free their last prisoner"]
    fence_bonus: Annotated[Int8, "option: escape value of a fence"]
    failed_escape: Annotated[Int8, "option: vigilance for a failed escape"]
    prisoners: Annotated[Int8, "option: prisoners of each seat"]


# The course of a match


def deal(t: Table, seats: int) -> None:
    """This starts a match: the first player is still to be drawn."""
    t.seats = seats
    t.rounds = 1
    for seat in range(seats):
        t.inside[seat] = t.prisoners  # ST-01
        t.coin[seat] = 1
    gather(t)
    t.phase = Phase.FIRST


def actor(t: Table) -> int:
    """This is who chooses next."""
    if t.phase == Phase.ACT or t.phase == Phase.GROUP:
        return t.turn
    if t.phase == Phase.COIN:
        return undecided(t)
    if t.phase == Phase.JOIN:
        return t.asked
    return OVER if t.phase == Phase.OVER else CHANCE


def legal(t: Table, out: Ints) -> int:
    """This lists the moves of whoever must choose."""
    if t.phase == Phase.ACT:
        return list_actions(t, out)
    if t.phase == Phase.GROUP:
        return list_group(t, out)
    if t.phase == Phase.COIN:
        out[0], out[1] = HEADS, TAILS
    else:
        out[0], out[1] = JOIN, DECLINE
    return 2


def chance(t: Table, out: Ints, weight: Ints) -> int:
    """This lists the seats for the first player, the faces of a die, or the cards of the deck."""
    if t.phase == Phase.FIRST:
        return list_alike(0, t.seats, out, weight)  # ST-02
    if t.phase == Phase.PLAN:
        if fallen(t) < dice(t):
            return list_alike(0, OBJECTS + 1, out, weight)
        return list_alike(1, PIPS, out, weight)
    return list_draws(t.deck, out, weight)


def list_alike(lowest: int, count: int, out: Ints, weight: Ints) -> int:
    """This lists so many outcomes, one as likely as the other."""
    for i in range(count):
        out[i] = lowest + i
        weight[i] = 1
    return count


def apply(t: Table, choice: int) -> None:
    """This carries out a move or an outcome."""
    if t.phase == Phase.ACT:
        act(t, choice)
    elif t.phase == Phase.DRAW:
        draw_card(t, choice)
    elif t.phase == Phase.GROUP:
        if choice == DONE:
            finish_group(t)
        else:
            choose(t, choice - ALSO)
    elif t.phase == Phase.GUARD:
        show_guard(t, choice)
    elif t.phase == Phase.DEAL:
        deal_card(t, choice)
    elif t.phase == Phase.PLAN:
        roll(t, choice)
    elif t.phase == Phase.COIN:
        toss(t, Side.TAILS if choice == TAILS else Side.HEADS)
    elif t.phase == Phase.JOIN:
        answer(t, choice)
    else:
        begin(t, choice)


# The plan


def begin(t: Table, seat: int) -> None:
    """This names the first player of the match."""
    t.first = seat
    t.turn = seat
    t.phase = Phase.DEAL


def receiver(t: Table) -> int:
    """This is the seat to which the next card is dealt, or -1 when all have theirs."""
    for step in range(t.seats):
        seat = (t.first + step) % t.seats  # ST-03
        if total(t.hands[seat]) < DEALT:
            return seat
    return -1


def deal_card(t: Table, card: int) -> None:
    """This deals a card."""
    give(t, receiver(t), card)
    if receiver(t) < 0:
        t.phase = Phase.PLAN


def give(t: Table, seat: int, card: int) -> None:
    """This moves a card from the deck to a hand."""
    t.deck[card] -= 1
    t.left -= 1
    t.hands[seat, card] += 1


def dice(t: Table) -> int:
    """This is how many object dice are rolled for the plan."""
    escaped = t.seats * t.prisoners
    for seat in range(t.seats):
        escaped -= t.inside[seat]
    return min(MAX_DICE, FIRST_DICE + escaped // t.seats)  # ST-04


def fallen(t: Table) -> int:
    """This is how many object dice have fallen."""
    return t.fences + total(t.plan)


def roll(t: Table, face: int) -> None:
    """This is an object die that falls, or after all of them the ordinary one."""
    if fallen(t) == dice(t):
        t.huida = face + t.fence_bonus * t.fences  # ST-05
        t.fences = 0
        choose_sides(t)
    elif face == FENCE:
        t.fences += 1
    else:
        t.plan[face] += 1  # ST-05


def choose_sides(t: Table) -> None:
    """This asks for the coins; without any, preparation begins."""
    t.phase = Phase.COIN
    if not t.informer or undecided(t) < 0:  # ST-35
        t.phase = Phase.ACT  # ST-06


def undecided(t: Table) -> int:
    """This is the lowest seat that has a coin and has chosen no side, or -1."""
    for seat in range(t.seats):
        if t.coin[seat] and int(t.sides[seat]) == Side.NONE:
            return seat
    return -1


def toss(t: Table, side: int) -> None:
    """This chooses a side in secret; when all have chosen, they are shown together."""
    t.sides[undecided(t)] = side
    if undecided(t) >= 0:
        return
    for seat in range(t.seats):
        if t.sides[seat] == Side.TAILS:
            t.is_informer[seat] = 1  # ST-35
            t.coin[seat] = 0  # ST-39
        t.sides[seat] = Side.NONE
    t.phase = Phase.ACT


# A turn


def is_empty(t: Table) -> bool:
    """This is whether neither the deck nor the discard pile has a card."""
    return t.left == 0 and t.discards == 0


def list_actions(t: Table, out: Ints) -> int:
    """This lists the actions of the seat in turn."""
    count = 0
    if is_empty(t):
        if not t.tried:
            out[count] = ESCAPE
            count += 1
        out[count] = PASS  # ST-16
        count += 1
    else:
        out[count] = DRAW  # ST-10
        count += 1
        if t.discards > 0:
            out[count] = TAKE  # ST-11
            count += 1
        if not t.tried:  # ST-25
            out[count] = ESCAPE  # ST-14
            count += 1

    offers = 0
    for seat in range(t.seats):
        if t.offer[seat] > 0 and seat != t.turn:  # ST-51
            offers |= 1 << seat
    if offers != 0:
        count = list_takes(t, offers, out, count)

    # The cards of the hand are found once; all other moves with a card follow from that list.
    plays = count
    count = list_held(t.hands[t.turn], CARDS, PLAY, out, count)  # ST-12 ST-15
    held = count - plays
    for i in range(held):
        out[count + i] = out[plays + i] - PLAY + DISCARD
    count += held
    goods = 0
    while goods < held and out[plays + goods] < PLAY + GOODS:  # ST-40
        goods += 1
    if t.guard and not is_empty(t):  # ST-41
        for i in range(goods):
            out[count + i] = out[plays + i] - PLAY + NEGOTIATE
        count += goods
    if t.trade and t.offer[t.turn] == 0:  # ST-51
        count = list_offers(t, out, plays, goods, count)
    if offers != 0:
        for seat in range(t.seats):
            if offers >> seat & 1:
                for i in range(held):
                    out[count + i] = out[plays + i] - PLAY + PLAY_TAKE + seat * CARDS
                count += held
    return count


def list_takes(t: Table, offers: int, out: Ints, count: int) -> int:
    """This lists the ways to take an offered card together with another one."""
    if t.discards > 0:
        for seat in range(t.seats):
            if offers >> seat & 1:
                out[count] = TOP_TAKE + seat
                count += 1
    for seat in range(t.seats):
        if offers >> seat & 1:
            out[count] = DRAW_TAKE + seat  # ST-16
            count += 1
    return count


def list_offers(t: Table, out: Ints, plays: int, goods: int, count: int) -> int:
    """This lists the object cards of the hand that the plan asks for."""
    asked = 0
    for kind in range(OBJECTS):
        if t.plan[kind] > 0:
            asked |= 1 << kind
    for i in range(goods):
        card = out[plays + i] - PLAY
        if KINDS_OF[card] & asked:  # ST-50
            out[count] = OFFER + card
            count += 1
    return count


def act(t: Table, choice: int) -> None:
    """This is an action of the seat in turn."""
    if choice == ESCAPE:
        escape(t)
        return
    if DISCARD <= choice < OFFER:
        t.negotiating = 1 if choice >= NEGOTIATE else 0
        choose(t, choice - NEGOTIATE if choice >= NEGOTIATE else choice - DISCARD)
        return

    # Piles that are empty now stay empty: no other action puts a card on them.
    if is_empty(t):
        t.dry += 1
    if choice == DRAW:
        t.due = 2  # ST-10
    elif choice == TAKE:
        take_top(t)
        t.due = 1  # ST-11
    elif choice >= PLAY_TAKE:
        play(t, (choice - PLAY_TAKE) % CARDS)
        take_offer(t, (choice - PLAY_TAKE) // CARDS)  # ST-51
    elif choice >= OFFER:
        t.hands[t.turn, choice - OFFER] -= 1
        t.offer[t.turn] = 1 + choice - OFFER
        t.due = 2  # ST-50
    elif choice >= PLAY:
        play(t, choice - PLAY)
        t.due = 1  # ST-12
    elif choice >= DRAW_TAKE:
        take_offer(t, choice - DRAW_TAKE)
        t.due = 1  # ST-51
    elif choice >= TOP_TAKE:
        take_top(t)
        take_offer(t, choice - TOP_TAKE)  # ST-51
    go_on_drawing(t)


def take_top(t: Table) -> None:
    """This takes the top discard into the hand."""
    t.discards -= 1
    t.hands[t.turn, t.pile[t.discards]] += 1
    t.pile[t.discards] = 0


def take_offer(t: Table, seat: int) -> None:
    """This takes the card that a seat offers into the hand."""
    t.hands[t.turn, t.offer[seat] - 1] += 1
    t.offer[seat] = 0


def play(t: Table, card: int) -> None:
    """This plays a card of the hand face down."""
    t.hands[t.turn, card] -= 1
    t.played[t.turn, card] += 1  # ST-12


def go_on_drawing(t: Table) -> None:
    """This draws the next card that is due; when none is, or there is no card, the turn ends."""
    if t.due > 0 and t.left == 0:
        refill(t)  # ST-16
    if t.due > 0 and t.left > 0:
        t.phase = Phase.DRAW
    else:
        t.due = 0  # ST-16
        end_turn(t)


def draw_card(t: Table, card: int) -> None:
    """This draws a card from the deck."""
    give(t, t.turn, card)
    t.due -= 1
    go_on_drawing(t)


def refill(t: Table) -> None:
    """This makes the discards the deck; a group that lies on them stays."""
    for place in range(t.discards):
        t.deck[t.pile[place]] += 1
    t.left += t.discards
    for place in range(t.discards):
        t.pile[place] = 0
    for place in range(t.grouped):
        t.pile[place] = t.pile[t.discards + place]
        t.pile[t.discards + place] = 0
    t.discards = 0


def end_turn(t: Table) -> None:
    """This passes the turn clockwise, unless the round ends without an escape."""
    t.tried = 0
    t.turns += 1
    if t.dry == t.seats or t.turns == MAX_TURNS:  # ST-16 ST-17
        for seat in range(t.seats):
            raise_vigilance(t, seat, -CALMING * int(t.inside[seat]))  # ST-16
        end_round(t, t.first)
    else:
        t.turn = (t.turn + 1) % t.seats  # ST-06
        t.phase = Phase.ACT


def raise_vigilance(t: Table, seat: int, points: int) -> None:
    """This changes the vigilance points of a seat; they never fall below 0."""
    t.vigilance[seat] = max(0, int(t.vigilance[seat]) + int(points))  # ST-01


# Groups


def list_group(t: Table, out: Ints) -> int:
    """This lists the cards that may join the group, and whether it may be left as it is."""
    if t.negotiating:
        return list_bribes(t, out)
    kinds = common_kinds(t) & plentiful_kinds(t)
    marks = chosen_marks(t)
    informations = chosen_informations(t)
    is_varied = may_be_different(t)
    count = 0
    for card in range(CARDS):
        if t.hands[t.turn, card] > 0:
            more = informations + 1 if card == INFORMATION else informations
            if kinds & KINDS_OF[card] != 0 or (is_varied and variety(marks | MARK_OF[card], more) > t.grouped):  # ST-13
                out[count] = ALSO + card
                count += 1
    if may_stop(t):
        out[count] = DONE
        count += 1
    return count


# A group can become one of equal cards if some kind that all its cards may stand for has enough cards, those in the
# hand included. Sets of cards that can show different kinds are the independent sets of a matroid: such a group can
# always be enlarged to as many cards as the group and the hand can show different kinds.


def may_stop(t: Table) -> bool:
    """This is whether the group is allowed as it is."""
    if t.grouped == 1 or t.negotiating:
        return True  # ST-13 ST-40
    if t.grouped >= SAME and common_kinds(t) != 0:
        return True  # ST-13
    return t.grouped >= DIFFERENT and is_different(t)  # ST-13


def may_go_on(t: Table) -> bool:
    """This is whether the group is allowed or can become so with cards of the hand."""
    return may_stop(t) or common_kinds(t) & plentiful_kinds(t) != 0 or (is_different(t) and may_be_different(t))


def common_kinds(t: Table) -> int:
    """This is the set of kinds that every card of the group may stand for."""
    kinds = ALL_KINDS
    for place in range(t.discards, t.discards + t.grouped):
        kinds &= KINDS_OF[t.pile[place]]
    return kinds


def chosen_marks(t: Table) -> int:
    """This is the set of marks in the group."""
    marks = 0
    for place in range(t.discards, t.discards + t.grouped):
        marks |= MARK_OF[t.pile[place]]
    return marks


def chosen_informations(t: Table) -> int:
    """This is how many informations are in the group."""
    informations = 0
    for place in range(t.discards, t.discards + t.grouped):
        informations += 1 if t.pile[place] == INFORMATION else 0
    return informations


def plentiful_kinds(t: Table) -> int:
    """This is the set of kinds for which enough cards of the group and the hand may stand."""
    lanes = 0
    for place in range(t.discards, t.discards + t.grouped):
        lanes += LANES[t.pile[place]]
    for card in range(CARDS):
        lanes += t.hands[t.turn, card] * LANES[card]
    kinds = 0
    for kind in range(KINDS):
        if lanes >> LANE * kind & LANE_MASK >= SAME:
            kinds |= 1 << kind
    return kinds


def is_different(t: Table) -> bool:
    """This is whether the cards of the group can all show different kinds."""
    return variety(chosen_marks(t), chosen_informations(t)) == t.grouped


def may_be_different(t: Table) -> bool:
    """This is whether the cards of the group and the hand can show enough different kinds."""
    marks = chosen_marks(t)
    for card in range(CARDS):
        marks |= MARK_OF[card] if t.hands[t.turn, card] > 0 else 0
    return variety(marks, chosen_informations(t) + t.hands[t.turn, INFORMATION]) >= DIFFERENT


def variety(marks: int, informations: int) -> int:
    """This is how many different kinds some cards can show at once, information standing for any."""
    shown = int(RANKS[marks & (1 << MARKS) - 1]) + (marks >> MARKS & 1) + (marks >> MARKS + 1)
    return min(KINDS, shown + informations)


def list_bribes(t: Table, out: Ints) -> int:
    """This lists the object cards that show none of the objects given so far, and the end of giving."""
    given = objects_given(t)
    count = 0
    for card in range(GOODS):
        if t.hands[t.turn, card] > 0 and KINDS_OF[card] & given == 0:  # ST-40
            out[count] = ALSO + card
            count += 1
    out[count] = DONE
    return count + 1


def objects_given(t: Table) -> int:
    """This is the set of objects in the group."""
    given = 0
    for place in range(t.discards, t.discards + t.grouped):
        given |= KINDS_OF[t.pile[place]]
    return given


def choose(t: Table, card: int) -> None:
    """This adds a card of the hand to the group."""
    t.hands[t.turn, card] -= 1
    t.pile[t.discards + t.grouped] = card
    t.grouped += 1
    t.phase = Phase.GROUP


def finish_group(t: Table) -> None:
    """This discards the group, or asks what the guard makes of it."""
    if t.negotiating:
        if t.left == 0:
            refill(t)  # ST-41
        t.phase = Phase.GUARD
    else:
        lay_down(t)
        end_turn(t)  # ST-13


def lay_down(t: Table) -> None:
    """This puts the group on the discards."""
    t.discards += t.grouped
    t.grouped = 0
    t.negotiating = 0
    t.dry = 0


def is_bribe(t: Table, card: int) -> bool:
    """This is whether the guard, who shows a card, wants what has been given: an object that it shows too."""
    return card < GOODS and KINDS_OF[card] & objects_given(t) != 0  # ST-42


def show_guard(t: Table, card: int) -> None:
    """This is the card that the guard shows."""
    t.deck[card] -= 1
    t.left -= 1
    if is_bribe(t, card):
        t.negotiated[t.turn, card] += 1  # ST-42
        lay_down(t)
    else:
        lay_down(t)
        t.pile[t.discards] = card  # ST-43
        t.discards += 1
        if card < GOODS:
            raise_vigilance(t, t.turn, WRONG_OBJECT)  # ST-43
        elif card < BARRACKS:
            raise_vigilance(t, t.turn, WRONG_HUIDA)  # ST-43
        else:
            raise_vigilance(t, t.turn, WRONG_OTHER)  # ST-43
    end_turn(t)  # ST-41


# Escape


def show(t: Table, seat: int) -> None:
    """This turns the played cards of a seat up."""
    pour(t.played[seat], t.shown[seat])  # ST-20


def lacking(t: Table, seat: int) -> int:
    """This is how many requirements the shown cards of a seat leave open, barracks put to their best use."""
    lanes = 0
    for card in range(GOODS):
        lanes += t.shown[seat, card] * LANES[card]
    open_requirements = 0
    for kind in range(OBJECTS):
        open_requirements += max(0, int(t.plan[kind]) - int(lanes >> LANE * kind & LANE_MASK))  # ST-21 ST-23
    wild = t.shown[seat, BARRACKS] + total(t.negotiated[seat])  # ST-42
    return max(0, open_requirements - int(wild))


def strength(t: Table, seat: int) -> int:
    """This is the sum of the shown escape cards of a seat."""
    value = 0
    for card in range(HUIDA, BARRACKS):
        value += (card - HUIDA + 1) * int(t.shown[seat, card])
    return value


def needed(t: Table, seat: int) -> int:
    """This is the escape value that a seat must show; more, if it joins another with its last prisoner."""
    value = int(t.huida)
    if not t.is_informer[seat]:  # ST-36
        value += int(t.vigilance[seat])
    if seat != t.turn and t.inside[seat] == 1:
        value += LAST_JOINER  # ST-63
    return value


def succeeds(t: Table, seat: int) -> bool:
    """This is whether the shown cards of a seat satisfy the plan."""
    return lacking(t, seat) == 0 and strength(t, seat) >= needed(t, seat)  # ST-22


def escape(t: Table) -> None:
    """This is an attempt of the seat in turn to escape."""
    show(t, t.turn)
    if not succeeds(t, t.turn):
        t.tried = 1  # ST-25
        raise_vigilance(t, t.turn, t.failed_escape)  # ST-25
    elif t.is_informer[t.turn]:
        close_escape(t, -1)  # ST-37
    else:
        t.inside[t.turn] -= 1  # ST-24
        t.asked = t.turn
        ask(t)


def ask(t: Table) -> None:
    """This asks the next seat clockwise whether it joins the escape; after the last the escape is closed."""
    t.phase = Phase.JOIN
    if t.joint:
        t.asked = (t.asked + 1) % t.seats
        while t.asked != t.turn and t.is_informer[t.asked]:  # ST-60
            t.asked = (t.asked + 1) % t.seats
    if t.asked == t.turn:
        close_escape(t, -1)


def answer(t: Table, choice: int) -> None:
    """This is what a seat says that is asked to join."""
    if choice == DECLINE:
        ask(t)
        return
    seat = t.asked
    show(t, seat)  # ST-61
    if succeeds(t, seat):  # ST-61
        t.inside[seat] -= 1
        close_escape(t, seat)
    else:
        raise_vigilance(t, seat, t.failed_escape)  # ST-64
        close_escape(t, -1)


def close_escape(t: Table, joiner: int) -> None:
    """This ends the round of an escape, or the match if somebody's last prisoner is free."""
    t.asked = 0
    t.turns += 1
    if is_empty(t):
        t.dry += 1  # ST-16
    if t.inside[t.turn] == 0 or (joiner >= 0 and t.inside[joiner] == 0):
        t.phase = Phase.OVER  # ST-26
    else:
        for seat in range(t.seats):
            raise_vigilance(t, seat, called(t, seat, joiner))
        end_round(t, t.turn)


# Roll call


def called(t: Table, seat: int, joiner: int) -> int:
    """This is the change of a seat's vigilance at the roll call after an escape."""
    relief = INFORMER_CALMING if t.is_informer[seat] else CALMING  # ST-38
    if seat == t.turn and t.is_informer[seat]:
        return -relief * int(t.inside[seat])  # ST-37
    if seat == t.turn:
        return worth(t, seat)  # ST-30
    if seat == joiner:
        return worth(t, seat) + JOIN_VIGILANCE  # ST-62
    return worth(t, seat) + BARRACKS_FOUND * barracks(t, seat) - relief * int(t.inside[seat])  # ST-31


def worth(t: Table, seat: int) -> int:
    """This is the vigilance of the cards in a hand."""
    points = 0
    for card in range(CARDS):
        points += VIGILANCE[card] * int(t.hands[seat, card])
    return points


def barracks(t: Table, seat: int) -> int:
    """This is how many barracks a seat has in play, negotiated cards included."""
    return int(t.played[seat, BARRACKS]) + int(t.shown[seat, BARRACKS]) + int(total(t.negotiated[seat]))  # ST-42


def end_round(t: Table, last: int) -> None:
    """This gathers everything; unless it was the last round, another begins after the seat that comes last."""
    if t.rounds == MAX_ROUNDS:
        t.phase = Phase.OVER  # ST-33
    else:
        t.rounds += 1
        t.first = next_first(t, last)
        t.phase = Phase.DEAL
    gather(t)
    t.turn = t.first
    t.past += t.turns
    t.turns = 0
    t.dry = 0
    t.huida = 0
    t.plan[:] = 0
    t.is_informer[:] = 0


def next_first(t: Table, last: int) -> int:
    """This is the seat that lags behind: nearest clockwise after the last one among equals."""
    best = (last + 1) % t.seats
    for step in range(2, t.seats + 1):
        seat = (last + step) % t.seats
        is_behind = t.inside[seat] > t.inside[best]
        if is_behind or (t.inside[seat] == t.inside[best] and t.vigilance[seat] > t.vigilance[best]):
            best = seat  # ST-32
    return best


def gather(t: Table) -> None:
    """This puts all cards into the deck."""
    t.hands[:] = 0
    t.played[:] = 0
    t.shown[:] = 0
    t.negotiated[:] = 0
    t.offer[:] = 0
    t.pile[:] = 0
    t.discards = 0
    for card in range(CARDS):
        t.deck[card] = COPIES[card]  # ST-03
    t.left = DECK


# The end, and what a match is worth


def turns(t: Table) -> int:
    """This is how many turns have been finished in all rounds."""
    return int(t.past) + int(t.turns)


def default(t: Table) -> int:
    """This is the move for an absent player: heads, draw or pass, no more cards than needed, no joining."""
    if t.phase == Phase.COIN:
        return HEADS
    if t.phase == Phase.JOIN:
        return DECLINE
    if t.phase == Phase.ACT:
        return PASS if is_empty(t) else DRAW
    if may_stop(t):
        return DONE
    also = np.zeros(CARDS + 1, dtype=np.int64)
    list_group(t, also)
    return int(also[0])


def score(t: Table, out: Ints) -> None:
    """This is, for every seat, how many prisoners are free."""
    for seat in range(t.seats):
        out[seat] = t.prisoners - t.inside[seat]


def rank(t: Table, out: Ints) -> None:
    """This is the place of every seat: by prisoners free, then by fewer vigilance points."""
    for seat in range(t.seats):
        out[seat] = 1
        for other in range(t.seats):
            if beats(t, other, seat):
                out[seat] += 1


def beats(t: Table, seat: int, other: int) -> bool:
    """This is whether a seat stands before another."""
    if t.inside[seat] != t.inside[other]:
        return bool(t.inside[seat] < t.inside[other])  # ST-34
    if t.inside[seat] == 0 and not t.tiebreak:
        return False  # ST-65
    return bool(t.vigilance[seat] < t.vigilance[other])  # ST-34 ST-65


# What a seat may know


def hide(t: Table, seat: int) -> None:
    """This turns down the hands, face-down cards and coins of all other seats."""
    for other in range(t.seats):
        if other != seat:
            turn_down(t.hands[other], t.deck)  # ST-15
            turn_down(t.played[other], t.deck)  # ST-15
            if int(t.sides[other]) != Side.NONE:
                t.sides[other] = Side.HIDDEN  # ST-35


def guess(t: Table, seat: int, luck: Luck) -> None:
    """This deals the hidden cards from those that the seat has not seen, and turns the hidden coins at random."""
    if t.phase == Phase.GROUP:
        # Whoever has begun a group can finish it: hands with which that is impossible are dealt again.
        turn_up(t.hands[t.turn], t.deck, luck)
        while not may_go_on(t):
            turn_down(t.hands[t.turn], t.deck)
            turn_up(t.hands[t.turn], t.deck, luck)
    for other in range(t.seats):
        turn_up(t.hands[other], t.deck, luck)
        turn_up(t.played[other], t.deck, luck)
        if int(t.sides[other]) == Side.HIDDEN:
            t.sides[other] = Side.HEADS + below(luck, 2)


def tells(t: Table, choice: int, seat: int) -> bool:
    """This is whether a seat sees a choice: not a card drawn or played by another, nor another's coin."""
    if t.phase == Phase.DEAL:
        return seat == receiver(t)
    if t.phase == Phase.DRAW:
        return bool(seat == t.turn)
    if t.phase == Phase.COIN:
        return seat == undecided(t)
    if t.phase == Phase.ACT and (PLAY <= choice < DISCARD or choice >= PLAY_TAKE):
        return bool(seat == t.turn)
    return True
