import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { npm } from "./npm.mjs";
import { print } from "./print.mjs";
import { root, run } from "./run.mjs";

// The release that the tests of functions run on. People install it where they have functions; it is too large
// (92 MB) to come with every install.
const release = "deno@2.9.6";

/**
 * The folder of a Deno: the machine's own, else one that npm brings.
 *
 * @returns {Promise<string | undefined>} undefined when there is none to be had
 */
export async function ensureDeno() {
  const name = process.platform === "win32" ? "deno.exe" : "deno";
  const own = (process.env["PATH"] ?? "").split(delimiter);
  const cache = join(root, "node_modules/.cache/deno");
  const brought = join(cache, "node_modules/deno");
  const folders = [...own, brought];
  const found = folders.find((folder) => folder !== "" && existsSync(join(folder, name)));
  if (found) return found;
  print("There is no Deno on this machine: npm brings one ...");
  mkdirSync(cache, { recursive: true });
  const install = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", cache, release];
  await npm(install, { limit: 180_000 });
  // Where npm runs no scripts of packages, its first run puts the program there.
  await run(process.execPath, [join(brought, "bin.cjs"), "--version"], { limit: 30_000 });
  return existsSync(join(brought, name)) ? brought : undefined;
}
