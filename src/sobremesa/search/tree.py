"""The tree: loops of a search over moves and listed outcomes, written once against the names of the contract.

Every simulation starts from a possible table (what the thinker cannot know is guessed anew), goes down the tree, adds
one node, plays on from it, at random or by what looks best, and judges. Every node keeps a total for every seat, so
that any number of sides can play. A node is reached by what the thinker gets to know: choices it is not told of lead
to one node together, or it would plan as if it saw them.

Where everything lies open, a node stands for one table, and its moves are listed and judged once. Where it does not,
they are listed at every visit, for other cards allow other moves.
"""

from collections.abc import Callable
from math import exp, log, sqrt
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Int16, Int32, Tables
from sobremesa.core.worth import HORIZON as ENDLESS
from sobremesa.kit.luck import SPAN, Luck, below, draw, pick

Floats = npt.NDArray[np.float64]
Seats = npt.NDArray[np.integer[Any]]

actor: Callable[[Any], int]
legal: Callable[[Any, Ints], int]
chance: Callable[[Any, Ints, Ints], int]
apply: Callable[[Any, int], None]
turns: Callable[[Any], int]
rank: Callable[[Any, Ints], None]
hide: Callable[[Any, int], None]
guess: Callable[[Any, int, Luck], None]
tells: Callable[[Any, int, int], bool]
side: Callable[[Any, int], int]
worth: Callable[[Any, int], float]
hopeless: Callable[[Any, int], bool]
HORIZON: int
WANDER: int
SCALE: float
EXPLORATION: float

ROOT = 0
UNTOLD = -1
"""The choice of a node for all choices that the thinker is not told of."""

NO_CHOICE = -1
"""Where a choice may be given or found, and is not."""

UNFINISHED = -1
"""The number of steps of a match that went on beyond its bound."""

NOBODY = -1
"""The seat that began a match whose tables do not say whose turn it is."""

RANDOM = 2.0
"""The share of slips of a seat that plays at random: unlike a slip, it also makes moves that are hopeless."""

TRUST = 2.0
"""As how many simulations the judgement right after a move counts."""

TRIES = 8
"""So many random continuations are judged in a simulation."""

FORESIGHT = 4
"""So many choices are foreseen at least, for a judgement at once leaves nothing to chance that an error could tell."""

FEW = 16
"""Of an open table so many moves have a node at first, those that promise most; all have one once these are tried."""

CURIOSITY = np.sqrt(np.log(np.arange(1024) + 1.0))
"""For most nodes it is looked up, which is done sooner than to work it out."""


class Node:
    """A node of the tree: a choice, and how it went."""

    choice: Annotated[Int32, "the choice that leads here"]
    chooser: Annotated[Int32, "who made it"]
    first: Annotated[Int32, "the first node below, 0 if none"]
    after: Annotated[Int32, "the next node beside, 0 if none; in ascending order of choices if not kept as kids"]
    visits: Annotated[Int32, "simulations that came through"]
    offers: Annotated[Int32, "simulations in which it could have been chosen, unless everything lies open"]
    moves: Annotated[Int16, "legal moves after it, if everything lies open and it was opened"]
    kids: Annotated[Int16, "nodes side by side from the first on: of moves, by what they promised, or of outcomes"]
    tried: Annotated[Int16, "those of these that were visited: the first so many"]


class Hope:
    """What the chooser may hope for at a node; kept apart, so that moves are compared without fetching their nodes."""

    promise: Annotated[float, np.float64, "the chooser's chance of winning, as judged at first and learnt since"]
    doubt: Annotated[float, np.float64, "how little is known of that: 1 after one simulation, a half after four"]


def think(
    start: Tables,
    seat: int,
    is_open: bool,  # noqa: FBT001 - compiled loops are called by position
    luck: Luck,
    simulations: int,
    nodes: Any,
    hopes: Any,
    used: Ints,
    totals: Floats,
    scratch: Tables,
    path: Ints,
    kids: Ints,
    out: Ints,
    weight: Ints,
    values: Floats,
    places: Ints,
    judged: Floats,
) -> int:
    """This adds simulations to a tree; it returns how many choices they made."""
    steps = 0
    for _ in range(simulations):
        scratch[0] = start[0]
        guess(scratch[0], seat, luck)
        depth, made = descend(
            seat, is_open, luck, nodes, hopes, used, totals, scratch, path, kids, out, weight, values, places, judged
        )
        steps += made + try_out(scratch, luck, out, weight, values, places, judged)
        for i in range(depth + 1):
            learn(path[i], nodes, hopes, values)
        # Only what is asked about in the end is summed up: more would be fetched from all over the memory.
        for i in range(min(depth, 1) + 1):
            add_up(path[i], max(seat, 0), totals, values)
    return steps


