import { writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { readDocuments, repositoryFolder } from "../src/documents/documents.ts";
import { llmsFull, llmsIndex } from "../src/documents/llms.ts";
import { repositoryUrl } from "../src/documents/repository-url.ts";

/** Writes `llms.txt` and `llms-full.txt` beside the pages, from the same Markdown. */
export function llmsFiles(): AstroIntegration {
  let base = "/";
  return {
    name: "portico-llms-files",
    hooks: {
      "astro:config:done": ({ config }) => {
        const path = config.base.replace(/\/?$/, "/");
        base = config.site ? new URL(path, config.site).href : path;
      },
      "astro:build:done": async ({ dir }) => {
        const documents = readDocuments();
        const options = { folder: repositoryFolder, base, source: repositoryUrl };
        await writeFile(new URL("llms.txt", dir), llmsIndex(documents, options));
        await writeFile(new URL("llms-full.txt", dir), llmsFull(documents, options));
      },
    },
  };
}
