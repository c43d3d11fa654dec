// Walks through everything that can be selected at a position, and tells what cannot be clicked where it is shown.
//
// At every partial selection each target is looked for at its centre: what lies there must be the board's layer of
// targets, and the board must take that point for this target (fingers are wider than some squares, so that buttons
// overlap, and the nearest is meant); what is picked is picked by such a click. Buttons must lie uncovered.
async (most) => {
  const root = document.querySelector(".targets");
  const found = { targets: 0, selections: 0, left: 0, faults: [] };
  const centre = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const inSight = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const place = (element) => {
    if (!inSight(centre(element))) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return centre(element);
  };
  const name = (element) => (element ? `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} ${element.dataset?.target ?? ""}`.trim() : "nothing");
  const aim = (kind, { x, y }) => {
    const how = { clientX: x, clientY: y, bubbles: true, cancelable: true, detail: 1, pointerType: "mouse" };
    (document.elementFromPoint(x, y) ?? document.body).dispatchEvent(new PointerEvent(kind, how));
  };
  const offered = () => [...root.querySelectorAll(".target"), ...document.querySelectorAll(".moves button:enabled")];
  const check = (element, picked) => {
    const at = place(element);
    const top = document.elementFromPoint(at.x, at.y);
    const fault = (why) => found.faults.push(`${name(element)} at ${at.x},${at.y} after [${picked}]: ${why}`);
    found.targets++;
    if (!root.contains(element)) {
      if (top?.closest("button") !== element) fault(`covered by ${name(top)}`);
      return;
    }
    if (!root.contains(top)) return fault(`covered by ${name(top)}`);
    aim("pointermove", at);
    const meant = root.querySelector(".meant");
    // Whoever stands where a move can be closed gives way to the move: to pick it instead, one takes the pick back first.
    const gives = element.matches(".switching, .picked") && meant?.matches(".closing");
    if (meant !== element && !(gives && near(centre(meant), at, meant))) fault(`${name(meant)} is meant`);
  };
  const near = (one, other, { offsetWidth, offsetHeight }) =>
    2 * Math.abs(one.x - other.x) <= offsetWidth && 2 * Math.abs(one.y - other.y) <= offsetHeight;
  const clear = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  const pick = (id) => {
    const button = root.querySelector(`[data-target="${CSS.escape(id)}"]`);
    if (button) aim("click", place(button));
    return root.querySelector(`[data-target="${CSS.escape(id)}"]`)?.classList.contains("picked") ?? false;
  };
  const waiting = [[]];
  const known = new Set([""]);
  while (waiting.length) {
    const picked = waiting.shift();
    if (found.selections === most) {
      found.left = waiting.length + 1;
      break;
    }
    found.selections++;
    clear();
    const missed = picked.find((id) => !pick(id));
    if (missed !== undefined) {
      found.faults.push(`${missed} is not picked by a click on its centre, on the way to [${picked}]`);
      continue;
    }
    // What is looked at again has been painted, with its words in their places.
    await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    for (const element of offered()) check(element, picked);
    for (const element of root.querySelectorAll(".pickable")) {
      const next = [...picked, element.dataset.target];
      const key = [...next].sort().join();
      if (!known.has(key)) {
        known.add(key);
        waiting.push(next);
      }
    }
  }
  clear();
  scrollTo(0, 0);
  return found;
}
