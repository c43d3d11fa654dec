"""The page of a review: the graph of the chances of winning, every choice, and the table after each, in one file.

Nothing is fetched: the pictures of all tables travel in the page, packed together, and are unpacked by the browser.
"""

import base64
import gzip
import json
from html import escape

from sobremesa.cli.captions import Said, captions, seat_names
from sobremesa.core.match import replay
from sobremesa.core.rules import CHANCE, SPECTATOR
from sobremesa.core.words import Words
from sobremesa.lab.review import Account, Moment, Review
from sobremesa.search.foresight import Chances

FIGURES = ("start", "luck", "play", "others", "result", "adjusted", "lost")
"""What is told of every seat: the first four add up to the fifth."""

WIDTH, HEIGHT = 900, 260
ABOVE, BELOW = 18, 22
"""The room for figures above and below the graph."""
TICKS = 10
MARKED = ("mistake", "blunder")
COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#566573")
DASHES = ("", "8 4", "2 4", "10 4 2 4", "1 3", "14 6")
"""Lines are told apart by more than their colour."""

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; }
tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
.scroll { overflow: auto; } .choices { max-height: 28rem; position: relative; }
.choices th, .choices td { text-align: left; }
tr.choice { cursor: pointer; }
tr.choice.shown, tr.choice:focus { background: color-mix(in srgb, Highlight 30%, transparent); }
.mistake, .blunder { font-weight: bold; } #graph { width: 100%; height: auto; touch-action: none; cursor: pointer; }
.scale { font-size: 12px; fill: currentColor; opacity: .7; }
@media (max-width: 40rem) { .scale { font-size: 26px; } }
#told { min-height: 3em; }
#position { text-align: center; min-height: 12rem; } #position svg { max-width: 100%; height: auto; max-height: 70vh; }
"""

SCRIPT = """
const packed = Uint8Array.from(atob(document.getElementById("pictures").textContent), (c) => c.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
const pictures = await new Response(stream).json();
const told = JSON.parse(document.getElementById("captions").textContent);
const rows = [...document.querySelectorAll("tr.choice")];
const graph = document.getElementById("graph");
const cursor = document.getElementById("cursor");
function show(number) {
  const n = Math.max(0, Math.min(pictures.length - 1, number));
  document.getElementById("told").textContent = told[n];
  document.getElementById("position").innerHTML = pictures[n];
  rows.forEach((row) => row.classList.toggle("shown", Number(row.dataset.after) === n));
  const [list, row] = [document.querySelector(".choices"), rows[n - 1]];
  if (row) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  const x = graph.viewBox.baseVal.width * n / Math.max(1, pictures.length - 1);
  cursor.setAttribute("x1", x); cursor.setAttribute("x2", x);
  shown = n;
}
let shown = pictures.length - 1;
rows.forEach((row) => {
  row.addEventListener("click", () => show(Number(row.dataset.after)));
  row.addEventListener("keydown", (event) => { if (event.key === "Enter") show(Number(row.dataset.after)); });
});
graph.addEventListener("click", (event) => {
  const box = graph.getBoundingClientRect();
  show(Math.round((event.clientX - box.left) / box.width * (pictures.length - 1)));
});
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") show(shown + 1);
  if (event.key === "ArrowLeft") show(shown - 1);
});
show(shown);
"""


def page(done: Review, language: str) -> str:
    """This is the whole page."""
    match = replay(done.record)
    words = Words(language, match.game.package, "sobremesa.cli", "sobremesa.core")
    title = words("review.title", game=words("name"))
    said, names = captions(done, words), seat_names(done.record, words)
    told = _plain(json.dumps(_told(done, said, names, words)))
    packed = base64.b64encode(gzip.compress(json.dumps(_pictures(done, language)).encode(), mtime=0)).decode()
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
            f"<h1>{escape(title)}</h1>",
            _accounts(done, names, words),
            f"<h2>{escape(words('review.graph'))}</h2>",
            _graph(done, names, words),
            f"<p>{escape(words('review.click'))}</p>",
            '<p id="told" aria-live="polite"></p>\n<div id="position"></div>',
            f"<h2>{escape(words('review.table'))}</h2>",
            _choices(done, said, names, words),
            f'<script type="application/json" id="captions">{told}</script>',
            f'<script type="text/plain" id="pictures">{packed}</script>',
            f'<script type="module">{SCRIPT}</script>\n</body>\n</html>\n',
        ]
    )


def _pictures(done: Review, language: str) -> list[str]:
    """The table at every moment, as it was seen by whoever had just chosen, or else by whoever chose next."""
    match = replay(done.record)
    pictures = []
    while True:
        last = done.moments[match.made - 1].actor if match.made else CHANCE
        pictures.append(match.svg(max(last if last >= 0 else match.actor, SPECTATOR), language=language))
        if not match.made:
            return pictures[::-1]
        match.pop()


def _plain(text: str) -> str:
    """JSON that cannot end the script in which it stands."""
    return text.replace("<", "\\u003c")


def _told(done: Review, said: list[Said], names: list[str], words: Words) -> list[str]:
    """What is told of every table: how it came about, and how everybody stands there."""
    came = [after_line(moment, each, names, words) for moment, each in zip(done.moments, said, strict=True)]
    lines = zip([words("review.at_start"), *came], done.chances, strict=True)
    return [f"{line} {_standing(chances, names, words)}" for line, chances in lines]


def _standing(chances: Chances, names: list[str], words: Words) -> str:
    each = [
        words("review.of_seat", seat=name, chance=f"{100 * chance:.1f}")
        for name, chance in zip(names, chances, strict=True)
    ]
    return words("review.now", chances=", ".join(each))


def after_line(moment: Moment, said: Said, names: list[str], words: Words) -> str:
    """This is what a choice did: to the chances of whoever made it, or, of a throw, to those that it changed most."""
    number = moment.number + 1
    if moment.actor == CHANCE:
        changed = most_changed(moment)
        return words(
            "review.after_throw",
            number=number,
            choice=said.choice,
            seat=names[changed],
            luck=f"{100 * moment.change[changed]:+.1f}",
            interval=f"{100 * moment.interval:.1f}",
        )
    seat = names[moment.actor]
    if moment.grade is None:
        return words("review.after_only", number=number, seat=seat, choice=said.choice)
    figures = {
        "before": f"{100 * moment.before[moment.actor]:.1f}",
        "made": f"{100 * (moment.made_chance or 0):.1f}",
    }
    if not moment.loss or moment.grade == "best":
        return words("review.after_best", number=number, seat=seat, choice=said.choice, **figures)
    return words(
        "review.after_move",
        number=number,
        seat=seat,
        choice=said.choice,
        grade=words(f"review.grades_of.{moment.grade}"),
        best=said.best,
        best_chance=f"{100 * (moment.best_chance or 0):.1f}",
        interval=f"{100 * moment.loss_interval:.1f}",
        **figures,
    )


def most_changed(moment: Moment) -> int:
    """This is the seat whose chance a throw changed most; of two, whom it helped."""
    return max(range(len(moment.change)), key=lambda seat: (round(abs(moment.change[seat]), 6), moment.change[seat]))


def grades_line(name: str, account: Account, words: Words) -> str:
    """This is how many moves of each grade a seat made."""
    counted = [words(f"review.counted.{grade}", count=count) for grade, count in account.grades.items()]
    return words("review.grades", seat=name, grades=", ".join(counted))


def _accounts(done: Review, names: list[str], words: Words) -> str:
    """The accounts, a column for each seat: there are seldom more seats than a phone has room for."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = [
        f"<tr><th>{escape(words(f'review.{figure}'))}</th>"
        + "".join(f"<td>{100 * getattr(account, figure):+.1f}</td>" for account in done.accounts)
        + "</tr>"
        for figure in FIGURES
    ]
    interval = max(account.interval for account in done.accounts)
    said = [
        words("review.legend"),
        words("review.meaning"),
        words("review.interval", interval=f"{100 * interval:.1f}", simulations=done.simulations),
    ]
    said += [] if done.is_over else [words("review.unfinished")]
    said += [grades_line(name, account, words) for name, account in zip(names, done.accounts, strict=True)]
    notes = "".join(f"<p>{escape(line)}</p>" for line in said)
    return f'<div class="scroll"><table><tr><th></th>{head}</tr>{"".join(rows)}</table></div>{notes}'


