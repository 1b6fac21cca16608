/** A version of a bundler, with an application that was written for the archived kit. */
export interface Bundler {
  readonly name: string;
  /** The packages to install next to the kit and the client. */
  readonly packages: readonly string[];
  readonly files: (migration: Migration) => Readonly<Record<string, string>>;
  /** The fields of the application's package.json. */
  readonly manifest?: (migration: Migration) => object;
  readonly build: readonly string[];
  /** The output folder of the build. */
  readonly output: string;
  /** The migrations that the bundler does not support, with reasons. */
  readonly unsupported?: Partial<Record<Migration, string>>;
}

/** The codemod changes the application's code; an alias changes its bundler's configuration. */
export type Migration = "codemod" | "alias";

const react18 = ["react@18", "react-dom@18"];
const react19 = ["react@19", "react-dom@19"];

const alias = {
  "@supabase/auth-ui-react": "@portico/react/auth-ui",
  "@supabase/auth-ui-shared": "@portico/react/auth-ui",
};
const aliasText = JSON.stringify(alias);

const page = `
import { createElement } from "react";
import { createClient } from "@supabase/supabase-js";
import { Auth } from "@supabase/auth-ui-react";
import { ThemeSupa } from "@supabase/auth-ui-shared";
const supabaseClient = createClient("http://127.0.0.1:9", "key");
export default function Page() {
  return createElement(Auth, { supabaseClient, appearance: { theme: ThemeSupa } });
}
`;

const main = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import Page from "./page.js";
createRoot(document.getElementById("root")).render(createElement(Page));
`;

const html = (script: string) =>
  `<!doctype html><title>Moved</title><div id="root"></div><script type="module" src="${script}"></script>`;

const browserFiles = { "src/main.js": main, "src/page.js": page };

const vite = (version: number, react = react18): Bundler => ({
  name: `Vite ${version}`,
  packages: [`vite@${version}`, ...react],
  files: (migration) => ({
    ...browserFiles,
    "index.html": html("/src/main.js"),
    "vite.config.js": `export default { ${migration === "alias" ? `resolve: { alias: ${aliasText} }` : ""} };`,
  }),
  build: ["vite", "build"],
  output: "dist",
});

interface Next {
  readonly version: string;
  readonly router: "pages" | "app";
  readonly react?: readonly string[];
  readonly flags?: readonly string[];
  readonly unsupported?: Bundler["unsupported"];
}

const next = ({ version, router, react = react18, flags = [], unsupported }: Next): Bundler => ({
  name: [`Next.js ${version}`, `the ${router} router`, ...flags].join(", "),
  packages: [`next@${version}`, ...react],
  files: (migration): Record<string, string> => ({
    ...(router === "app"
      ? {
          "app/layout.js": `import { createElement } from "react";\nexport default ({ children }) => createElement("html", null, createElement("body", null, children));\n`,
          "app/page.js": `"use client";\n${page}`,
        }
      : {
          "pages/_app.js": `import { createElement } from "react";\nexport default ({ Component, pageProps }) => createElement(Component, pageProps);\n`,
          "pages/index.js": page,
        }),
    ...(migration === "alias" && {
      "next.config.js": `
        const alias = ${aliasText};
        module.exports = {
          transpilePackages: ["@portico/react"],
          ${flags.includes("--turbopack") || version === "16" ? "turbopack: { resolveAlias: alias }," : ""}
          webpack(config) {
            Object.assign(config.resolve.alias, alias);
            return config;
          },
        };
      `,
    }),
  }),
  build: ["next", "build", ...flags],
  output: ".next",
  ...(unsupported && { unsupported }),
});

const webpack = (migration: Migration) => `
  const MiniCssExtractPlugin = require("mini-css-extract-plugin");
  module.exports = {
    mode: "production",
    entry: "./src/main.js",
    ${migration === "alias" ? `resolve: { alias: ${aliasText} },` : ""}
    module: { rules: [{ test: /\\.css$/, use: [MiniCssExtractPlugin.loader, "css-loader"] }] },
    plugins: [new MiniCssExtractPlugin()],
  };
