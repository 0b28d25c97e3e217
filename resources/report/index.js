"use strict";
(() => {
  const page = document.querySelector(".index");
  const table = document.querySelector("table");
  const body = table.tBodies[0];
  const scroll = document.querySelector(".scroll");
  const heads = [...table.tHead.rows[0].cells];

  // ---- sorting: what is not known comes last, whichever way -------------------------------------------------

  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const compare = (a, b) => {
    const numbers = Number(a) - Number(b);
    return Number.isNaN(numbers) ? collator.compare(a, b) : numbers;
  };
  const order = (column, sign) => (one, other) => {
    const [a, b] = [one, other].map((row) => row.cells[column].dataset.v);
    if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
    return sign * compare(a, b);
  };

  const sort = (head) => {
    const before = head.getAttribute("aria-sort");
    const next = before
      ? (before === "ascending" ? "descending" : "ascending")
      : head.dataset.first;
    for (const it of heads) it.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", next);
    const column = heads.indexOf(head);
    body.append(...[...body.rows].sort(order(column, next === "ascending" ? 1 : -1)));
    scroll.scrollTop = 0;
  };

  for (const head of heads) {
    if (!head.dataset.first) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(head));
    head.append(button);
  }

  // ---- the measures that do not decide ----------------------------------------------------------------------

  const all = document.querySelector("[data-all]");
  const show = (few) => {
    page.toggleAttribute("data-few", few);
    all.setAttribute("aria-pressed", String(!few));
  };
  if (document.querySelector("th.more")) {
    all.hidden = false;
    all.addEventListener("click", () => show(!page.hasAttribute("data-few")));
    show(true);
  }
})();
