import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { violations } from "./architecture.mjs";
import { rooms } from "./rooms.mjs";
import { root } from "./run.mjs";

test("no room imports from a room on its own or a higher floor", () => {
  expect(violations(rooms)).toEqual([]);
});

test("an upward import and a file outside the rooms are reported", () => {
  const found = violations({ "packages/backend/src": ["log database", "auth rest server"] });
  expect(found).toContainEqual(
    expect.stringMatching(/^packages\/backend\/src\/auth\/.* imports .*database/),
  );
  expect(found).toContain("packages/backend/src/cli.ts: no room of packages/backend/src holds it");
});

test.each(["packages/backend/src", "packages/react/src"] as const)(
  "ARCHITECTURE.md says what each room of %s is for",
  (part) => {
    const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const all = rooms[part]?.flatMap((floor) => floor.split(" ")) ?? [];
    expect(all.filter((room) => !page.includes(`\`${room}\``))).toEqual([]);
  },
);
