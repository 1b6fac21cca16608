import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** Configuration files of development servers that serve every file below their folder, including hidden ones. */
const configFileNames = ["vite", "astro"].flatMap((name) =>
  ["js", "mjs", "cjs", "ts", "mts", "cts"].map((extension) => `${name}.config.${extension}`),
);

/** Data directories that this package's Vite plugin hides in this process. */
const hiddenDirectories = new Set<string>();

/**
 * Records that this package's Vite plugin hides a data directory. {@link warnOfExposureByDevServer} then does not have
 * to find the plugin in a configuration file.
 */
export function declareHidden(directory: string): void {
  hiddenDirectories.add(resolve(directory));
}

/**
 * Returns a warning if a data directory is in the root of a Vite server that would serve its files: Vite answers `GET
 * /.portico/…` with the file unless `server.fs.deny` or this package's plugin excludes it. Next.js and
 * webpack-dev-server only serve `public`.
 */
export async function warnOfExposureByDevServer(directory: string): Promise<string | undefined> {
  const path = resolve(directory);
  if (hiddenDirectories.has(path)) return undefined;
  for (let root = dirname(path); ; root = dirname(root)) {
    const config = configFileNames.map((name) => join(root, name)).find((file) => existsSync(file));
    if (config !== undefined) {
      return (await excludesDirectory(config, path)) ? undefined : warningFor(config, path);
    }
    if (existsSync(join(root, ".git")) || dirname(root) === root) return undefined;
  }
}

async function excludesDirectory(config: string, directory: string): Promise<boolean> {
  const text = await readFile(config, "utf8").catch(() => "");
  const code = text.replaceAll(/^\s*\/\/.*$/gm, "");
  return code.includes("@portico/backend/vite") || code.includes(basename(directory));
}

const warningFor = (config: string, directory: string) =>
  `${config}: Vite's development server sends the files of ${directory}, with the database and its secrets, to anyone who can ` +
  "reach it (vite --host). Add the plugin portico() of @portico/backend/vite, or move the data out of this folder with --data.";
