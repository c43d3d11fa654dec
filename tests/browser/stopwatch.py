"""How long people wait: from an invitation to a move, and from a click to what it does on the screen."""

import time
from collections.abc import Mapping, Sequence

from tests.browser.people import Person
from tests.browser.table import Table

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}

UNWATCHED = 300.0
"""The milliseconds before and after a click in which the page is left alone."""

# What a click did is on the screen when the frame after the first change has been painted. A click that sends a move is
# answered twice: at once, and again when the server has made the move.
WATCH = """() => {
  window.answers = { picked: [], sent: [], made: [] };
  const table = document.querySelector(".table");
  const painted = (call) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = call;
    channel.port2.postMessage(null);
  });
  let click = null;
  addEventListener("click", (event) => (click = { at: event.timeStamp, seq: table.dataset.seq }), true);
  new MutationObserver(() => {
    if (!click) return;
    const { at, seq } = click;
    const note = (kind) => painted(() => window.answers[kind].push(performance.now() - at));
    const isSent = document.querySelector(".board.waiting") !== null;
    if (!click.isAnswered) note(isSent ? "sent" : "picked");
    click.isAnswered = true;
    if (table.dataset.seq !== seq) {
      note("made");
      click = null;
    } else if (!isSent) {
      click = null;
    }
  }).observe(table, { subtree: true, childList: true, attributes: true });
}"""


def first_move(person: Person, path: str) -> tuple[float, int]:
    """This is the seconds and the clicks from an invitation to the first move, on a slow line, by somebody new."""
    line = person.context.new_cdp_session(person.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    table = Table(person)
    began = time.perf_counter()
    person.page.goto(path, wait_until="commit")
    person.page.locator('[data-key="sit"]').tap()
    table.click(table.ready().choices[0])
    return time.perf_counter() - began, 1 + table.clicks


def answers(table: Table, clicks: int) -> Mapping[str, Sequence[float]]:
    """These are the milliseconds until something is picked, until a move is shown as sent, and until it is made."""
    table.ready()
    table.page.evaluate(WATCH)
    for _ in range(clicks):
        seen = table.ready()
        if seen.over:
            break
        choice = table.luck.choice(seen.choices)
        # People press when the pointer has come to rest; and to look at the page again and again would take the time
        # that it needs to answer.
        table.point(choice)
        table.page.wait_for_timeout(UNWATCHED)
        table.click(choice)
        table.page.wait_for_timeout(UNWATCHED)
    table.ready()
    found: dict[str, list[float]] = table.page.evaluate("() => window.answers")
    return found
