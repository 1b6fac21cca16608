import { afterEach, expect, test, vi } from "vitest";
import { reportMissingSheet } from "./missing-sheet.ts";

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function addRoot(css: string): Element {
  document.body.innerHTML = `<style>${css}</style><div class="portico"></div>`;
  const root = document.querySelector(".portico");
  if (!root) throw new Error("The page has no form.");
  return root;
}

test("a form without the style sheet names it in the console, once", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  reportMissingSheet(addRoot(".portico { --portico-font: serif }"));
  expect(warn).not.toHaveBeenCalled();
  reportMissingSheet(addRoot(""));
  reportMissingSheet(addRoot(""));
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('import "@portico/react/styles.css"')],
  ]);
});
