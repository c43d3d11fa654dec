"""The registry of metrics: what is registered is told in the format of Prometheus, and never grows without bound."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sobremesa.server import lag, process, prometheus
from sobremesa.server.prometheus import OTHER, Counter, Registry
from tests.server.scraping import parse


def test_every_kind_is_told() -> None:
    registry = Registry()
    counter = registry.counter("c_total", "a counter", "kind")
    gauge = registry.gauge("g", "a gauge")
    histogram = registry.histogram("h_seconds", "a histogram", "route", buckets=(0.1, 1.0))
    timings = prometheus.Timings()
    registry.summary("s_seconds", "a summary", timings)
    registry.gauge("r", "read", read=lambda: 2.5)
    registry.gauge("by_label", "read by one label", "game", read=lambda: {"poleana": 1, "girumgo": 2})
    registry.gauge("by_labels", "read by labels", "a", "b", read=lambda: {("x", "y"): 3})
    counter.inc("a")
    counter.inc("a", by=2)
    counter.inc("b")
    gauge.inc()
    gauge.dec(by=3)
    gauge.set(7)
    for value in (0.05, 0.1, 0.5, 5.0):
        histogram.observe(value, "/x")
    timings.add(0.25)

    told = parse(registry.text())

    assert told.values == {
        'c_total{kind="a"}': 3,
        'c_total{kind="b"}': 1,
        "g": 7,
        'h_seconds_bucket{route="/x",le="0.1"}': 2,
        'h_seconds_bucket{route="/x",le="1"}': 3,
        'h_seconds_bucket{route="/x",le="+Inf"}': 4,
        'h_seconds_sum{route="/x"}': 5.65,
        'h_seconds_count{route="/x"}': 4,
        's_seconds{quantile="0.5"}': 0.25,
        's_seconds{quantile="0.9"}': 0.25,
        's_seconds{quantile="0.99"}': 0.25,
        "s_seconds_sum": 0.25,
        "s_seconds_count": 1,
        "r": 2.5,
        'by_label{game="poleana"}': 1,
        'by_label{game="girumgo"}': 2,
        'by_labels{a="x",b="y"}': 3,
    }
    assert counter.value("a") == 3
    assert counter.value("never") == 0


def test_what_has_no_labels_is_told_before_anything_happens() -> None:
    registry = Registry()
    registry.counter("c_total", "a counter")
    registry.histogram("h_seconds", "a histogram", buckets=(1.0,))

    assert parse(registry.text()).values == {
        "c_total": 0,
        'h_seconds_bucket{le="1"}': 0,
        'h_seconds_bucket{le="+Inf"}': 0,
        "h_seconds_sum": 0,
        "h_seconds_count": 0,
    }


def test_label_values_are_escaped() -> None:
    registry = Registry()
    registry.counter("c_total", "a counter", "kind").inc('a"b\\c\nd')

    assert parse(registry.text()).values == {'c_total{kind="a\\"b\\\\c\\nd"}': 1}


def test_the_number_of_series_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prometheus, "MAX_SERIES", 3)
    registry = Registry()
    counter = registry.counter("c_total", "a counter", "kind")
    histogram = registry.histogram("h_seconds", "a histogram", "kind", buckets=(1.0,))
    for number in range(100):
        counter.inc(str(number))
        histogram.observe(0.5, str(number))
    counter.inc("1")

    told = parse(registry.text()).values

    assert {name: value for name, value in told.items() if name.startswith("c_")} == {
        'c_total{kind="0"}': 1,
        'c_total{kind="1"}': 2,
        'c_total{kind="2"}': 1,
        f'c_total{{kind="{OTHER}"}}': 97,
    }
    assert told['h_seconds_count{kind="other"}'] == 97


def test_mistakes_of_developers_are_found_at_once() -> None:
    registry = Registry()
    counter = registry.counter("c_total", "a counter", "kind")
    for wrong in (
        lambda: registry.gauge("c_total", "the same again"),
        lambda: registry.counter("c", "no _total"),
        lambda: registry.gauge("has-dash", "no name"),
        lambda: registry.gauge("g", "no label", "a-b"),
        lambda: counter.inc(),
        lambda: counter.inc("a", "b"),
        lambda: counter.inc("a", by=-1),
    ):
        with pytest.raises(ValueError, match=r"c_total|ends in|not a name"):
            wrong()
    assert "c_total{" not in registry.text()


def test_one_that_cannot_be_read_hides_no_other(caplog: pytest.LogCaptureFixture) -> None:
    registry = Registry()
    registry.gauge("broken", "fails", read=lambda: 1 / 0)
    registry.add(Counter("c_total", "a counter"))

    assert parse(registry.text()).values == {"c_total": 0}
    assert "broken" in caplog.text


# The process


def test_a_process_tells_what_it_uses() -> None:
    registry, children = Registry(), process.Children()
    process.register(registry, children)
    children.look()

    told = parse(registry.text())

    assert told.values["process_start_time_seconds"] > 1_700_000_000
    assert told.values["process_threads"] >= 1
    assert told.kinds["process_cpu_seconds_total"] == "counter"
    if Path("/proc/self/stat").exists():
        assert told.values["process_resident_memory_bytes"] > 1_000_000
        before = told.values["process_open_fds"]
        with Path(os.devnull).open():
            assert parse(registry.text()).values["process_open_fds"] == before + 1


def test_processes_that_were_started_are_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROC", tmp_path)
    monkeypatch.setattr(os, "getpid", lambda: 10)

    def runs(pid: int, parent: int, ticks: int, pages: int) -> None:
        (tmp_path / str(pid)).mkdir(exist_ok=True)
        text = f"{pid} (a b) c) S {parent} 0 0 0 -1 0 0 0 0 0 {ticks} 0 0 0 20 0 3 0 1200 4096 {pages} 0"
        (tmp_path / str(pid) / "stat").write_text(text)

    runs(10, 1, 900, 100)
    runs(11, 10, 200, 7)
    runs(9, 11, 100, 2)
    runs(12, 1, 5000, 100)
    children = process.Children()
    children.look()
    assert sorted(usage.resident_bytes // process.PAGE for usage in children.running) == [2, 7]
    assert children.cpu_seconds == 300 / process.TICKS

    # One has ended, and its time still counts.
    (tmp_path / "9" / "stat").unlink()
    runs(11, 10, 250, 7)
    children.look()
    assert len(children.running) == 1
    assert children.cpu_seconds == 350 / process.TICKS


def test_a_real_child_is_found() -> None:
    children = process.Children()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        children.look()
        # Only Linux tells of other processes.
        assert bool(children.running) is Path("/proc/self/stat").exists()
        child.communicate(b"\n")


def test_without_proc_less_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROC", tmp_path / "nothing")
    registry, children = Registry(), process.Children()
    process.register(registry, children)
    children.look()

    assert parse(registry.text()).names == {
        "process_start_time_seconds",
        "process_cpu_seconds_total",
        "process_threads",
    }


# The event loop


class Slow:
    """A loop whose timers are late, by a clock of its own."""

    def __init__(self) -> None:
        self.now = 100.0
        self.timers: list[tuple[float, object, tuple[object, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, due: float, call: object, *given: object) -> "Slow":
        self.timers.append((due, call, given))
        return self

    def run(self, late: float) -> None:
        due, call, given = self.timers.pop()
        self.now = due + late
        assert callable(call)
        call(*given)

    def cancel(self) -> None:
        self.timers.clear()


def test_a_late_loop_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, registry = Slow(), Registry()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    measured = lag.Lag(registry)
    measured.begin()
    for late in (0.0, 0.0005, 0.3):
        loop.run(late)
    measured.end()

    told = parse(registry.text()).values
    assert not loop.timers
    assert told["sobremesa_loop_lag_seconds_count"] == 3
    assert told['sobremesa_loop_lag_seconds_bucket{le="0.001"}'] == 2
    assert told["sobremesa_loop_lag_seconds_sum"] == pytest.approx(0.3005)
