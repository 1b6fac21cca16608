import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

/** A page of the documentation. */
export interface Page {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** An example on a page, which is one file. */
export interface Example {
  readonly language: string;
  /** The file's name, which follows the language: ```tsx title="app.tsx" */
  readonly title: string | undefined;
  readonly code: string;
}

/** Every page of the documentation, and the readme. */
export const pages: readonly Page[] = [
  "README.md",
  "llms.txt",
  ...readdirSync(join(packageFolder, "docs")).map((name) => `docs/${name}`),
].map((path) => ({
  name: path.replace(/^docs\/|\.\w+$/g, ""),
  path: join(packageFolder, path),
  text: readFileSync(join(packageFolder, path), "utf8"),
}));

export function findPage(name: string): Page {
  const match = pages.find((item) => item.name === name);
  if (!match) throw new Error(`There is no page ${name}.`);
  return match;
}

export function examplesOf({ text }: Page): Example[] {
  return [...text.matchAll(/^```(\w+)(?: title="([^"]+)")?\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", title, code = ""]) => ({ language, title, code }),
  );
}

/** Returns the example with this name on a page. */
export function findExample(pageName: string, title: string): string {
  const match = examplesOf(findPage(pageName)).find((item) => item.title === title);
  if (!match) throw new Error(`The page ${pageName} has no example ${title}.`);
  return match.code;
}
