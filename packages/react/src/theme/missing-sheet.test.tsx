import { afterEach, expect, test, vi } from "vitest";
import { reportMissingSheet } from "./missing-sheet.ts";
import sheet from "./styles.css?inline";

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function addRoot(css: string, palette = "supabase"): Element {
  document.body.innerHTML = `<style>${css}</style><div class="portico" data-portico-palette="${palette}"></div>`;
  const root = document.querySelector(".portico");
  if (!root) throw new Error("The page has no form.");
  return root;
}

test("a form without the style sheet is reported in the console once", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const palette of ["supabase", "minimal"]) reportMissingSheet(addRoot(sheet, palette));
  expect(warn).not.toHaveBeenCalled();
  reportMissingSheet(addRoot(""));
  reportMissingSheet(addRoot(""));
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('import "@portico/react/styles.css"')],
  ]);
});
