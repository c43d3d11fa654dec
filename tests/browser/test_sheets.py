"""Sheets over a page: what opens one, what closes it, and that nothing is left of it."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit

# How many wait for whoever goes back.
COUNT = """() => {
  const { addEventListener: add, removeEventListener: remove } = window;
  const waiting = new Set();
  const counted = (act, note) => (name, listener, ...how) => {
    if (name === "popstate") note(listener);
    return act.call(window, name, listener, ...how);
  };
  window.addEventListener = counted(add, (listener) => waiting.add(listener));
  window.removeEventListener = counted(remove, (listener) => waiting.delete(listener));
  Object.assign(window, { waiting });
}"""


def test_a_sheet_that_was_closed_leaves_nothing_behind(visit: Visit) -> None:
    person = visit("/rules/poleana")
    page = person.page
    person.context.add_init_script(f"({COUNT})()")
    person.go("/")
    expect(page.locator(".card").first).to_be_visible()
    before = page.evaluate("waiting.size")

    for _ in range(3):
        page.locator('[data-key="settings"]').click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        # It is shut first, and taken away a moment later.
        expect(page.locator("dialog")).to_have_count(0)

    assert page.evaluate("waiting.size") == before


def test_who_goes_back_leaves_the_sheet_too(visit: Visit) -> None:
    page = visit("/").page
    page.locator(".card h3 a").first.click()
    expect(page.locator('[data-key="start"]')).to_be_visible()
    page.locator('[data-key="settings"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()

    page.go_back()

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".card").first).to_be_visible()
