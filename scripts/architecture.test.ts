import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findViolations } from "./architecture.mjs";
import { root } from "./process/run.mjs";
import { rooms } from "./rooms.mjs";

test("no room imports from a room on its own or a higher floor", () => {
  expect(findViolations(rooms)).toEqual([]);
});

test("an upward import and a file outside the rooms are reported", () => {
  const violations = findViolations({
    "packages/backend/src": ["log database", "auth rest server"],
  });
  expect(violations).toContainEqual(
    expect.stringMatching(/^packages\/backend\/src\/auth\/.* imports .*database/),
  );
  expect(violations).toContain(
    "packages/backend/src/cli.ts: not listed under packages/backend/src in scripts/rooms.mjs",
  );
});

test.each(["packages/backend/src", "packages/react/src"] as const)(
  "ARCHITECTURE.md says what each room of %s is for",
  (part) => {
    const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const roomNames = rooms[part]?.flatMap((floor) => floor.split(" ")) ?? [];
    expect(roomNames.filter((room) => !page.includes(`\`${room}\``))).toEqual([]);
  },
);