def learn(node: int, nodes: Any, hopes: Any, values: Floats) -> None:
    """This lets a node know the result of a simulation that came through."""
    nodes[node].visits += 1
    chooser = nodes[node].chooser
    if chooser >= 0:
        # Kept up to date here, both are at hand where moves are compared, which is far more often.
        count = nodes[node].visits + TRUST
        hopes[node].promise += (values[chooser] - hopes[node].promise) / count
        hopes[node].doubt = 1.0 / sqrt(count)


def add_up(node: int, seat: int, totals: Floats, values: Floats) -> None:
    """This adds the result of a simulation to the totals of a node, and the square of a seat's to the last of them."""
    for each in range(len(values)):
        totals[node, each] += values[each]
    totals[node, len(values)] += values[seat] * values[seat]


def descend(
    seat: int,
    is_open: bool,  # noqa: FBT001 - compiled loops are called by position
    luck: Luck,
    nodes: Any,
    hopes: Any,
    used: Ints,
    totals: Floats,
    scratch: Tables,
    path: Ints,
    kids: Ints,
    out: Ints,
    weight: Ints,
    values: Floats,
    places: Ints,
    judged: Floats,
) -> tuple[int, int]:
    """This goes down the tree to a node that is new, writing down the path; it returns its length and the choices made.

    The length is that of the path without the root; with a full tree or path it ends where it can go no further.
    """
    t = scratch[0]
    node, depth, steps = ROOT, 0, 0
    path[0] = ROOT
    while depth + 2 < len(path) and (node == ROOT or nodes[node].visits > 0):
        who = actor(t)
        if who == OVER:
            break
        is_told = True
        if who == CHANCE:
            count = chance(t, out, weight)
            if is_open and count <= FEW and nodes[node].kids == 0:
                open_outcomes(node, count, nodes, used, out)
            # Tables that are guessed differ in how likely an outcome is: what is due at one is not at another.
            index = due(node, luck, count, nodes, kids, out, weight) if is_open else pick(luck, weight, count)
            choice = out[index]
            if nodes[node].kids > 0:
                below_it = nodes[node].first + index
            else:
                out[0] = choice if is_open or tells(t, choice, seat) else UNTOLD
                if not open_below(node, who, 1, nodes, used, kids, out):
                    break
                below_it = int(kids[0])
        elif is_open:
            if nodes[node].tried == nodes[node].kids:
                steps += open_best(node, who, nodes, hopes, used, totals, scratch, kids, out, values, places, judged)
                if nodes[node].kids == 0:
                    break
            below_it = favourite_kid(node, nodes, hopes)
            choice = int(nodes[below_it].choice)
        else:
            known = int(used[0])
            count = legal(t, out)
            if not open_below(node, who, count, nodes, used, kids, out):
                break
            steps += look_at(who, count, known, nodes, hopes, scratch, kids, out, values, places)
            chosen = favourite(count, nodes, hopes, kids)
            choice, below_it = out[chosen], int(kids[chosen])
            is_told = tells(t, choice, seat)
        apply(t, choice)
        steps += 1
        depth += 1
        path[depth] = below_it
        if not is_told:
            # The chooser knows what it chose and learns from it, but what follows hangs together.
            out[0] = UNTOLD
            if not open_below(node, who, 1, nodes, used, kids, out):
                break
            below_it = int(kids[0])
            depth += 1
            path[depth] = below_it
        node = below_it
    return depth, steps


def open_outcomes(node: int, count: int, nodes: Any, used: Ints, out: Ints) -> None:
    """This gives all of a few outcomes nodes side by side, where they are found at once; if there is room."""
    first = int(used[0])
    if first + count > len(nodes):
        return
    used[0] += count
    for i in range(count):
        nodes[first + i].choice = out[i]
        nodes[first + i].chooser = CHANCE
        nodes[first + i].after = first + i + 1 if i + 1 < count else 0
    nodes[node].first = first
    nodes[node].kids = count


