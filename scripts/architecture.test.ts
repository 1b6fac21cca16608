import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { picture, violations } from "./architecture.mjs";
import { rooms } from "./rooms.mjs";
import { root } from "./run.mjs";

test("no room imports from one that is no lower", () => {
  expect(violations(rooms)).toEqual([]);
});

test("an import upwards is found, and so is a file without a room", () => {
  const found = violations({ "packages/backend/src": ["log database", "auth rest server"] });
  expect(found).toContainEqual(
    expect.stringMatching(/^packages\/backend\/src\/auth\/.* imports .*database/),
  );
  expect(found).toContain("packages/backend/src/cli.ts: no room of packages/backend/src holds it");
});

test("ARCHITECTURE.md shows the table of rooms as it is", () => {
  expect(readFileSync(join(root, "ARCHITECTURE.md"), "utf8")).toContain(picture(rooms));
});
