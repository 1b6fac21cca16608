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

/** In megabytes, as on the hosted service. */
const memory = 256;

/** The machine's facts that packages ask for. Its addresses and its users are left out. */
const facts = [
  ...["cpus", "getPriority", "gid", "homedir", "hostname", "loadavg", "osRelease", "osUptime"],
  ...["systemMemoryInfo", "uid"],
];

/** Where a program may read and write, and what resolves its imports. */
export interface DenoPermissions {
  readonly readable: string;
  readonly writable: string;
  readonly importMap: string | undefined;
}

/**
 * The arguments that run a program with no other permissions than these. Its environment is its own: see
 * `bootstrap.ts`. What it imports by its text, from its own project or the network, needs no permission to read.
 */
export function denoArguments({ readable, writable, importMap }: DenoPermissions): string[] {
  const isConfig = importMap !== undefined && /deno\.jsonc?$/.test(importMap);
  return [
    ...["run", "--quiet", "--no-prompt", "--no-lock", "--node-modules-dir=none"],
    ...["--allow-net", "--allow-import", "--allow-env", `--allow-sys=${facts.join(",")}`],
    ...[`--allow-read=${readable},${writable}`, `--allow-write=${writable}`],
    `--v8-flags=--max-old-space-size=${memory}`,
    ...(importMap === undefined
      ? ["--no-config"]
      : [isConfig ? `--config=${importMap}` : `--import-map=${importMap}`]),
  ];
}

/**
 * Deno's own needs: where it keeps modules, whom to ask for them, and whom to trust. It trusts those whom the
 * system trusts as well: a company's proxy has a certificate that only the system knows.
 */
export function denoEnvironment(): Record<string, string> {
  const names = [
    ...["HOME", "PATH", "TMPDIR", "DENO_DIR", "NPM_CONFIG_REGISTRY"],
    ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "DENO_CERT", "DENO_TLS_CA_STORE"],
    ...["SystemRoot", "LOCALAPPDATA"],
  ];
  const own = names.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value] as const] : [];
  });
  return {
    DENO_TLS_CA_STORE: "mozilla,system",
    // The project's package.json is for its pages and tools.
    DENO_NO_PACKAGE_JSON: "1",
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    ...Object.fromEntries(own),
  };
}
