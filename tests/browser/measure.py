"""What a screen is measured by: nothing is cut off, nothing is too small for a finger or for the eye."""

from playwright.sync_api import Page

from tests.browser.people import Person

# What is wider than the screen, what is too small for a finger or an eye, and what covers something else.
MEASURE = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth - clientWidth;
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const told = (element) => `${element.className.baseVal ?? element.className} "${element.textContent}"`;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const sized = (element) => ({ element, box: element.getBoundingClientRect() });
  const buttons = all("button, a.button, summary, select, input:not([type=radio], [type=checkbox])").map(sized);
  const small = buttons
    .filter(({ box }) => box.width && box.height && (box.width < 43.5 || box.height < 43.5))
    .map(({ element, box }) => `${told(element)} ${box.width} × ${box.height}`);
  const inner = all("body *:not(.wide, .strip, .hidden-text, .hidden-text *, svg *)")
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .filter((element) => getComputedStyle(element).overflowX === "auto")
    .map((element) => element.className);
  // Upright the width of a board counts alone; on its side it may be as high as the screen instead.
  const isWide = innerWidth > innerHeight;
  // What lies under a cover is nobody's page.
  const board = document.querySelector("body:not(:has(> .cover)) svg.stage")?.getBoundingClientRect();
  const letters = (text) => text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize);
  const dim = all(".stage-captions text").filter((text) => letters(text) < 10.9).map(told);
  const words = all(".word").map(sized);
  const cut = words.filter(({ box }) => box.left < 0 || box.right > clientWidth).map(({ element }) => told(element));
  const covers = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const covered = words.filter(({ box }, n) => words.slice(n + 1).some((other) => covers(box, other.box)));
  return {
    wide, inner, small, dim, cut,
    covered: covered.map(({ element }) => told(element)),
    board: board ? Math.max(board.width / clientWidth, isWide ? board.height / innerHeight : 0) : null,
    titles: document.querySelectorAll("h1").length,
  };
}"""

# What makes the page wider than the screen, for whoever has to mend it.
WIDE = """() => [...document.querySelectorAll("body *:not(.wide *, svg *)")]
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .slice(0, 5).map((element) => `${element.tagName}.${element.className}`)"""

# Pictures that can be seen are there, the others come when somebody scrolls to them; and what depends on the size of
# something has been put in its place. A busy browser may let a window wait that nobody looks at: its frames are not
# waited for, nor is `decode`, which may never answer there; a picture that does not come is a fault.
SETTLED = """async () => {
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  for (const image of seen) image.loading = "eager";
  const end = performance.now() + 30_000;
  for (const image of seen) {
    while (image.isConnected && !(image.complete && image.naturalWidth)) {
      if (performance.now() > end) throw new Error(`no picture: ${image.src}`);
      await pause(20);
    }
  }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frames = 0; frames < 3; frames++) await Promise.race([frame(), pause(500)]);
}"""

# On a phone the board is the page; on its side, the board is as high as the page.
MIN_BOARD = 0.9


def keep(person: Person, name: str, *, coarse: bool = False) -> None:
    """This keeps the picture of a page, if pictures are wanted, and checks that it fits the screen."""
    person.page.evaluate(SETTLED)
    person.shoot(name, coarse=coarse)
    # All screens are kept before anything is said about them.
    where = f"{name} ({person.language}, {person.theme})"
    person.faults += [f"{where}: {fault}" for fault in faults(person.page, by_finger=person.device != "desk")]


def faults(page: Page, *, by_finger: bool) -> list[str]:
    """This is what is wrong with the page as it stands."""
    measured = page.evaluate(MEASURE)
    found = [f"cut off: {each}" for each in measured["cut"]]
    found += [f"covers something else: {each}" for each in measured["covered"]]
    if measured["wide"] > 0:
        found.append(f"wider than the screen by {measured['wide']}: {page.evaluate(WIDE)}")
    found += [f"to be scrolled sideways: {each}" for each in measured["inner"]]
    if measured["titles"] != 1:
        found.append(f"{measured['titles']} headings of level one")
    if by_finger:
        found += [f"too small for a finger: {each}" for each in measured["small"]]
        found += [f"too small to be read: {each}" for each in measured["dim"]]
        if measured["board"] is not None and measured["board"] < MIN_BOARD:
            found.append(f"the board takes only {measured['board']:.0%} of the screen")
    return found
