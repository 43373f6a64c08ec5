/* What the theme leaves without a name or out of reach of the keyboard. */
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
});
