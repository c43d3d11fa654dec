"""A room: a match that is being played. It does one thing after another, and tells those who listen.

What an event leads to is worked out at once, written to the log, and told only when it is written. Throws that follow
by themselves go to the disk with the move that they follow. After a move that its maker may still take back, chance and
bots wait for a moment.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Set
from functools import partial
from typing import Any
from weakref import ref

import msgspec
import numpy as np
from msgspec import UNSET

from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import View
from sobremesa.core.words import Phrase
from sobremesa.core.words import Seat as SeatWord
from sobremesa.server import (
    absence,
    clocks,
    commands,
    events,
    fairness,
    frames,
    hints,
    phrases,
    real,
    sealing,
    summaries,
    takebacks,
    wire,
)
from sobremesa.server.absence import Absence
from sobremesa.server.audience import Audience, Letter, offering, status
from sobremesa.server.batches import Batch, Row
from sobremesa.server.course import STAND_IN, Course, Step
from sobremesa.server.crew import Crew
from sobremesa.server.events import PERSON, Choice, Event, Undo
from sobremesa.server.frames import Frame, Moment, Report
from sobremesa.server.hints import Doubt
from sobremesa.server.listeners import Listener
from sobremesa.server.pace import Pace
from sobremesa.server.patience import Patience
from sobremesa.server.refusals import Refused
from sobremesa.server.reservations import Reservations
from sobremesa.server.store import Entry, Overtaken, Store
from sobremesa.server.telling import TOLD_AGAIN, Retold, carried_out, from_memory, load, retell
from sobremesa.server.thinking import Asker, NoAnswer
from sobremesa.server.throwing import Throwers
from sobremesa.server.times import MILLI

SNAPSHOT_EVERY = 100
RETRY = 5.0
"""Seconds after which something that goes on by itself and could not be written is tried again."""
LINGER = 60.0
"""Seconds for which bots go on at a table that everybody has left and that has no clock."""
REMEMBERED = 24
"""How many commands a room remembers, to know them at once when they come again."""
UNWRITTEN = wire.AutoCommand | wire.GoCommand | wire.SayCommand
"""Commands of which no log tells."""
log = logging.getLogger(__name__)


class Room:
    """This is a match that is being played."""

    pace = Pace()

    def __init__(self, entry: Entry, course: Course, store: Store, crew: Crew, hold: float, wait: float) -> None:
        self.id = entry.id
        self.secret = entry.secret
        self.key = fairness.key_of(entry.secret, entry.id)
        """What bots and hints draw from; throws have a key of their own, to which the players add."""
        self.store = store
        self.crew = crew
        self.lock = asyncio.Lock()
        self.audience = Audience(self._shown_from())
        self.throwers = Throwers(wait, self._later(Room._go_on_alone))
        self.collector = sealing.Collector(self._later(Room._seal_up))
        self.status: Phrase | None = None
        self.trouble: Phrase | None = None
        """Why what should go on by itself does not."""
        self.is_removed = False
        """Whether the match was deleted: nothing happens here any more."""
        self.rematch = ""
        """The match in which the same people play again, once somebody has asked for it."""
        self._retry: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._asker: Asker | None = None
        """For whom a bot thinks, while it does."""
        self._doubts: dict[str, Asker] = {}
        """Who has asked for a hint about the table as it is."""
        self._seen = float("-inf")
        """When somebody looked or asked for something last, by the monotonic clock."""
        self.patience = Patience(hold, self.key, self._later(Room._wait_no_longer))
        self.alarm = clocks.Alarm(self._later(Room._ring))
        self.absence = Absence()
        self.reservations = Reservations(entry.id, course.head, self._later(Room._release))
        self._begin(course)
        for guest in {seat.guest for seat in course.seats if seat.kind == PERSON and seat.by_hand}:
            self.throwers.expect(guest)

    def _begin(self, course: Course) -> None:
        self.course = course
        self.told_seq = course.seq
        """The number of the last event that is written: whoever does not wait for the next one hears of no later."""
        self.moment = Moment.of(course)
        self.audience.forget_chairs()
        self.patience.go_on()
        self.patience.free = 0
        self.commands: dict[tuple[str, str], int] = {}
        for step in course.recent:
            self._remember(step)

    # Coming and going

    def join(self, listener: Listener) -> None:
        """This lets somebody look from now on; what there is was shown before."""
        self.audience.join(listener)
        if self._asker is not None:
            self._asker.attend(self._payer())

    def leave(self, listener: Listener) -> None:
        """This lets somebody go."""
        self.audience.leave(listener)
        self._seen = time.monotonic()
        if listener.guest not in self.audience.guests:
            self.throwers.leave(listener.guest)
        if self._asker is not None and not self.audience:
            self._asker.desert()

    def turn(self, listener: Listener, seat: int) -> None:
        """This lets somebody look from another seat, and shows everything anew."""
        self.audience.leave(listener)
        listener.seat = seat
        self.audience.join(listener)
        listener.send(self.whole(listener))

    def play_again(self, match: str, seat: int) -> None:
        """This tells everybody, whoever only looks on too, where those of a seat play again."""
        self.rematch = match
        self.audience.tell_all(wire.Rematch(match=match, seat=seat))

    def mine(self, guest: str) -> list[int]:
        """This is the seats of a guest."""
        return self.course.held_by(guest)

    def usual_seat(self, guest: str) -> int:
        """This is where a guest looks from unless it says otherwise."""
        mine, actor = self.mine(guest), self.course.actor
        if actor == OVER:
            mine = mine or self.course.given_up_by(guest)
        return actor if actor in mine else mine[0] if mine else SPECTATOR

    def may_look(self, guest: str, seat: int) -> bool:
        """This tells whether a guest may look from a seat: its own, or any once there are no secrets any more."""
        return seat in (SPECTATOR, *self.mine(guest)) or (self.course.actor == OVER and seat < len(self.course.seats))

    @property
    def is_busy(self) -> bool:
        """This tells whether somebody looks, or something is about to happen."""
        is_expecting = self.patience.until or self.throwers.is_waiting or self._retry is not None
        return bool(self.audience or is_expecting or self._is_thinking or self.lock.locked())

    @property
    def due(self) -> float | None:
        """This is in how many seconds somebody's time is up; None if nobody's runs."""
        seat = self.awaited
        if self.course.times is None or seat is None:
            return None
        return clocks.left(self.course, seat, clocks.now()) / MILLI

    @property
    def awaited(self) -> int | None:
        """This is the seat for which the match waits; None if for nobody, or if nobody minds how long."""
        if self.course.times is None and not self.course.head.absent:
            return None
        return clocks.awaited(self.course, self.moment, self.roller())

    @property
    def _is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    # What is shown

    def frame(self, seat: int) -> Frame:
        """This is everything that may change and is shown to those who look from a seat."""
        return self.moment.frame(seat) | self._live(seat)

    def _live(self, seat: int) -> Frame:
        undo = self.patience.allows(self.course, seat)
        # Only in a rematch seats are kept for anybody.
        kept = {"kept": self.reservations.shown(self.course)} if self.course.head.after else {}
        return kept | {
            "seats": self.audience.chairs(self.course.seats, seat),
            "undo": undo,
            "plea": takebacks.shown(self.course, seat, is_free=undo),
            "hold": self.patience.hold if self.patience.until else 0,
            "roller": self.roller(),
            "status": self.status_now(),
            "real": real.shown(self.course, self.moment, seat),
            "clock": clocks.shown(self.course, self.awaited, clocks.now()) if self.course.times else None,
            "absent": self.absence.shown(self.course, self.awaited, seat, self.audience.guests),
        }

    def status_now(self) -> dict[str, Any] | None:
        """This is what the match waits for, if anything."""
        if self.course.is_waiting:
            missing = self.course.missing
            return (Phrase("server.waiting", count=missing) if missing else Phrase("server.sealing")).json()
        said = self.trouble or self.status
        return said.json() if said else None

    def roller(self) -> int | None:
        """This is the seat whose throw it is, if its player throws by hand, or may want to."""
        if not self.throwers or self.course.actor != CHANCE or self.course.is_waiting or real.is_awaited(self.course):
            return None
        seat = self.moment.prompt(SPECTATOR).values.get("seat")
        if isinstance(seat, SeatWord) and self.course.seats[seat].guest in self.throwers:
            return int(seat) if self.course.seats[seat].is_played else None
        return None

    def whole(self, listener: Listener) -> bytes:
        """This is all that a listener is shown when it comes."""
        seat, course = listener.seat, self.course
        frame, view = frames.full(self.frame(seat)), self.moment.view(seat)
        rows = list(frame.pop("things").values())
        drawn = listener.begin(course) | listener.looks({row[1] for row in rows}, view)
        frame["hold"] = self.patience.left
        snap = wire.Whole(
            seq=course.seq,
            seat=seat if seat >= 0 else None,
            mine=self.mine(listener.guest),
            stage=frames.stage_of(course, seat, listener.theme) if listener.theme else None,
            things=rows,
            looks=drawn,
            seal=course.head.seal,
            later=course.head.later,
            hints=course.head.hints,
            over=course.actor == OVER,
            last=self._last(seat),
            rematch=self.rematch or UNSET,
            **frame,
        )
        return wire.dump(snap)

    def _last(self, seat: int) -> list[dict[str, Any]]:
        was, steps = from_memory(self.course, self.course.seq - TOLD_AGAIN)
        told: list[dict[str, Any]] = []
        for step, now in steps:
            told += frames.said(step, seat, was, now)
            was = now
        self.course.put_back()
        return told

    @property
    def remembered(self) -> int:
        """This is the number after which everything is remembered here."""
        return self.course.recent[0].seq - 1 if self.course.recent else self.course.seq

    def resume(self, listener: Listener, seq: int, missed: list[Retold]) -> bool:
        """This tells somebody who was away what has happened since a number; some of it was looked up before.

        It returns false, and tells nothing, if so much has happened since then that some is not remembered.
        """
        known = missed[-1].step.seq if missed else seq
        if known < self.remembered:
            return False
        missed = [*missed, *retell(*from_memory(self.course, known), listener.seat)]
        self.course.put_back()
        seat, live = listener.seat, self._live(listener.seat)
        # Who knows a number has seen the table as it was then; what did not lie there may have gone since.
        seen = missed[0].told.was if missed else self.moment.sight(seat)
        listener.know({row[1] for row in seen["things"].values()})
        for number, each in enumerate(missed, start=1):
            own: dict[str, Any] = {}
            if number == len(missed):
                own = live | offering(self.moment, seat, [], short=listener.is_short)
            event, told = each.step.event, each.told
            by = event.id if event.guest == listener.guest else ""
            message = wire.add_changes(told.short if listener.is_short else told.full, own)
            listener.show(message, told.looks, told.view, by)
        listener.send(wire.dump(status(live)))
        return True

    # Commands

    async def obey(self, listener: Listener, command: wire.Command) -> wire.Ok | wire.Dup:
        """This carries out a command, unless it did before; Refused if it cannot be."""
        # What is looked up takes long, so that is done before: nobody else at the table waits for it.
        noted = await self._noted(listener.guest, command)
        self._seen = time.monotonic()
        async with self.lock:
            before = self.commands.get((listener.guest, command.id), noted)
            if before is not None:
                return wire.Dup(id=command.id, seq=before)
            commands.check_room(self.course, command)
            if self.course.head.absent:
                await self._hear(listener, command)
            try:
                await DEEDS.get(type(command), Room._let_happen)(self, listener, command)
            except Refused:
                # A server that was killed may have carried it out, and its scribe written it only now.
                before = self.commands.get((listener.guest, command.id))
                if before is None:
                    raise
                return wire.Dup(id=command.id, seq=before)
            return wire.Ok(id=command.id, seq=self.course.seq)

    async def _noted(self, guest: str, command: wire.Command) -> int | None:
        """This is the number at which the log notes that a command of a guest was carried out, if it was."""
        # What has led to an event came with a number below that of the event, so most are seen to be new at once.
        if not guest or getattr(command, "seq", None) == self.course.seq or isinstance(command, UNWRITTEN):
            return None
        if (guest, command.id) in self.commands:
            return None
        return await asyncio.to_thread(carried_out, self.store, self.id, guest, command.id)

    async def _hear(self, listener: Listener, command: wire.Command) -> None:
        """Whoever asks for anything is here; whoever wants to move, or asks for the seat, has it again."""
        self._notice(listener.guest)
        if isinstance(command, wire.BackCommand | wire.MoveCommand | wire.RollCommand) and self.course.actor != OVER:
            is_all = isinstance(command, wire.BackCommand)
            back = absence.returning(self.course, listener.guest, command.id if is_all else "")
            if back is not None:
                await self.go_on(back, listener)

    def _notice(self, guest: str) -> None:
        """Somebody is here: they are waited for anew, and told so."""
        self.absence.heard(self.mine(guest))
        self._set_alarm()
        self.audience.tell_live()

    async def welcome(self, guest: str) -> None:
        """This lets go on what waited for a guest who has come, and gives back the seat in which a bot has played."""
        self.absence.heard(self.mine(guest))
        self.absence.give_notice(self.course, self.awaited, self.audience.guests)
        await self.nudge(absence.returning(self.course, guest) if self.course.actor != OVER else None)

    async def replace(self, guests: Set[str]) -> None:
        """This lets bots of ours play on for some who may play no longer."""
        seats = [seat for seat, each in enumerate(self.course.seats) if each.kind == PERSON and each.guest in guests]
        if seats and self.course.actor != OVER:
            await self.nudge(events.Replace(seats=seats))

    async def end(self) -> None:
        """End the match in the name of the operator of the server; Refused if it is over."""
        async with self.lock:
            if self.course.actor == OVER:
                raise Refused("over")
            await self.go_on(events.Close())

    async def remove(self, reason: Refused) -> None:
        """Let nothing happen here any more, and send everybody away."""
        self.is_removed = True
        await self.close()
        for listener in list(self.audience):
            listener.dismiss(reason)

    async def reload(self, head: events.Head) -> None:
        """Read the log again, after it was rewritten, and show everything anew."""
        self._begin(await asyncio.to_thread(load, self.store, self.id, head))
        self.audience.show_anew(self.whole)

    def knows(self, guest: str, command: str) -> bool:
        """This tells whether a command of a guest was carried out a short while ago."""
        return (guest, command) in self.commands

    def _remember(self, step: Step) -> None:
        if step.event.id:
            self._note(step.event.guest, step.event.id, step.seq)

    def _note(self, guest: str, command: str, seq: int) -> None:
        self.commands[guest, command] = seq
        if len(self.commands) > REMEMBERED:
            del self.commands[next(iter(self.commands))]

    async def sit(self, listener: Listener, command: wire.SitCommand) -> None:
        """This lets somebody look from another of its seats: it is answered, and shown everything."""
        async with self.lock:
            if command.seat not in self.mine(listener.guest):
                raise Refused("not_yours", status=403)
            listener.send(wire.dump(wire.Ok(id=command.id, seq=self.course.seq)))
            self.turn(listener, command.seat)

    async def _let_happen(self, listener: Listener, command: wire.Command) -> None:
        is_secret = self.patience.free and not self.patience.allows(self.course, listener.seat)
        if isinstance(command, wire.UndoCommand) and is_secret:
            raise Refused("not_yours")
        event = commands.event_of(self.course, self.moment, self.patience.free, listener.guest, command)
        if isinstance(event, events.Fill):
            self.reservations.check(self.course, event.seat)
        await self.go_on(event, listener)

    async def _roll(self, listener: Listener, command: wire.RollCommand) -> None:
        mine = commands.held(self.course, listener.guest)
        commands.check_seq(self.course, command.seq)
        if self.roller() not in mine:
            raise Refused("not_your_throw")
        await self.go_on(self._outcome(guest=listener.guest, id=command.id), listener)

    async def _auto(self, listener: Listener, command: wire.AutoCommand) -> None:
        commands.seated(self.course, listener.guest)
        self.throwers.say(listener.guest, by_hand=not command.roll)
        await self.go_on()

    async def _go(self, listener: Listener, command: wire.GoCommand) -> None:
        commands.held(self.course, listener.guest)
        last = self.course.last_choice
        # One that comes again, or late, meant an earlier choice.
        is_meant = last is not None and last.seq <= command.seq and last.event.guest == listener.guest
        if self.patience.until and is_meant:
            await self._stop_waiting()

    async def _come_back(self, listener: Listener, _: wire.BackCommand) -> None:
        # Where a bot had played for them, the seat was given back as soon as they were heard.
        commands.held(self.course, listener.guest)

    async def _give_bytes(self, listener: Listener, command: wire.GiveCommand) -> None:
        await self.go_on(sealing.giving(self.course, listener.guest, command), listener)

    async def _type(self, listener: Listener, command: wire.TypeCommand) -> None:
        await self.go_on(real.typed(self.course, self.moment, listener.guest, command), listener)

    async def _contest(self, listener: Listener, command: wire.ContestCommand) -> None:
        await self.go_on(real.contest(self.course, listener.guest, command), listener)

    async def _speak(self, listener: Listener, command: wire.SayCommand) -> None:
        said = phrases.spoken(self.course, listener.guest, listener.seat, command)
        self._note(listener.guest, command.id, self.course.seq)
        self.audience.tell_all(said)

    async def _plead(self, listener: Listener, command: wire.PleaCommand) -> None:
        if self.patience.allows(self.course, listener.seat):
            # Nobody need be asked.
            await self._let_happen(listener, wire.UndoCommand(id=command.id, seq=command.seq))
            return
        plea = takebacks.pleading(self.course, listener.guest, command, clocks.now())
        await asyncio.to_thread(takebacks.check, self.course, self.store, self.id, self.key, plea.back)
        is_asked = bool(takebacks.others(self.course, listener.guest))
        await self.go_on(plea if is_asked else takebacks.undoing(plea, agreed=False), listener)

    async def _reply(self, listener: Listener, command: wire.ReplyCommand) -> None:
        await self.go_on(takebacks.answering(self.course, listener.guest, command, clocks.now()), listener)

    async def _give_time(self, listener: Listener, command: wire.TimeCommand) -> None:
        given = clocks.giving(self.course, listener.guest, command, clocks.now(), self.awaited)
        # Whoever gives time is ready to wait: no bot takes over sooner than after a whole wait from now.
        self.absence.heard([given.to])
        await self.go_on(given, listener)

    # Going on

    async def go_on(self, event: Event | None = None, listener: Listener | None = None) -> None:
        """This lets an event happen, and the throws that follow by themselves; then everybody is told."""
        if self.is_removed:
            raise Refused("unknown_match", status=404)
        before = self.course.twin()
        try:
            await self.patience.foresee(self.course, event)
            came = self._all_that_follows(event)
            if came:
                await self._write([step for step, _ in came])
        except BaseException:
            await self._fall_back(before)
            raise
        self.told_seq = self.course.seq
        for step, letters in came:
            self._tell(step, letters, listener)
        if not came:
            self.audience.tell_live()
        self.collector.follow(self.course, self.audience.listeners)
        self._set_alarm()
        self._wake()

    async def nudge(self, event: Event | None = None) -> None:
        """This lets go on what goes on by itself, a bot's move too; if it cannot, that is told, and tried again."""
        if self.is_removed:
            return
        try:
            await self.go_on(event)
        except Exception as fault:
            log.warning("match %s does not go on", self.id, exc_info=fault)
            if self._is_next_automatic():
                self.trouble = fault.phrase if isinstance(fault, Refused) else Phrase("server.failed")
            self.audience.tell_live()

    def _all_that_follows(self, event: Event | None) -> list[tuple[Step, dict[int, Letter]]]:
        came = []
        event = event or self._following()
        while event is not None:
            report = self._happen(event)
            event = self._following()
            came.append((report.step, self.audience.letters(report, is_last=event is None)))
        return came

    def _following(self) -> Event | None:
        """Return what happens next by itself, at once: what all have agreed to, what chance chooses, or the closure."""
        if self.course.is_full and self.course.actor != OVER:
            return events.Close()
        return takebacks.granted(self.course, clocks.now()) or (self._outcome() if self._follows() else None)

    def _happen(self, event: Event) -> Report:
        """This lets an event happen; what is to be told of it is told when it is safe."""
        was, self.trouble = self.moment, None
        if self.course.times is not None:
            event = clocks.stamped(event, self.course, self.awaited, clocks.now())
        elif self.course.plea is not None:
            # Somebody who is refused by it has to wait from now on.
            event = msgspec.structs.replace(event, at=clocks.now())
        step = self.course.fold(event)
        if isinstance(event, Choice | Undo | events.Contest):
            self._forget_doubts()
        self.moment = Moment.of(self.course)
        self._remember(step)
        if not isinstance(event, Choice | Undo):
            self.audience.forget_chairs()
        if isinstance(event, events.Sit) and event.by_hand:
            self.throwers.expect(event.guest)
        self.patience.follow(self.course, step)
        if self.patience.free and isinstance(event, Choice) and self._is_next_automatic():
            self.patience.wait(step.seq)
        return Report(step, was, self.moment)

    def _is_next_automatic(self) -> bool:
        actor = self.course.actor
        if actor == CHANCE:
            return self.roller() is None and not real.is_awaited(self.course)
        return actor >= 0 and self.course.seats[actor].is_bot

    def _follows(self) -> bool:
        if self.patience.until or self.course.is_waiting or self.course.actor != CHANCE:
            return False
        return self.roller() is None and not real.is_awaited(self.course)

    def _outcome(self, guest: str = "", id: str = "") -> Choice:  # noqa: A002 - it is called so on the wire
        """This is what chance chooses now: it follows from the seal and from how many outcomes there have been."""
        game, table = self.course.game, self.course.table
        out, weight = np.zeros((2, game.outcomes), dtype=np.int64)
        count = game.rules.chance(table, out, weight)
        key = sealing.key_of(self.course, self.secret, self.id)
        number = int(out[fairness.outcome(key, self.course.thrown, weight[:count].tolist())])
        text = game.notation.text_of(table, number)
        return Choice(actor=CHANCE, number=number, text=text, guest=guest, id=id)

    async def _write(self, steps: list[Step]) -> None:
        now = time.time_ns() // 1_000_000
        rows = tuple(Row(step.seq, now, events.dump(step.event)) for step in steps)
        holders = tuple(step.event.guest for step in steps if isinstance(step.event, events.Sit))
        snapshot = None
        is_final = not self.patience.free and not self.course.head.real and self.course.plea is None
        is_over = self.course.actor == OVER
        if is_final and (is_over or self.course.seq - self.course.kept >= SNAPSHOT_EVERY):
            # How a match ended is kept too: whoever follows its log later can tell whether it still leads there.
            snapshot = self.course.seq, self.course.keep()
        batch = Batch(
            self.id,
            rows,
            holders=holders,
            snapshot=snapshot,
            summary=summaries.dump(summaries.of(self.course)),
            ended=is_over,
        )
        try:
            await self.store.write(batch)
        except Overtaken:
            raise Refused("stale") from None

    async def _fall_back(self, before: Course) -> None:
        """This goes back to what is written, and shows it to everybody; what goes on by itself is tried again soon.

        If the log cannot be read either, what was before is what is known; were it less than what is written, the next
        event would be overtaken.
        """
        self._begin(before)
        try:
            self._begin(await asyncio.to_thread(load, self.store, self.id, self.course.head))
        except Exception:
            log.exception("the log of match %s cannot be read", self.id)
        is_missed = bool(self.audience) or self.course.times is not None
        if is_missed and self._retry is None and self._is_next_automatic():
            self._retry = asyncio.get_running_loop().call_later(RETRY, self._spawn, self._try_again)
        self.audience.show_anew(self.whole)

    def _tell(self, step: Step, letters: dict[int, Letter], maker: Listener | None) -> None:
        self.audience.tell(step, letters, maker)
        if isinstance(step.event, events.Resign | events.Replace):
            # Where a bot plays on, what it draws is not for those who left; once all is over, they see their hand.
            for listener in [each for each in self.audience if each.seat in step.event.seats]:
                self.turn(listener, listener.seat if self.course.actor == OVER else SPECTATOR)

    # Waiting and thinking

    async def _try_again(self) -> None:
        async with self.lock:
            self._retry = None
            await self.nudge()

    async def _release(self) -> None:
        """Tell everybody that seats are no longer kept."""
        async with self.lock:
            self.audience.tell_live()

    async def _go_on_alone(self) -> None:
        async with self.lock:
            await self.nudge()

    async def _seal_up(self) -> None:
        """This begins the match without what has not come in time."""
        async with self.lock:
            self.collector.close()
            if self.course.is_sealing:
                await self.nudge(sealing.missing(self.course))

    async def _wait_no_longer(self, number: int) -> None:
        async with self.lock:
            if self.patience.until and self.course.turned == number:
                await self._stop_waiting()

    async def _stop_waiting(self) -> None:
        self.patience.go_on()
        self.patience.free = 0
        await self.nudge()

    def _set_alarm(self) -> None:
        if self.course.times is None and not self.course.head.absent:
            return
        seat, ends = self.awaited, []
        if seat is not None and self.course.times is not None:
            moment = clocks.now()
            ends.append(clocks.left(self.course, seat, moment) + clocks.pause(self.course, moment))
        self.absence.wait_for(seat)
        waited = self.absence.left(self.course, seat)
        # Who keeps nobody waiting is waited for, until somebody else comes.
        if waited is not None and (waited > 0 or self._away() is not None):
            ends.append(waited)
        self.alarm.set(min(ends, default=None))

    def _away(self) -> events.Away | None:
        return self.absence.away(self.course, self.awaited, self.audience.guests)

    async def _ring(self) -> None:
        """Somebody's time is up: a bot plays on for them, or what the game names for the absent is done."""
        async with self.lock:
            seat, away = self.awaited, self._away()
            if away is not None:
                self.alarm.set(clocks.AGAIN)
                await self.nudge(away)
                return
            if seat is None or self.course.times is None or clocks.left(self.course, seat, clocks.now()) > 0:
                self._set_alarm()
                return
            # Should it not be written, it is tried again.
            self.alarm.set(clocks.AGAIN)
            if self.course.actor == CHANCE:
                await self.nudge(msgspec.structs.replace(self._outcome(), late=True))
            else:
                await self.nudge(clocks.default(self.course))

    def _wake(self) -> None:
        """This lets a bot think whose turn it is."""
        actor = self.course.actor
        if self._is_thinking or self.patience.until or self.course.is_waiting or actor < 0:
            return
        if self.course.seats[actor].is_bot and self._matters():
            view = View(self.course.game, self.course.table, actor)
            self._thinking = asyncio.create_task(self._think(view, self.course.turned))

    async def close(self) -> None:
        """This lets nothing go on by itself any more."""
        self.patience.go_on()
        self.alarm.set(None)
        self.throwers.close()
        self.collector.close()
        self.reservations.close()
        if self._retry:
            self._retry.cancel()
        if self._thinking:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    def _matters(self) -> bool:
        """Whether a bot is to think: somebody looks, was here a moment ago, or has a clock that may not stand still."""
        if self.audience:
            return True
        is_due = self.course.times is not None or time.monotonic() - self._seen < LINGER
        return is_due and any(seat.kind == PERSON for seat in self.course.seats)

    def _payer(self) -> str:
        """Return the address whose budget of thinking is spent: of somebody who plays, else of who looks on."""
        present = sorted(self.audience, key=lambda listener: not self.mine(listener.guest))
        return present[0].address if present else ""

    def _forget_doubts(self) -> None:
        """Let nobody think about a table that has changed."""
        doubts, self._doubts = self._doubts, {}
        for asker in doubts.values():
            asker.withdraw()

    async def _think(self, view: View, turned: int) -> None:
        seat, game, began = view.seat, view.game, self.pace.now()
        if not self.crew.is_ready(game.name):
            async with self.lock:
                self.status = Phrase("server.preparing")
                self.audience.tell_live()
        luck = fairness.luck_for(self.key, "bot", turned)
        level = self.course.seats[seat].level or STAND_IN
        self._asker = Asker(self.id, self._payer(), is_attended=bool(self.audience))
        try:
            number, is_default = await self.crew.choose(view, level, luck, self._asker), False
        except NoAnswer:
            number, is_default = view.default().number, True
        finally:
            self._asker = None
        await self.pace.hold_back(game, level, began)
        async with self.lock:
            self._thinking = None
            self.status = None
            event: Event | None = None
            is_wanted = self.course.turned == turned and self.course.seats[seat].is_bot
            if is_wanted and self.course.actor == seat:
                text = game.notation.text_of(view.table, number)
                event = Choice(actor=seat, number=number, text=text, fault=is_default)
            await self.nudge(event)

    def _shown_from(self) -> Callable[[int], Frame]:
        held = ref(self)

        def live(seat: int) -> Frame:
            room = held()
            assert room is not None  # noqa: S101 - nobody but a room asks its audience for anything
            return room._live(seat)

        return live

    def _later(self, work: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
        """This is something that a room may do later, if it is still there.

        What a room holds does not hold the room: so it goes at once with all that is in it when it is given up, and
        need not be looked for as garbage.
        """
        held = ref(self)

        def begin(*values: int) -> None:
            room = held()
            if room is not None:
                room._spawn(partial(work, room, *values))

        return begin

    def _spawn(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.get_running_loop().create_task(work())
        _background.add(task)
        task.add_done_callback(_background.discard)

    async def take_hint(self, listener: Listener) -> Doubt:
        """Return what a listener wants a hint about, once the log says that it does."""
        async with self.lock:
            if self.course.head.absent:
                self._notice(listener.guest)
            hints.check(self.course, self.crew, listener.guest, listener.seat)
            asker = Asker(self.id, listener.address, listener.guest)
            # What would be refused is not in the log.
            self.crew.check_hint(asker)
            event = hints.taking(self.course, listener.guest, listener.seat)
            if event is not None:
                await self.go_on(event, listener)
            found = hints.doubt(self.course, self.key, listener.seat, asker)
            before = self._doubts.get(listener.guest)
            if before is None or not before.is_waiting:
                self._doubts[listener.guest] = asker
            return found


DEEDS: dict[type[wire.Command], Callable[[Room, Listener, Any], Coroutine[Any, Any, None]]] = {
    wire.RollCommand: Room._roll,
    wire.AutoCommand: Room._auto,
    wire.GoCommand: Room._go,
    wire.BackCommand: Room._come_back,
    wire.GiveCommand: Room._give_bytes,
    wire.TypeCommand: Room._type,
    wire.ContestCommand: Room._contest,
    wire.SayCommand: Room._speak,
    wire.PleaCommand: Room._plead,
    wire.ReplyCommand: Room._reply,
    wire.TimeCommand: Room._give_time,
}
"""What is done when somebody asks for it; every other command leads straight to an event."""
_background: set[asyncio.Task[Any]] = set()
"""Tasks that nobody waits for; the loop itself would forget them."""
