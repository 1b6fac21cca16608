import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { print } from "../process/print.mjs";
import { root, run } from "../process/run.mjs";
import { npm } from "./npm.mjs";

// The version that the tests of functions use. It is not a dependency, because it is 92 MB large: users install it if
// they have functions.
const denoPackage = "deno@2.9.6";

/**
 * Finds Deno on the PATH, or installs it from npm.
 *
 * @returns {Promise<string | undefined>} undefined when none is available
 */
export async function ensureDeno() {
  const name = process.platform === "win32" ? "deno.exe" : "deno";
  const pathFolders = (process.env["PATH"] ?? "").split(delimiter);
  const cache = join(root, "node_modules/.cache/deno");
  const packageFolder = join(cache, "node_modules/deno");
  const folders = [...pathFolders, packageFolder];
  const programFolder = folders.find((folder) => folder !== "" && existsSync(join(folder, name)));
  if (programFolder) return programFolder;
  print("There is no Deno on this machine: installing it from npm ...");
  mkdirSync(cache, { recursive: true });
  const install = [
    "install",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--prefix",
    cache,
    denoPackage,
  ];
  await npm(install, { timeoutMs: 180_000 });
  // If npm does not run package scripts, the package's first run installs the program.
  await run(process.execPath, [join(packageFolder, "bin.cjs"), "--version"], { timeoutMs: 30_000 });
  return existsSync(join(packageFolder, name)) ? packageFolder : undefined;
}
