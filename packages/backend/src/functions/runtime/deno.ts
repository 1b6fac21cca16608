import { createRequire } from "node:module";
import { findProgram } from "../../find-program.ts";

/**
 * Finds Deno in the npm package `deno` that is installed next to this package, or else on the PATH. The packages of the
 * project are not loaded, because a project folder may come from a stranger.
 *
 * @returns undefined if Deno is not installed
 */
export function findDeno(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return fromPackage() ?? findProgram("deno", env);
}

function fromPackage(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    const { runInstall } = require("deno/install_api.cjs") as { runInstall(): string };
    return runInstall();
  } catch {
    return undefined;
  }
}

/** The hosted service's limit. */
const memoryMegabytes = 256;

/** The system information that packages read. The machine's addresses and users are excluded. */
const systemInformation = [
  "cpus",
  "getPriority",
  "gid",
  "homedir",
  "hostname",
  "loadavg",
  "osRelease",
  "osUptime",
  "systemMemoryInfo",
  "uid",
];

/** The files and folders that a program may read and write, and its import map. */
export interface DenoPermissions {
  readonly readable: readonly string[];
  /** The paths below `readable` that the program may not read. */
  readonly denied: readonly string[];
  readonly writable: string;
  readonly importMap: string | undefined;
}

/**
 * Returns the arguments that run a program with only these permissions. Its environment is replaced, see
 * `bootstrap.ts`.
 */
export function denoArguments(permissions: DenoPermissions): string[] {
  const { readable, denied, writable, importMap } = permissions;
  return [
    "run",
    "--no-prompt",
    ...moduleArguments(importMap),

    "--allow-net",
    "--allow-import",
    "--allow-env",
    `--allow-sys=${systemInformation.join(",")}`,
    `--allow-read=${[...readable, writable].join(",")}`,
    `--allow-write=${writable}`,
    ...(denied.length > 0 ? [`--deny-read=${denied.join(",")}`] : []),
    `--v8-flags=--max-old-space-size=${memoryMegabytes}`,
  ];
}

/**
 * Returns the arguments that tell Deno how to find modules. They prevent a `deno.json` from making Deno write modules
 * into the project, where a link could lead to any folder of the machine.
 */
export function moduleArguments(importMap: string | undefined): string[] {
  const isConfig = importMap !== undefined && /deno\.jsonc?$/.test(importMap);
  return [
    "--quiet",
    "--no-lock",
    "--node-modules-dir=none",
    "--vendor=false",
    ...(importMap === undefined
      ? ["--no-config"]
      : [isConfig ? `--config=${importMap}` : `--import-map=${importMap}`]),
  ];
}

/**
 * Returns Deno's own environment: its cache, registries and certificate stores. Deno also uses the system's store,
 * because only this store contains the certificate of a company's proxy.
 */
export function denoEnvironment(): Record<string, string> {
  const names = [
    "HOME",
    "PATH",
    "TMPDIR",
    "DENO_DIR",
    "NPM_CONFIG_REGISTRY",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "DENO_CERT",
    "DENO_TLS_CA_STORE",
    "SystemRoot",
    "LOCALAPPDATA",
  ];
  const inheritedVariables = names.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value] as const] : [];
  });
  return {
    DENO_TLS_CA_STORE: "mozilla,system",
    // Ignore the project's package.json, which is for its pages and tools, not for functions.
    DENO_NO_PACKAGE_JSON: "1",
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    ...Object.fromEntries(inheritedVariables),
  };
}
