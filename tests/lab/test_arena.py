"""The arena: fair seats, results that depend on seed and number alone, standings, and a ledger to go on with."""

import json
import os
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from sobremesa import FileFault, InvalidArena, InvalidOption, Match, bots, find
from sobremesa.core import native
from sobremesa.core.words import Phrase
from sobremesa.lab import playing
from sobremesa.lab.arena import Arena, Result, hold, read_result
from sobremesa.lab.ledger import Ledger
from sobremesa.lab.playing import Conduct, Played
from sobremesa.lab.simulation import simulate
from sobremesa.lab.standings import Standings, points_of
from sobremesa.search import tree

GAME = find("sequence-dice")
NAMED = ["greedy", "random", "easy", "normal", "playouts"]


def arena(count: int = 2, seats: int = 2, **settings: int) -> Arena:
    return Arena(GAME, NAMED[:count], seed=settings.get("seed", 1), seats=seats)


def steady(result: Result) -> Result:
    """A result without the times, which are never the same."""
    conduct = tuple(replace(seat, seconds=0.0, longest=0.0) for seat in result.played.conduct)
    return replace(result, played=replace(result.played, conduct=conduct))


@pytest.mark.parametrize(("seats", "count"), [(2, 2), (2, 5), (3, 2), (3, 5), (4, 2), (4, 3), (4, 5)])
def test_everybody_sits_everywhere_equally_often(seats: int, count: int) -> None:
    held = arena(count, seats)

    for first in (0, held.cycle, 5 * held.cycle):
        seatings = [held.seating(number) for number in range(first, first + held.cycle)]
        sat = Counter((seat, bot) for seating in seatings for seat, bot in enumerate(seating))
        assert len(sat) == seats * count
        assert len(set(sat.values())) == 1
        assert all(len(set(seating)) == min(seats, count) for seating in seatings)


@pytest.mark.parametrize(("seats", "count"), [(2, 5), (3, 3), (3, 5), (4, 2), (4, 3), (4, 4), (4, 5)])
def test_everybody_meets_everybody_equally_often(seats: int, count: int) -> None:
    held = arena(count, seats)
    sides = held.sides()
    met = Counter(
        frozenset((seating[one], seating[other]))
        for seating in map(held.seating, range(held.cycle))
        for one in range(seats)
        for other in range(one)
        if sides[one] != sides[other] and seating[one] != seating[other]
    )

    assert len(met) == count * (count - 1) // 2
    assert len(set(met.values())) == 1


def test_in_time_everybody_sits_beside_everybody() -> None:
    held = arena(4, 4)

    orders = {held.seating(number) for number in range(24)}

    assert len(orders) == 24


def test_a_match_is_that_of_its_seed() -> None:
    held = arena()
    result = held.crew().play(3)

    match = Match(GAME, GAME.table(2), seed=held.match_seed(3))
    seated = [bots.find(held.bots[bot]) for bot in result.seating]
    match.settle()
    while match.actor >= 0:
        match.push(bots.ask(seated[match.actor], match).move)
        match.settle()

    assert result.played.places == tuple(match.places() or ())
    assert (result.played.choices, result.played.turns) == (match.made, match.turns)


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    held = arena(3)

    alone = [steady(result) for result in hold(held, range(7))]
    shared = [steady(result) for result in hold(held, range(7), threads=2)]

    assert sorted(shared, key=lambda result: result.number) == alone


def test_a_bot_in_two_seats_sees_one_hand_in_each(tmp_path: Path) -> None:
    """Two players of one file at a table are two processes: a player that had seen both hands would know too much."""
    path = tmp_path / "mine.py"
    path.write_text(
        "class Player:\n"
        "    seen = set()\n"
        "    def choose(self, view, luck):\n"
        "        self.seen.add(view.seat)\n"
        "        if len(self.seen) > 1: raise ValueError('I know two hands')\n"
        "        return view.moves()[0]\n"
    )
    held = Arena(find("stalag17"), ["random", str(path)], seed=1, seats=4)

    played = held.crew().play(0).played

    assert [seat.decisions > 0 for seat in played.conduct] == [True] * 4
    assert played.faults == ()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_arena_left_early_leaves_nobody_behind() -> None:
    import multiprocessing

    others = set(multiprocessing.active_children())
    results = hold(arena(), range(1000), threads=2)
    next(results)
    results.close()  # type: ignore[attr-defined]

    # The pool may wait for its own at the same time, so only the system knows who is left.
    ours = {process.pid for process in set(multiprocessing.active_children()) - others if process.pid}
    patience = time.monotonic() + 120
    while left := {pid for pid in ours if is_running(pid)}:
        assert time.monotonic() < patience, left
        time.sleep(0.01)


