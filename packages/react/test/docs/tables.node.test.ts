import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as oldReact from "@supabase/auth-ui-react";
import { expect, test } from "vitest";
import * as authHelpers from "../../src/auth-helpers/index.ts";
import * as kit from "../../src/index.ts";
import { findPage, pages } from "./pages.ts";
import { renderTable } from "./tables.ts";

/*
 * The documentation's tables are generated from the sources. `npx vitest run --project package -u
 * packages/react/test/docs` updates them.
 */
const pagesWithTables = pages.filter(({ text }) => /<!-- table: /.test(text));

test("the documentation has generated tables", () =>
  expect(pagesWithTables.length).toBeGreaterThan(2));

test.each(pagesWithTables)("the tables of $name match the sources", async ({ path, text }) => {
  const updatedText = text.replace(
    /(<!-- table: (\S+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${renderTable(name)}\n\n${end}`,
  );
  await expect(updatedText).toMatchFileSnapshot(path);
});

test("every row of a generated table has a description", () => {
  const blankCells = pagesWithTables.flatMap(({ name, text }) =>
    [...text.matchAll(/^\| `.* \| {2}\|$/gm)].map(([row]) => `${name}: ${row}`),
  );
  expect(blankCells).toEqual([]);
});

test("every custom property has a description", () => {
  const rows = findPage("theming").text.match(/^\| `--portico-.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
});

test("the custom properties of the themes are those of the style sheet", () => {
  const sheet = readFileSync(new URL("../../src/theme/styles.css", import.meta.url), "utf8");
  // The brand buttons' backgrounds are not part of a theme.
  const names = (pattern: RegExp) =>
    new Set(sheet.match(pattern)?.filter((name) => name !== "--portico-brand-ground"));
  const setNames = names(/--portico-[\w-]+(?=:)/g);
  const readNames = [...names(/--portico-[\w-]+(?=[,)])/g)];
  const documentedNames = findPage("theming").text.match(/(?<=^\| `)--portico-[\w-]+/gm) ?? [];
  expect(documentedNames.toSorted()).toEqual([...setNames].toSorted());
  expect(readNames.filter((name) => !setNames.has(name))).toEqual([]);
});

test("the migration page names every export and every prop of the archived packages", () => {
  const { text } = findPage("migration");
  const require = createRequire(import.meta.url);
  const declarations = readFileSync(
    require.resolve("@supabase/auth-ui-shared").replace(/index\.\w+$/, "index.d.ts"),
    "utf8",
  );
  const exportedNames = /export \{([^}]*)\}/.exec(declarations)?.[1]?.match(/\w+/g) ?? [];
  const base = /interface BaseAuth \{([\s\S]*?)\n\}/.exec(declarations)?.[1] ?? "";
  const props = [...base.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = ""]) => name);
  const names = [...exportedNames, ...props, ...Object.keys(oldReact), "children", "appearance"];
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("every export of the package is documented", () => {
  const text = pages.map(({ text }) => text).join("\n");
  const names = [...Object.keys(kit), ...Object.keys(authHelpers)];
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test("every link within the documentation has a target", () => {
  const names = new Set(["LICENSE", ...pages.map(({ name }) => name)]);
  const headings = new Map(
    pages.map(({ name, text }) => [
      name,
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
        heading
          .toLowerCase()
          .replace(/[^\w\- ]/g, "")
          .replace(/ /g, "-"),
      ),
    ]),
  );
  const deadLinks = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?:docs\/|\.\.\/|\.\/)?([\w-]*)(?:\.md)?(#[\w-]+)?\)/g)]
      .filter(([, to = "", anchor = ""]) => {
        const target = to || name;
        if (!names.has(target)) return true;
        return anchor !== "" && !headings.get(target)?.includes(anchor.slice(1));
      })
      .map(([link]) => `${name}: ${link}`),
  );
  expect(deadLinks).toEqual([]);
});
