// Click on a column's heading (or press Enter on it) to sort the table by it.
for (const table of document.querySelectorAll(".table table")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.tabIndex = 0;
    heading.setAttribute("role", "columnheader button");
    const sort = () => {
      const up = heading.getAttribute("aria-sort") !== "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => {
        const cell = row.cells[column];
        return cell.dataset.sort === undefined ? cell.textContent : Number(cell.dataset.sort);
      };
      const compare = (a, b) =>
        typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
      const body = table.tBodies[0];
      const rows = [...body.rows].sort((a, b) => (up ? 1 : -1) * compare(key(a), key(b)));
      body.append(...rows);
    };
    heading.addEventListener("click", sort);
    heading.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        sort();
      }
    });
  });
}

// A number shows all its digits where the pointer is.
document.addEventListener("pointerover", (event) => {
  const cell = event.target.closest("td[data-sort]");
  if (cell && !cell.title) cell.title = cell.dataset.sort;
});

// The algorithm under the pointer lights up: its rows, and its name and line in the picture.
const lit = new Map(); // what to light, by the name of the algorithm
const known = (name, part) => lit.set(name, [...(lit.get(name) ?? []), part]);
for (const row of document.querySelectorAll(".table tbody tr")) {
  known(row.cells[0].textContent, row);
}
// the picture numbers the algorithms as they stand in the table, as the description lists them
const listed = [...document.querySelectorAll("#table-description tbody tr")];
listed.forEach((row, i) => {
  for (const kind of ["name", "stem"]) {
    const drawn = document.querySelector(`#picture-ranks g[id$="-${kind}-${i}"]`);
    if (drawn) known(row.cells[0].textContent, drawn);
  }
});
// the bars join those who share a letter, in the order of the letters
const verdict = document.querySelector("#table-verdict table");
const group = [...(verdict?.tHead.rows[0].cells ?? [])].findIndex((c) => c.textContent === "Group");
if (group > 0) {
  const rows = [...verdict.tBodies[0].rows];
  const members = (letter) => rows.filter((row) => row.cells[group].textContent.includes(letter));
  const letters = [...new Set(rows.map((row) => row.cells[group].textContent).join(""))].sort();
  const joined = letters.map(members).filter((found) => found.length > 1);
  joined.forEach((found, i) => {
    const bar = document.querySelector(`#picture-ranks g[id$="-bar-${i}"]`);
    if (bar) for (const row of found) known(row.cells[0].textContent, bar);
  });
}
const on = new Set(); // what is lit just now: a bar belongs to several
for (const parts of lit.values()) {
  if (!parts.some((part) => part instanceof SVGElement)) continue;
  const light = (shown) => {
    for (const part of on) part.classList.remove("lit");
    on.clear();
    if (shown) for (const part of parts) on.add(part);
    for (const part of on) part.classList.add("lit");
  };
  for (const part of parts) {
    if (part.id?.includes("-bar-")) continue; // of no single algorithm
    part.addEventListener("pointerenter", () => light(true));
    part.addEventListener("pointerleave", () => light(false));
    if (!verdict?.contains(part)) continue;
    part.cells[0].tabIndex = 0;
    part.addEventListener("focusin", () => light(true));
    part.addEventListener("focusout", () => light(false));
  }
}
for (const print of ["beforeprint", "afterprint"]) {
  addEventListener(print, () => {
    for (const folded of document.querySelectorAll("details")) folded.open = print === "beforeprint";
  });
}
