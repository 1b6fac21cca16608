// A table that is wider than its page scrolls, so it must be focusable to scroll by keyboard.
const resizeObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const table = target.closest("table");
    if (!table) continue;
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".sl-markdown-content table")) {
  resizeObserver.observe(table);
  for (const section of table.children) resizeObserver.observe(section);
}

// Pagefind labels its field only by a title and a placeholder, which not every screen reader announces.
const search = document.querySelector("#starlight__search");
if (search)
  new MutationObserver((_, observer) => {
    const field = search.querySelector("input");
    if (!field) return;
    field.setAttribute("aria-label", field.title);
    observer.disconnect();
  }).observe(search, { childList: true, subtree: true });
