// The page works without this script; with it, a choice updates the report without a reload.
"use strict";
const form = document.getElementById("form");
const byId = (id) => document.getElementById(id);
let latest = 0;
let pending = null;
let asked = false; // by a button, not by a change of an option
let pressed = null; // the button, which may say how the table is to be read
let sentTable = null; // the text of which the answer speaks

function say(text) {
  const status = byId("status");
  if (status) status.textContent = text;
}

// From two seconds on, say how long it has taken, and when the server would give it up.
function tellTime(mine) {
  const start = performance.now();
  const most = Number(byId("status")?.dataset.seconds);
  return setInterval(() => {
    const spent = Math.round((performance.now() - start) / 1000);
    if (mine !== latest || spent < 2 || spent % 5 > 0 && spent > 5) return;
    say(`Computing for ${spent} s; at most ${Math.max(most - spent, 0)} s are left. A changed option stops it.`);
  }, 1000);
}

// Ask the server for the page that the form describes, and take its report over.
async function update() {
  const mine = ++latest;
  const sentFile = byId("file").files.length > 0;
  const body = new FormData(form, pressed);
  pressed = null;
  sentTable = byId("table").value;
  if (pending) pending.abort();
  pending = new AbortController();
  document.body.classList.add("busy");
  byId("answer").setAttribute("aria-busy", "true");
  say("Computing …");
  const ticking = tellTime(mine);
  try {
    const response = await fetch("/", {
      method: "POST", body, signal: pending.signal,
    });
    const text = await response.text();
    if (mine !== latest) return;
    const type = response.headers.get("content-type") || "";
    if (!type.startsWith("text/html")) throw new Error(text.trim() || "The server gave no answer.");
    show(new DOMParser().parseFromString(text, "text/html"), sentFile, response);
  } catch (error) {
    if (error.name === "AbortError" || mine !== latest) return;
    say(error instanceof TypeError ? "The server does not answer; is it still running?" : error.message);
  } finally {
    clearInterval(ticking);
    if (mine === latest) {
      document.body.classList.remove("busy");
      byId("answer").removeAttribute("aria-busy");
    }
  }
}

// Earlier verdicts stay beside the new one, with the settings that gave them.
const kept = [];
function keep() {
  const verdict = byId("verdicts").querySelector(".verdict:not(.earlier)");
  const copy = verdict.cloneNode(true);
  copy.classList.add("earlier");
  copy.removeAttribute("id");
  const heading = copy.querySelector("h2") ?? document.createElement("h2");
  copy.prepend(heading);
  heading.textContent = `Earlier: ${byId("command").textContent.trim()}`;
  kept.push(copy);
  showKept();
}
function showKept() {
  if (!byId("verdicts")) return;
  for (const old of document.querySelectorAll(".earlier")) old.remove();
  byId("verdicts").append(...kept);
}

