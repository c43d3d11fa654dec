"""The course of a match: what the log leads to, whichever way it is read."""

import weakref

import pytest

from sobremesa import names
from sobremesa.core.game import find
from sobremesa.core.rules import OVER
from sobremesa.core.table import AGAIN, DTYPE
from sobremesa.core.view import moves_of, outcomes_of
from sobremesa.server import events, frames
from sobremesa.server.course import AT_HAND, MADE_AGAIN, RECENT, STAND_IN, Course
from sobremesa.server.events import BOT, OPEN, PERSON, Choice, Contest, Event, Head, Rename, Resign, Seat, Undo
from sobremesa.server.patience import MAX_FREE
from sobremesa.server.telling import TOLD_AGAIN
from tests.server.company import ALONE, ANA, BEA, BOTH, INVITING, seat


def head(game: str = "sequence-dice", seats: tuple[Seat, ...] = BOTH) -> Head:
    return Head(game=game, rules=1, options={}, seats=list(seats), seal="", host=ANA, made="")


def choice(course: Course, number: int | None = None) -> Choice:
    """This is one of the choices that can be made now; some other every time."""
    listed = moves_of(course.game, course.table) or outcomes_of(course.game, course.table)
    chosen = listed[(5 * course.seq if number is None else number) % len(listed)]
    return Choice(actor=course.actor, number=chosen.number, text=chosen.text, guest=ANA if course.actor >= 0 else "")


def advanced(course: Course, count: int) -> list[Event]:
    made: list[Event] = []
    for _ in range(count):
        if course.actor == OVER:
            break
        made.append(choice(course))
        course.fold(made[-1])
    return made


@pytest.mark.parametrize("game", names())
def test_events_that_were_written_lead_to_the_same_table(game: str) -> None:
    course, again = Course(head(game)), Course(head(game))

    for event in advanced(course, 60):
        again.fold(events.read_event(events.dump(event)))

    assert again.table.tobytes() == course.table.tobytes()
    assert (again.seq, again.turned, again.thrown) == (60, 60, course.thrown)
    assert again.actor == course.actor == find(game).rules.actor(course.table)


@pytest.mark.parametrize("game", names())
def test_a_snapshot_leads_to_the_same_table(game: str) -> None:
    course, again = Course(head(game)), Course(head(game))
    advanced(course, 25)

    again.restore(course.keep())
    later = advanced(course, 10)
    for event in later:
        again.fold(event)

    assert again.table.tobytes() == course.table.tobytes()
    assert (again.seq, again.thrown, again.actor) == (course.seq, course.thrown, course.actor)


def test_no_list_grows() -> None:
    course = Course(head("poleana"))

    advanced(course, 3 * RECENT)

    assert len(course.recent) == RECENT
    assert [step.seq for step in course.recent] == list(range(2 * RECENT + 1, 3 * RECENT + 1))


def test_enough_is_remembered_for_all_who_look_back() -> None:
    # Whoever takes back one free move after another leaves an event for each.
    assert max(TOLD_AGAIN, 2 * MAX_FREE) <= RECENT


def are_aside(course: Course) -> list[bool]:
    """This tells of each table that is remembered whether it takes little room."""
    return [DTYPE not in vars(step.before) for step in course.recent]


@pytest.mark.parametrize("game", names())
def test_of_what_happened_a_while_ago_little_is_kept_and_nothing_is_lost(game: str) -> None:
    course = Course(head(game))
    tables = []
    for _ in range(RECENT + 6):
        tables.append(course.table.tobytes())
        advanced(course, 1)

    few = [True] * (RECENT - AT_HAND) + [False] * AT_HAND
    assert are_aside(course) == few
    assert [step.before.tobytes() for step in course.recent] == tables[-RECENT:]
    assert not any(are_aside(course))
    course.put_back()
    assert are_aside(course) == few
    assert [step.before.tobytes() for step in course.recent] == tables[-RECENT:]


@pytest.mark.parametrize("game", names())
def test_what_was_made_again_of_what_is_forgotten_is_put_back_too(game: str) -> None:
    course = Course(head(game))
    known = []
    for _ in range(3 * RECENT):
        known.append(weakref.ref(course.table))
        advanced(course, 1)
        for step in course.recent:
            assert step.before.tobytes()
        course.put_back()
        left = [table for table in (each() for each in known) if table is not None]
        # The one of the start is never set aside.
        assert sum(DTYPE in vars(table) for table in left) <= AT_HAND + 1


def test_a_table_that_has_become_the_present_one_again_stays_at_hand() -> None:
    course = Course(head("girumgo"))
    while course.actor < 0:
        advanced(course, 1)
    advanced(course, 4)
    course.fold(Undo(seat=0, back=4))
    assert AGAIN in vars(course.table)
    wanted = course.table.tobytes()

    course.put_back()
    assert DTYPE in vars(course.table)
    advanced(course, 1)
    assert AGAIN not in vars(course.table)
    assert course.recent[-1].before.tobytes() == wanted


def test_what_reaches_back_too_far_is_not_taken_for_less() -> None:
    course = Course(head("girumgo"))
    advanced(course, 2)

    with pytest.raises(LookupError, match="nothing"):
        course.fold(Contest(seat=0, back=3))


