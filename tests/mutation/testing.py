"""Tests run against mutants: as few as can notice, quickest first, every mutant in a process of its own.

Nothing is loaded twice that can be shared. A process collects the tests once and is forked for every mutant; the fork
exchanges the code of one function and runs the tests that touch the changed lines. What runs while modules are loaded
cannot be exchanged later: for such a mutant a process is forked before the game is loaded, and loads it with the fault.

Rules run plain here: native runs take their source from the disk, where no fault is planted, and take long to compile.
"""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any, NoReturn

import coverage
import numpy as np
import pytest
from _pytest.runner import runtestprotocol

from sobremesa import Engine
from sobremesa.core import native as binding
from tests.mutation.mutants import MODULE, Mutant, Source

SLOWER, SPARE = 10.0, 2.0
"""A mutant may make a test so many times slower, and take so many seconds more, before it counts as noticed."""

LOADING = 20.0
"""A game that takes more seconds than this to load has a fault that is noticed."""

STUCK = 900
"""After so many seconds a process that does nothing is ended."""

MEMORY = 8 << 30
KILLED, SURVIVED, BROKEN = 1, 77, 78
ENDED_BY_TIME = {signal.SIGVTALRM, signal.SIGALRM}
# What went wrong need not be told, so the tests are loaded as they are and tracebacks stay short.
OPTIONS = ["-q", "-s", "-o", "addopts=", "--import-mode=importlib", "--assert=plain", "--tb=native"]
WITHOUT = ["-p", "no:randomly", "-p", "no:cacheprovider"]


NO_FAULT = Mutant(MODULE, "", "", (0, 0), -1, 0)
"""Nothing changed: what the tests must pass with."""


@dataclass(frozen=True)
class Target:
    """This is a module and the tests that must notice its faults."""

    name: str
    module: str
    source: Path
    tests: Path


@dataclass(frozen=True)
class Baseline:
    """This is what is known of the tests from a run without any fault."""

    seconds: dict[str, float]
    """How long each test takes that passed in time."""
    left_out: list[str]
    """The tests that did not, or that skipped themselves."""
    touching: dict[int, list[str]]
    """The tests that run each line of the module."""
    loading: list[int]
    """The lines that run when modules are loaded."""

    def tests_for(self, mutant: Mutant, budget: float) -> list[str]:
        """This lists the tests that can notice a mutant, quickest first and oracles last, within the budget."""
        if self.is_loaded(mutant):
            names = set(self.seconds)
        else:
            lines = range(mutant.lines[0], mutant.lines[1] + 1)
            names = {name for line in lines for name in self.touching.get(line, ())}
        chosen = sorted(names, key=lambda name: ("oracle" in name, self.seconds[name]))
        spent = 0.0
        for number, name in enumerate(chosen):
            spent += self.seconds[name]
            if spent > budget:
                return chosen[:number]
        return chosen

    def is_loaded(self, mutant: Mutant) -> bool:
        """This is whether a mutant changes something that runs when modules are loaded."""
        lines = range(mutant.lines[0], mutant.lines[1] + 1)
        return mutant.function == MODULE or not set(lines).isdisjoint(self.loading)


def run_plain() -> None:
    """This makes all runs plain from now on, whatever tests ask for."""
    os.environ["SOBREMESA_NATIVE"] = "0"
    bind = binding.bind

    def bind_plain(*arguments: Any, **named: Any) -> Any:
        return bind(*arguments, **named | {"native": False, "checked": False})

    binding.bind = bind_plain  # type: ignore[assignment]
    for name in ("play_outs", "count", "trace"):
        setattr(Engine, name, _unless_native(getattr(Engine, name)))
    _quicken_records()


