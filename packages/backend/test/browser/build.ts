import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../..", import.meta.url));
const tsdown = createRequire(import.meta.url).resolve("tsdown/run");

/** Builds the entry point for browsers, which the tests load as an application does. */
export function setup(): void {
  execFileSync(process.execPath, [tsdown, "--filter", "browser"], { cwd: folder });
}
