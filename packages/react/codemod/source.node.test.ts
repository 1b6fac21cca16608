import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as kit from "../src/index.ts";
import { authHelpersExports, kitExports } from "./packages.ts";
import { rewriteSource } from "./source.ts";
import { withStylesheet } from "./stylesheet.ts";

describe("a reference to an archived package", () => {
  test.each([
    ["a.tsx", `import { Auth } from "@supabase/auth-ui-react";`],
    ["a.tsx", `import { Auth, type ThemeVariables } from '@supabase/auth-ui-react'`],
    ["a.ts", `import type { ViewType } from "@supabase/auth-ui-shared";`],
    ["a.ts", `import kit = require("@supabase/auth-ui-react");`],
    ["a.ts", `let x: import("@supabase/auth-ui-shared").ViewType;`],
    ["a.ts", `const x = <ViewType>"sign_in"; export * from "@supabase/auth-ui-shared";`],
    ["a.js", `export { ThemeSupa } from "@supabase/auth-ui-shared";`],
    ["a.jsx", `const L = lazy(() => import("@supabase/auth-ui-react")); <p>don't // "</p>`],
    ["a.js", "const { Auth } = await import(`@supabase/auth-ui-react`);"],
    ["a.cjs", `const { Auth } = require("@supabase/auth-ui-react"); return;`],
    ["a.js", `require.resolve("@supabase/auth-ui-react");`],
    ["a.mjs", `import.meta.resolve("@supabase/auth-ui-react");`],
    ["a.tsx", `import type { ViewType } from "@supabase/auth-ui-shared"; import "./a.css";`],
    ["a.astro", `---\nimport { en } from '@supabase/auth-ui-shared';\n---\n<p>{en.sign_in}</p>`],
    ["a.vue", `<script>\nimport { en } from "@supabase/auth-ui-shared";\n</script>`],
    [
      "a.test.ts",
      `vi.mock("@supabase/auth-ui-shared"); await vi.importActual("@supabase/auth-ui-shared");`,
    ],
    ["a.tsx", `const Auth = dynamic(() => import("@supabase/auth-ui-react").then((m) => m.Auth));`],
    ["a.js", `// @flow\nimport type { ViewType } from "@supabase/auth-ui-shared";`],
  ])("a reference in %s is rewritten: %s", (file, source) => {
    const { text, remarks } = rewriteSource(file, source);
    expect(text).toBe(source.replaceAll(/@supabase\/auth-ui-(react|shared)/g, "@portico/react"));
    expect(text).not.toBe(source);
    expect(remarks).toEqual([]);
  });

  test("a reference to the session hooks is rewritten", () => {
    const { text } = rewriteSource(
      "a.ts",
      `import { useUser, type User } from "@supabase/auth-helpers-react";`,
    );
    expect(text).toBe(`import { useUser, type User } from "@portico/react/auth-helpers";`);
  });

  test.each([
    `const text = "@supabase/auth-ui-react";`,
    `log("@supabase/auth-ui-react")`,
    `module.exports = { transpilePackages: ["@supabase/auth-ui-react"] };`,
    `declare module "@supabase/auth-ui-react";`,
    `id.includes("node_modules/@supabase/auth-ui-react/")`,
  ])("a reference that is not an import is listed to do by hand: %s", (source) => {
    const { text, remarks } = rewriteSource("a.ts", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([
      {
        line: 1,
        text: "@supabase/auth-ui-react is mentioned here. Change it to @portico/react, or delete it.",
      },
    ]);
  });

  test("a mock is renamed, and the report asks to add the exports of both kits", () => {
    const source = `vi.mock("@supabase/auth-ui-react", () => ({ Auth: () => null }));`;
    const { text, remarks } = rewriteSource("a.test.ts", source);
    expect(text).toBe(source.replace("@supabase/auth-ui-react", "@portico/react"));
    expect(remarks).toEqual([{ line: 1, text: expect.stringContaining("both archived kits") }]);
  });

  test.each([
    [
      `import { useUser } from '@supabase/auth-ui-react/dist/components/Auth/UserContext'`,
      `import { useUser } from '@portico/react'`,
    ],
    [
      `import { ViewType as View } from "@supabase/auth-ui-react/dist/esm/src/types";`,
      `import { ViewType as View } from "@portico/react";`,
    ],
    [
      `import { ThemeSupa } from "@/node_modules/@supabase/auth-ui-shared/dist/index";`,
      `import { ThemeSupa } from "@portico/react";`,
    ],
    [
      `import { useUser } from "../../node_modules/@supabase/auth-helpers-react/dist";`,
      `import { useUser } from "@portico/react/auth-helpers";`,
    ],
  ])("a reference to a file inside the package is rewritten: %s", (source, updated) => {
    expect(rewriteSource("a.tsx", source)).toMatchObject({ text: updated, remarks: [] });
  });

  test.each([
    `import "@supabase/auth-ui-react/dist/types";`,
    `import { es } from "@supabase/auth-ui-shared/dist/esm/locales/es.js";`,
    `import es from "@supabase/auth-ui-shared/dist/locales/es";`,
    `const { en } = require("@supabase/auth-ui-shared/dist/en");`,
    `import { Props } from "@supabase/auth-ui-react/dist/esm/src/components/Auth/UserContext";`,
  ])(
    "a reference to a file inside the package is not changed if the file has no replacement: %s",
    (source) => {
      const { keptPackages, remarks, text } = rewriteSource("a.js", source);
      expect(text).toBe(source);
      expect(keptPackages.size).toBe(1);
      expect(remarks).toEqual([{ line: 1, text: expect.stringContaining("has no replacement") }]);
    },
  );

  test("an import is not changed if a name has no replacement", () => {
    const source = `\nimport { createBrowserClient } from "@supabase/auth-helpers-react";`;
    const { text, remarks } = rewriteSource("a.ts", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 2, text: expect.stringMatching(/^createBrowserClient of /) }]);
  });

  test("no import of the session hooks is changed if one has no replacement, since there would be two sessions", () => {
    const source = `import { useUser } from "@supabase/auth-helpers-react";`;
    const { text, remarks } = rewriteSource("a.ts", source, "UserProvider");
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 1, text: expect.stringMatching(/^UserProvider of /) }]);
  });

  test("the package exports every name that the codemod replaces", () => {
    const types = readFileSync(new URL("../src/index.ts", import.meta.url), "utf8");
    const isExported = (name: string) => name in kit || new RegExp(`\\b${name}\\b`).test(types);
    expect([...kitExports].filter((name) => !isExported(name))).toEqual([]);
    const helpers = readFileSync(new URL("../src/auth-helpers/index.ts", import.meta.url), "utf8");
    expect([...authHelpersExports].filter((name) => !helpers.includes(name))).toEqual([]);
  });

  test("rewriting an import keeps line endings, a byte order mark and unusual spaces", () => {
    const source = `\uFEFF'use client'\r\n\r\nimport   {Auth}from'@supabase/auth-ui-react'\r\n\tx( )\r\n`;
    expect(rewriteSource("a.tsx", source).text).toBe(
      source.replace("@supabase/auth-ui-react", "@portico/react"),
    );
  });
});