def test_a_result_is_written_and_read() -> None:
    conduct = (Conduct(3, 0.5, 0.25, 1), Conduct())
    played = Played(9, 4, (2, 1), conduct, ((0, Phrase("faults.silent", limit="1")),))
    result = Result(7, (1, 0), played)

    assert read_result(json.loads(json.dumps(result.json()))) == result


def test_a_result_tells_who_began_and_one_of_before_does_not() -> None:
    result = arena().crew().play(0)
    data = json.loads(json.dumps(result.json()))

    assert data["began"] in (0, 1)
    assert read_result(data) == result
    del data["began"]
    assert read_result(data).played.beginner is None


def test_what_cannot_be_held_is_refused() -> None:
    for named in (["greedy"], ["greedy", "greedy"], ["hard", "difícil"]):
        with pytest.raises(InvalidArena, match="at least two bots are needed, each named once"):
            Arena(GAME, named, seed=1)
    with pytest.raises(InvalidOption):
        Arena(GAME, NAMED, seed=1, options={"line": 7})


# Standings


def result(number: int, seating: tuple[int, ...], places: tuple[int, ...], faults: int = 0) -> Result:
    conduct = tuple(Conduct(2, 1.0 + bot, 0.75, faults if seat == 0 else 0) for seat, bot in enumerate(seating))
    told = ((0, Phrase("faults.ended")),) if faults else ()
    return Result(number, seating, Played(10, 4, places, conduct, told))


def test_standings_add_up() -> None:
    results = [
        result(0, (0, 1), (1, 2)), result(1, (1, 0), (2, 1)), result(2, (0, 1), (1, 1)), result(3, (1, 0), (1, 2), 3),
    ]  # fmt: skip

    summary = Standings(arena(), results).summary()

    assert summary["matches"] == 4
    assert summary["cross"][0][0] is None
    assert (summary["cross"][0][1]["won"], summary["cross"][1][0]["won"]) == (2.5, 1.5)
    assert summary["cross"][0][1]["share"] == 0.625
    greedy, anchor = summary["ratings"]
    assert anchor["rating"] == 1000 < greedy["rating"]
    assert (greedy["seats"], greedy["firsts"], greedy["decisions"]) == ([2, 2], 3, 8)
    assert (greedy["seconds_mean"], anchor["seconds_mean"]) == (0.5, 1.0)
    assert (greedy["faults"], anchor["faults"], anchor["first_fault"]) == (0, 3, {"say": "faults.ended"})
    assert (summary["turns_mean"], summary["choices_mean"]) == (4, 10)


def test_standings_tell_wins_by_seat_and_by_order_of_play() -> None:
    places = [(1, 2, 3), (2, 1, 3), (3, 1, 2), (1, 1, 1)]
    results = [result(number, (0, 1, 2), each) for number, each in enumerate(places)]
    begun = [
        replace(each, played=replace(each.played, beginner=seat))
        for each, seat in zip(results, (0, 1, 2, 0), strict=True)
    ]

    summary = Standings(arena(3, 3), begun).summary()

    assert summary["wins"] == [1, 2, 0]
    assert summary["wins_by_order"] == [2, 0, 1]
    assert len(summary["win_intervals"]) == len(summary["win_intervals_by_order"]) == 3
    untold = Standings(arena(3, 3), [*begun[:3], results[3]]).summary()
    assert untold["wins_by_order"] is untold["win_intervals_by_order"] is None


