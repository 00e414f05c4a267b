// The page of a game in a notebook: a picture of the position, the moves, and what was said.
// Heaps are played by a click on the stones that are to go; everything else by the list of moves.

/** A new element with attributes and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A picture that Python made. */
function picture(svg) {
  const box = element("div", { class: "ishitori-picture" });
  box.innerHTML = svg;
  return box;
}

/** Heaps as rows of buttons: a click on a stone leaves the stones before it. */
function heaps(state, play) {
  const rows = state.drawing.heaps.map((stones, at) => {
    const row = element("div", { class: "ishitori-heap" });
    for (let left = 0; left < stones; left++) {
      const move = state.moves.find((m) => m.heap && m.heap.at === at
        && m.heap.left.reduce((a, b) => a + b, 0) === left && m.heap.left.length <= 1);
      const stone = element("button", {
        class: "ishitori-stone", title: move ? move.told : "", "aria-label": move ? move.told : String(left + 1),
        ...(move ? { onclick: () => play(move.number) } : { disabled: "" }),
      });
      row.append(stone);
    }
    row.append(element("span", {}, String(stones)));
    return row;
  });
  return element("div", { class: "ishitori-heaps" }, ...rows);
}

function render({ model, el }) {
  const play = (number) => model.send({ do: "move", number });
  const draw = () => {
    const state = model.get("state");
    const words = state.words;
    const few = state.drawing.kind === "heaps" && state.drawing.heaps.every((n) => n <= 60);
    const said = element("p", { class: "ishitori-said", "aria-live": "polite" });
    said.textContent = state.last.map((m) => `${words[m.by] ?? m.by}: ${m.move}`).join(" · ");
    const over = state.winner
      ? element("p", { class: "ishitori-over" }, state.over ?? (state.winner === "person" ? words.won : words.lost))
      : "";
    const hint = element("p", { class: "ishitori-hint", hidden: "" }, state.hint ?? words["no-hint"]);
    // A list that was opened or closed stays so when the position changes.
    const open = el.querySelector("details")?.open ?? !few;
    const moves = element("div", { class: "ishitori-moves" });
    for (const move of state.winner ? [] : state.moves) {
      const button = element("button", { title: move.told, onclick: () => play(move.number) });
      if (!few && move.svg && state.drawing.kind !== "heaps") button.innerHTML = move.svg;
      else button.textContent = move.move;
      moves.append(button);
    }
    el.replaceChildren(
      element("div", { class: "ishitori-play" },
        element("p", { class: "ishitori-position" }, `${state.rule} ${state.position}`),
        few ? heaps(state, play) : picture(state.svg),
        said, over,
        element("p", { class: "ishitori-problem" }, model.get("problem")),
        element("div", { class: "ishitori-tools" },
          element("button", { onclick: () => model.send({ do: "undo" }) }, words.undo),
          element("button", { onclick: () => hint.toggleAttribute("hidden") }, words.hint)),
        hint,
        element("details", open ? { open: "" } : {}, element("summary", {}, words.moves), moves)),
    );
  };
  model.on("change:state", draw);
  model.on("change:problem", draw);
  draw();
}

export default { render };