def _graph(done: Review, seated: list[str], words: Words) -> str:
    last = max(1, len(done.chances) - 1)
    lines, names = [], []
    for seat in range(len(done.chances[0])):
        points = " ".join(
            f"{WIDTH * number / last:.1f},{HEIGHT * (1 - chances[seat]):.1f}"
            for number, chances in enumerate(done.chances)
        )
        look = f'stroke="{COLOURS[seat % len(COLOURS)]}" stroke-dasharray="{DASHES[seat % len(DASHES)]}"'
        lines.append(f'<polyline points="{points}" fill="none" stroke-width="2.5" {look}/>')
        names.append(
            '<svg width="40" height="10" aria-hidden="true">'
            f'<line x2="40" y1="5" y2="5" stroke-width="2.5" {look}/></svg> '
            f"{escape(seated[seat])}"
        )
    lines += [_mark(moment, last) for moment in done.moments if moment.grade in MARKED]
    cursor = f'<line id="cursor" y1="0" y2="{HEIGHT}" stroke="currentColor" stroke-opacity=".6"/>'
    label = escape(words("review.graph"), quote=True)
    frame = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="currentColor" stroke-opacity=".3"/>'
    return (
        f'<svg id="graph" viewBox="0 {-ABOVE} {WIDTH} {HEIGHT + ABOVE + BELOW}" role="img" aria-label="{label}">'
        f"{frame}{_scale(last)}{''.join(lines)}{cursor}</svg>"
        f"<p>{' &nbsp; '.join(names)} &nbsp; ● {escape(words('review.marks'))}</p>"
    )