def test_standings_of_nothing_are_empty() -> None:
    summary = Standings(arena(3), []).summary()

    assert summary["wins"] == [0, 0]
    assert summary["wins_by_order"] is summary["win_intervals"] is None

    assert summary["matches"] == 0
    assert summary["cross"] == [[None] * 3] * 3
    assert summary["turns_mean"] is None


def test_partners_are_not_rivals_and_many_seats_are_one_meeting() -> None:
    # Four seats are two sides: opposite seats play together and share a place.
    pairs = Standings(arena(2, 4), [result(0, (0, 1, 0, 1), (1, 2, 1, 2))])
    mixed = Standings(arena(4, 4), [result(0, (0, 1, 2, 3), (1, 2, 1, 2))])

    assert pairs.won.tolist() == [[0, 1], [0, 0]]
    assert mixed.met.tolist() == [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    assert [points_of(1, 2), points_of(2, 2), points_of(3, 2)] == [1, 0.5, 0]


# The ledger


def test_a_ledger_goes_on_where_it_stopped_even_in_the_middle_of_a_line(tmp_path: Path) -> None:
    path, held = tmp_path / "results.jsonl", arena()
    ledger = Ledger(path)
    assert ledger.seed is None
    ledger.begin(held)
    for each in hold(held, range(3)):
        ledger.add(each)
    ledger.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])

    again = Ledger(path)
    assert again.seed == 1
    again.begin(held)
    assert sorted(again.results) == [0, 1]
    again.add(next(hold(held, [2])))
    again.close()

    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line.get("match") for line in lines] == [None, 0, 1, 2]


