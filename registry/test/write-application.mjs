import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Framework
 * @property {string} base The library for the components: Base UI or Radix UI.
 * @property {number} port The port. The project's passkeys and redirects depend on it.
 * @property {string} client The registry item with the framework's Supabase client.
 * @property {string} prefix The prefix of environment variables for the browser.
 * @property {string} alias The alias for imports from the application.
 * @property {string} sources The folder with the application's code.
 * @property {readonly string[]} packages
 * @property {readonly string[]} tools
 * @property {readonly string[]} build
 * @property {readonly string[]} serve
 */

const typePackages = ["typescript@5", "@types/react", "@types/react-dom", "@types/node"];

/** The version of all React Router packages: they must have the same one, but are not published at the same time. */
const reactRouterVersion = "8.4.0";

/** @type {Readonly<Record<string, Framework>>} */
export const frameworks = {
  vite: {
    base: "base",
    port: 4790,
    client: "supabase-client-vite",
    prefix: "VITE_",
    alias: "@",
    sources: "src",
    packages: ["react", "react-dom"],
    tools: ["vite", "@vitejs/plugin-react", "tailwindcss", "@tailwindcss/vite", ...typePackages],
    build: ["vite", "build"],
    serve: ["vite", "preview", "--strictPort", "--port"],
  },
  nextjs: {
    base: "radix",
    port: 4791,
    client: "supabase-client-nextjs",
    prefix: "NEXT_PUBLIC_",
    alias: "@",
    sources: ".",
    packages: ["next", "react", "react-dom"],
    tools: ["tailwindcss", "@tailwindcss/postcss", ...typePackages],
    build: ["next", "build"],
    serve: ["next", "start", "--port"],
  },
  "react-router": {
    base: "radix",
    port: 4792,
    client: "supabase-client-vite",
    prefix: "VITE_",
    alias: "~",
    sources: "app",
    packages: [
      "react",
      "react-dom",
      "isbot",
      `react-router@${reactRouterVersion}`,
      `@react-router/node@${reactRouterVersion}`,
      `@react-router/serve@${reactRouterVersion}`,
    ],
    tools: [
      `@react-router/dev@${reactRouterVersion}`,
      "vite",
      "tailwindcss",
      "@tailwindcss/vite",
      ...typePackages,
    ],
    build: ["react-router", "build"],
    serve: ["react-router-serve", "./build/server/index.js"],
  },
  "tanstack-start": {
    base: "base",
    port: 4793,
    client: "supabase-client-vite",
    prefix: "VITE_",
    alias: "@",
    sources: "src",
    packages: ["react", "react-dom", "@tanstack/react-router", "@tanstack/react-start"],
    tools: ["vite", "@vitejs/plugin-react", "tailwindcss", "@tailwindcss/vite", ...typePackages],
    build: ["vite", "build"],
    serve: ["vite", "preview", "--strictPort", "--port"],
  },
};

/**
 * Writes a new application like the one that the framework creates.
 *
 * @param {string} name
 * @param {string} folder
 */
export function writeApplication(name, folder) {
  const { alias, sources } = frameworkOf(name);
  cpSync(join(import.meta.dirname, "applications", name), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const page = readFileSync(join(import.meta.dirname, "application.tsx"), "utf8");
  writeFileSync(join(folder, sources, "application.tsx"), page.replaceAll('"@/', `"${alias}/`));
}

/** @param {string} name */
export function frameworkOf(name) {
  const framework = frameworks[name];
  if (!framework) throw new Error(`There is no framework ${name}.`);
  return framework;
}
