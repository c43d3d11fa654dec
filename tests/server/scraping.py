"""Scraping: a strict reader of the text format of Prometheus, as tests need it."""

import re
from typing import NamedTuple

SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"')
KINDS = ("counter", "gauge", "histogram", "summary")
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count"), "summary": ("", "_sum", "_count")}


class Scraped(NamedTuple):
    kinds: dict[str, str]
    """The kind of each metric, by name."""
    values: dict[str, float]
    """The value of each series, by name and labels as they are written."""
    labels: dict[str, dict[str, str]]
    """The labels of each series."""

    @property
    def names(self) -> set[str]:
        """Every name that a query may use."""
        return {f"{name}{suffix}" for name, kind in self.kinds.items() for suffix in SUFFIXES.get(kind, ("",))}


def parse(text: str) -> Scraped:
    """Read metrics; an AssertionError says which line a scraper would not take."""
    assert text.endswith("\n")
    found = Scraped({}, {}, {})
    about: set[str] = set()
    current = ""
    for line in text.splitlines():
        if line.startswith("# HELP "):
            current = line.split(" ", 3)[2]
            assert current not in about, f"told twice: {line}"
            assert line.split(" ", 3)[3], f"tells nothing: {line}"
            about.add(current)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == current, f"no HELP before: {line}"
            assert kind in KINDS, line
            found.kinds[name] = kind
        else:
            _take(found, current, line)
    for name, kind in found.kinds.items():
        if kind == "histogram":
            _check_buckets(found, name)
    return found


def _take(found: Scraped, current: str, line: str) -> None:
    read = SAMPLE.fullmatch(line)
    assert read, f"not a sample: {line}"
    name, inside, value = read.groups()
    kind = found.kinds[current]
    assert name in [current + suffix for suffix in SUFFIXES.get(kind, ("",))], f"not below its own TYPE: {line}"
    labels = _labels(inside or "", line)
    series = name + (f"{{{inside}}}" if inside else "")
    assert series not in found.values, f"told twice: {line}"
    if kind == "counter":
        assert name.endswith("_total"), line
        assert float(value) >= 0, line
    found.values[series] = float(value)
    found.labels[series] = labels


def _labels(inside: str, line: str) -> dict[str, str]:
    pairs = LABEL.findall(inside)
    assert ",".join(f'{name}="{value}"' for name, value in pairs) == inside, f"no labels: {line}"
    assert len(dict(pairs)) == len(pairs), f"a label twice: {line}"
    return dict(pairs)


def _check_buckets(found: Scraped, name: str) -> None:
    """Buckets grow up to +Inf, which is the count."""
    by_rest: dict[str, list[tuple[float, float]]] = {}
    for series, labels in found.labels.items():
        if series.startswith(f"{name}_bucket"):
            rest = ",".join(f'{each}="{value}"' for each, value in labels.items() if each != "le")
            by_rest.setdefault(rest, []).append((float(labels["le"]), found.values[series]))
    for rest, buckets in by_rest.items():
        counts = [count for _, count in buckets]
        assert buckets == sorted(buckets), name
        assert counts == sorted(counts), name
        assert buckets[-1][0] == float("inf"), name
        assert counts[-1] == found.values[f"{name}_count{f'{{{rest}}}' if rest else ''}"]
