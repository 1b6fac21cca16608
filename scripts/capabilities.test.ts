import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findTests, list, pagePath, renderPage } from "./capabilities.mjs";
import { root } from "./process/run.mjs";

const tested = findTests().map(({ capability }) => capability);

test("each capability of the client has one test, or a reason why Portico lacks it", () => {
  const covered = [...tested, ...Object.keys(list.absent)].toSorted();
  expect(covered).toEqual(list.capabilities.toSorted());
});

test("the page of the client's methods agrees with the tests", () => {
  expect(readFileSync(join(root, pagePath), "utf8")).toBe(renderPage());
});
