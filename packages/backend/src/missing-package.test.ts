import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packageToInstall } from "./missing-package.ts";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));

test("the documentation installs the same versions of packages as the messages of commands", async () => {
  const pages = (await readdir(docs)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(pages.map((name) => readFile(`${docs}${name}`, "utf8")));
  const installedPackages = texts
    .flatMap((text) => text.match(/npm install [^`\n#|]+/g) ?? [])
    .flatMap(
      (command) => command.match(/@(?:supabase\/pg-delta|electric-sql\/pglite-\w+)\S*/g) ?? [],
    )
    .map((packageName) => packageName.trim());
  expect(installedPackages.length).toBeGreaterThan(4);
  const names = installedPackages.map((packageName) => packageName.replace(/(?<=.)@.*$/, ""));
  expect(installedPackages).toEqual(names.map(packageToInstall));
});