// A small table travels in the part of the address that is never sent to a server.
const LONGEST_LINK = 30_000;
const pack = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const unpack = (text) => new TextDecoder().decode(
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));
function ownState() {
  const fields = [...new FormData(form)].filter(([name, value]) =>
    typeof value === "string" && value !== "" && !["shown", "case"].includes(name));
  return pack(JSON.stringify(fields));
}
async function copyLink() {
  const own = byId("table").value.trim();
  const address = own ? `${location.origin}/#state=${ownState()}` : location.href;
  if (address.length > LONGEST_LINK) {
    say("The table is too large for a link; send the file instead.");
    return;
  }
  if (own) history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    say("The link is copied.");
  } catch {
    say("The link is in the address bar.");
  }
}
function restore() {
  const found = location.hash.match(/^#state=([\w-]+)$/);
  if (!found) return;
  try {
    for (const [name, value] of JSON.parse(unpack(found[1]))) setField(name, value);
  } catch {
    say("The link is damaged; ask for it again.");
    return;
  }
  soon(0);
}
function setField(name, value) {
  const field = form.elements[name];
  if (!field) return;
  if (field instanceof RadioNodeList || ["radio", "checkbox"].includes(field.type)) {
    const boxes = field instanceof RadioNodeList ? [...field] : [field];
    for (const box of boxes) if (box.value === value) box.checked = true;
  } else {
    field.value = value;
  }
}
function offer() {
  for (const id of ["keep", "link"]) if (byId(id)) byId(id).hidden = false;
}

function show(page, sentFile, response) {
  const focused = document.activeElement && document.activeElement.id;
  const open = [...document.querySelectorAll("details[id]")].filter((d) => d.open).map((d) => d.id);
  for (const id of ["better", "reading", "options", "answer"]) byId(id).replaceWith(page.getElementById(id));
  form.elements.shown.value = page.querySelector("input[name=shown]").value;
  const text = page.getElementById("table").value;
  if (sentFile && text) {
    byId("table").value = sentTable = text;
    named(page.getElementById("filename").value);
    byId("file").value = "";
  }
  for (const id of open) if (byId(id)) byId(id).open = true;
  if (focused && byId(focused)) byId(focused).focus({ preventScroll: true });
  showKept();
  offer();
  const begins = byId("answer").getBoundingClientRect().top;
  if (asked && (begins < 0 || begins > innerHeight / 2)) byId("answer").scrollIntoView();
  asked = false;
  document.title = page.title;
  const query = byId("answer").dataset.query;
  if (response.ok && !location.hash.startsWith("#state=")) history.replaceState(null, "", query ? `/?${query}` : "/");
  say(response.ok ? "The report is up to date." : "");
}

let timer = 0;
function soon(delay) {
  clearTimeout(timer);
  timer = setTimeout(update, delay);
}

const filled = () => byId("table").value.trim() || byId("file").files.length || byId("case").value;

form.addEventListener("submit", (event) => {
  if (event.submitter && event.submitter.hasAttribute("formaction")) return; // a download
  event.preventDefault();
  asked = true;
  pressed = event.submitter && event.submitter.name ? event.submitter : null;
  soon(0);
});
form.addEventListener("change", (event) => {
  const { id } = event.target;
  if (id === "case") {
    if (byId("case").value) {
      byId("table").value = "";
      byId("file").value = "";
      named("");
    }
  } else if (id === "file" || id === "table") {
    // Leaving the field says "change" once more; an answer that is replaced while a button of it
    // is pressed would lose the click.
    if (id === "table" && byId("table").value === sentTable) return;
    byId("case").value = "";
    if (id === "file") {
      readText(byId("file").files[0]);
      return;
    }
  } else if (id === "control") {
    byId("family-control").checked = true;
  }
  if (event.target.checkValidity() && filled()) soon(0);
});
function named(name) {
  byId("filename").value = name;
  byId("chosen").textContent = name ? `File: ${name}` : "";
}
byId("table").addEventListener("input", () => {
  if (!byId("table").value.trim()) named("");
  byId("case").value = "";
  byId("file").value = "";
  soon(900);
});

// A text file goes into the field below, where it can be corrected; a workbook is sent as it is.
async function readText(file) {
  if (!file) return;
  if (file.size <= 1_000_000) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) {
      try {
        byId("table").value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        named(file.name);
        byId("file").value = "";
      } catch {
        byId("table").value = ""; // another encoding: the server knows more of them
      }
    } else {
      byId("table").value = "";
    }
  }
  soon(0);
}

const drop = byId("dropzone");
for (const name of ["dragenter", "dragover"]) {
  window.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
window.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("over");
});
window.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const { files } = event.dataTransfer;
  if (files.length) {
    byId("file").files = files;
    byId("case").value = "";
    readText(files[0]);
  } else if (event.dataTransfer.getData("text")) {
    byId("table").value = event.dataTransfer.getData("text");
    byId("case").value = "";
    soon(0);
  }
});

// Hovering or focusing a term explains it; a click does so without this script.
function explain(button) {
  const meaning = byId(button.getAttribute("popovertarget"));
  if (!meaning || meaning.matches(":popover-open")) return;
  meaning.showPopover();
  const box = button.getBoundingClientRect();
  const size = meaning.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - size.width - 8));
  const below = box.bottom + 6;
  const top = below + size.height < innerHeight ? below : box.top - size.height - 6;
  meaning.classList.add("placed");
  meaning.style.left = `${left}px`;
  meaning.style.top = `${Math.max(8, top)}px`;
}
const termOf = (event) => event.target.closest && event.target.closest(".term");
for (const name of ["mouseover", "focusin"]) {
  document.addEventListener(name, (event) => termOf(event) && explain(termOf(event)));
}
for (const name of ["mouseout", "focusout"]) {
  document.addEventListener(name, (event) => {
    const button = termOf(event);
    if (button) byId(button.getAttribute("popovertarget")).hidePopover();
  });
}

// A click on the heading of a column sorts the table by it.
function sort(heading) {
  const table = heading.closest("table");
  const headings = [...table.tHead.rows[0].cells];
  const column = headings.indexOf(heading);
  const up = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = (row) => {
    const { dataset, textContent } = row.cells[column];
    return dataset.sort === undefined ? textContent : Number(dataset.sort);
  };
  const order = (a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  const body = table.tBodies[0];
  body.append(...[...body.rows].sort((a, b) => (up ? 1 : -1) * order(key(a), key(b))));
}
document.addEventListener("click", (event) => {
  const heading = event.target.closest && event.target.closest(".table thead th");
  if (heading) sort(heading);
});

document.addEventListener("click", (event) => {
  if (event.target.id === "keep") keep();
  if (event.target.id === "link") copyLink();
});
offer();
restore();