`;

/** Returns the root module of a server-rendered application, for Remix and React Router. */
const root = (routerPackage: string) => `
import { createElement } from "react";
import { Links, Outlet, Scripts } from "${routerPackage}";
export default function Root() {
  return createElement(
    "html",
    null,
    createElement("head", null, createElement(Links)),
    createElement("body", null, createElement(Outlet), createElement(Scripts)),
  );
}
`;

export const bundlers: readonly Bundler[] = [
  vite(3),
  vite(4),
  vite(5),
  vite(6, react19),
  vite(7, react19),
  vite(8, react19),
  next({
    version: "12",
    router: "pages",
    unsupported: { alias: "it rejects a style sheet that a package's script imports" },
  }),
  next({ version: "13.4.12", router: "pages" }),
  next({ version: "13.4.12", router: "app" }),
  next({ version: "14", router: "pages" }),
  next({ version: "14", router: "app" }),
  next({ version: "15", router: "pages", react: react19 }),
  next({ version: "15", router: "app", react: react19 }),
  next({ version: "16", router: "pages", react: react19 }),
  next({ version: "16", router: "app", react: react19 }),
  next({ version: "16", router: "pages", react: react19, flags: ["--webpack"] }),
  next({ version: "16", router: "app", react: react19, flags: ["--webpack"] }),
  {
    name: "webpack 5",
    packages: [
      "webpack@5",
      "webpack-cli@5",
      "css-loader@6",
      "mini-css-extract-plugin@2",
      ...react18,
    ],
    files: (migration) => ({ ...browserFiles, "webpack.config.js": webpack(migration) }),
    build: ["webpack"],
    output: "dist",
  },
  {
    name: "Create React App 5",
    packages: ["react-scripts@5", "ajv@8", ...react18],
    files: () => ({
      "src/index.js": main,
      "src/page.js": page,
      "public/index.html": `<!doctype html><div id="root"></div>`,
    }),
    build: ["react-scripts", "build"],
    output: "build",
    unsupported: { alias: "its configuration has no alias" },
  },
  {
    name: "Remix 2",
    packages: [
      "@remix-run/dev@2",
      "@remix-run/node@2",
      "@remix-run/react@2",
      "@remix-run/serve@2",
      "vite@5",
      "typescript@5",
      "isbot@5",
      ...react18,
    ],
    files: (migration) => ({
      "app/root.jsx": root("@remix-run/react"),
      "app/routes/_index.jsx": page,
      "vite.config.mjs": `
        import { vitePlugin } from "@remix-run/dev";
        export default { plugins: [vitePlugin()], ${migration === "alias" ? `resolve: { alias: ${aliasText} }` : ""} };
      `,
    }),
    build: ["remix", "vite:build"],
    output: "build",
  },
  ...(["7", "8"] as const).map(
    (version): Bundler => ({
      name: `React Router ${version}`,
      packages: [
        ...["react-router", "@react-router/dev", "@react-router/node", "@react-router/serve"].map(
          (name) => `${name}@${version}`,
        ),
        "vite@7",
        "typescript@5",
        "isbot@5",
        ...react19,
      ],
      files: (migration) => ({
        "app/root.jsx": root("react-router"),
        "app/page.jsx": page,
        "app/routes.js": `import { index } from "@react-router/dev/routes";\nexport default [index("page.jsx")];\n`,
        "vite.config.mjs": `
          import { reactRouter } from "@react-router/dev/vite";
          export default { plugins: [reactRouter()], ${migration === "alias" ? `resolve: { alias: ${aliasText} }` : ""} };
        `,
      }),
      build: ["react-router", "build"],
      output: "build",
    }),
  ),
  {
    name: "Parcel 2",
    packages: ["parcel@2", "buffer@6", "process@0.11", ...react18],
    files: () => ({ ...browserFiles, "index.html": html("src/main.js") }),
    manifest: (migration) => (migration === "alias" ? { alias } : {}),
    build: ["parcel", "build", "index.html"],
    output: "dist",
  },
  {
    name: "esbuild without splitting",
    packages: ["esbuild@0.25", ...react18],
    files: (migration) => ({
      ...browserFiles,
      "build.mjs": `
        import { build } from "esbuild";
        await build({
          entryPoints: ["src/main.js"], bundle: true, minify: true, outdir: "dist",
          define: { "globalThis.PORTICO_OWN_ICONS": "true" },
          ${migration === "alias" ? `alias: ${aliasText},` : ""}
        });
      `,
    }),
    build: ["node", "build.mjs"],
    output: "dist",
  },
  {
    name: "Expo 53, the web",
    packages: [
      "expo@53",
      "react@19.0.0",
      "react-dom@19.0.0",
      "react-native@0.79.6",
      "react-native-web@0.20",
      "@expo/metro-runtime@5",
    ],
    files: (migration) => ({
      "index.js": `import { registerRootComponent } from "expo";\nimport Page from "./page";\nregisterRootComponent(Page);\n`,
      "page.js": page,
      "app.json": `{ "expo": { "name": "moved", "slug": "moved", "platforms": ["web"], "web": { "bundler": "metro" } } }`,
      ...(migration === "alias" && {
        "metro.config.js": `
          const { getDefaultConfig } = require("expo/metro-config");
          const config = getDefaultConfig(__dirname);
          const alias = ${aliasText};
          config.resolver.resolveRequest = (context, name, platform) =>
            context.resolveRequest(context, alias[name] ?? name, platform);
          module.exports = config;
        `,
      }),
    }),
    build: ["expo", "export", "--platform", "web"],
    output: "dist",
  },
];
