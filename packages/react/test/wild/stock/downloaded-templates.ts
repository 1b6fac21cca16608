import { type Application, editFile, formSource, styleImports } from "./new-application.ts";

/*
 * Applications whose commands download templates from GitHub or from shadcn's registry. If the host is unreachable, the
 * files from their documentation replace the template.
 */

export const reactRouter: Application = {
  name: "react-router",
  command: ["create-react-router@latest", "react-router", "--yes", "--no-install", "--no-git-init"],
  templateHost: "codeload.github.com",
  templateFiles: {
    "package.json": JSON.stringify({
      name: "react-router",
      private: true,
      type: "module",
      dependencies: {
        "@react-router/node": "7.16.0",
        "@react-router/serve": "7.16.0",
        isbot: "^5.1.36",
        react: "^19.2.6",
        "react-dom": "^19.2.6",
        "react-router": "7.16.0",
      },
      devDependencies: {
        "@react-router/dev": "7.16.0",
        "@tailwindcss/vite": "^4.2.2",
        tailwindcss: "^4.2.2",
        typescript: "^5.9.3",
        vite: "^8.0.3",
      },
    }),
    "vite.config.ts": `import { reactRouter } from "@react-router/dev/vite";
      import tailwindcss from "@tailwindcss/vite";
      import { defineConfig } from "vite";
      export default defineConfig({ plugins: [tailwindcss(), reactRouter()] });`,
    "react-router.config.ts": "export default { ssr: true };",
    "app/routes.ts": `import { index } from "@react-router/dev/routes";
      export default [index("routes/home.tsx")];`,
    "app/app.css": `@import "tailwindcss";
      @theme { --font-sans: "Inter", ui-sans-serif, system-ui, sans-serif }
      html, body {
        @apply bg-white dark:bg-gray-950;
        @media (prefers-color-scheme: dark) { color-scheme: dark }
      }`,
  },
  files: (order) => ({
    "app/form.js": formSource,
    "app/routes/home.tsx": `export { default } from "../form.js";`,
    // The template's root loads its font from the network.
    "app/root.tsx": `${styleImports("./app.css", order)}
      import { Links, Meta, Outlet, Scripts } from "react-router";
      export default function Root() {
        return (
          <html lang="en">
            <head><Meta /><Links /></head>
            <body><Outlet /><Scripts /></body>
          </html>
        );
      }`,
  }),
  build: ["react-router", "build"],
  serve: () => ["react-router-serve", "./build/server/index.js"],
  hasTailwind: true,
};

export const astro: Application = {
  name: "astro",
  command: [
    "create-astro@latest",
    "astro",
    "--template",
    "minimal",
    "--yes",
    "--no-install",
    "--no-git",
  ],
  templateHost: "codeload.github.com",
  templateFiles: {
    "package.json": JSON.stringify({
      name: "astro",
      private: true,
      type: "module",
      dependencies: { astro: "^7.3.5" },
    }),
  },
  // The command `astro add react tailwind` adds these packages.
  addedPackages: [
    "@astrojs/react",
    "react",
    "react-dom",
    "@types/react",
    "@types/react-dom",
    "tailwindcss",
    "@tailwindcss/vite",
  ],
  files: (order) => ({
    "astro.config.mjs": `import react from "@astrojs/react";
      import tailwindcss from "@tailwindcss/vite";
      import { defineConfig } from "astro/config";
      export default defineConfig({
        integrations: [react()],
        vite: { plugins: [tailwindcss()] },
        telemetry: false,
      });`,
    "src/styles/global.css": `@import "tailwindcss";`,
    "src/form.js": formSource,
    "src/pages/index.astro": `---
${styleImports("../styles/global.css", order)}
import Form from "../form.js";
---
<html lang="en"><head><meta charset="utf-8" /></head><body><Form client:load /></body></html>`,
  }),
  build: ["astro", "build"],
  serve: (port) => ["astro", "preview", "--host", "127.0.0.1", "--port", port],
  hasTailwind: true,
};

/**
 * Adds shadcn/ui as https://ui.shadcn.com/docs/installation/manual describes, because `shadcn init` needs its registry.
 */
export const shadcn = (application: Application): Application => ({
  ...application,
  addedPackages: [
    "shadcn",
    "class-variance-authority",
    "clsx",
    "tailwind-merge",
    "lucide-react",
    "tw-animate-css",
  ],
  prepare(root) {
    application.prepare?.(root);
    editFile(root, "app/globals.css", () => {
      const names = ["background", "foreground", "border", "ring"];
      return `@import "tailwindcss";
        @import "tw-animate-css";
        @import "shadcn/tailwind.css";
        @custom-variant dark (&:is(.dark *));
        :root {
          --background: oklch(1 0 0);
          --foreground: oklch(0.145 0 0);
          --border: oklch(0.922 0 0);
          --ring: oklch(0.708 0 0);
        }
        @theme inline { ${names.map((name) => `--color-${name}: var(--${name});`).join(" ")} }
        @layer base {
          * { @apply border-border outline-ring/50 }
          body { @apply bg-background text-foreground }
        }`;
    });
  },
});