def due(node: int, luck: Luck, count: int, nodes: Any, came: Ints, out: Ints, weight: Ints) -> int:
    """This is the index of an outcome that came up less often below a node than by its weight it should have.

    Any outcome is drawn as often as by plain luck, but what was drawn once is not drawn again too soon.
    """
    at = int(nodes[node].first)
    if at == 0:
        return pick(luck, weight, count)
    whole, seen = 0, 0
    for i in range(count):
        while at != 0 and nodes[at].choice < out[i]:
            at = int(nodes[at].after)
        came[i] = nodes[at].visits if at != 0 and nodes[at].choice == out[i] else 0
        whole += weight[i]
        seen += came[i]
    # What an outcome lacks, in parts of a draw.
    total = 0
    for i in range(count):
        weight[i] = max(0, weight[i] * (seen + 1) - came[i] * whole)
        total += weight[i]
    ticket, index = below(luck, total), 0
    while ticket >= weight[index]:
        ticket -= weight[index]
        index += 1
    return index


def open_best(
    node: int,
    who: int,
    nodes: Any,
    hopes: Any,
    used: Ints,
    totals: Floats,
    scratch: Tables,
    order: Ints,
    out: Ints,
    values: Floats,
    places: Ints,
    judged: Floats,
) -> int:
    """This gives the moves that promise most a node below another, or all moves if those have been tried.

    It returns how many moves were judged for that: none if there is nothing to do, or no room.
    """
    first, known = int(used[0]), int(nodes[node].kids)
    kept = min(int(nodes[node].moves) if known > 0 else FEW, len(nodes) - first)
    if kept <= known:
        return 0
    count = judge_moves(scratch[0], scratch[1:], out, values, places, judged)
    kept = min(kept, count)
    sort_down(judged, count, kept, order)
    used[0] += kept
    for i in range(kept):
        new = first + i
        if i < known:
            # What has been tried is what promised most, so it comes first again.
            old = nodes[node].first + i
            nodes[new] = nodes[old]
            hopes[new] = hopes[old]
            for each in range(len(values) + 1):
                totals[new, each] = totals[old, each]
        else:
            nodes[new].choice = out[order[i]]
            nodes[new].chooser = who
            hopes[new].promise = judged[order[i]]
            hopes[new].doubt = 1.0 / sqrt(TRUST)
        nodes[new].after = new + 1 if i + 1 < kept else 0
    nodes[node].first = first
    nodes[node].kids = kept
    nodes[node].moves = count
    return count