def _scale(last: int) -> str:
    """The lines and figures of the chances, and below them the numbers of the choices."""
    drawn = ""
    for share in (0, 50, 100):
        y = HEIGHT * (1 - share / 100)
        drawn += f'<line x2="{WIDTH}" y1="{y}" y2="{y}" stroke="currentColor" stroke-opacity=".3"/>'
        drawn += f'<text x="4" y="{y - 4}" class="scale">{share} %</text>'
    for number in range(0, last + 1, max(1, last // TICKS)):
        x = WIDTH * number / last
        anchor = "start" if number == 0 else "end" if number > 0.97 * last else "middle"
        drawn += f'<text x="{x:.1f}" y="{HEIGHT + BELOW - 6}" text-anchor="{anchor}" class="scale">{number}</text>'
    return drawn


def _mark(moment: Moment, last: int) -> str:
    """A dot where somebody made a mistake."""
    x, y = WIDTH * (moment.number + 1) / last, HEIGHT * (1 - moment.after[moment.actor])
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[moment.actor % len(COLOURS)]}"/>'


def _choices(done: Review, said: list[Said], names: list[str], words: Words) -> str:
    heads = [words(f"review.{name}") for name in ("seat", "choice", "change", "grade", "better")]
    head = "<tr><th>#</th>" + "".join(f"<th>{escape(each)}</th>" for each in heads) + "</tr>"
    rows = "".join(_row(moment, each, names, words) for moment, each in zip(done.moments, said, strict=True))
    return f'<div class="scroll choices"><table>{head}{rows}</table></div>'


def _row(moment: Moment, said: Said, names: list[str], words: Words) -> str:
    if moment.actor == CHANCE:
        who, changed = words("review.chance_throws"), most_changed(moment)
        whose = f"{names[changed]}: "
    else:
        who, changed, whose = names[moment.actor], moment.actor, ""
    grade = words(f"review.grades_of.{moment.grade}") if moment.grade else ""
    better = said.best if moment.loss and moment.grade != "best" else ""
    cells = [
        str(moment.number + 1),
        who,
        said.choice,
        f"{whose}{100 * moment.change[changed]:+.1f} ± {100 * moment.interval:.1f}",
        grade,
        better,
    ]
    inner = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr class="choice {moment.grade or ""}" tabindex="0" data-after="{moment.number + 1}">{inner}</tr>'
