/** Tests how the repository's documents become pages of the site. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StyleClasses } from "../build/style-classes.ts";
import { readDocuments, renderBody, repositoryFolder } from "../src/documents/documents.ts";
import { rewriteLinks } from "../src/documents/links.ts";
import { llmsFull, llmsIndex } from "../src/documents/llms.ts";
import { withSearchWeight } from "../src/documents/search-weight.ts";
import { stackableTables } from "../src/documents/tables.ts";

const documents = readDocuments();
const linkOptions = { folder: repositoryFolder, base: "/", source: "https://git.example/portico" };
const pages = new Map(documents.map(({ file, id }) => [file, id]));
const rewriteText = (
  text: string,
  from = "docs/backup.md",
  options: typeof linkOptions | { folder: string; base: string } = linkOptions,
) => rewriteLinks(text, from, pages, options);

test("every document has a group, a title and an address of its own", () => {
  for (const folder of ["docs", "docs/decisions", "packages/react/docs"])
    for (const name of readdirSync(join(repositoryFolder, folder)).filter((name) =>
      /\.md$/.test(name),
    ))
      expect([...pages.keys()]).toContain(`${folder}/${name}`);
  const ids = documents.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { title, description } of documents) {
    expect(title).not.toMatch(/[`*[\]]/);
    expect(description).not.toBe("");
  }
});

test("every link of every document has a target, with or without a known repository", () => {
  for (const document of documents) {
    for (const options of [linkOptions, { folder: repositoryFolder, base: "/docs/" }])
      expect(renderBody(document, documents, options)).not.toMatch(
        /\]\((?!\w+:|#|\/|[^)]*\.(png|svg)\))/,
      );
  }
});

test("a link to a document becomes a link to its page", () => {
  expect(rewriteText("[x](moving.md#a)")).toBe("[x](/operating/moving/#a)");
  expect(rewriteText("[x](../packages/react)")).toBe("[x](/kit/)");
  expect(rewriteText("[`a` b](moving.md)")).toBe("[`a` b](/operating/moving/)");
});

test("a link to a source leads to the repository, or nowhere if it is unknown", () => {
  expect(rewriteText("[x](../deploy/Dockerfile)")).toBe(
    "[x](https://git.example/portico/blob/main/deploy/Dockerfile)",
  );
  expect(rewriteText("[x](../deploy)")).toBe("[x](https://git.example/portico/tree/main/deploy)");
  expect(
    rewriteText("a [x](../deploy) b", "docs/backup.md", { folder: repositoryFolder, base: "/" }),
  ).toBe("a x b");
});

test("a link to a missing file throws", () => {
  expect(() => rewriteText("[x](nothing.md)")).toThrow("docs/backup.md links to nothing.md");
});

test("code, images and links to other sites stay unchanged", () => {
  const unchangedTexts = [
    "`[x](nothing.md)`",
    "```md\n[x](nothing.md)\n```",
    "![x](images/a.png)",
    "[x](https://a.example)",
    "[x](#y)",
  ];
  for (const text of unchangedTexts) expect(rewriteText(text)).toBe(text);
});

test("style attributes become classes, and text that looks like one stays unchanged", () => {
  const classes = new StyleClasses();
  const html = `<p style="color: red">style="a"</p><i class="b" style="color: red">x</i><b style="--0:#fff">y</b>`;
  expect(classes.replaceStyles(html)).toBe(
    `<p class="st-0">style="a"</p><i class="st-0 b">x</i><b class="st-1">y</b>`,
  );
  expect(classes.sheet()).toBe(".st-0:not(#a){color: red}.st-1:not(#a){--0:#fff}");
});

test("a table has no empty headers", () => {
  const row = "<tr><td>a</td><td>b</td></tr>";
  const table = `<table><thead><tr><th></th>\n<th></th></tr></thead><tbody>${row}</tbody></table>`;
  expect(stackableTables(table)).toBe(
    '<table role="table"><tbody role="rowgroup"><tr role="row"><td role="cell">a</td><td role="cell">b</td></tr></tbody></table>',
  );
});

test("each cell of a table has its column's name, for phones that show rows as blocks", () => {
  const head = "<thead><tr><th></th><th><code>x</code></th></tr></thead>";
  const html = stackableTables(
    `<table>${head}<tbody><tr><td>a</td><td>b</td></tr></tbody></table>`,
  );
  expect(html).toContain('<th role="columnheader"><code>x</code></th>');
  expect(html).toContain('<td role="cell">a</td><td role="cell" data-column="x">b</td>');
});

test("the search ranks decisions below guides", () => {
  const weightOf = (id: string) =>
    documents.find((item) => item.id.startsWith(id))?.group.searchWeight;
  expect(weightOf("kit/theming")).toBeUndefined();
  expect(weightOf("decisions/0")).toBeLessThan(1);
  const [decisions] = documents.filter(({ id }) => id === "decisions");
  if (!decisions) throw new Error("There are no decisions.");
  expect(withSearchWeight("<h2>a</h2><p>b</p>", decisions.group)).toBe(
    '<div data-pagefind-weight="0.1"><h2 data-pagefind-weight="0.1">a</h2><p>b</p></div>',
  );
});

test("llms.txt names every page, and llms-full.txt has every document", () => {
  const index = llmsIndex(documents, linkOptions);
  const fullText = llmsFull(documents, linkOptions);
  expect(index.startsWith("# Portico\n\n> ")).toBe(true);
  for (const { id, title } of documents) {
    expect(index).toContain(`](/${id}/)`);
    expect(fullText).toContain(`# ${title}\n`);
  }
  expect(index).toContain("Import everything from `@portico/react`");
});
