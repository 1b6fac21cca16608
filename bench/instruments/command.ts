import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the command `portico` as published, and returns its path. */
export function buildCommand(): string {
  execFileSync(process.execPath, [pathOf("../../node_modules/tsdown/dist/run.mjs")], {
    cwd: pathOf("../../packages/backend"),
    stdio: "ignore",
  });
  return pathOf("../../packages/backend/dist/cli.js");
}
