import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/**
 * The program Deno: that of the npm package `deno` in the project, else the machine's own.
 *
 * @returns undefined where there is none
 */
export function findDeno(
  project: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return ofPackage(join(project, "package.json")) ?? ofPackage(import.meta.url) ?? onPath(env);
}

function ofPackage(from: string): string | undefined {
  try {
    const { runInstall } = createRequire(from)("deno/install_api.cjs") as { runInstall(): string };
    return runInstall();
  } catch {
    return undefined;
  }
}

function onPath(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const name = process.platform === "win32" ? "deno.exe" : "deno";
  const places = (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  return places.find((place) => existsSync(place));
}
