"""Prometheus: counters, gauges, histograms and summaries in a registry, and the text format in which they are scraped.

Metrics are updated on the event loop alone, so there are no locks. What is known elsewhere (the length of a queue, say)
is read when it is scraped: give `read`, which returns a number, or a mapping from label values to numbers.

>>> registry = Registry()
>>> refused = registry.counter("sobremesa_refused_total", "requests refused", "reason")
>>> refused.inc("too_fast")
>>> queue = [1, 2, 3]
>>> waiting = registry.gauge("sobremesa_queue", "work that waits", read=lambda: len(queue))
>>> print(registry.text(), end="")
# HELP sobremesa_refused_total requests refused
# TYPE sobremesa_refused_total counter
sobremesa_refused_total{reason="too_fast"} 1
# HELP sobremesa_queue work that waits
# TYPE sobremesa_queue gauge
sobremesa_queue 3
"""

import logging
import re
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
NAME = re.compile(r"[a-z][a-z0-9_]*")
MAX_SERIES = 400
"""Combinations of label values that a metric keeps apart; later ones are counted together as OTHER."""
OTHER = "other"
RECENT = 4096
"""Observations of which a summary takes quantiles."""
QUANTILES = (0.5, 0.9, 0.99)
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of durations."""

Labels = tuple[str, ...]
Read = Callable[[], float | Mapping[Any, float]]
"""What tells a value, or values by the value of the only label, or by those of all labels."""

log = logging.getLogger(__name__)


class Metric:
    """A metric: its name, what it tells, the names of its labels, and how it is written."""

    kind = "untyped"

    def __init__(self, name: str, about: str, *labels: str) -> None:
        if not all(NAME.fullmatch(each) for each in (name, *labels)):
            raise ValueError(f"not a name of a metric or label: {name} {labels}")
        self.name = name
        self.about = about
        self.labels = labels

    def lines(self) -> Iterator[str]:
        """Yield the lines of this metric."""
        yield f"# HELP {self.name} {self.about}"
        yield f"# TYPE {self.name} {self.kind}"
        yield from self.samples()

    def samples(self) -> Iterator[str]:
        """Yield the lines that carry values."""
        raise NotImplementedError

    def sample(self, values: Labels, value: float, suffix: str = "", **more: str) -> str:
        """Return one line with a value."""
        pairs = [*zip(self.labels, values, strict=True), *more.items()]
        inside = ",".join(f'{label}="{_escaped(each)}"' for label, each in pairs)
        return f"{self.name}{suffix}{f'{{{inside}}}' if inside else ''} {_number(value)}"

    def kept_under(self, values: Labels, kept: Mapping[Labels, object]) -> Labels:
        """Return the label values under which something new is kept."""
        if len(values) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}, not {values}")
        return values if len(kept) < MAX_SERIES else (OTHER,) * len(values)


class Gauge(Metric):
    """A value that goes up and down."""

    kind = "gauge"

    def __init__(self, name: str, about: str, *labels: str, read: Read | None = None) -> None:
        super().__init__(name, about, *labels)
        self._read = read
        self._values: dict[Labels, float] = {} if labels else {(): 0}

    def value(self, *labels: str) -> float:
        """Return the value under some label values; 0 if there is none."""
        return self._values.get(labels, 0)

    def inc(self, *labels: str, by: float = 1) -> None:
        """Add to the value."""
        self._add(labels, by)

    def _add(self, labels: Labels, by: float) -> None:
        try:
            self._values[labels] += by
        except KeyError:
            labels = self.kept_under(labels, self._values)
            self._values[labels] = self._values.get(labels, 0) + by

    def samples(self) -> Iterator[str]:
        """Yield the lines that carry values."""
        values = self._values if self._read is None else self._read()
        by_labels = values if isinstance(values, Mapping) else {(): values}
        for labels, value in sorted(by_labels.items()):
            yield self.sample((labels,) if isinstance(labels, str) else labels, value)

    def dec(self, *labels: str, by: float = 1) -> None:
        """Subtract from the value."""
        self.inc(*labels, by=-by)

    def set(self, value: float, *labels: str) -> None:
        """Replace the value."""
        self.inc(*labels, by=value - self.value(*labels))


class Counter(Gauge):
    """A value that only grows; its name ends in _total."""

    kind = "counter"

    def inc(self, *labels: str, by: float = 1) -> None:
        """Add to the value."""
        if by < 0:
            raise ValueError(f"{self.name} only grows")
        self._add(labels, by)


class Histogram(Metric):
    """Observations counted by fixed buckets."""

    kind = "histogram"

    def __init__(self, name: str, about: str, *labels: str, buckets: tuple[float, ...] = SECONDS) -> None:
        super().__init__(name, about, *labels)
        self.buckets = buckets
        self._counts: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}
        if not labels:
            self._begin(())

    def observe(self, value: float, *labels: str) -> None:
        """Count one observation."""
        if labels not in self._counts:
            labels = self._begin(labels)
        self._counts[labels][bisect_left(self.buckets, value)] += 1
        self._sums[labels] += value

    def _begin(self, labels: Labels) -> Labels:
        labels = self.kept_under(labels, self._counts)
        self._counts.setdefault(labels, [0] * (len(self.buckets) + 1))
        self._sums.setdefault(labels, 0.0)
        return labels

    def samples(self) -> Iterator[str]:
        """Yield the lines that carry values."""
        for labels, counts in sorted(self._counts.items()):
            total = 0
            for bound, count in zip((*self.buckets, float("inf")), counts, strict=True):
                total += count
                yield self.sample(labels, total, "_bucket", le=_number(bound))
            yield self.sample(labels, self._sums[labels], "_sum")
            yield self.sample(labels, total, "_count")


class Timings:
    """Durations of something: how many and how long in all, and quantiles of the latest.

    >>> timings = Timings()
    >>> for number in range(100):
    ...     timings.add(number / 100)
    >>> timings.quantile(0.5), timings.quantile(0.99), timings.count
    (0.5, 0.99, 100)
    """

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self._recent: deque[float] = deque(maxlen=RECENT)

    def add(self, seconds: float) -> None:
        """Add one."""
        self.count += 1
        self.total += seconds
        self._recent.append(seconds)

    def quantile(self, share: float) -> float:
        """Return what that share of the latest did not exceed; 0 if there was none."""
        ordered = sorted(self._recent)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Summary(Metric):
    """Quantiles of timings that are kept elsewhere."""

    kind = "summary"

    def __init__(self, name: str, about: str, timings: Timings) -> None:
        super().__init__(name, about)
        self.timings = timings

    def samples(self) -> Iterator[str]:
        """Yield the lines that carry values."""
        for share in QUANTILES:
            yield self.sample((), self.timings.quantile(share), quantile=_number(share))
        yield self.sample((), self.timings.total, "_sum")
        yield self.sample((), self.timings.count, "_count")


AnyMetric = TypeVar("AnyMetric", bound=Metric)


class Registry:
    """All metrics of a server, each name once."""

    def __init__(self) -> None:
        self._metrics: dict[str, Metric] = {}

    def add(self, metric: AnyMetric) -> AnyMetric:
        """Register a metric."""
        if metric.name in self._metrics:
            raise ValueError(f"there is a metric {metric.name} already")
        self._metrics[metric.name] = metric
        return metric

    def counter(self, name: str, about: str, *labels: str, read: Read | None = None) -> Counter:
        """Register a counter."""
        if not name.endswith("_total"):
            raise ValueError(f"the name of a counter ends in _total: {name}")
        return self.add(Counter(name, about, *labels, read=read))

    def gauge(self, name: str, about: str, *labels: str, read: Read | None = None) -> Gauge:
        """Register a gauge."""
        return self.add(Gauge(name, about, *labels, read=read))

    def histogram(self, name: str, about: str, *labels: str, buckets: tuple[float, ...] = SECONDS) -> Histogram:
        """Register a histogram."""
        return self.add(Histogram(name, about, *labels, buckets=buckets))

    def summary(self, name: str, about: str, timings: Timings) -> Summary:
        """Register a summary."""
        return self.add(Summary(name, about, timings))

    def text(self) -> str:
        """Return all metrics in the text format; one that cannot be read is left out and logged."""
        lines: list[str] = []
        for metric in self._metrics.values():
            try:
                lines += list(metric.lines())
            except Exception:
                log.exception("the metric %s cannot be read", metric.name)
        return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return "+Inf" if value == float("inf") else f"{value:.10g}" if isinstance(value, float) else str(value)


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
