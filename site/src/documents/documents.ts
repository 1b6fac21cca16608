import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Group, groups, sidebarTitles } from "./groups.ts";
import { type LinkOptions, rewriteLinks } from "./links.ts";

/** The repository's root folder. */
export const repositoryFolder = fileURLToPath(new URL("../../..", import.meta.url));

/** A document of the repository as a page of the site. */
export interface Document {
  /** The page's path relative to the site's base, without leading and trailing slashes: `kit/props`. */
  readonly id: string;
  /** The file's path in the repository. */
  readonly file: string;
  readonly group: Group;
  /** The first heading, unless `sidebarTitles` has another title. */
  readonly title: string;
  /** The first sentence as plain text, for search engines and `llms.txt`. */
  readonly description: string;
  /** The Markdown below the heading, unchanged. */
  readonly body: string;
}

/** Returns every document of the site, in the order of the sidebar. */
export function readDocuments(): Document[] {
  const groupByFile = new Map<string, Group>();
  for (const group of groups)
    for (const file of group.files.filter((name) => !isFolder(name))) {
      const otherGroup = groupByFile.get(file);
      if (otherGroup)
        throw new Error(`${file} is listed in both ${otherGroup.title} and ${group.title}.`);
      groupByFile.set(file, group);
    }
  return groups.flatMap((group) =>
    group.files
      .flatMap((name) =>
        isFolder(name) ? filesIn(name).filter((file) => !groupByFile.has(file)) : name,
      )
      .map((file) => readDocument(file, group)),
  );
}

const isFolder = (name: string) => name.endsWith("/");

function filesIn(folder: string): string[] {
  return readdirSync(join(repositoryFolder, folder))
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => folder + file);
}

function readDocument(file: string, group: Group): Document {
  const text = readFileSync(join(repositoryFolder, file), "utf8").replaceAll("\r\n", "\n");
  const heading = /^# (.+)\n/.exec(text);
  if (!heading) throw new Error(`${file} does not begin with a heading.`);
  const [line, title = ""] = heading;
  const body = text.slice(line.length).trim();
  return {
    id: `${group.path}/${lastSegmentOf(file)}`.replace(/\/$/, ""),
    file,
    group,
    title: sidebarTitles[file] ?? plainText(title),
    description: plainText(firstSentence(body)),
    body,
  };
}

/** Returns the last segment of a page's path: `props` for `react/docs/props.md`, empty for a group's readme. */
function lastSegmentOf(file: string): string {
  const [name = "", folder] = file.replace(/\.md$/, "").split("/").reverse();
  if (name !== "README") return name.toLowerCase().replaceAll("_", "-");
  return folder === "web" ? "product" : "";
}

function firstSentence(body: string): string {
  // Skip code blocks and dates, because some pages begin with a command, and decision records begin with a date.
  const text = body.replace(/^ *```[\s\S]*?^ *```$/gm, "").replace(/^Date: .*$/m, "");
  const paragraph = text.split(/\n\n+/).find((item) => /^[\w*`@["“]/.test(item)) ?? "";
  const singleLine = paragraph.replace(/\s+/g, " ");
  const result = /^.*?\.(?= |$)/.exec(singleLine)?.[0] ?? singleLine.replace(/:$/, ".");
  return result.charAt(0).toUpperCase() + result.slice(1);
}

/** Returns Markdown as plain text. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]| \(<[^>]*>\)/g, "")
    .trim();
}

/** Returns a page's body, with its links rewritten for the site. */
export function renderBody(
  document: Document,
  documents: readonly Document[],
  options: LinkOptions,
): string {
  const pages = new Map(documents.map(({ file, id }) => [file, id]));
  return rewriteLinks(document.body, document.file, pages, options);
}
