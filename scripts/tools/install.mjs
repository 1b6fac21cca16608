import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { print, printProgress, stopwatch } from "../process/print.mjs";
import { root } from "../process/run.mjs";
import { npm } from "./npm.mjs";

/**
 * Installs the packages in a folder's package-lock.json, unless they are installed. Ends the process if that fails.
 *
 * @param {{ folder?: string, omitDev?: boolean }} [options] `omitDev` leaves out what only tests and tools need: the
 *   product runs on a third of the packages
 */
export async function ensureInstalled({ folder = root, omitDev = false } = {}) {
  if (isInstalled(folder, omitDev)) return;
  const isFirstInstall = !existsSync(join(folder, "node_modules"));
  const folderText = folder === root ? "" : ` of ${relative(root, folder)}`;
  print(
    isFirstInstall
      ? `Installing the packages${folderText} (the first time only) ...`
      : `Installing the packages${folderText} that have changed ...`,
  );

  // The progress says "at most", because packages in npm's cache are not downloaded.
  const total = countMissing(folder, omitDev);
  let downloads = 0;
  const elapsed = stopwatch();
  // At this log level npm prints a line for each response of the registry, which shows the progress. Its warnings about
  // `engines` do not matter, because the packages run on the pinned Node.
  const { code, output } = await printProgress(
    () => `  ${elapsed()}, ${downloads} of at most ${total} packages downloaded`,
    npm(["ci", "--no-audit", "--no-fund", "--loglevel=http", ...(omitDev ? ["--omit=dev"] : [])], {
      cwd: folder,
      onOutput: (text) => {
        downloads += text.match(/http fetch GET 200 \S+\.tgz/g)?.length ?? 0;
      },
    }),
  );
  if (code !== 0) {
    console.error(`\nThe packages could not be installed. npm said:\n\n${errorLines(output)}`);
    process.exit(1);
  }
  print(`Installed in ${elapsed()}.`);
}

/**
 * Returns how many packages of package-lock.json `npm ci` installs on this machine.
 *
 * @param {string} folder
 * @param {boolean} omitDev
 */
function countMissing(folder, omitDev) {
  return Object.entries(packages(join(folder, "package-lock.json"))).filter(
    ([path, { dev, devOptional, link, os, cpu }]) =>
      path.includes("node_modules/") &&
      !link &&
      !(omitDev && (dev === true || devOptional === true)) &&
      (os ?? [process.platform]).includes(process.platform) &&
      (cpu ?? [process.arch]).includes(process.arch),
  ).length;
}

/**
 * Returns whether node_modules contains what package-lock.json requires. npm writes a list of the installed packages
 * at the end, so an interrupted installation has none.
 *
 * @param {string} folder
 * @param {boolean} omitDev
 */
function isInstalled(folder, omitDev) {
  const locked = packages(join(folder, "package-lock.json"));
  const installedPackages = packages(join(folder, "node_modules", ".package-lock.json"));
  return Object.entries(locked).every(([path, { version, optional, dev, devOptional, link }]) => {
    if (!path.includes("node_modules/") || link) return true;
    const found = installedPackages[path];
    if (found) return found.version === version;
    return optional === true || (omitDev && (dev === true || devOptional === true));
  });
}

/**
 * @param {string} lock
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean,
 *   os?: string[], cpu?: string[] }>}
 */
function packages(lock) {
  if (!existsSync(lock)) return {};
  return JSON.parse(readFileSync(lock, "utf8")).packages;
}

/**
 * Returns the errors in npm's output, without progress, warnings and usage.
 *
 * @param {string} output
 */
function errorLines(output) {
  const errors = output.split("\n").filter((line) => line.startsWith("npm error"));
  const usage = errors.findIndex((line) => line.endsWith("Clean install a project"));
  const lines = usage === -1 ? errors : errors.slice(0, usage);
  return (lines.length > 0 ? lines.join("\n") : output).trim();
}
