import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./process/run.mjs";

const folder = join(root, "docs/decisions");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const records = readdirSync(folder).filter((file) => file !== "README.md");
const index = read("README.md");

test("each decision record has a unique number", () => {
  const numbers = records.map((file) => file.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("the index lists each decision record once, in the order of the numbers", () => {
  const indexedFiles = [...index.matchAll(/^\| \d{4} \| \[.*?\]\((.*?)\)/gm)].map(
    ([, file]) => file,
  );
  expect(indexedFiles).toEqual(records.toSorted());
});

test.each(records)(
  "the decision record %s has a title, a date, a status and three headings",
  (file) => {
    const text = read(file);
    const [, title = "", date, status = ""] =
      /^# (.+)\n\nDate: (\d{4}-\d\d-\d\d)\. Status: (Accepted|Superseded by \[\d{4}\]\(.+\.md\))\.\n/.exec(
        text,
      ) ?? [];
    expect(date).toBeDefined();
    expect(text.match(/^#+ .+$/gm)?.slice(1)).toEqual([
      "## Context",
      "## Decision",
      "## Alternatives considered",
    ]);
    const name = title
      .toLowerCase()
      .replaceAll("'", "")
      .replace(/[^a-z0-9]+/g, "-");
    expect(file).toBe(`${file.slice(0, 4)}-${name}.md`);
    expect(index).toContain(`| ${file.slice(0, 4)} | [${title}](${file}) | ${date} | ${status} |`);
    const [, successor] = /\((.+)\)/.exec(status) ?? [];
    if (successor) expect(records).toContain(successor);
  },
);
