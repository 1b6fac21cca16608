import { readdir, readFile } from "node:fs/promises";

// The SQL that the backend brings. The build for browsers has another module in place of this one
// (`browser/instead/scripts.ts`), with the same texts in the bundle.

const system = new URL("./system/", import.meta.url);
const extensions = new URL("./extensions/", import.meta.url);

/** The files of `system/`, in their order. */
export async function systemScripts(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(system)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, system), "utf8") })),
  );
}

/** The script of an extension's stand-in. */
export const extensionScript = (name: string): Promise<string> =>
  readFile(new URL(`${name}.sql`, extensions), "utf8");
