import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/*
 * Resolvers that do not read `exports` in package.json look for `@portico/react/auth-ui` at exactly that path:
 * TypeScript under `moduleResolution: "node"`, Jest 27, webpack 4, Parcel by default, Metro before 0.82. For these,
 * each entry gets a folder with a package.json that names its files, and each style sheet a copy.
 *
 *   node build/without-exports.ts write [folder]
 *   node build/without-exports.ts remove [folder]
 */

interface Entry {
  types?: string;
  module?: { default: string };
  import?: { types: string; default: string };
  require?: { types: string; default: string };
  default?: string;
}

const [action, folder = join(import.meta.dirname, "..")] = process.argv.slice(2);
const manifest: { exports: Record<string, Entry | string> } = JSON.parse(
  readFileSync(join(folder, "package.json"), "utf8"),
);

for (const [path, entry] of Object.entries(manifest.exports)) {
  if (path === "." || typeof entry === "string") continue;
  const stylesheet = path.endsWith(".css") ? entry.default : undefined;
  if (action === "remove") remove(root(path));
  else if (stylesheet) writeStylesheet(path, stylesheet);
  else for (const name of names(entry)) writeEntry(path.replace("*", name), withName(entry, name));
}

function remove(name: string): void {
  for (const item of [name, `${name}.d.ts`])
    rmSync(join(folder, item), { recursive: true, force: true });
}

function writeStylesheet(path: string, file: string): void {
  cpSync(join(folder, file), join(folder, path));
  writeFileSync(join(folder, `${path}.d.ts`), "export {};\n");
}

/** Returns the first folder of an entry's path, which `remove` deletes. */
function root(path: string): string {
  return path.split("/")[1] ?? path;
}

/** Returns the names that match the `*` of an entry, or one empty name if it has none. */
function names({ require }: Entry): string[] {
  const [prefix = "", suffix] = (require?.default ?? "").split("*");
  if (suffix === undefined) return [""];
  return globSync(`${prefix}*${suffix}`, { cwd: folder }).map((file) =>
    relative(prefix, file).replace(suffix, ""),
  );
}

function withName(entry: Entry, name: string): Entry {
  return JSON.parse(JSON.stringify(entry).replaceAll("*", name));
}

function writeEntry(path: string, entry: Entry): void {
  const { module, import: esModule, require } = { ...Object(Reflect.get(entry, "node")), ...entry };
  const entryFolder = join(folder, path);
  const pathTo = (file = "") => relative(entryFolder, join(folder, file)).replaceAll("\\", "/");
  mkdirSync(entryFolder, { recursive: true });
  const fields = {
    main: pathTo(require.default),
    module: pathTo((module ?? esModule).default),
    // TypeScript before 4.7 cannot read `.d.cts`.
    types: pathTo(esModule.types),
  };
  writeFileSync(join(entryFolder, "package.json"), `${JSON.stringify(fields, null, 2)}\n`);
}
