"use strict";
const filters = document.getElementById("filters");
const cards = [...document.querySelectorAll("[data-arena]")];
const count = document.getElementById("count");
const words = document.getElementById("words");
const show = () => {
  const wanted = [...filters.querySelectorAll("select")].map((it) => [it.name, it.value]);
  const text = words.value.trim().toLowerCase();
  let shown = 0;
  for (const it of cards) {
    it.hidden = !(wanted.every(([name, value]) => !value || it.dataset[name] === value) && it.dataset.arena.toLowerCase().includes(text));
    shown += it.hidden ? 0 : 1;
  }
  count.textContent = `${shown} of ${cards.length} shown`;
};
filters.hidden = false;
filters.addEventListener("input", show);
show();
