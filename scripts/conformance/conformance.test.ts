import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../process/run.mjs";
import { readFigures } from "./figures.mjs";
import { pagePath, renderPage } from "./page.mjs";
import { missingCheckout, suites } from "./suites.mjs";

test("the page of the official suites agrees with the recorded figures", () => {
  expect(readFileSync(join(root, pagePath), "utf8")).toBe(renderPage(readFigures()));
});

test("a folder without checkouts is answered with the commands that add them", () => {
  const message = missingCheckout("/nowhere", suites);
  expect(message).toContain("git clone https://github.com/supabase/supabase-js");
  expect(message).toContain("pnpm install");
});
