// A table that is wider than its page scrolls; the keyboard reaches it while it does.
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
