import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Returns the public declarations of a package, without comments: those of each entry, and of every file that it
 * imports from. A test compares them with the record in the package's folder `surface`, so that every change is
 * visible in a diff and intended.
 *
 * @param {string} dist the folder of the declarations
 * @param {string} entry such as `index.d.ts`
 */
export function publicSurface(dist: string, entry: string): string {
  const files = new Map<string, string>();
  read(join(dist, entry), files);
  const names = [...files.keys()].filter((name) => name !== join(dist, entry)).sort();
  const text = [join(dist, entry), ...names]
    .map((name) => `// ${relative(dist, name)}\n${files.get(name)}`)
    .join("\n");
  // The names of chunks contain a digest of their content.
  return text.replace(/-[\w-]{8}(?=\.d\.ts\b|\.js")/g, "");
}

function read(file: string, files: Map<string, string>): void {
  if (files.has(file)) return;
  const text = readFileSync(file, "utf8");
  files.set(file, withoutComments(text));
  for (const [, from] of text.matchAll(/(?:from |import\(|import )"(\.[^"]+)\.js"/g)) {
    read(`${join(dirname(file), from ?? "")}.d.ts`, files);
  }
}

function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n?/gm, "")
    .replace(/^\/\/#.*\n?/gm, "")
    .trimEnd()
    .concat("\n");
}
