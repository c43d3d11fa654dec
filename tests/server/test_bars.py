"""Bars: a campaign that measures fails when what it measures is not good enough."""

import asyncio
import os
from typing import Any

import pytest
from bench.load import PEER, Result, faults_of
from bench.process import Peak

GOOD: dict[str, Any] = dict.fromkeys(Result.__dataclass_fields__, 0) | {
    "game": "poleana",
    "moves_per_cpu_second": 1000,
    "p99": 25.0,
    "memory": 200.0,
    "bytes_per_client_and_move": 600,
    "refused": {},
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, None),
        ({"moves_per_cpu_second": 999}, "poleana: 999 moves a CPU-second"),
        ({"moves_per_cpu_second": 999, "rate": 1.0}, None),
        ({"p99": 25.1}, None),
        ({"p99": 25.1, "rate": 1.0}, "poleana: p99 25.1 ms"),
        ({"memory": 200.6}, "poleana: 201 MB"),
        ({"bytes_per_client_and_move": 601}, "poleana: 601 bytes a client and move"),
        ({"refused": {"server.stale": 1}}, "poleana: moves were refused: {'server.stale': 1}"),
    ],
)
def test_a_load_that_is_not_carried_is_told(change: dict[str, Any], said: str | None) -> None:
    assert faults_of([Result(**GOOD | change)]) == ([said] if said else [])


@pytest.mark.parametrize(("theirs", "count"), [(40.0, 0), (39.0, 1)])
def test_the_peer_is_compared_at_a_rate(theirs: float, count: int) -> None:
    ours, peer = (
        Result(**GOOD | {"p99": 20.0, "rate": 1.0}),
        Result(**GOOD | {"game": PEER, "p99": theirs, "rate": 1.0}),
    )
    assert len(faults_of([ours, peer])) == count


def test_memory_that_was_given_back_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.process.OFTEN", 0.01)

    async def work() -> tuple[float, float]:
        async with Peak(os.getpid()) as peak:
            before, held = peak.memory, b"x" * 100_000_000
            await asyncio.sleep(0.1)
            del held
        return before, peak.memory

    before, most = asyncio.run(work())
    assert most - before > 50
