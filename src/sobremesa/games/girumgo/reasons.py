"""What speaks for a move of Girumgo: advances, attacks, the way to the goal, and what the next twist can do."""

from collections.abc import Iterator

from sobremesa.core.table import copy
from sobremesa.core.words import Phrase
from sobremesa.games.girumgo import rules, scene
from sobremesa.games.girumgo.rules import END, STEP, Phase, Table, colour_of, side_of
from sobremesa.games.girumgo.worth import distance
from sobremesa.kit.hexagon import NOWHERE


def reasons(before: Table, move: int, after: Table) -> Iterator[Phrase]:
    """This is what speaks for a move."""
    seat = int(before.turn)
    for phrase in scene.story(before, move, after):
        if phrase.key == "prompt.arrived":
            yield Phrase("reasons.wins")
            return
        if phrase.key in ("log.loss", "log.home") and phrase.values["seat"] != seat:
            yield Phrase("reasons.attack", rival=phrase.values["seat"])
        elif phrase.key == "log.gain":
            yield Phrase("reasons.gain", count=phrase.values["count"])
    if STEP <= move < END:
        left = _away(after, seat, int(after.tokens[seat]))
        if left < _away(before, seat, int(before.tokens[seat])):
            yield Phrase("reasons.closer", count=left)
    elif move < STEP and after.phase == Phase.ACT:
        if _leads_on(after, seat) and not _leads_on(before, seat):
            yield Phrase("reasons.opens")
        if after.left and _pays(after, seat) and not _pays(before, seat):
            yield Phrase("reasons.prepares")


def _away(t: Table, seat: int, wheel: int) -> int:
    return distance(side_of(t), colour_of(t, seat), wheel)


def _leads_on(t: Table, seat: int) -> bool:
    """This is whether a step can be taken that leads closer to the goal."""
    here = _away(t, seat, int(t.tokens[seat]))
    return any(wheel != NOWHERE and _away(t, seat, wheel) < here for wheel in rules.steps(t))


def _pays(t: Table, seat: int) -> bool:
    """This is whether the next twist can win an advance."""
    for twist in range(2 * rules.wheels(t)):
        after = copy(t)
        rules.apply(after, twist)
        if after.advances[seat] > t.advances[seat]:
            return True
    return False
