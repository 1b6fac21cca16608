import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { npm } from "./npm.mjs";
import { print, sayWhile, stopwatch } from "./print.mjs";
import { root } from "./run.mjs";

/**
 * Installs the packages that a folder's package-lock.json names, unless they are there. Ends the process when it
 * cannot.
 *
 * @param {{ folder?: string, omitDev?: boolean }} [options] `omitDev` leaves out what only tests and tools need: the
 *   product runs on a third of the packages
 */
export async function ensureInstalled({ folder = root, omitDev = false } = {}) {
  if (isInstalled(folder, omitDev)) return;
  const first = !existsSync(join(folder, "node_modules"));
  const of = folder === root ? "" : ` of ${relative(root, folder)}`;
  print(
    first
      ? `Installing the packages${of} (the first time only) ...`
      : `Installing the packages${of} that have changed ...`,
  );

  let downloads = 0;
  const elapsed = stopwatch();
  // At this level npm prints a line for each answer of the registry: that is how far it is. What it
  // prints about the engines of packages is of no use to anybody: they run on the pinned Node.
  const { code, output } = await sayWhile(
    () => `  ${elapsed()}, ${downloads} packages downloaded so far`,
    npm(["ci", "--no-audit", "--no-fund", "--loglevel=http", ...(omitDev ? ["--omit=dev"] : [])], {
      cwd: folder,
      onOutput: (text) => {
        downloads += text.match(/http fetch GET 200 \S+\.tgz/g)?.length ?? 0;
      },
    }),
  );
  if (code !== 0) {
    console.error(`\nThe packages could not be installed. npm said:\n\n${complaint(output)}`);
    process.exit(1);
  }
  print(`Installed in ${elapsed()}.`);
}

/**
 * Whether node_modules holds what package-lock.json wants. npm writes down what it has put there,
 * last of all; an installation that was cut short has left no such list.
 *
 * @param {string} folder
 * @param {boolean} omitDev
 */
function isInstalled(folder, omitDev) {
  const locked = packages(join(folder, "package-lock.json"));
  const present = packages(join(folder, "node_modules", ".package-lock.json"));
  return Object.entries(locked).every(([path, { version, optional, dev, devOptional, link }]) => {
    if (!path.includes("node_modules/") || link) return true;
    const found = present[path];
    if (found) return found.version === version;
    return optional === true || (omitDev && (dev === true || devOptional === true));
  });
}

/**
 * @param {string} lock
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }>}
 */
function packages(lock) {
  if (!existsSync(lock)) return {};
  return JSON.parse(readFileSync(lock, "utf8")).packages;
}

/**
 * What npm says went wrong, without its progress, its warnings and its usage.
 *
 * @param {string} output
 */
function complaint(output) {
  const errors = output.split("\n").filter((line) => line.startsWith("npm error"));
  const usage = errors.findIndex((line) => line.endsWith("Clean install a project"));
  const lines = usage === -1 ? errors : errors.slice(0, usage);
  return (lines.length > 0 ? lines.join("\n") : output).trim();
}
