/** The documents of the repository as pages: each has a place, and its links lead on. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Classes } from "../build/classes.ts";
import { bodyOn, readDocuments, repository } from "../src/documents/documents.ts";
import { rewriteLinks } from "../src/documents/links.ts";
import { llmsFull, llmsIndex } from "../src/documents/llms.ts";
import { withoutEmptyHeaders } from "../src/documents/tables.ts";

const documents = readDocuments();
const place = { folder: repository, base: "/", source: "https://git.example/portico" };
const pages = new Map(documents.map(({ file, id }) => [file, id]));
const rewritten = (
  text: string,
  from = "docs/backup.md",
  where: typeof place | { folder: string; base: string } = place,
) => rewriteLinks(text, from, pages, where);

test("every document has a place, a title and an address of its own", () => {
  for (const folder of ["docs", "docs/decisions", "packages/react/docs"])
    for (const name of readdirSync(join(repository, folder)).filter((name) => /\.md$/.test(name)))
      expect([...pages.keys()]).toContain(`${folder}/${name}`);
  const ids = documents.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { title, description } of documents) {
    expect(title).not.toMatch(/[`*[\]]/);
    expect(description).not.toBe("");
  }
});

test("every link of every document leads somewhere, with or without a known repository", () => {
  for (const document of documents) {
    for (const where of [place, { folder: repository, base: "/docs/" }])
      expect(bodyOn(document, documents, where)).not.toMatch(
        /\]\((?!\w+:|#|\/|[^)]*\.(png|svg)\))/,
      );
  }
});

test("a link to a document becomes one to its page", () => {
  expect(rewritten("[x](moving.md#a)")).toBe("[x](/operating/moving/#a)");
  expect(rewritten("[x](../packages/react)")).toBe("[x](/kit/)");
  expect(rewritten("[`a` b](moving.md)")).toBe("[`a` b](/operating/moving/)");
});

test("a link to a source leads to the repository, or nowhere when nobody knows that", () => {
  expect(rewritten("[x](../deploy/Dockerfile)")).toBe(
    "[x](https://git.example/portico/blob/main/deploy/Dockerfile)",
  );
  expect(rewritten("[x](../deploy)")).toBe("[x](https://git.example/portico/tree/main/deploy)");
  expect(rewritten("a [x](../deploy) b", "docs/backup.md", { folder: repository, base: "/" })).toBe(
    "a x b",
  );
});

test("a link to a file that is not there throws", () => {
  expect(() => rewritten("[x](nothing.md)")).toThrow("docs/backup.md links to nothing.md");
});

test("code, images and other sites stay as they are", () => {
  const kept = [
    "`[x](nothing.md)`",
    "```md\n[x](nothing.md)\n```",
    "![x](images/a.png)",
    "[x](https://a.example)",
    "[x](#y)",
  ];
  for (const text of kept) expect(rewritten(text)).toBe(text);
});

test("style attributes become classes, and text that looks like one stays", () => {
  const classes = new Classes();
  const html = `<p style="color: red">style="a"</p><i class="b" style="color: red">x</i><b style="--0:#fff">y</b>`;
  expect(classes.inPlaceOfStyles(html)).toBe(
    `<p class="st-0">style="a"</p><i class="st-0 b">x</i><b class="st-1">y</b>`,
  );
  expect(classes.sheet()).toBe(".st-0:not(#a){color: red}.st-1:not(#a){--0:#fff}");
});

test("a table has no empty headers", () => {
  const body = "<tbody><tr><td>a</td></tr></tbody>";
  expect(withoutEmptyHeaders(`<table><thead><tr><th></th>\n<th></th></tr></thead>${body}`)).toBe(
    `<table>${body}`,
  );
  expect(withoutEmptyHeaders("<tr><th></th><th>x</th></tr>")).toBe("<tr><td></td><th>x</th></tr>");
});

test("llms.txt names every page, and llms-full.txt has every document", () => {
  const index = llmsIndex(documents, place);
  const full = llmsFull(documents, place);
  expect(index.startsWith("# Portico\n\n> ")).toBe(true);
  for (const { id, title } of documents) {
    expect(index).toContain(`](/${id}/)`);
    expect(full).toContain(`# ${title}\n`);
  }
  expect(index).toContain("Import everything from `@portico/react`");
});