def test_what_is_set_aside_keeps_nothing_that_was_forgotten() -> None:
    course = Course(head("poleana"))
    gone = []
    for _ in range(RECENT + MADE_AGAIN + 2):
        advanced(course, 1)
        course.fold(Rename(seat=0, name="Ana"))
        gone.append(weakref.ref(course.table))

    assert len([each for each in gone if each() is not None]) <= RECENT + MADE_AGAIN


def test_a_table_that_stays_the_same_is_not_set_aside() -> None:
    course = Course(head(seats=INVITING))

    for number in range(3 * AT_HAND):
        course.fold(Rename(seat=0, name=f"Ana {number}"))
        assert AGAIN not in vars(course.table)


def test_undo_goes_back_choice_by_choice() -> None:
    course = Course(head("girumgo"))
    while course.actor < 0:
        course.fold(choice(course))
    tables, seats, thrown = [course.table.tobytes()], course.actor, course.thrown
    course.fold(choice(course))
    tables.append(course.table.tobytes())
    course.fold(choice(course, 1))

    course.fold(events.Undo(seat=seats))
    assert course.table.tobytes() == tables[1]
    course.fold(choice(course, 2))
    course.fold(events.Undo(seat=seats))
    course.fold(events.Undo(seat=seats))
    assert course.table.tobytes() == tables[0]
    assert course.thrown == thrown

    with pytest.raises(LookupError):
        Course(head()).fold(events.Undo(seat=0))


def test_seats_are_taken_filled_and_renamed() -> None:
    course = Course(head(seats=(BOTH[0], Seat(), Seat())))
    assert (course.is_waiting, course.missing) == (True, 2)

    course.fold(events.Sit(seat=1, name="Bea", guest=BEA))
    course.fold(events.Fill(seat=2, level="hard"))
    course.fold(events.Rename(seat=0, name="Anita"))

    assert [each.kind for each in course.seats] == [PERSON, PERSON, BOT]
    assert [each.name for each in course.seats] == ["Anita", "Bea", ""]
    assert course.held_by(BEA) == [1]
    assert course.held_by("") == []
    assert (course.is_waiting, course.seq, course.turned) == (False, 3, 0)


def test_who_is_replaced_for_good_leaves_only_the_name_at_the_seat_and_nobody_has_lost() -> None:
    course = Course(head(seats=(*BOTH, seat(BOT))))
    course.fold(events.Away(seats=[1]))

    course.fold(events.Replace(seats=[1]))

    assert course.seats[1] == Seat(BOT, BOTH[1].name, STAND_IN, helped=True, replaced=True)
    assert BOTH[1].name
    assert course.actor != OVER


def test_nobody_waits_for_the_luck_of_who_was_replaced() -> None:
    course = Course(head(seats=INVITING))
    course.fold(events.Sit(seat=1, name="Robot", guest=BEA, sealed="5" * 64))
    assert course.is_sealing

    course.fold(events.Replace(seats=[1]))

    assert not course.is_waiting


def test_a_match_that_was_given_up_waits_for_nobody() -> None:
    course = Course(head(seats=INVITING))
    assert (course.is_waiting, course.missing) == (True, 1)

    course.fold(Resign(seats=[0], guest=ANA))

    assert (course.is_waiting, course.actor) == (False, OVER)


def test_who_gives_up_against_one_person_has_lost() -> None:
    course = Course(head())

    course.fold(Resign(seats=[1], guest=BEA))

    assert course.actor == OVER
    assert course.places() == [1, 2]


def test_who_gives_up_against_bots_has_lost() -> None:
    course = Course(head(seats=(*ALONE, seat(BOT))))

    course.fold(Resign(seats=[0], guest=ANA))

    assert course.actor == OVER
    assert course.places() == [3, 1, 1]


def test_where_others_play_on_a_bot_takes_over() -> None:
    course = Course(head(seats=(*BOTH, seat(BOT))))

    course.fold(Resign(seats=[1], guest=BEA))

    assert course.actor != OVER
    assert course.places() is None
    assert (course.seats[1].kind, course.seats[1].name, course.seats[1].guest) == (BOT, "Bea", "")
    course.fold(Resign(seats=[0], guest=ANA))
    assert course.places() == [2, 2, 1]


def test_places_at_the_end_are_those_of_the_rules() -> None:
    course = Course(head())

    advanced(course, 3000)

    assert course.actor == OVER
    assert sorted(course.places() or []) == [1, 2]


GONE = Seat(BOT, "Cleo", "normal", resigned=True)


@pytest.mark.parametrize(
    ("seats", "leaving", "ends"),
    [
        (ALONE, 0, True),
        (BOTH, 0, True),
        (INVITING, 0, True),
        ((*INVITING, seat(BOT)), 0, True),
        ((*BOTH, seat(BOT)), 0, False),
        ((*BOTH, GONE), 0, True),
        ((*BOTH, seat(BOT), GONE), 1, False),
        ((*BOTH, seat(OPEN)), 0, False),
    ],
)
def test_whether_a_match_ends_with_who_leaves_is_told_and_true(
    seats: tuple[Seat, ...], leaving: int, ends: bool
) -> None:
    course = Course(head("royal-ludo", seats))
    chairs = frames.seats(course.seats, leaving, ())

    course.fold(Resign(seats=[leaving]))

    assert chairs[leaving].get("ends", False) is ends
    assert (course.actor == OVER) is ends
    assert not any("ends" in chair for chair, each in zip(chairs, seats, strict=True) if each.kind != PERSON)
