"""What speaks for a move of Royal Ludo: who is freed, crowned, jailed or ridden, and what rivals can do then."""

from collections.abc import Iterator

from sobremesa.core.reasons import what_threatens
from sobremesa.core.words import Phrase
from sobremesa.games.royal_ludo import rules, scene
from sobremesa.games.royal_ludo.rules import PAWNS, PRISON, THROWS, Phase, Table


def reasons(before: Table, move: int, after: Table) -> Iterator[Phrase]:
    """This is what speaks for a move."""
    seat = int(rules.actor(before))
    if after.phase == Phase.OVER:
        yield Phrase("reasons.wins")
        return
    for phrase in scene.story(before, move, after):
        values = phrase.values
        if phrase.key == "log.crown":
            yield Phrase("reasons.crown")
        elif phrase.key == "log.free":
            yield Phrase("reasons.free")
        elif phrase.key == "log.ride":
            yield Phrase("reasons.ride", rival=values["other"])
        elif phrase.key == "log.jailed" and values["seat"] != seat:
            yield Phrase("reasons.jail", rival=values["seat"], count=values["count"])
        elif phrase.key == "log.move" and rules.gate(before) < values["to"] < rules.final(before):
            yield Phrase("reasons.lane")
    if after.phase == Phase.LAND:
        yield Phrase("reasons.meet")
    if after.phase == Phase.PUSH and before.phase != Phase.PUSH:
        yield Phrase("reasons.push")
    if after.phase == Phase.THROW and after.turn != seat:
        yield what_threatens(rules, after, seat, _jailed, THROWS)


def _jailed(t: Table, seat: int) -> int:
    return list(t.at[PAWNS * seat : PAWNS * seat + PAWNS]).count(PRISON)
