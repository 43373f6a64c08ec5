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
for (const parts of lit.values()) {
  if (!parts.some((part) => part instanceof SVGElement)) continue;
  const light = (on) => parts.forEach((part) => part.classList.toggle("lit", on));
  for (const part of parts) {
    part.addEventListener("pointerenter", () => light(true));
    part.addEventListener("pointerleave", () => light(false));
  }
}
for (const print of ["beforeprint", "afterprint"]) {
  addEventListener(print, () => {
    for (const folded of document.querySelectorAll("details")) folded.open = print === "beforeprint";
  });
}
