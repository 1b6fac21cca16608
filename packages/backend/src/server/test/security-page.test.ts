import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../../../../", import.meta.url);
const page = await readFile(new URL("docs/security.md", root), "utf8");

const rows = [
  ...page.matchAll(/^\| (\d+(?:\.\d+){2}) \| (.+?) \| (met|not applicable|open) \| (.+) \|$/gm),
].map(([, id = "", name = "", state = "", reason = ""]) => ({ id, name, state, reason }));

/** The number of requirements of level 1 and 2 in each chapter of ASVS 5.0. */
const chapters = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
};

test("the page has a row for each requirement, and its totals are right", () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const counts: Record<string, number> = {};
  for (const { id } of rows) {
    const [chapter = ""] = id.split(".");
    counts[chapter] = (counts[chapter] ?? 0) + 1;
  }
  expect(counts).toEqual(chapters);
  const countState = (state: string) => rows.filter((row) => row.state === state).length;
  expect(page).toContain(
    `Of ${rows.length} requirements ${countState("met")} are met, ${countState("not applicable")} do not apply and ${countState("open")} are open.`,
  );
});

test("every test that the page names exists, and every other row gives a reason", async () => {
  const files = new Map<string, Promise<string>>();
  const readCached = (name: string) => {
    const path = /^(packages|e2e|apps)\//.test(name) ? name : `packages/backend/src/${name}`;
    const cached = files.get(path) ?? readFile(new URL(path, root), "utf8");
    files.set(path, cached);
    return cached;
  };
  for (const { id, state, reason } of rows) {
    if (state !== "met") {
      expect([id, reason.length > 8]).toEqual([id, true]);
      continue;
    }
    const section = reason.match(/^\[(.+)\]\(#.+\)$/)?.[1];
    if (section !== undefined) {
      expect([id, page.includes(`\n## ${section}\n`)]).toEqual([id, true]);
      continue;
    }
    for (const testName of reason.split("<br>")) {
      const [, file = "", title = ""] = testName.match(/^`([^`]+\.test\.tsx?)`: “(.+)”$/) ?? [];
      expect([id, testName, file !== ""]).toEqual([id, testName, true]);
      expect([id, testName, (await readCached(file)).includes(title)]).toEqual([
        id,
        testName,
        true,
      ]);
    }
  }
});
