import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the command `portico` as npm has it, and tells where it is. */
export function buildCommand(): string {
  execFileSync(process.execPath, [here("../node_modules/tsdown/dist/run.mjs")], {
    cwd: here("../packages/backend"),
    stdio: "ignore",
  });
  return here("../packages/backend/dist/cli.js");
}
