// A table that is wider than its page scrolls, and needs the focus to scroll by keyboard.
const watched = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const table = target.closest("table");
    if (!table) continue;
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".sl-markdown-content table")) {
  watched.observe(table);
  for (const part of table.children) watched.observe(part);
}

// Pagefind names its field by a title and a placeholder, which are not labels for every screen reader.
const search = document.querySelector("#starlight__search");
if (search)
  new MutationObserver((_, observer) => {
    const field = search.querySelector("input");
    if (!field) return;
    field.setAttribute("aria-label", field.title);
    observer.disconnect();
  }).observe(search, { childList: true, subtree: true });