def measure(target: Target, longest: float) -> Baseline:
    """This runs the tests without any fault, in a process of its own; those that take longer are left out."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _in_child(lambda: _measure(target, writer, longest))
    os.close(writer)
    with os.fdopen(reader) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    told = json.loads(text or "null")
    if not isinstance(told, dict):
        sys.exit(f"{target.name}: the tests fail without any fault: {told}")
    touching = {int(line): names for line, names in told.pop("touching").items()}
    return Baseline(touching=touching, **told)


def judge(
    target: Target,
    source: Source,
    baseline: Baseline,
    mutants: Sequence[Mutant],
    *,
    processes: int,
    budget: float,
    tell: Callable[[Mutant, str], None],
) -> None:
    """This runs the tests against mutants and tells of each whether it was "killed", "survived" or hit a "timeout".

    The process that calls this will have loaded the game afterwards and writes no more, so it should be one of its own.
    """
    loaded = [mutant for mutant in mutants if baseline.is_loaded(mutant)]
    others = [mutant for mutant in mutants if not baseline.is_loaded(mutant)]

    def start_with(mutant: Mutant) -> None:
        if mutant != NO_FAULT:
            sys.meta_path.insert(0, _Planter(target.module, source.module_with(mutant)))
        _quiet(1, 2)
        # Loading all tests takes longer than running the few that notice most mutants, so files come one by one.
        for path, names in _by_file(baseline, baseline.tests_for(mutant, budget)):
            signal.setitimer(signal.ITIMER_VIRTUAL, LOADING)
            if _collected(target.tests / path, partial(_run, baseline, names)) != 0:
                os._exit(KILLED)
        os._exit(SURVIVED)

    def test_others(items: list[pytest.Item]) -> None:
        module = sys.modules[target.module]
        gc.collect()
        gc.freeze()

        def exchange(mutant: Mutant) -> None:
            if mutant != NO_FAULT:
                function = vars(module)[mutant.function]
                assert isinstance(function, FunctionType)
                function.__code__ = source.function_with(mutant)
            _quiet(1, 2)
            _run(baseline, baseline.tests_for(mutant, budget), items)
            os._exit(SURVIVED)

        _test(others, exchange, processes, tell)

    if loaded:
        _test(loaded, start_with, processes, tell)
    if others:
        _quiet(1)
        if status := _collected(target.tests, test_others):
            raise RuntimeError(f"pytest ended with {status}")


# Processes


def _test(
    mutants: Sequence[Mutant],
    test: Callable[[Mutant], None],
    processes: int,
    tell: Callable[[Mutant, str], None],
) -> None:
    for _, verdict in _forked([NO_FAULT], test, 1):
        if verdict != "survived":
            raise RuntimeError("without any fault the tests should pass here too")
    for mutant, verdict in _forked(mutants, test, processes):
        tell(mutant, verdict)


def _forked(mutants: Iterable[Mutant], test: Callable[[Mutant], None], processes: int) -> Iterator[tuple[Mutant, str]]:
    running: dict[int, Mutant] = {}
    try:
        for mutant in mutants:
            if len(running) == processes:
                yield _ended(running)
            child = os.fork()
            if child == 0:
                _in_child(lambda chosen=mutant: test(chosen))  # type: ignore[misc]
            running[child] = mutant
        while running:
            yield _ended(running)
    finally:
        for child in running:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _ended(running: dict[int, Mutant]) -> tuple[Mutant, str]:
    child, status = os.wait()
    mutant = running.pop(child)
    if os.WIFSIGNALED(status):
        return mutant, "timeout" if os.WTERMSIG(status) in ENDED_BY_TIME else "killed"
    code = os.WEXITSTATUS(status)
    if code == BROKEN:
        raise RuntimeError(f"the tool failed on {mutant}")
    return mutant, "survived" if code == SURVIVED else "killed"


def _in_child(work: Callable[[], object]) -> NoReturn:
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(STUCK)
        work()
    except BaseException:
        traceback.print_exc()
    os._exit(BROKEN)


def _quiet(*streams: int) -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nothing, stream)


# Faults


class _Planter(importlib.abc.MetaPathFinder):
    """This gives a module other code when it is loaded."""

    def __init__(self, module: str, code: CodeType) -> None:
        self.module = module
        self.code = code

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        assert spec is not None
        assert isinstance(spec.loader, importlib.machinery.SourceFileLoader)
        spec.loader.get_code = lambda fullname: self.code  # type: ignore[method-assign]
        return spec


# Tests


class _Collector:
    """This gives the collected tests to a function instead of running them."""

    def __init__(self, use: Callable[[list[pytest.Item]], object]) -> None:
        self.use = use

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed
        self.use(session.items)
        return True


def _collected(tests: Path, use: Callable[[list[pytest.Item]], object]) -> int:
    sys.stdout.flush()
    return pytest.main([*OPTIONS, *WITHOUT, f"--rootdir={Path.cwd()}", str(tests)], plugins=[_Collector(use)])


def _quicken_records() -> None:
    """This lets records find their fields first of all, not last: plain rules take most of their time for that."""
    find_slowly, find, write = np.record.__getattribute__, np.void.__getitem__, np.void.__setitem__

    def find_quickly(record: np.record, name: str) -> Any:
        try:
            return find(record, name)
        except ValueError:
            return find_slowly(record, name)

    np.record.__getattribute__ = find_quickly  # type: ignore[method-assign]
    np.record.__setattr__ = write  # type: ignore[method-assign]


def _unless_native(work: Callable[..., Any]) -> Callable[..., Any]:
    def work_plain(self: Engine, *arguments: Any, **named: Any) -> Any:
        if self.is_native and named.get("most") is None:
            pytest.skip("who asks for a native run has more in mind than can be done plain")
        return work(self, *arguments, **named)

    return work_plain


def _by_file(baseline: Baseline, names: list[str]) -> list[tuple[str, list[str]]]:
    files: dict[str, list[str]] = {}
    for name in names:
        files.setdefault(Path(name.partition("::")[0]).name, []).append(name)
    return sorted(files.items(), key=lambda item: sum(baseline.seconds[name] for name in item[1]))


def _run(baseline: Baseline, names: list[str], items: list[pytest.Item]) -> None:
    by_name = {item.nodeid: item for item in items}
    # A mutant may change the very names of tests; it has been noticed then.
    if any(name not in by_name for name in names):
        os._exit(KILLED)
    chosen = [by_name[name] for name in names]
    for item, following in zip(chosen, [*chosen[1:], None], strict=True):
        # The time that the process itself computes, so that a busy machine kills nothing.
        signal.setitimer(signal.ITIMER_VIRTUAL, baseline.seconds[item.nodeid] * SLOWER + SPARE)
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            os._exit(KILLED)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _measure(target: Target, writer: int, longest: float) -> NoReturn:
    tracer = coverage.Coverage(config_file=False, data_file=None, include=[str(target.source)])
    seconds: dict[str, float] = {}
    left_out: list[str] = []
    failed: list[str] = []

    def give_up(*_: object) -> None:
        pytest.skip("it takes too long plain")

    def run(items: list[pytest.Item]) -> None:
        signal.signal(signal.SIGVTALRM, give_up)
        for item, following in zip(items, [*items[1:], None], strict=True):
            tracer.switch_context(item.nodeid)
            # Again and again, for where Python cannot raise it forgets.
            signal.setitimer(signal.ITIMER_VIRTUAL, longest, 1.0)
            started = process_time()
            reports = runtestprotocol(item, log=False, nextitem=following)
            spent = process_time() - started
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            faults = [report.longreprtext.strip().rpartition("\n")[2] for report in reports if report.failed]
            if faults:
                failed.append(f"{item.nodeid}: {faults[0]}")
            elif any(report.skipped for report in reports):
                left_out.append(item.nodeid)
            else:
                seconds[item.nodeid] = spent

    _quiet(1, 2)
    tracer.start()
    status = _collected(target.tests, run)
    tracer.stop()
    origin = getattr(sys.modules.get(target.module), "__file__", None)
    if origin != str(target.source):
        failed.append(f"the tests are for {origin}, not for {target.source}")
    told: object = failed or [f"pytest ended with {status}"]
    if status == 0 and not failed:
        lines = tracer.get_data().contexts_by_lineno(str(target.source))
        known = {line: [name for name in names if name in seconds] for line, names in lines.items()}
        loading = [line for line, names in lines.items() if "" in names]
        told = asdict(Baseline(seconds, left_out, known, loading))
    with os.fdopen(writer, "w") as stream:
        json.dump(told, stream)
    os._exit(0)
