"""Diagrams: what is drawn of an example: things as they lie at its end, where they were, and the ways they went."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, dist, radians, sin

from sobremesa.core.match import Match
from sobremesa.core.scene import Kind, Point, target
from sobremesa.core.words import Words
from sobremesa.draw import ink
from sobremesa.draw import stage as drawing
from sobremesa.draw.brush import Brush
from sobremesa.draw.layout import BETWEEN, Row, named_piece
from sobremesa.draw.shapes import middle_of
from sobremesa.draw.things import SECTOR
from sobremesa.server.examples import Example, begun

MOVED_FORMS = ("pawn", "chip")
"""Forms that leave a trace where they were."""
DIE, CARD = "die", "card"
GHOST = 0.42
"""How much is seen of what is gone."""
WAY, EDGE = 0.13, 0.28
"""How wide a way is drawn, and how wide with the edge that keeps it apart from the board."""
LANE = 0.12
"""How far to the right of the middle a way is drawn, so that there and back are two."""
SHORT = 0.5
"""How far before the middle of a thing the way to it ends."""
HEAD = 0.26
"""How long an arrow's head is, and half of how wide."""
ARC, ARC_STEP = 0.5, 10.0
"""How far from the middle of a wheel its turn is drawn, and how many degrees of it are one line."""
DASHES = "0.16 0.2"
AROUND, CORNER = 0.04, 0.12
"""How far around new things their line is, and how round its corners are at cards."""
BADGE, NAME, PLATE = 0.3, 0.4, 0.4
"""How large the badge and the name of a seat are, and how far below its corner the middle of its plate is."""
INKS = {"light": ("#8c1d4f", "#fff7e6"), "dark": ("#ffd479", "#241a12")}
"""The colours of ways and of their edges."""


