"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const hexes = read("hexes");
  const sets = read("sets");
  const map = document.querySelector(".view svg");
  const told = document.querySelector(".told");
  const SVG = "http://www.w3.org/2000/svg";
  const flat = hexes.layout.endsWith("q");
  const across = Math.sqrt(3) * hexes.size;
  const along = 1.5 * hexes.size;
  // The odd layouts move every other line on by half a hex, the even ones back.
  const shift = hexes.layout.startsWith("odd") ? 0.5 : -0.5;
  const corners = [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = ((flat ? 60 : 30) + 60 * i) * Math.PI / 180 - (flat ? Math.PI / 3 : 0);
    return [hexes.size * Math.cos(angle), hexes.size * Math.sin(angle)];
  });

  const centre = (cell) => {
    const column = cell % hexes.columns;
    const row = Math.floor(cell / hexes.columns);
    const [x, y] = hexes.origin;
    return flat
      ? [x + along * column, y + across * (row + (column % 2 ? shift : 0))]
      : [x + across * (column + (row % 2 ? shift : 0)), y + along * row];
  };

  const label = (cell) => {
    let column = cell % hexes.columns + 1;
    let letters = "";
    while (column > 0) {
      letters = String.fromCharCode(65 + (column - 1) % 26) + letters;
      column = Math.floor((column - 1) / 26);
    }
    return letters + (Math.floor(cell / hexes.columns) + 1);
  };

  // ---- the board, when it is so large that it comes packed -------------------------------------------------

  const unpack = async () => {
    const packed = document.getElementById("packed");
    if (!packed) return;
    const bytes = Uint8Array.from(atob(packed.textContent.trim()), (it) => it.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    const names = `xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink"`;
    const parsed = new DOMParser().parseFromString(`<svg ${names}>${text}</svg>`, "image/svg+xml");
    document.getElementById("store").append(...parsed.documentElement.children);
    // What refers to the board is looked up when it is put in.
    for (const use of document.querySelectorAll("use")) use.replaceWith(use.cloneNode());
    document.documentElement.dataset.unpacked = "";
  };

  // ---- what is shown over the board ------------------------------------------------------------------------

  const toggles = [...document.querySelectorAll(".toggle input")];
  const order = [];

  const show = (id, on) => {
    const at = order.indexOf(id);
    if (at >= 0) order.splice(at, 1);
    // Two at once can be read, three cannot: the one that has been there longest goes.
    if (on) order.push(id);
    while (order.length > 2) order.shift();
    for (const toggle of toggles) toggle.checked = order.includes(toggle.value);
    for (const use of map.querySelectorAll(".overlay")) {
      use.style.display = order.some((it) => use.classList.contains(it)) ? "inline" : "";
    }
    for (const legend of document.querySelectorAll("[data-legend]")) {
      legend.hidden = !order.includes(legend.dataset.legend);
    }
    document.querySelector(".now").hidden = order.length === 0;
    for (const button of document.querySelectorAll("[data-show]")) {
      button.setAttribute("aria-pressed", order.includes(button.dataset.show));
    }
  };

  for (const toggle of toggles) toggle.addEventListener("change", () => show(toggle.value, toggle.checked));
  for (const button of document.querySelectorAll("[data-show]")) {
    button.addEventListener("click", () => show(button.dataset.show, !order.includes(button.dataset.show)));
  }

  // ---- marked hexes ----------------------------------------------------------------------------------------

  const mark = document.createElementNS(SVG, "g");
  mark.setAttribute("class", "mark");
  mark.setAttribute("pointer-events", "none");
  map.append(mark);

  const cells = (runs) => {
    const found = [];
    for (let i = 0; i < runs.length; i += 2) {
      for (let cell = runs[i]; cell < runs[i] + runs[i + 1]; cell += 1) found.push(cell);
    }
    return found;
  };

  const outline = (runs) => {
    // A side of one marked hex alone is part of the border.
    const sides = new Map();
    let inside = "";
    for (const cell of cells(runs)) {
      const [x, y] = centre(cell);
      const points = corners.map(([dx, dy]) => [x + dx, y + dy]);
      inside += `M${points.map((it) => it.map((n) => n.toFixed(2)).join(" ")).join("L")}Z`;
      points.forEach((from, i) => {
        const to = points[(i + 1) % 6];
        const key = `${Math.round((from[0] + to[0]) * 5)} ${Math.round((from[1] + to[1]) * 5)}`;
        if (sides.has(key)) sides.delete(key);
        else sides.set(key, `M${from[0].toFixed(2)} ${from[1].toFixed(2)}L${to[0].toFixed(2)} ${to[1].toFixed(2)}`);
      });
    }
    return [inside, [...sides.values()].join("")];
  };

  let pinned = null;
  const paint = (set) => {
    mark.replaceChildren();
    if (set === null) return;
    const [inside, border] = outline(sets[set]);
    const fill = document.createElementNS(SVG, "path");
    fill.setAttribute("d", inside);
    fill.style.stroke = "none";
    mark.append(fill);
    for (const [colour, width] of [["#2b2a27", 1.8], ["#f0b400", 1]]) {
      const line = document.createElementNS(SVG, "path");
      line.setAttribute("d", border);
      line.style.cssText = `fill: none; stroke: ${colour}; stroke-width: ${width}; stroke-linecap: round`;
      mark.append(line);
    }
  };
  const pin = (set) => {
    pinned = set;
    for (const button of document.querySelectorAll("[data-set]")) {
      button.setAttribute("aria-pressed", set !== null && button.dataset.set === String(set));
    }
    paint(pinned);
  };
  for (const button of document.querySelectorAll("[data-set]")) {
    const set = Number(button.dataset.set);
    button.addEventListener("mouseenter", () => paint(set));
    button.addEventListener("mouseleave", () => paint(pinned));
    button.addEventListener("focus", () => paint(set));
    button.addEventListener("blur", () => paint(pinned));
    button.addEventListener("click", () => {
      pin(pinned === set ? null : set);
      const box = map.getBoundingClientRect();
      if (pinned !== null && (box.bottom < 0 || box.top > window.innerHeight)) map.scrollIntoView({ block: "center" });
    });
  }
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") pin(null); });

  // ---- the hex under the pointer ---------------------------------------------------------------------------

  const cursor = document.createElementNS(SVG, "path");
  cursor.setAttribute("class", "cursor");
  cursor.setAttribute("pointer-events", "none");
  map.append(cursor);
  let here = -1;

  const within = (runs, cell) => {
    for (let i = 0; i < runs.length; i += 2) if (cell >= runs[i] && cell < runs[i] + runs[i + 1]) return true;
    return false;
  };
  const turns = (count) => count === 0 ? "at the start" : count < 0 ? "out of reach" : `in turn ${count}`;

  const tell = (cell) => {
    const text = [hexes.kinds[hexes.terrain[cell]]];
    if (hexes.levels.length && hexes.levels[cell]) text.push(`level ${hexes.levels[cell]}`);
    if (hexes.effects[cell]) text.push(hexes.effects[cell]);
    for (const [name, runs] of hexes.zones) if (within(runs, cell)) text.push(name);
    for (const [name, points, runs] of hexes.objectives) {
      if (within(runs, cell)) text.push(`objective ${name}${points ? `, ${points} points` : ""}`);
    }
    if (hexes.units[cell]) text.push(hexes.units[cell]);
    if (hexes.exposure) text.push(`seen by ${hexes.exposure[cell]} hexes`);
    if (hexes.territory) {
      const owner = hexes.territory[cell];
      text.push(owner >= 0 ? `first: ${hexes.owners[owner]}` : owner === -2 ? "first: a tie" : "nobody gets there");
    }
    if (hexes.traffic && hexes.traffic[cell]) text.push(`${hexes.traffic[cell]} % of the traffic`);
    for (const [name, found] of hexes.reach || []) text.push(`${name} ${turns(found[cell])}`);
    const place = hexes.places[cell];
    const name = document.createElement("strong");
    name.textContent = label(cell) + (place ? ` ${place}` : "");
    told.replaceChildren(name, ` · ${text.join(" · ")}`);
  };

  const point = (cell) => {
    if (cell < 0 || cell >= hexes.terrain.length || hexes.terrain[cell] < 0) return;
    here = cell;
    const [x, y] = centre(cell);
    cursor.setAttribute("d", `M${corners.map(([dx, dy]) => `${x + dx * 0.94} ${y + dy * 0.94}`).join("L")}Z`);
    tell(cell);
  };

  map.addEventListener("pointermove", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    let best = -1;
    let least = hexes.size * hexes.size;
    // The nearest centre: only hexes of the lines beside it come into question.
    const [x, y] = hexes.origin;
    const column = Math.round((at.x - x) / (flat ? along : across));
    const row = Math.round((at.y - y) / (flat ? across : along));
    for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, hexes.columns - 1); c += 1) {
      for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, hexes.rows - 1); r += 1) {
        const cell = r * hexes.columns + c;
        const [cx, cy] = centre(cell);
        const far = (cx - at.x) ** 2 + (cy - at.y) ** 2;
        if (far < least) [best, least] = [cell, far];
      }
    }
    if (best !== here) point(best);
  });

  map.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -hexes.columns, ArrowDown: hexes.columns };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const column = here < 0 ? 0 : here % hexes.columns;
    if (event.key === "ArrowLeft" && column === 0) return;
    if (event.key === "ArrowRight" && column === hexes.columns - 1) return;
    point(here < 0 ? hexes.terrain.findIndex((it) => it >= 0) : here + steps[event.key]);
  });

  // ---- the page --------------------------------------------------------------------------------------------

  let zoom = 1;
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => {
      const factor = Number(button.dataset.zoom);
      zoom = factor ? Math.min(Math.max(zoom * factor, 1), 8) : 1;
      map.style.setProperty("--zoom", zoom);
    });
  }
  document.querySelector("[data-switch]").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : window.matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  // On paper nothing can be unfolded.
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const it of folded) it.open = true;
  });
  window.addEventListener("afterprint", () => { for (const it of folded) it.open = false; });
  for (const it of document.querySelectorAll(".screen[hidden]")) it.hidden = false;
  unpack();
})();
