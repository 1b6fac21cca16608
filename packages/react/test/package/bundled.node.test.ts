import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { findExample } from "../docs/pages.ts";

const { home } = inject("packed");

/** An application that uses the archived kit as its README shows: it imports no style sheet. */
const movedApplication = join(home, "moved");
const files = {
  "package.json": `{ "name": "moved", "type": "module" }`,
  "index.html": `<div id="root"></div><script type="module" src="/main.jsx"></script>`,
  "main.jsx": `
    import { createRoot } from "react-dom/client";
    import { Page } from "./page.jsx";
    createRoot(document.getElementById("root")).render(<Page />);
  `,
  "server.jsx": `
    import { renderToString } from "react-dom/server";
    import { Page } from "./page.jsx";
    console.log(renderToString(<Page />));
  `,
  "page.jsx": `
    import { createClient } from "@supabase/supabase-js";
    import { Auth } from "@supabase/auth-ui-react";
    import { ThemeSupa } from "@supabase/auth-ui-shared";
    const supabase = createClient("http://127.0.0.1:9", "key");
    export const Page = () => (
      <Auth supabaseClient={supabase} appearance={{ theme: ThemeSupa }} providers={[]} />
    );
  `,
};

const config: InlineConfig = {
  root: movedApplication,
  configFile: join(movedApplication, "vite.config.ts"),
  logLevel: "error",
};

beforeAll(() => {
  mkdirSync(movedApplication);
  writeFileSync(
    join(movedApplication, "vite.config.ts"),
    findExample("migration", "vite.config.ts"),
  );
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(movedApplication, name), text);
});

describe("an application that aliases both names", () => {
  test("Vite's browser build of an application that aliases both names contains the forms and their styles", async () => {
    const output = await bundle({ ...config });
    const sheet = output.find(({ fileName }) => fileName.endsWith(".css"));
    expect(sheet?.type === "asset" && String(sheet.source)).toContain(".portico-button");
    expect(sheet?.type === "asset" && String(sheet.source)).not.toContain("@layer");
    expect(code(output)).toContain("Your email address");
    expect(code(output)).not.toContain("stitches");
  });

  test.each([
    ["with the packages outside", {}],
    ["with the packages inside", { noExternal: true as const }],
  ])(
    "an application that aliases both names renders in Vite's server build, %s",
    async (_, ssr) => {
      await build({
        ...config,
        ssr,
        build: { ssr: "server.jsx", outDir: join(movedApplication, "server"), minify: false },
      });
      const html = execFileSync(process.execPath, [join(movedApplication, "server/server.js")], {
        encoding: "utf8",
      });
      expect(html).toContain('class="supabase-auth-ui_ui-button portico-button"');
    },
  );

  test("in Node, an application that aliases both names imports no style sheet", () => {
    const url = execFileSync(
      process.execPath,
      ["--eval", `console.log(require.resolve("@portico/react/auth-ui"))`],
      { cwd: movedApplication, encoding: "utf8" },
    ).trim();
    expect(readFileSync(url, "utf8")).not.toContain(".css");
  });
});

describe("tree shaking", () => {
  test.each([
    ["useUser", /signInWithPassword|onAuthStateChange/, ["onAuthStateChange"]],
    ["ThemeMinimal", /createContext|useState|signIn/, []],
    ["VIEWS", /createContext|useState|signIn|#18794e/, []],
  ])("a bundle with %s alone excludes the rest", async (name, foreignText, allowedMatches) => {
    const entry = join(movedApplication, `only-${name}.js`);
    writeFileSync(entry, `import { ${name} } from "@portico/react"; globalThis.used = ${name};`);
    const output = await bundle({
      ...config,
      build: {
        minify: false,
        rolldownOptions: { input: entry, external: [/^react/], treeshake: true },
      },
    });
    const matches = code(output).match(new RegExp(foreignText, "g")) ?? [];
    expect(matches.filter((text) => !allowedMatches.includes(text))).toEqual([]);
  });

  test("a bundle of the forms excludes other languages, and each icon is its own chunk", async () => {
    const entry = join(movedApplication, "only-auth.js");
    writeFileSync(entry, `import { Auth } from "@portico/react"; globalThis.used = Auth;`);
    const output = await bundle({
      ...config,
      build: { rolldownOptions: { input: entry, external: [/^react/] } },
    });
    const entryChunk = output.find((chunk) => chunk.type === "chunk" && chunk.isEntry);
    const text = entryChunk?.type === "chunk" ? entryChunk.code : "";
    expect(text).toContain("Your email address");
    expect(text).not.toMatch(/Connexion|Anmelden/);
    expect(output.some(({ fileName }) => /discord/.test(fileName))).toBe(true);
  });
});

/** Builds without writing, and returns the output. */
async function bundle(
  options: InlineConfig,
): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const result = await build({ ...options, build: { ...options.build, write: false } });
  if (Array.isArray(result) || !("output" in result))
    throw new Error("Vite returned more than one build.");
  return result.output;
}

function code(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string {
  return output.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
}
