import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs a program on this version of Node, with SQLite marked as experimental as in Node 22. */
function runWhereExperimental(code: string) {
  const experimental = `
    const load = process.getBuiltinModule;
    process.getBuiltinModule = (name) => {
      if (name === "node:sqlite") {
        process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
        process.emitWarning("Another thing", "ExperimentalWarning");
      }
      return load.call(process, name);
    };`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", experimental + code], {
    encoding: "utf8",
  });
}

test("locking a data directory prints no warning about SQLite, and leaves other warnings alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-sqlite-"));
  const lock = new URL("directory-lock.ts", import.meta.url).href;
  const { stdout, stderr } = runWhereExperimental(`
    const { lockDirectory } = await import(${JSON.stringify(lock)});
    await (await lockDirectory(${JSON.stringify(folder)}))();
    console.log("locked");`);
  rmSync(folder, { recursive: true });
  expect(stdout).toBe("locked\n");
  expect(stderr).not.toContain("SQLite");
  expect(stderr).toContain("Another thing");
});
