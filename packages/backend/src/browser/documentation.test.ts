/** Keeps docs/browser.md in step with the test that runs its example in a browser. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

it("the documentation's example is a test that runs", async () => {
  const root = new URL("../../../../", import.meta.url);
  const page = await readFile(new URL("docs/browser.md", root), "utf8");
  const [, path = "", code] = /<!-- (\S+) -->\n```ts\n([\s\S]*?)\n```/.exec(page) ?? [];
  expect(`${code}\n`).toBe(await readFile(new URL(path, root), "utf8"));
});
