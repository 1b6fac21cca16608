import { readdir, readFile } from "node:fs/promises";

// Reads the backend's own SQL files. The build for browsers replaces this module with `browser/substitutes/scripts.ts`,
// which contains the same texts.

const system = new URL("./system/", import.meta.url);
const extensions = new URL("./extensions/", import.meta.url);

/** Returns the files of `system/` in order. */
export async function systemScripts(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(system)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, system), "utf8") })),
  );
}

/** Returns the script of an extension's stand-in. */
export const extensionScript = (name: string): Promise<string> =>
  readFile(new URL(`${name}.sql`, extensions), "utf8");
