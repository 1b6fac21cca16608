import { defineCollection } from "astro:content";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import type { Loader } from "astro/loaders";
import { readDocuments, renderBody, repositoryFolder } from "./documents/documents.ts";
import { repositoryUrl } from "./documents/repository-url.ts";
import { withSearchWeight } from "./documents/search-weight.ts";
import { stackableTables } from "./documents/tables.ts";

const ownDocuments = docsLoader();

/** The site's own pages, and the Markdown files of the repository. */
const allDocuments: Loader = {
  name: "portico-documents",
  async load(context) {
    await ownDocuments.load(context);
    await loadDocuments();
    context.watcher?.on("change", (path) => {
      if (path.endsWith(".md")) void loadDocuments();
    });

    async function loadDocuments() {
      const documents = readDocuments();
      const linkOptions = {
        folder: repositoryFolder,
        base: context.config.base.replace(/\/?$/, "/"),
        source: repositoryUrl,
      };
      for (const document of documents) {
        const { id, file, title, description, group } = document;
        const path = join(repositoryFolder, file);
        context.watcher?.add(path);
        const body = renderBody(document, documents, linkOptions);
        const data = await context.parseData({
          id,
          data: {
            title,
            description,
            editUrl: repositoryUrl ? `${repositoryUrl}/edit/main/${file}` : false,
            head: [],
          },
        });
        const rendered = await context.renderMarkdown(body, { fileURL: pathToFileURL(path) });
        context.store.set({
          id,
          data,
          body,
          filePath: join("..", file),
          digest: context.generateDigest(body),
          rendered: { ...rendered, html: withSearchWeight(stackableTables(rendered.html), group) },
          assetImports: (rendered.metadata?.imagePaths ?? []) as string[],
        });
      }
    }
  },
};

export const collections = {
  docs: defineCollection({ loader: allDocuments, schema: docsSchema() }),
};
