"""The picture: a whole view, with the table around the board, the names of the seats, the shapes and the things."""

from collections.abc import Sequence

from sobremesa.core.scene import Place, Point, Scene, Thing
from sobremesa.core.view import View
from sobremesa.core.words import Phrase, Words
from sobremesa.draw import ink
from sobremesa.draw.brush import SCOPE, Brush, scope_of
from sobremesa.draw.layout import Laid, lay
from sobremesa.draw.marks import form
from sobremesa.draw.paints import check_theme
from sobremesa.draw.shapes import board
from sobremesa.draw.things import SECTOR, draw

PIXELS = 44
"""How large a board unit is unless the page says otherwise."""
PAD = 0.4
PLATE = (3.6, 0.8)
"""How large the plate with the name of a seat is."""
GAP = 0.2


def svg(view: View, words: Words, theme: str = "light", names: Sequence[str] = ()) -> str:
    """This draws a view as SVG; names are those of the players, seat by seat.

    Equal views give equal bytes, and any number of pictures may stand in one page.
    """
    check_theme(theme)
    return _Picture(view, words, theme, names).svg()


class _Picture:
    """A picture being drawn."""

    def __init__(self, view: View, words: Words, theme: str, names: Sequence[str]) -> None:
        self.view, self.words, self.names = view, words, names
        self.scene: Scene = view.scene()
        self.brush = Brush(self.scene, theme)
        self.things = list(view.game.scenery.things(view.reading))
        self.filled = {thing.zone for thing in self.things}

    def svg(self) -> str:
        """This is the whole of it."""
        (width, height), plates = self.scene.size, self._plates()
        top = min((y for _, y in plates), default=0.0)
        corner, size = (-PAD, min(top, 0.0) - PAD), (width + 2 * PAD, height - min(top, 0.0) + 2 * PAD)
        said = f"{self.words('name')}. {self._say(self.view.prompt())}"
        lying = [self._group(laid) for laid in lay(self.scene, self.things)]
        things = ink.group(*lying, class_="sobremesa-things", font_weight="bold")
        body = self._table(corner, size) + self._static() + self._names(plates) + things
        drawn = ink.tag("title", ink.safe(said)) + ink.tag("defs", self.brush.defs()) + body
        head: dict[str, str | float] = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": " ".join(ink.number(part) for part in (*corner, *size)),
            "width": PIXELS * size[0],
            "height": PIXELS * size[1],
            "style": "max-width:100%;height:auto",
            "role": "img",
            "lang": self.words.language,
            "aria-label": said,
            "class": "sobremesa-scene",
            "font-family": ink.SANS,
            "text-anchor": ink.MIDDLE,
        }
        return ink.tag("svg", drawn.replace(SCOPE, scope_of(drawn)), **head) + "\n"

    def _say(self, phrase: Phrase) -> str:
        return self.words.say(phrase, self.names)

    def _seat(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else self.words("seat", number=seat + 1)

    # The table, the shapes and what is written

    def _table(self, corner: Point, size: Point) -> str:
        return ink.rect(corner, size, round_=0.5, fill=self.brush.glow(*self.brush.around.table))

    def _static(self) -> str:
        captions = [
            ink.text(self._say(each.say), each.at, 0.26, self.brush.around.faint, side=each.side)
            for each in self.scene.captions
            if not each.zone or each.zone in self.filled
        ]
        return board(self.brush, self.scene) + ink.group(*captions, class_="sobremesa-captions")

    def _plates(self) -> list[Point]:
        seats = self.view.reading.seats
        if self.scene.plates:
            return list(self.scene.plates[:seats])
        step = min(PLATE[0] + GAP, (self.scene.size[0] + GAP) / seats)
        return [(step * seat, -PLATE[1] * self._plate_scale() - GAP) for seat in range(seats)]

    def _plate_scale(self) -> float:
        seats = self.view.reading.seats
        return 1.0 if self.scene.plates else min(1.0, ((self.scene.size[0] + GAP) / seats - GAP) / PLATE[0])

    def _names(self, plates: list[Point]) -> str:
        scale = self._plate_scale()
        drawn = [ink.group(self._plate(seat), at=at, scale=scale) for seat, at in enumerate(plates)]
        return ink.group(*drawn, class_="sobremesa-seats")

    def _plate(self, seat: int) -> str:
        around = self.brush.around
        owner = self.view.game.scenery.owner(self.view.reading, seat)
        colour = self.brush.owned(owner)
        is_next = self.view.actor == seat
        edge: dict[str, str | float] = {"stroke": around.panel_edge, "stroke_width": 0.03}
        if is_next:
            edge = {"stroke": around.ink, "stroke_width": 0.07}
        body = form(owner, 0.24, fill=self.brush.sheen(colour), stroke=self.brush.rim(colour), stroke_width=0.04)
        name = self._seat(seat)
        room = PLATE[0] - (1.2 if is_next else 0.9)
        weight = "bold" if is_next else "normal"
        parts = [
            ink.rect((0.0, 0.0), PLATE, round_=0.2, fill=around.panel, **edge),
            ink.group(body, at=(0.45, 0.4)),
            ink.text(name, (0.85, 0.4), 0.4, around.ink, room=room, side="start", font_weight=weight),
        ]
        if is_next:
            parts.append(
                ink.polygon([(PLATE[0] - 0.4, 0.22), (PLATE[0] - 0.15, 0.4), (PLATE[0] - 0.4, 0.58)], fill=around.ink)
            )
        return "".join(parts)

    # What lies on the table

    def _group(self, laid: Laid) -> str:
        thing, piece = laid.thing, laid.piece
        drawn = self._title(thing, laid.place) if piece.kind.form != SECTOR else ""
        drawn += draw(self.brush, piece)
        return ink.group(
            drawn, at=laid.spot.at, scale=laid.spot.scale, turn=laid.turn, data_thing=thing.id, data_kind=thing.kind
        )

    def _title(self, thing: Thing, place: Place) -> str:
        what = self.words(f"things.{thing.kind}", face=thing.face) if thing.face else ""
        whose = f" ({self._seat(thing.owner)})" if what and thing.owner is not None else ""
        return ink.tag("title", ink.safe(": ".join(part for part in (what + whose, self._say(place.name)) if part)))
