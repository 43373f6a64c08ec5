// The tabs of files: drop files or folders anywhere, and the answer takes the place of the last one.
// Without this script the form is sent as it is.
"use strict";
const form = document.querySelector("form.controls");
const input = document.getElementById("file");
const zone = document.getElementById("dropzone");
const MOST = 1000; // files of a request; the server refuses more in words

// A file under a name that shows its folder: logs of one name are told apart by it.
const placed = (file, path) => new File([file], path || file.name, { type: file.type });

function entriesOf(directory) {
  const reader = directory.createReader();
  const found = [];
  return new Promise((resolve, reject) => {
    const more = (entries) => {
      found.push(...entries);
      if (entries.length && found.length <= MOST) reader.readEntries(more, reject);
      else resolve(found);
    };
    reader.readEntries(more, reject);
  });
}

async function filesOf(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return entry.name.startsWith(".") ? [] : [placed(file, entry.fullPath.slice(1))];
  }
  const parts = await Promise.all((await entriesOf(entry)).map(filesOf));
  return parts.flat();
}

async function answer() {
  const old = document.getElementById("answer");
  old.setAttribute("aria-busy", "true");
  try {
    const sent = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await sent.text(), "text/html");
    const fresh = page.getElementById("answer");
    old.replaceWith(fresh);
    if (fresh.querySelector(".refused")) form.querySelector("details").open = true;
    fresh.focus();
  } catch {
    old.removeAttribute("aria-busy");
    form.submit(); // the browser says what is wrong
  }
}

form.addEventListener("submit", (event) => {
  if (event.submitter && event.submitter.classList.contains("file")) return;
  event.preventDefault();
  answer();
});
for (const name of ["dragenter", "dragover"]) {
  window.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
}
window.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) zone.classList.remove("over");
});
window.addEventListener("drop", async (event) => {
  event.preventDefault();
  zone.classList.remove("over");
  const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
  const dropped = items.map((item) => [item.webkitGetAsEntry(), item.getAsFile()]);
  const parts = await Promise.all(
    dropped.map(([entry, file]) => (entry ? filesOf(entry) : [placed(file, file.name)])),
  );
  const files = parts.flat().slice(0, MOST + 1);
  if (!files.length) return;
  const held = new DataTransfer();
  for (const file of files) held.items.add(file);
  input.files = held.files;
  answer();
});
