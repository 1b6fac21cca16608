import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

// The example is copied from a test that runs in a browser.
it("the example in docs/browser.md is the code of its test", async () => {
  const root = new URL("../../../../", import.meta.url);
  const page = await readFile(new URL("docs/browser.md", root), "utf8");
  const [, path = "", code] = /<!-- (\S+) -->\n```ts\n([\s\S]*?)\n```/.exec(page) ?? [];
  expect(`${code}\n`).toBe(await readFile(new URL(path, root), "utf8"));
});
