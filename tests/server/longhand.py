"""Longhand: a reader of shorthand that shares no code with its writer; it says in full what a browser was told."""

import re
from math import floor
from typing import Any

SCOPED = re.compile(r' id="(s[0-9a-f]{10})-')


class Reader:
    """Somebody who was shown the stage, and is told the rest in shorthand."""

    def __init__(self) -> None:
        self.things: dict[str, list[Any]] = {}
        self.offered: list[dict[str, Any]] = []
        self.looks: dict[str, str] = {}

    def read(self, told: dict[str, Any]) -> dict[str, Any]:
        if told["t"] == "snap":
            return self.whole(told)
        return self.event(told) if told["t"] == "ev" else told

    def whole(self, told: dict[str, Any]) -> dict[str, Any]:
        stage = told["stage"]
        self.book, self.rules = stage["book"], stage["rules"]
        places = [(f"{zone['id']}/{place['id']}", place) for zone in stage["zones"] for place in zone["places"]]
        self.places = [(name, *(middle(*side) for side in zip(p["at"], p["size"], strict=True))) for name, p in places]
        self.looks = {}
        looks = self.drawn(told["looks"])
        self.things = {row[0]: row for row in told["things"]}
        self.offered = told["gestures"] or self.offered
        return told | {"looks": looks}

    def event(self, told: dict[str, Any]) -> dict[str, Any]:
        d = dict(told["d"])
        glimpse = [self.row(row) for row in told.get("glimpse", ())]
        if "things" in d:
            d["things"] = [self.row(row) for row in d["things"]]
            self.things |= {row[0]: row for row in d["things"]}
        for name in d.get("gone", ()):
            del self.things[name]
        if "prompt" in d:
            d["prompt"] = self.value(d["prompt"])
            if d["prompt"]["say"] in self.rules:
                d["rule"] = self.rules[d["prompt"]["say"]]
        if "gestures" in d:
            parts, d["gestures"] = d["gestures"], []
            for part in parts:
                d["gestures"] += self.gesture(part, d["gestures"])
            self.offered = d["gestures"] or self.offered
        paths = {name: [self.click(target) for target in targets] for name, targets in told.get("paths", {}).items()}
        log = [self.value(said) for said in told.get("log", ())]
        return told | {
            "d": d,
            "log": log,
            "paths": paths,
            "glimpse": glimpse,
            "looks": self.drawn(told.get("looks", {})),
        }

    def value(self, value: Any) -> Any:
        if isinstance(value, list):
            if value[0] < 0:
                return {"seat": -1 - value[0]}
            key, *names = self.book[value[0]]
            return {"say": key} | {name: self.value(part) for name, part in zip(names, value[1:], strict=True)}
        if isinstance(value, dict) and "all" in value:
            return [self.value(part) for part in value["all"]]
        return value

    def row(self, row: list[Any]) -> list[Any]:
        name, mask, *values = row
        if isinstance(mask, str):
            return row
        found = list(self.things.get(name, [name, None, None, None, None, 1.0, 0.0]))
        rest = iter(values)
        if mask & 1:
            found[1] = next(rest)
        if mask & 2:
            found[2:5] = self.places[next(rest)]
        for bit, place in ((4, 3), (8, 4), (16, 5), (32, 6)):
            if mask & bit:
                found[place] = next(rest)
        assert not list(rest)
        return found

    def gesture(self, part: Any, before: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if isinstance(part, dict):
            return [part]
        if isinstance(part[0], int):
            first, count = part
            assert first + count <= len(self.offered)
            return self.offered[first : first + count]
        move, picks, close, caption = part
        picks, close = [self.click(pick) for pick in picks], before[-1]["close"] if close == -1 else self.click(close)
        return [{"move": move, "picks": picks, "close": close, "caption": self.value(caption)}]

    def click(self, clicked: str | int) -> str:
        return clicked if isinstance(clicked, str) else str(self.places[clicked][0])

    def drawn(self, looks: dict[str, Any]) -> dict[str, str]:
        for name, drawn in looks.items():
            self.looks[name] = drawn if isinstance(drawn, str) else self.look(*drawn)
        return {name: self.looks[name] for name in looks}

    def look(self, other: str, start: int, end: int, between: str, scope: str) -> str:
        text = self.looks[other]
        if found := SCOPED.search(text):
            text = text.replace(found[1], "\0")
        return (text[:start] + between + text[len(text) - end :]).replace("\0", scope)


def middle(at: float, size: float) -> float:
    return floor((at + size / 2) * 1000 + 0.5) / 1000
