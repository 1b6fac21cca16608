import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A section of the documentation. */
export interface Section {
  /** The title of the page, followed by that of the section. */
  readonly title: string;
  /** The file and the heading's anchor. */
  readonly href: string;
  readonly content: string;
}

const maxSectionCharacters = 8_000;

/** Returns the sections of this package's documentation. */
export async function readSections(): Promise<readonly Section[]> {
  const folder = await docsFolder();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  const pages = await Promise.all(
    names.map(async (name) =>
      sectionsOf(join(folder, name), await readFile(join(folder, name), "utf8")),
    ),
  );
  return pages.flat();
}

/**
 * Returns the folder of the documentation: `docs` in the package, or in the root of a repository that is not built.
 */
async function docsFolder(): Promise<string> {
  const packageFolder = dirname(
    createRequire(import.meta.url).resolve("@portico/backend/package.json"),
  );
  const packagedDocs = join(packageFolder, "docs");
  const isBuilt = (await readdir(packagedDocs).catch(() => [])).length > 0;
  return isBuilt ? packagedDocs : join(packageFolder, "../../docs");
}

/** Splits a page at its headings. Ignores lines in code blocks that look like headings. */
export function sectionsOf(path: string, page: string): readonly Section[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of page.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const heading = isCode ? undefined : /^#{1,3} +(.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  const title = sections[0]?.heading ?? path;
  return sections
    .map(({ heading, lines }, index) => ({
      title: index === 0 ? title : `${title}: ${heading}`,
      href: index === 0 ? path : `${path}#${anchorOf(heading)}`,
      content: lines.join("\n").trim().slice(0, maxSectionCharacters),
    }))
    .filter(({ content }) => content !== "");
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
