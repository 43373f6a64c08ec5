/* What the theme leaves without a name, out of reach of the keyboard or too narrow to read. */
document.addEventListener("DOMContentLoaded", () => {
  if (location.pathname.includes("/es/")) {
    document.documentElement.lang = "es";
  }
  for (const summary of document.querySelectorAll("nav summary")) {
    const link = summary.closest("li").querySelector("a");
    summary.setAttribute("aria-label", `Pages below ${link.textContent.trim()}`);
  }
  for (const table of document.querySelectorAll(".pst-scrollable-table-container")) {
    table.tabIndex = 0;
    table.setAttribute("role", "region");
    table.setAttribute("aria-label", "Table");
  }
  for (const cell of document.querySelectorAll("article td")) {
    const code = cell.querySelector("code")?.textContent ?? "";
    cell.classList.toggle("long", cell.textContent.length > 60 || code.length > 16);
    cell.classList.toggle("words", cell.textContent.length > 20);
  }
});
