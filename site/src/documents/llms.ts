import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, renderBody, repositoryFolder } from "./documents.ts";
import { groups } from "./groups.ts";
import type { LinkOptions } from "./links.ts";

/** The kit has its own llms.txt. Its rules for language models come first. */
const kit = readFileSync(join(repositoryFolder, "packages/react/llms.txt"), "utf8");

/** Returns the site's `llms.txt` (https://llmstxt.org): a list of pages with their addresses. */
export function llmsIndex(documents: readonly Document[], { base }: LinkOptions): string {
  const frontPage = documents[0];
  const [rules = ""] = /^Rules that keep code right:[\s\S]*?(?=\n## )/m.exec(kit) ?? [];
  const lists = groups.map((group) => {
    const links = documents
      .filter((document) => document.group === group)
      .map(({ title, id, description }) => `- [${title}](${base}${id}/): ${description}`);
    // By convention, a reader with little context skips the section with this name.
    const title = group.collapsed ? "Optional" : group.title;
    return `## ${title}\n\n${links.join("\n")}`;
  });
  return [
    `# Portico\n\n> ${frontPage?.description ?? ""}`,
    `All of it in one file: [llms-full.txt](${base}llms-full.txt).`,
    `## Rules for @portico/react\n\n${rules.trim()}`,
    ...lists,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

/** Returns every document of the site as one file. */
export function llmsFull(documents: readonly Document[], options: LinkOptions): string {
  return documents
    .map((document) => {
      const body = renderBody(document, documents, options).replace(/^<!-- .*? -->\n+/gm, "");
      return `# ${document.title}\n\n${body}\n`;
    })
    .join("\n");
}
