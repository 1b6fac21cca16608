import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { lineAt } from "./edit.ts";
import { rewriteManifest } from "./manifest.ts";
import { moved, stylesheet } from "./packages.ts";
import { type Remark, rewrite, withStylesheet } from "./source.ts";

/** What the codemod would do to a folder. Nothing is written yet. */
export interface Plan {
  /** The files that change, by path. */
  readonly changes: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
  /** What a person should look at. */
  readonly remarks: readonly (Remark & { readonly file: string })[];
}

const sources = /\.[cm]?[jt]sx?$/;
/** Files that may name a package, and whose languages this does not read. */
const foreign = /(\.(mdx|vue|svelte|astro)|[\\/](tsconfig|jsconfig|deno|components)[\w.-]*\.json)$/;
const tests = /(\.(test|spec|stories)\.|(^|[\\/])(__tests__|__mocks__|tests?)[\\/])/;

/** Where an application loads what every page of it needs, by the field's habits. */
const entries = [
  ...["app/layout", "src/app/layout"], // Next.js, App Router
  ...["pages/_app", "src/pages/_app"], // Next.js, Pages Router
  ...["app/root", "src/root"], // React Router, Remix
  ...["src/main", "src/index", "src/client", "main", "index"], // Vite, Create React App
].flatMap((path) => ["tsx", "jsx", "ts", "js"].map((extension) => `${path}.${extension}`));

/**
 * Works out the move of a folder, with all the packages in it.
 *
 * @param range the version of `@portico/react` to ask for.
 */
export function plan(folder: string, range: string): Plan {
  const changes = new Map<string, { before: string; after: string }>();
  const remarks: (Remark & { file: string })[] = [];
  const files = filesOf(folder);
  const rendering: string[] = [];
  const stays = new Set<string>();

  const change = (file: string, after: string) => {
    const before = changes.get(file)?.before ?? read(file);
    if (after !== before) changes.set(file, { before, after });
  };
  const now = (file: string) => changes.get(file)?.after ?? read(file);

  for (const file of files.filter((name) => sources.test(name))) {
    const source = read(file);
    if (!Object.keys(moved).some((name) => source.includes(name))) continue;
    try {
      const { text, rendersForms, remarks: found } = rewrite(file, source);
      change(file, text);
      remarks.push(...found.map((one) => ({ ...one, file })));
      for (const name of Object.keys(moved)) if (text.includes(name)) stays.add(name);
      if (rendersForms && !tests.test(relative(folder, file))) rendering.push(file);
    } catch (error) {
      const text = `It could not be read (${error instanceof Error ? error.message : error}); left as it is.`;
      remarks.push({ file, line: 1, text });
      for (const name of Object.keys(moved)) if (source.includes(name)) stays.add(name);
    }
  }

  for (const file of files.filter((name) => foreign.test(name))) {
    const source = read(file);
    for (const name of Object.keys(moved)) {
      const place = source.indexOf(name);
      if (place < 0) continue;
      stays.add(name);
      remarks.push({ file, line: lineAt(source, place), text: `${name} is named; left as it is.` });
    }
  }

  const manifests = files.filter((name) => /(^|[\\/])package\.json$/.test(name));
  for (const home of new Set(rendering.map((file) => homeOf(file, manifests) ?? folder))) {
    const own = rendering.filter((file) => (homeOf(file, manifests) ?? folder) === home);
    const entry = entries.map((path) => join(home, path)).find((path) => files.includes(path));
    for (const file of entry ? [entry] : own) {
      const after = withStylesheet(file, now(file));
      if (after !== undefined) change(file, after);
      else remarks.push({ file, line: 1, text: `Load the stylesheet here: ${stylesheet}` });
    }
  }

  for (const file of manifests) {
    const source = read(file);
    if (!Object.keys(moved).some((name) => source.includes(`"${name}"`))) continue;
    change(file, rewriteManifest(source, range, stays));
    for (const name of Object.keys(moved)) {
      if (!now(file).includes(`"${name}"`)) continue;
      remarks.push({ file, line: 1, text: `It still names ${name}, which something still uses.` });
    }
  }
  return { changes, remarks };

  function read(file: string): string {
    return readFileSync(file, "utf8");
  }
}

/** The folder of the package that a file belongs to. */
function homeOf(file: string, manifests: readonly string[]): string | undefined {
  const known = new Set(manifests.map((path) => dirname(path)));
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (known.has(folder)) return folder;
  return undefined;
}

/** The files of a folder that people wrote: those that git would keep, where there is git. */
function filesOf(folder: string): string[] {
  try {
    const list = execFileSync(
      "git",
      ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 },
    );
    const names = list.split("\0").filter((name) => name && !/(^|\/)node_modules\//.test(name));
    return [...new Set(names)].map((name) => join(folder, name)).filter((path) => existsSync(path));
  } catch {
    return walk(folder);
  }
}

const skipped = new Set(["node_modules", "dist", "build", "out", "coverage"]);

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : walk(path);
    return entry.isFile() ? [path] : [];
  });
}