class Diagram:
    """This is an example as it was played: the view at its end, and all that has moved on the way there."""

    def __init__(self, game: str, example: Example, names: Sequence[str] = ()) -> None:
        match = begun(game, example)
        self.seat, self.names = example.seat, names
        self.scene = match.view().scene()
        self.places = {
            target(zone.id, place.id): middle_of(place.at, place.size)
            for zone in self.scene.zones
            for place in zone.places
        }
        self.first: dict[str, Row] = {}
        """Everything that has ever lain there, where it was first."""
        self.thrown: dict[str, Row] = {}
        """Every die as it lay last with a face."""
        self.fresh: set[str] = set()
        """What came with the last choice."""
        self.walks: list[list[Point]] = []
        self.flights: list[list[Point]] = []
        self.turns: dict[Point, float] = defaultdict(float)
        """By how many degrees each wheel was turned, by its middle."""
        for choice in example.choices:
            self._choose(match, choice)
        self.view = match.view(self.seat)
        self.rows = [self._still(row) for row in drawing.things(self.view)]

    def _choose(self, match: Match, choice: str) -> None:
        before = self._lying(match)
        match.push(choice)
        after, paths = self._lying(match), match.paths(self.seat)
        self.first = before | self.first
        self.thrown |= {name: row for name, row in before.items() if self._kind(row).form == DIE and _face(row)}
        self.fresh = {name for name in paths if name not in before}
        for name, row in before.items():
            here, kind = after.get(name, row), self._kind(row)
            if here[2] == row[2]:
                continue
            if kind.form == SECTOR:
                # Each part of a wheel tells its share.
                self.turns[_spot(row)] += ((here[6] - row[6] + 180) % 360 - 180) / kind.parts
            elif name in paths:
                self.walks.append([_spot(row), *(self.places[step] for step in paths[name][:-1]), _spot(here)])
            elif kind.form in MOVED_FORMS:
                self.flights.append([_spot(row), _spot(here)])

    def _lying(self, match: Match) -> dict[str, Row]:
        return {row[0]: row for row in drawing.things(match.view(self.seat))}

    def _kind(self, row: Row) -> Kind:
        return named_piece(self.scene, row[1]).kind

    def _still(self, row: Row) -> Row:
        """This is a thing as it is drawn: dice are taken up once they are used, but a reader wants to see the throw."""
        return row if _face(row) else self.thrown.get(row[0], row)

    # What is drawn of it

    def things(self, theme: str) -> str:
        """This is everything that lies on the board: wheels lowest, then the traces of what moved, then the things."""
        wheels = [row for row in self.rows if self._kind(row).form == SECTOR]
        others = [row for row in self.rows if self._kind(row).form != SECTOR]
        return "".join(
            [
                *(self._look(row, theme) for row in wheels),
                *(_way(_arc(middle, turn), theme) for middle, turn in self.turns.items() if turn),
                *(self._look(row, theme, GHOST) for row in self._gone()),
                *(_way(flight, theme, short=SHORT, dashes=DASHES) for flight in self.flights),
                *(_way(list(_lane(walk)), theme, short=SHORT) for walk in self.walks),
                *(self._look(row, theme) for row in others),
                *self._lines(theme),
            ]
        )

    def _gone(self) -> list[Row]:
        there, taken = {row[0]: row[2] for row in self.rows}, {row[2] for row in self.rows}
        moved = (row for name, row in self.first.items() if there.get(name) != row[2])
        return [row for row in moved if row[2] not in taken and self._kind(row).form in MOVED_FORMS]

    def _look(self, row: Row, theme: str, opacity: float = 1.0) -> str:
        _, key, _, x, y, scale, turn = row
        return ink.group(drawing.look(self.view, key, theme), at=(x, y), scale=scale, turn=turn, opacity=opacity)

    def _lines(self, theme: str) -> Iterator[str]:
        """This is a line around what is new, place by place."""
        fresh: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows:
            if row[0] in self.fresh:
                fresh[row[2]].append(row)
        for rows in fresh.values():
            kind = self._kind(rows[0])
            corners = [
                (x + side * scale * kind.size[0] / 2, y + side * scale * kind.size[1] / 2)
                for *_, x, y, scale, _ in rows
                for side in (-1, 1)
            ]
            (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
            size = right - left + 2 * AROUND, bottom - top + 2 * AROUND
            round_ = CORNER if kind.form == CARD else size[0] / 2
            line, _ = INKS[theme]
            yield ink.rect(
                (left - AROUND, top - AROUND), size, round_=round_, fill="none", stroke=line, stroke_width=WAY
            )

    def plates(self, theme: str, words: Words) -> str:
        """This is who sits where, in games whose seats have a place of their own on the board."""
        stage, line = drawing.stage(self.view, theme), Brush(self.scene, theme).around.ink
        drawn = []
        for seat, (x, y) in enumerate(stage.get("plates", ())):
            name = self.names[seat] if seat < len(self.names) else words("seat", number=seat + 1)
            drawn.append(ink.group(stage["badges"][seat], at=(x + PLATE, y + PLATE), scale=BADGE))
            drawn.append(ink.text(name, (x + 2 * PLATE, y + PLATE), NAME, line, side="start"))
        return "".join(drawn)


def _spot(row: Row) -> Point:
    return row[3], row[4]


def _face(row: Row) -> str:
    _, _, rest = row[1].partition(BETWEEN)
    return rest.rpartition(BETWEEN)[0]


def _toward(one: Point, other: Point, far: float) -> Point:
    """This is a point so far from one in the direction of another."""
    part = far / (dist(one, other) or 1.0)
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _lane(walk: list[Point]) -> Iterator[Point]:
    """This is a walk moved to its right-hand side."""
    for one, other in pairwise(walk):
        if one != other:
            x, y = _toward((0.0, 0.0), (other[0] - one[0], other[1] - one[1]), LANE)
            yield one[0] - y, one[1] + x
            yield other[0] - y, other[1] + x


def _arc(middle: Point, turn: float) -> list[Point]:
    """This is the way of a wheel's upper part, turned by so many degrees."""
    steps = max(2, round(abs(turn) / ARC_STEP))
    angles = [radians(-90 - turn / 2 + turn * step / steps) for step in range(steps + 1)]
    return [(middle[0] + ARC * cos(angle), middle[1] + ARC * sin(angle)) for angle in angles]


def _way(points: list[Point], theme: str, *, short: float = 0.0, dashes: str = "") -> str:
    """This is a way with an arrow at its end, which is so much short of where it leads."""
    line, edge = INKS[theme]
    *rest, last = points
    end = _toward(last, rest[-1], min(short, dist(last, rest[-1]) / 2))
    x, y = _toward((0.0, 0.0), (last[0] - rest[-1][0], last[1] - rest[-1][1]), HEAD)
    head = [(end[0] + x, end[1] + y), (end[0] - y, end[1] + x), (end[0] + y, end[1] - x)]
    drawn = "M" + "L".join(f"{ink.number(across)} {ink.number(down)}" for across, down in [*rest, end])
    settings: dict[str, str | float] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if dashes:
        settings["stroke_dasharray"] = dashes
    return "".join(
        [
            ink.path(drawn, stroke=edge, stroke_width=EDGE, **settings),
            ink.polygon(head, fill=edge, stroke=edge, stroke_width=EDGE - WAY),
            ink.path(drawn, stroke=line, stroke_width=WAY, **settings),
            ink.polygon(head, fill=line),
        ]
    )
