"""Where the parts of an SVG picture lie: every element's points on the page, transforms included."""

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.62
FLAT = ("defs", "title")

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def name_of(element: ElementTree.Element) -> str:
    return element.tag.removeprefix(SVG)


def view_box(root: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    return x, y, x + width, y + height


def things(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """The groups of the things by their ids, each of which must be there once."""
    found = [element for element in root.iter() if "data-thing" in element.attrib]
    assert len({element.attrib["data-thing"] for element in found}) == len(found)
    return {element.attrib["data-thing"]: element for element in found}


def points(element: ElementTree.Element, matrix: Matrix = STILL) -> Iterator[Point]:
    """Points around all that is drawn; lines are half their width around theirs."""
    if name_of(element) in FLAT:
        return
    matrix = times(matrix, transform(element.attrib.get("transform", "")))
    rim = float(element.attrib.get("stroke-width", 0)) / 2 if element.attrib.get("stroke", "none") != "none" else 0.0
    for x, y in own_points(element):
        for right, down in ((-rim, -rim), (rim, -rim), (-rim, rim), (rim, rim)):
            yield moved(matrix, (x + right, y + down))
    for child in element:
        yield from points(child, matrix)


def own_points(element: ElementTree.Element) -> Iterator[Point]:
    value = {key: float(text) for key, text in element.attrib.items() if re.fullmatch(r"-?[\d.]+", text)}
    match name_of(element):
        case "rect":
            for x in (value["x"], value["x"] + value["width"]):
                for y in (value["y"], value["y"] + value["height"]):
                    yield x, y
        case "circle":
            for turn in range(16):
                angle = 2 * pi * turn / 16
                yield value["cx"] + value["r"] * cos(angle), value["cy"] + value["r"] * sin(angle)
        case "polygon":
            for pair in element.attrib["points"].split():
                x, y = map(float, pair.split(","))
                yield x, y
        case "path":
            yield from path_points(element.attrib["d"])
        case "text":
            size = value["font-size"]
            wide = LETTER * size * len(element.text or "")
            start = {"start": 0.0, "end": -wide}.get(element.attrib.get("text-anchor", "middle"), -wide / 2)
            yield from ((start, -0.75 * size), (start + wide, 0.2 * size))
        case "svg" | "g":
            pass
        case other:
            raise AssertionError(f"nobody draws a {other}")


def transform(text: str) -> Matrix:
    matrix = STILL
    for verb, numbers in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = [float(number) for number in numbers.split()]
        if verb == "translate":
            step: Matrix = (1.0, 0.0, 0.0, 1.0, values[0], values[1])
        elif verb == "scale":
            step = (values[0], 0.0, 0.0, values[0], 0.0, 0.0)
        else:
            assert verb == "rotate"
            angle = radians(values[0])
            step = (cos(angle), sin(angle), -sin(angle), cos(angle), 0.0, 0.0)
        matrix = times(matrix, step)
    return matrix


def times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def moved(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def path_points(drawn: str) -> Iterator[Point]:
    """The corners of a path, the control points of its curves, and points along its arcs."""
    x = y = 0.0
    begun = (0.0, 0.0)
    for letter, numbers in re.findall(r"([MLHVCQTAZ])([^MLHVCQTAZ]*)", drawn, flags=re.IGNORECASE):
        values = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)]
        verb, right, down = letter.upper(), *((x, y) if letter.islower() else (0.0, 0.0))
        if verb == "Z":
            x, y = begun
        elif verb == "H":
            x = values[-1] + right
        elif verb == "V":
            y = values[-1] + down
        elif verb == "A":
            assert len(values) == 7
            end = values[5] + right, values[6] + down
            yield from arc_points((x, y), end, values[0], is_large=values[3] > 0, is_clockwise=values[4] > 0)
            x, y = end
        else:
            pairs = list(zip(values[::2], values[1::2], strict=True))
            assert len(pairs) == {"C": 3, "Q": 2}.get(verb, 1)
            yield from ((px + right, py + down) for px, py in pairs)
            x, y = pairs[-1][0] + right, pairs[-1][1] + down
            begun = (x, y) if verb == "M" else begun
        yield x, y


def arc_points(start: Point, end: Point, radius: float, *, is_large: bool, is_clockwise: bool) -> Iterator[Point]:
    (x1, y1), (x2, y2) = start, end
    half = hypot(x2 - x1, y2 - y1) / 2
    far = sqrt(max(radius * radius - half * half, 0.0)) / (2 * half)
    side = -1 if is_large == is_clockwise else 1
    middle = (x1 + x2) / 2 - side * far * (y2 - y1), (y1 + y2) / 2 + side * far * (x2 - x1)
    first, last = (atan2(y - middle[1], x - middle[0]) for x, y in (start, end))
    turn = (last - first) % (2 * pi) if is_clockwise else -((first - last) % (2 * pi))
    for step in range(ceil(abs(turn) / 0.3) + 1):
        angle = first + turn * step / (ceil(abs(turn) / 0.3) or 1)
        yield middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)
