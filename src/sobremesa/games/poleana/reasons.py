"""What speaks for a move of Poleana: who gets out, is captured or is free, where one is safe, and what rivals need."""

from collections.abc import Iterator

from sobremesa.core.reasons import what_threatens
from sobremesa.core.words import Phrase
from sobremesa.games.poleana import rules, scene
from sobremesa.games.poleana.rules import (
    CELL,
    EXIT,
    MOVES,
    NINE_ON,
    OWN_NINE,
    OWNER_ONLY,
    SIDE,
    TOUCH,
    WALK,
    ZONE,
    Phase,
    Table,
)

PAIR = 2


def reasons(before: Table, move: int, after: Table) -> Iterator[Phrase]:
    """This is what speaks for a move."""
    seat = int(before.turn)
    told = {phrase.key: phrase for phrase in scene.story(before, move, after)}
    if "prompt.wins" in told:
        yield Phrase("reasons.wins")
        return
    if "log.capture" in told:
        yield Phrase("reasons.capture", rival=told["log.capture"].values["rival"])
    if "log.free" in told:
        yield Phrase("reasons.free")
    if "log.exit" in told:
        yield Phrase("reasons.exit", count=told["log.exit"].values["count"])
    if WALK <= move < TOUCH:
        end = rules.walk_end(before, move)
        if EXIT <= end < ZONE and list(after.spots[seat]).count(end) == PAIR:
            yield Phrase("reasons.barrier")
        elif _is_shelter(before, end):
            yield Phrase("reasons.shelter")
    if after.phase == Phase.THROW and after.turn != seat:
        yield what_threatens(rules, after, seat, _locked, MOVES)


def _locked(t: Table, seat: int) -> int:
    return list(t.spots[seat]).count(CELL)


def _is_shelter(t: Table, spot: int) -> bool:
    """This is whether nobody can capture on a spot: on a bridge, in the zone, on one's own nine, mostly on any."""
    if OWN_NINE <= spot < CELL:
        return True
    return t.nine_safe != OWNER_ONLY and EXIT <= spot < ZONE and (spot - EXIT) % SIDE == NINE_ON
