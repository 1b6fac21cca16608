import { astro, reactRouter, shadcn } from "./downloaded-templates.ts";
import {
  type Application,
  editFile,
  formSource,
  type Order,
  styleImports,
} from "./new-application.ts";

const vite: Application = {
  name: "vite",
  command: ["create-vite@latest", "vite", "--template", "react-ts", "--no-interactive"],
  files: (order) => ({
    "src/form.js": formSource,
    "src/main.tsx": `${styleImports("./index.css", order)}
      import { createRoot } from "react-dom/client";
      // @ts-expect-error A script.
      import Form from "./form.js";
      createRoot(document.getElementById("root")!).render(<Form />);`,
  }),
  build: ["vite", "build"],
  serve: (port) => ["vite", "preview", "--host", "127.0.0.1", "--port", port],
  hasTailwind: false,
};

const next = (name: string, hasTailwind: boolean): Application => ({
  name,
  command: [
    "create-next-app@latest",
    name,
    "--ts",
    "--app",
    "--no-src-dir",
    "--no-eslint",
    "--yes",
    "--skip-install",
    "--disable-git",
    hasTailwind ? "--tailwind" : "--no-tailwind",
  ],
  files: (order) => ({
    "app/form.js": formSource,
    "app/page.tsx": `export { default } from "./form";`,
    // The template's layout loads its fonts from the network.
    "app/layout.tsx": `${styleImports("./globals.css", order)}
      export default function Layout({ children }: { children: React.ReactNode }) {
        return <html lang="en"><body>{children}</body></html>;
      }`,
  }),
  build: ["next", "build"],
  serve: (port) => ["next", "start", "--hostname", "127.0.0.1", "--port", port],
  hasTailwind,
});

/** Returns imports of both style sheets' URLs, in the given order. */
function urls(order: Order): string {
  const sheets = ["@portico/react/styles.css", "./styles.css"];
  const [firstSheet, secondSheet] = order === "before" ? sheets : sheets.reverse();
  return `import first from "${firstSheet}?url";\nimport second from "${secondSheet}?url";`;
}

const tanStackStart: Application = {
  name: "tanstack-start",
  command: [
    "@tanstack/cli@latest",
    "create",
    "tanstack-start",
    "--framework",
    "React",
    "--yes",
    "--no-install",
    "--no-git",
    "--no-intent",
    "--package-manager",
    "npm",
  ],
  prepare(root) {
    // The template loads a font from the network.
    editFile(root, "src/styles.css", (text) => text.replace(/@import url\(.*\);/, ""));
    editFile(root, "src/routes/__root.tsx", (text) =>
      text
        .replace(/import appCss from .*/, 'import { sheets } from "../sheets"')
        .replace(/links: \[[\s\S]*?\],\n {2}\}/, "links: sheets,\n  }"),
    );
  },
  files: (order) => ({
    "src/form.js": formSource,
    "src/routes/index.tsx": `import { createFileRoute } from "@tanstack/react-router";
      // @ts-expect-error A script.
      import Form from "../form.js";
      export const Route = createFileRoute("/")({ component: Form });`,
    "src/sheets.ts": `${urls(order)}
      export const sheets = [first, second].map((href) => ({ rel: "stylesheet", href }));`,
  }),
  build: ["vite", "build"],
  serve: (port) => ["vite", "preview", "--host", "127.0.0.1", "--port", port],
  hasTailwind: true,
};

export const applications: readonly Application[] = [
  vite,
  next("next", false),
  next("next-tailwind", true),
  reactRouter,
  tanStackStart,
  astro,
  shadcn(next("shadcn", true)),
];
