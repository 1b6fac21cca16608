import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { runNpm } from "../npm.ts";

const source = fileURLToPath(new URL("../..", import.meta.url));
const repository = join(source, "../..");

/** The packages that an application installs next to the kit. */
const peerPackages = [
  "react",
  "react-dom",
  "scheduler",
  "vite",
  "@vitejs/plugin-react",

  "@supabase/auth-js",
  "@supabase/ssr",
  "@supabase/supabase-js",
  "@types/react",
  "@types/react-dom",
];

/**
 * Builds and packs the package like a release, and installs it in a temporary folder for the duration of its tests:
 * `<packed>/node_modules/@portico/react`.
 */
export default function setup(project: TestProject) {
  const temporaryFolder = realpathSync(mkdtempSync(join(tmpdir(), "portico-packed-")));
  const stage = join(temporaryFolder, "stage");
  mkdirSync(stage);
  for (const file of [
    "package.json",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "llms.txt",
    "docs",
    "src",
  ])
    cpSync(join(source, file), join(stage, file), { recursive: true });
  node(join(repository, "node_modules/tsdown/dist/run.mjs"), "--out-dir", join(stage, "dist"));
  node(join(source, "build/without-exports.ts"), "write", stage);
  runNpm(stage, "pack", "--silent", "--ignore-scripts");

  const modules = join(temporaryFolder, "node_modules");
  const installedFolder = join(modules, "@portico/react");
  mkdirSync(installedFolder, { recursive: true });
  const archive = join(stage, readdirSync(stage).find((name) => name.endsWith(".tgz")) ?? "");
  execFileSync("tar", ["-xzf", archive, "--strip-components=1", "-C", installedFolder]);
  for (const name of peerPackages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  project.provide("packed", { home: temporaryFolder, archive });
  return () => rmSync(temporaryFolder, { recursive: true, force: true });
}

function node(...args: string[]): void {
  execFileSync(process.execPath, args, { cwd: source, stdio: ["ignore", "ignore", "inherit"] });
}