def sort_down(judged: Floats, count: int, kept: int, order: Ints) -> None:
    """This fills in the places of the highest numbers, from the highest down, of equal ones the first place first."""
    for i in range(count):
        at = i
        if i >= kept:
            if judged[order[kept - 1]] >= judged[i]:
                continue
            at = kept - 1
        while at > 0 and judged[order[at - 1]] < judged[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i


def favourite_kid(node: int, nodes: Any, hopes: Any) -> int:
    """This is the node of the move that looks best to its chooser, or was tried too seldom to know.

    It is one of those that were tried or the next one, since the others promise no more than that one.
    """
    first, best, highest = int(nodes[node].first), 0, -1.0
    # The first visit of all nodes but the root came before there was anything below them.
    offers = nodes[node].visits + (1 if node == ROOT else 0)
    eagerness = EXPLORATION * curiosity(offers)
    for kid in range(first, first + min(nodes[node].tried + 1, nodes[node].kids)):
        hope = hopes[kid].promise + eagerness * hopes[kid].doubt
        if hope > highest:
            best, highest = kid, hope
    if best == first + nodes[node].tried:
        nodes[node].tried += 1
    return best


def curiosity(offers: int) -> float:
    """This is how much what is not known counts at a node, by how often there was something to choose from."""
    return float(CURIOSITY[offers]) if offers < len(CURIOSITY) else sqrt(log(offers + 1.0))


def open_below(node: int, who: int, count: int, nodes: Any, used: Ints, kids: Ints, out: Ints) -> bool:
    """This finds the nodes below another for ascending choices, new ones if need be; false if the tree is full."""
    last, at, known = 0, int(nodes[node].first), 0
    # Moves that were listed together lie side by side; looking there is done sooner than following the links.
    while known < count and at != 0 and nodes[at].choice == out[known] and nodes[at].chooser == who:
        kids[known] = at
        last, at = at, at + 1 if nodes[at].after == at + 1 else 0
        known += 1
    at = int(nodes[last].after if known > 0 else nodes[node].first)
    for i in range(known, count):
        while at != 0 and (nodes[at].choice < out[i] or (nodes[at].choice == out[i] and nodes[at].chooser != who)):
            last, at = at, int(nodes[at].after)
        if at == 0 or nodes[at].choice != out[i]:
            new = int(used[0])
            if new == len(nodes):
                return False
            used[0] += 1
            nodes[new].choice = out[i]
            nodes[new].chooser = who
            nodes[new].after = at
            if last == 0:
                nodes[node].first = new
            else:
                nodes[last].after = new
            at = new
        kids[i] = at
        last, at = at, int(nodes[at].after)
    return True


def look_at(
    who: int,
    count: int,
    known: int,
    nodes: Any,
    hopes: Any,
    scratch: Tables,
    kids: Ints,
    out: Ints,
    values: Floats,
    places: Ints,
) -> int:
    """This offers every legal move, and judges the table after those whose nodes are new; it returns how many."""
    tried = 0
    for i in range(count):
        nodes[kids[i]].offers += 1
        if kids[i] >= known:
            scratch[1] = scratch[0]
            apply(scratch[1], out[i])
            judge(scratch[1], values, places)
            hopes[kids[i]].promise = values[who]
            hopes[kids[i]].doubt = 1.0 / sqrt(TRUST)
            tried += 1
    return tried


def favourite(count: int, nodes: Any, hopes: Any, kids: Ints) -> int:
    """This is the index of the legal move that looks best to its chooser, or was tried too seldom to know."""
    best, highest = 0, -1.0
    offers, eagerness = 0, 0.0
    for i in range(count):
        kid = kids[i]
        # Hands differ, and moves have not been offered equally often.
        if nodes[kid].offers != offers:
            offers = int(nodes[kid].offers)
            eagerness = EXPLORATION * curiosity(offers)
        hope = hopes[kid].promise + eagerness * hopes[kid].doubt
        if hope > highest:
            best, highest = i, hope
    return best


def try_out(scratch: Tables, luck: Luck, out: Ints, weight: Ints, values: Floats, places: Ints, judged: Floats) -> int:
    """This fills in the chances of winning as judged after playing on; it returns the choices made.

    Where a game bears it, several random continuations are judged at once: that makes a simulation surer for little,
    since going down the tree to it costs more than they do.
    """
    if WANDER == 0:
        steps = play_on(HORIZON, scratch, luck, out, weight, values, places, judged)
        judge(scratch[0], values, places)
        return steps
    tries = TRIES if WANDER < ENDLESS and actor(scratch[0]) != OVER else 1
    steps = 0
    for seat in range(len(values)):
        judged[seat] = 0.0
    for _ in range(tries):
        scratch[1] = scratch[0]
        steps += wander(scratch[1], luck, out, weight)
        judge(scratch[1], values, places)
        for seat in range(len(values)):
            judged[seat] += values[seat] / tries
    for seat in range(len(values)):
        values[seat] = judged[seat]
    return steps


def wander(t: Any, luck: Luck, out: Ints, weight: Ints) -> int:
    """This plays on at random for about as long as the game says; it returns the choices made."""
    # Judging always after the same number of choices would favour whoever is then about to move.
    bound = below(luck, 2 * WANDER + 1) if WANDER < ENDLESS else ENDLESS
    for step in range(bound):
        who = actor(t)
        if who == OVER:
            return step
        if who == CHANCE:
            apply(t, out[pick(luck, weight, chance(t, out, weight))])
        else:
            apply(t, out[below(luck, legal(t, out))])
    return bound


def play_on(
    horizon: int,
    scratch: Tables,
    luck: Luck,
    out: Ints,
    weight: Ints,
    values: Floats,
    places: Ints,
    judged: Floats,
) -> int:
    """This plays on to about a horizon, greedily where the game can judge; it returns the choices made or tried."""
    # Judging always after the same number of choices would favour whoever is then about to move.
    bound = below(luck, 2 * horizon + 1) if horizon < ENDLESS else ENDLESS
    steps = 0
    t = scratch[0]
    for _ in range(bound):
        who = actor(t)
        if who == OVER:
            break
        steps += 1
        if who == CHANCE:
            apply(t, out[pick(luck, weight, chance(t, out, weight))])
        elif bound == ENDLESS:
            apply(t, out[below(luck, legal(t, out))])
        else:
            count = judge_moves(t, scratch[1:], out, values, places, judged)
            steps += count
            apply(t, out[best_of(judged, count, luck)])
    return steps


def judge(t: Any, values: Floats, places: Ints) -> None:
    """This fills in the chance of winning of every seat: the result once over, else what the worth makes likely."""
    seats = len(values)
    if actor(t) == OVER:
        rank(t, places)
        winners = 0
        for seat in range(seats):
            if places[seat] == 1 and is_first_of_winners(t, seat, places):
                winners += 1
        for seat in range(seats):
            values[seat] = 1.0 / winners if places[seat] == 1 else 0.0
        return
    highest = -1e300
    for seat in range(seats):
        values[seat] = worth(t, seat)
        highest = max(highest, values[seat])
    total = 0.0
    for seat in range(seats):
        values[seat] = exp((values[seat] - highest) / SCALE) if values[seat] < highest else 1.0
        if side(t, seat) == seat:
            total += values[seat]
    for seat in range(seats):
        values[seat] /= total


def is_first_of_winners(t: Any, seat: int, places: Ints) -> bool:
    """This is whether no lower seat of its side has won with it."""
    for lower in range(seat):
        if places[lower] == 1 and side(t, lower) == side(t, seat):
            return False
    return True


def judge_moves(t: Any, trial: Tables, out: Ints, values: Floats, places: Ints, judged: Floats) -> int:
    """This lists the legal moves and the actor's chance of winning as judged right after each; it returns how many."""
    count = legal(t, out)
    judge_listed(t, count, trial, out, values, places, judged)
    return count


def judge_listed(t: Any, count: int, trial: Tables, out: Ints, values: Floats, places: Ints, judged: Floats) -> None:
    """Fill in the actor's chance of winning as judged right after each of so many listed moves."""
    who = actor(t)
    for i in range(count):
        trial[0] = t
        apply(trial[0], out[i])
        judge(trial[0], values, places)
        judged[i] = values[who]


def decide(
    seen: Any,
    seat: int,
    slips: float,
    trial: Tables,
    luck: Luck,
    out: Ints,
    values: Floats,
    places: Ints,
    judged: Floats,
) -> int:
    """Return the index of the legal move that a seat makes by what it sees: the best one at once, or a slip.

    What the seat cannot know is guessed at the table itself, so where anything is hidden it must be a copy.
    """
    count = legal(seen, out)
    if count == 1:
        return 0
    if slips > 0.0 and draw(luck) < slips * SPAN:
        return slip(seen, luck, out)
    guess(seen, seat, luck)
    # A seat knows its own moves, so a guess leaves them as they are.
    judge_listed(seen, count, trial, out, values, places, judged)
    best = best_of(judged, count, luck)
    if hopeless(seen, out[best]):
        # It may seem to cost nothing: then whatever is as good and not hopeless is better.
        for i in range(count):
            if judged[i] == judged[best] and not hopeless(seen, out[i]):
                return i
    return best


def play_matches(
    start: Tables,
    scratch: Tables,
    in_turn: Seats,
    lucks: Luck,
    longest: int,
    is_open: bool,  # noqa: FBT001 - compiled loops are called by position
    slips: Floats,
    out: Ints,
    weight: Ints,
    values: Floats,
    judged: Floats,
    ends: Tables,
    steps: Ints,
    finished: Ints,
    beginners: Ints,
    places: Ints,
) -> None:
    """Play a match for every luck, each seat by what it may know and with its own share of slips, or at RANDOM.

    The scratch has room for a table, the view of a seat, and a trial; in_turn is where the first of them says whose
    turn it is. Each match fills a row: its choices (or UNFINISHED), finished turns, the seat that began, the places,
    and if there is room for it the table at the end.
    """
    t = scratch[0]
    view = scratch[0] if is_open else scratch[1]
    for row in range(len(lucks)):
        scratch[0] = start[0]
        luck = lucks[row]
        steps[row] = UNFINISHED
        beginners[row] = NOBODY
        for step in range(longest + 1):
            # A first turn may pass without a decision, so the seat that begins is not always the first to decide.
            if turns(t) == 0:
                beginners[row] = in_turn[0]
            who = actor(t)
            if who == OVER:
                steps[row] = step
                break
            if who == CHANCE:
                choice = out[pick(luck, weight, chance(t, out, weight))]
            elif slips[who] >= RANDOM:
                choice = out[below(luck, legal(t, out))]
            else:
                if not is_open:
                    scratch[1] = t
                    hide(view, who)
                choice = out[decide(view, who, slips[who], scratch[2:], luck, out, values, places[row], judged)]
            apply(t, choice)
        finished[row] = turns(t)
        if steps[row] != UNFINISHED:
            rank(t, places[row])
        if len(ends) > 0:
            ends[row] = t


def best_of(judged: Floats, count: int, luck: Luck) -> int:
    """This is the index of the highest of some numbers, any of those that are equal."""
    best, equals = 0, 1
    for i in range(1, count):
        if judged[i] > judged[best]:
            best, equals = i, 1
        elif judged[i] == judged[best]:
            equals += 1
            if below(luck, equals) == 0:
                best = i
    return best


def slip(t: Any, luck: Luck, out: Ints) -> int:
    """Return the index of a random legal move, the hopeless ones left out unless there are no others."""
    count = legal(t, out)
    sensible = 0
    for i in range(count):
        if not hopeless(t, out[i]):
            sensible += 1
    if sensible == 0:
        return below(luck, count)
    left = below(luck, sensible)
    for i in range(count):
        if not hopeless(t, out[i]):
            if left == 0:
                return i
            left -= 1
    return 0


def foresee(
    start: Tables,
    seat: int,
    choice: int,
    lucks: Luck,
    scratch: Tables,
    out: Ints,
    weight: Ints,
    values: Floats,
    places: Ints,
    judged: Floats,
    totals: Floats,
    squares: Floats,
) -> None:
    """This plays on from what a seat sees, once for every luck, and adds up everybody's chances and their squares.

    A choice that is not NO_CHOICE is made first. All seats play alike before and after, so no side is favoured by
    having been thought about longer.
    """
    for row in range(len(lucks)):
        scratch[0] = start[0]
        guess(scratch[0], seat, lucks[row])
        if choice != NO_CHOICE:
            apply(scratch[0], choice)
        look_ahead(scratch, lucks[row], out, weight, values, places, judged)
        judge(scratch[0], values, places)
        for each in range(len(values)):
            totals[each] += values[each]
            squares[each] += values[each] * values[each]


def look_ahead(
    scratch: Tables, luck: Luck, out: Ints, weight: Ints, values: Floats, places: Ints, judged: Floats
) -> None:
    """This plays on for about so many choices as are foreseen, by what looks best at once.

    Throws do not count: a table before a throw is judged as far ahead as those after it, so that their mean is its
    worth, and nobody is lucky for having been judged later.
    """
    if HORIZON >= ENDLESS:
        play_on(HORIZON, scratch, luck, out, weight, values, places, judged)
        return
    left = below(luck, 2 * max(HORIZON, FORESIGHT) + 1)
    t = scratch[0]
    while actor(t) != OVER:
        if actor(t) == CHANCE:
            apply(t, out[pick(luck, weight, chance(t, out, weight))])
            continue
        if left == 0:
            break
        left -= 1
        count = judge_moves(t, scratch[1:], out, values, places, judged)
        apply(t, out[best_of(judged, count, luck)])


def play_plainly(scratch: Tables, luck: Luck, out: Ints, values: Floats, places: Ints, judged: Floats) -> int:
    """This lets whoever must choose make the moves that look best at once; it returns the first, NO_CHOICE if none."""
    t = scratch[0]
    first = NO_CHOICE
    while actor(t) >= 0:
        count = judge_moves(t, scratch[1:], out, values, places, judged)
        choice = int(out[best_of(judged, count, luck)])
        apply(t, choice)
        if first == NO_CHOICE:
            first = choice
    return first
