import { fileURLToPath } from "node:url";
import react from "@astrojs/react";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { deadLinkCheck } from "./build/dead-links.ts";
import { llmsFiles } from "./build/llms-files.ts";
import { strictPolicy } from "./build/strict-policy.ts";
import { readDocuments } from "./src/documents/documents.ts";
import { groups } from "./src/documents/groups.ts";
import { repositoryUrl } from "./src/documents/repository-url.ts";

// Use the built bundle, because the sources import modules that only Node has.
const builtBackend = fileURLToPath(new URL("../packages/backend/dist/browser.js", import.meta.url));

const fromSources = {
  resolve: { conditions: ["portico-source", "module", "node"], noExternal: [/^@portico\//] },
};

const documents = readDocuments();

export default defineConfig({
  base: process.env["SITE_BASE"] ?? "/",
  ...(process.env["SITE_URL"] && { site: process.env["SITE_URL"] }),
  // Turn the toolbar off, because it looks up its version on another host.
  devToolbar: { enabled: false },
  integrations: [
    react(),
    starlight({
      title: "Portico",
      description:
        "The front door of a web application: sign-in forms, the session, and the data behind.",
      logo: { src: "./src/assets/portico.svg", alt: "" },
      favicon: "/favicon.svg",
      components: {
        PageTitle: "./src/components/page-title.astro",
        SocialIcons: "./src/components/header-links.astro",
      },
      head: [
        {
          tag: "script",
          attrs: {
            src: `${(process.env["SITE_BASE"] ?? "").replace(/\/$/, "")}/page.js`,
            type: "module",
          },
        },
      ],
      routeMiddleware: "./src/route-data.ts",
      // Wrap long lines: on a phone's screen a reader would not notice that there is more.
      expressiveCode: { defaultProps: { wrap: true } },
      // Words in titles get less weight than by default, because each decision record has a long title.
      pagefind: { ranking: { pageLength: 0.3, termFrequency: 0.6, metaWeights: { title: 1 } } },
      customCss: ["./src/styles/site.css"],
      ...(repositoryUrl
        ? { social: [{ icon: "github", label: "The repository", href: repositoryUrl }] }
        : {}),
      sidebar: [
        { label: "Playground", link: "/playground/" },
        ...groups.map((group) => ({
          label: group.title,
          collapsed: group.collapsed ?? false,
          items: documents
            .filter((document) => document.group === group)
            .map(({ id, title }) => ({ slug: id, label: title })),
        })),
      ],
      credits: false,
      lastUpdated: false,
    }),
    strictPolicy(),
    llmsFiles(),
    deadLinkCheck(),
  ],
  vite: {
    // Load this repository's packages from their sources, and use one React for all of them.
    resolve: {
      conditions: ["portico-source", "module", "browser"],
      dedupe: ["react", "react-dom"],
      alias: { "@portico/backend/browser": builtBackend },
    },
    environments: { prerender: fromSources, ssr: fromSources },
    build: { target: "es2024" },
  },
});