describe("a list in the configuration of a bundler", () => {
  test.each([
    [
      `manualChunks: { supabase: ['@supabase/supabase-js', '@supabase/auth-ui-react', '@supabase/auth-ui-shared'] }`,
      `manualChunks: { supabase: ['@supabase/supabase-js', '@portico/react'] }`,
    ],
    [
      `manualChunks: { auth: [\n  "@supabase/auth-ui-shared",\n  "@supabase/auth-ui-react",\n  "@supabase/auth-helpers-react",\n] }`,
      `manualChunks: { auth: [\n  "@portico/react",\n  "@portico/react/auth-helpers",\n] }`,
    ],
    [
      `optimizeDeps: { include: ["react", "@supabase/auth-ui-react", "date-fns", "@supabase/auth-ui-shared"] }`,
      `optimizeDeps: { include: ["react", "@portico/react", "date-fns"] }`,
    ],
    [
      `transpilePackages: ["@supabase/auth-helpers-react", "@supabase/auth-ui-react"]`,
      `transpilePackages: ["@portico/react"]`,
    ],
    [`external: ["@supabase/auth-ui-react"]`, `external: ["@portico/react"]`],
  ])("a list of packages contains the new package once: %s", (original, updated) => {
    const { text, remarks } = rewriteSource("vite.config.js", `export default { ${original} };`);
    expect(text).toBe(`export default { ${updated} };`);
    expect(remarks).toEqual([]);
  });

  test("only lists are rewritten in a configuration, and an alias is listed to do by hand", () => {
    const source = `export default { alias: { "@supabase/auth-ui-react": path.resolve("a") } };`;
    const { text, remarks } = rewriteSource("vite.config.js", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 1, text: expect.stringContaining("delete it") }]);
  });
});

describe("the import of the style sheet", () => {
  test("the import of the style sheet comes first, in the style of the file", () => {
    expect(
      withStylesheet(`"use client";\nimport {\n  a,\n} from 'a'\nimport b from 'b'\n\nb()\n`),
    ).toBe(
      `"use client";\nimport '@portico/react/styles.unlayered.css'\nimport {\n  a,\n} from 'a'\nimport b from 'b'\n\nb()\n`,
    );
    expect(withStylesheet(`import "a";\r\na();\r\n`)).toBe(
      `import "@portico/react/styles.unlayered.css";\r\nimport "a";\r\na();\r\n`,
    );
  });

  test("the import of the style sheet is not added twice, nor to a file without imports", () => {
    const source = `import "@portico/react/styles.css";`;
    expect(withStylesheet(source)).toBe(source);
    expect(withStylesheet(`require("a");`)).toBeUndefined();
  });
});
