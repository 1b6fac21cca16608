import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { runNpm } from "../npm.ts";
import { type Bundler, bundlers, type Migration } from "./matrix.ts";

/*
 * Installs and runs every supported bundler. An application that used the archived kit must build after each kind of
 * migration, and contain the forms and their styles. `npm run test:nightly` sets `PORTICO_WILD` to run these tests; if
 * its value is a part of a name, only matching bundlers run.
 */

const { archive, home } = inject("packed");
const selection = process.env["PORTICO_WILD"];
const selectedBundlers = bundlers.filter(
  ({ name }) => selection === "all" || name.includes(selection ?? name),
);

describe.skipIf(selection === undefined).each(selectedBundlers)("$name", (bundler) => {
  test.each(["codemod", "alias"] as const)(
    "the bundler builds an application that the %s migrated",
    (migration) => {
      if (bundler.unsupported?.[migration] !== undefined) return;
      const folder = join(home, "wild", bundler.name.replaceAll(/\W+/g, "-"), migration);
      write(folder, bundler, migration);
      const kit = `@portico/react@file:${archive}`;
      runNpm(folder, "install", "--silent", "--ignore-scripts", "--legacy-peer-deps", kit);
      const { error, status, stderr, stdout } = spawnSync(
        "npx",
        ["--no-install", ...bundler.build],
        {
          cwd: folder,
          encoding: "utf8",
          env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", CI: "1" },
        },
      );
      expect([status ?? error, status === 0 ? "" : `${stdout}\n${stderr}`.slice(-3_000)]).toEqual([
        0,
        "",
      ]);
      const output = join(folder, bundler.output);
      expect(hasFileWith(output, /\.css$/, ".portico-button")).toBe(true);
      expect(hasFileWith(output, /\.[cm]?js$/, "Your email address")).toBe(true);
      expect(hasFileWith(output, /\.[cm]?js$/, "stitches")).toBe(false);
      rmSync(folder, { recursive: true });
    },
    900_000,
  );
});

/** Writes an application that was migrated in this way. */
function write(folder: string, { files, manifest, packages }: Bundler, migration: Migration): void {
  const versions = packages.map((item) => [
    item.slice(0, item.lastIndexOf("@")),
    item.split("@").at(-1),
  ]);
  const archivedVersions = {
    "@supabase/auth-ui-react": "0.4.7",
    "@supabase/auth-ui-shared": "0.1.8",
  };
  const text = JSON.stringify({
    private: true,
    ...manifest?.(migration),
    dependencies: {
      "@supabase/supabase-js": "2.49.4",
      ...Object.fromEntries(versions),
      ...(migration === "codemod" && archivedVersions),
    },
  });
  for (const [name, content] of Object.entries({ ...files(migration), "package.json": text })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  if (migration === "codemod") {
    const cli = join(home, "node_modules/@portico/react/dist/cli.mjs");
    execFileSync(process.execPath, [cli, "migrate", folder, "--write", "--force"], {
      stdio: "ignore",
    });
  }
}

/** Returns whether a file of the folder contains a text. */
function hasFileWith(folder: string, files: RegExp, text: string): boolean {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => files.test(name) && !/(^|[\\/])cache[\\/]/.test(name))
    .some((name) => readFileSync(join(folder, name), "utf8").includes(text));
}
