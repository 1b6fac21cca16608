import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packageToInstall } from "./missing-package.ts";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));

test("the documentation installs the versions of packages that the messages of commands name", async () => {
  const pages = (await readdir(docs)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(pages.map((name) => readFile(`${docs}${name}`, "utf8")));
  const installed = texts
    .flatMap((text) => text.match(/npm install [^`\n#|]+/g) ?? [])
    .flatMap(
      (command) => command.match(/@(?:supabase\/pg-delta|electric-sql\/pglite-\w+)\S*/g) ?? [],
    )
    .map((found) => found.trim());
  expect(installed.length).toBeGreaterThan(4);
  const names = installed.map((found) => found.replace(/(?<=.)@.*$/, ""));
  expect(installed).toEqual(names.map(packageToInstall));
});