@pytest.mark.parametrize("start", [b"", b'{"are', b'{"arena": 1, "game": "seq'])
def test_a_file_whose_first_line_is_not_finished_is_begun_anew(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(start)

    ledger = Ledger(path)
    ledger.begin(arena())
    ledger.close()

    assert json.loads(path.read_text())["seed"] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("my diary", "not a file of arena results"),
        ("my diary\n", "not a file of arena results"),
        ('{"sobremesa": 1}\n', "not a file of arena results"),
        ("\xff\n", "not a file of arena results"),
        ("[]\n", "not a file of arena results"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(text, encoding="latin-1")

    with pytest.raises(FileFault, match=message):
        Ledger(path)

    assert path.read_text(encoding="latin-1") == text


def test_another_arena_and_damage_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ledger = Ledger(path)
    ledger.begin(arena())
    with pytest.raises(FileFault, match="somebody else is writing to it"):
        Ledger(path)
    ledger.close()
    before = path.read_bytes()

    ledger = Ledger(path)
    with pytest.raises(FileFault, match="this is another arena: seed is 1 there and 2 here"):
        ledger.begin(arena(seed=2))
    with pytest.raises(FileFault, match=r'this is another arena: bots is \["greedy", "random"\] there and '):
        ledger.begin(arena(3))
    ledger.close()
    assert path.read_bytes() == before

    for line in (b"{}\n", b"nonsense\n", b'{"match": 0, "seating": [1, 0], "places": [1, 2], "turns": 1, "choices": 1, '
                 b'"conduct": [], "faults": []}\n'):  # fmt: skip
        path.write_bytes(before + line)
        ledger = Ledger(path)
        with pytest.raises(FileFault, match="line 2 is damaged"):
            ledger.begin(arena())
        ledger.close()


@pytest.mark.parametrize(
    "damage",
    [
        {"match": "0"},
        {"match": -1},
        {"match": 0.5},
        {"seating": "01"},
        {"places": []},
        {"places": [1, 3]},
        {"places": ["1", "2"]},
        {"turns": "x"},
        {"choices": None},
        {"conduct": []},
        {"conduct": [{}, {"decisions": "x"}]},
        {"faults": [[7, {"say": "faults.ended"}]]},
        {"faults": [[0, "faults.ended"]]},
    ],
)
def test_a_damaged_result_is_named_by_its_line(tmp_path: Path, damage: dict[str, object]) -> None:
    path = tmp_path / "results.jsonl"
    ledger = Ledger(path)
    ledger.begin(arena())
    ledger.add(result(0, (0, 1), (1, 2)))
    ledger.close()
    terms, line = path.read_text().splitlines()
    path.write_text(f"{terms}\n{json.dumps(json.loads(line) | damage)}\n")

    ledger = Ledger(path)
    with pytest.raises(FileFault, match="line 2 is damaged"):
        ledger.begin(arena())
    ledger.close()


@pytest.mark.parametrize("seed", [-1, 1 << 64, "1", None, True])
def test_a_ledger_with_a_seed_that_is_none_is_refused(tmp_path: Path, seed: object) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(json.dumps({"arena": 1} | arena().terms() | {"seed": seed}) + "\n")

    with pytest.raises(FileFault, match="not a file of arena results"):
        Ledger(path)


def test_a_ledger_must_be_a_file_that_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="not a file that can be gone on with"):
        Ledger("/dev/full")
    with pytest.raises(FileFault, match="not a file that can be gone on with"):
        Ledger(tmp_path)
    with pytest.raises(FileFault, match="No such file or directory"):
        Ledger(tmp_path / "nowhere" / "results.jsonl")


def test_a_bot_in_a_file_counts_by_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("# one idea")
    first = Arena(GAME, ["random", str(path)], seed=1).terms()
    path.write_text("# another")

    assert Arena(GAME, ["random", str(path)], seed=1).terms() != first
    path.unlink()
    with pytest.raises(FileFault):
        Arena(GAME, ["random", str(path)], seed=1).terms()


def test_an_arena_does_not_go_on_with_other_versions_of_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    ledger = Ledger(path)
    ledger.begin(arena())
    ledger.close()
    sources_of = native.sources_of
    monkeypatch.setattr(native, "sources_of", lambda names: sources_of(names) | {tree.__name__: "# another search"})

    ledger = Ledger(path)
    with pytest.raises(FileFault, match="played by an older or newer version of the bots; begin a new file"):
        ledger.begin(arena())
    ledger.close()


# Faults in matches


def test_faults_are_counted_and_the_first_are_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Player:\n    def choose(self, view, luck):\n        return None\n")
    played = next(hold(Arena(GAME, ["random", str(path)], seed=1), [0])).played

    assert played.conduct[0].faults == 0
    assert played.conduct[1].faults == played.conduct[1].decisions > 3
    assert played.faults == ((1, Phrase("faults.illegal", given="None")),) * playing.FAULTS_TOLD


def test_the_faults_of_every_seat_are_told(tmp_path: Path) -> None:
    # The second is at fault only after the first has been so often enough.
    for name, patience in (("one", 0), ("two", 8)):
        (tmp_path / f"{name}.py").write_text(
            "class Player:\n"
            "    asked = 0\n"
            "    def choose(self, view, luck):\n"
            "        self.asked += 1\n"
            f"        return '{name}' if self.asked > {patience} else view.moves()[0]\n"
        )
    named = [str(tmp_path / "one.py"), str(tmp_path / "two.py")]
    held = Arena(GAME, named, seed=1)

    ratings = Standings(held, [held.crew().play(0)]).summary()["ratings"]
    simulated = simulate(GAME, games=2, seed=1, players=named, threads=2)

    for bot, name in enumerate(("one", "two")):
        expected = Phrase("faults.illegal", given=f"'{name}'")
        assert ratings[bot]["first_fault"] == expected.json()
        assert simulated.faults[bot].first == expected
        assert simulated.faults[bot].count > 3


def test_a_simulation_between_bots_does_not_depend_on_threads() -> None:
    one, two = (
        simulate(GAME, games=6, seed=3, players=["greedy", "random"], threads=threads).summary() for threads in (1, 2)
    )

    assert (one["wins"], one["steps"], one["turns_mean"]) == (two["wins"], two["steps"], two["turns_mean"])


def test_a_simulation_with_a_guest_that_remembers_does_not_depend_on_threads(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "class Player:\n"
        "    asked = 0\n"
        "    def choose(self, view, luck):\n"
        "        self.asked += 1\n"
        "        return view.moves()[self.asked % len(view.moves())]\n"
    )

    one, two = (simulate(GAME, games=6, seed=3, players=[str(path)], threads=threads) for threads in (1, 2))

    assert one.played.steps.tolist() == two.played.steps.tolist()
    assert one.played.places.tolist() == two.played.places.tolist()
