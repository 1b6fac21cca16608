import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFolder } from "../../../../test/project-folder.ts";
import { pgliteFolder } from "../extensions.ts";
import { exportsOf } from "./exports.ts";
import { sectionIds, sectionsOf } from "./module-binary.ts";

const program = `
  const { openPglite } = await import(${JSON.stringify(new URL("../pglite.ts", import.meta.url).href)});
  const { trusted } = await import(${JSON.stringify(new URL("../../sql.ts", import.meta.url).href)});
  const database = await openPglite();
  for (let n = 0; n < 300; n++) await database.query(trusted("select 1 as column_" + n));
  await database.close();
`;

test("V8 never optimizes PostgreSQL's parser, which takes 600 MB", async () => {
  const module = await readFile(join(pgliteFolder(), "pglite.wasm"));
  const exportSection = sectionsOf(module).find(({ id }) => id === sectionIds.exports);
  const index = exportSection && exportsOf(module, exportSection).get("0 raw_parser");
  expect(index).toBeDefined();
  // Make V8 optimize a function after a hundredth of the usual work.
  const flags = ["--trace-wasm-compilation-times", "--wasm-tiering-budget=130000"];
  const folder = await projectFolder({ "program.mjs": program });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, join(folder, "program.mjs")],
    { maxBuffer: 64 * 2 ** 20 },
  );
  expect(stdout).toMatch(new RegExp(`#${index} using Liftoff`));
  expect(stdout).toMatch(/using TurboFan/);
  expect(stdout).not.toMatch(new RegExp(`#${index} using TurboFan`));
});
