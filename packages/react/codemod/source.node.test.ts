import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as kit from "../src/index.ts";
import { authHelperNames, kitNames } from "./packages.ts";
import { rewrite, withStylesheet } from "./source.ts";

describe("a place where a module is named", () => {
  test.each([
    ["a.tsx", `import { Auth } from "@supabase/auth-ui-react";`],
    ["a.tsx", `import { Auth, type ThemeVariables } from '@supabase/auth-ui-react'`],
    ["a.ts", `import type { ViewType } from "@supabase/auth-ui-shared";`],
    ["a.ts", `import kit = require("@supabase/auth-ui-react");`],
    ["a.ts", `let x: import("@supabase/auth-ui-shared").ViewType;`],
    ["a.ts", `const x = <ViewType>"sign_in"; export * from "@supabase/auth-ui-shared";`],
    ["a.d.ts", `export {}; declare module "@supabase/auth-ui-react" { export const mine: number }`],
    ["a.js", `export { ThemeSupa } from "@supabase/auth-ui-shared";`],
    ["a.jsx", `const L = lazy(() => import("@supabase/auth-ui-react")); <p>don't // "</p>`],
    ["a.js", "const { Auth } = await import(`@supabase/auth-ui-react`);"],
    ["a.cjs", `const { Auth } = require("@supabase/auth-ui-react"); return;`],
    ["a.js", `require.resolve("@supabase/auth-ui-react");`],
    ["a.mjs", `import.meta.resolve("@supabase/auth-ui-react");`],
    ["a.test.js", `jest.mock("@supabase/auth-ui-react", () => ({ Auth: () => null }));`],
    [
      "a.test.ts",
      `vi.mock("@supabase/auth-ui-shared"); await vi.importActual("@supabase/auth-ui-shared");`,
    ],
    ["a.tsx", `const Auth = dynamic(() => import("@supabase/auth-ui-react").then((m) => m.Auth));`],
    ["a.js", `// @flow\nimport type { ViewType } from "@supabase/auth-ui-shared";`],
  ])("is rewritten, in %s: %s", (file, source) => {
    const { text, remarks } = rewrite(file, source);
    expect(text).toBe(source.replaceAll(/@supabase\/auth-ui-(react|shared)/g, "@portico/react"));
    expect(text).not.toBe(source);
    expect(remarks).toEqual([]);
  });

  test("may be one of the session hooks", () => {
    const { text } = rewrite(
      "a.ts",
      `import { useUser, type User } from "@supabase/auth-helpers-react";`,
    );
    expect(text).toBe(`import { useUser, type User } from "@portico/react/auth-helpers";`);
  });

  test.each([
    `const text = "@supabase/auth-ui-react";`,
    `log("@supabase/auth-ui-react")`,
    `module.exports = { transpilePackages: ["@supabase/auth-ui-react"] };`,
  ])("is not what merely looks like it; a person is told: %s", (source) => {
    const { text, remarks } = rewrite("a.js", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 1, text: expect.stringContaining("left as it is") }]);
  });

  test.each([
    `// import { Auth } from "@supabase/auth-ui-react"`,
    `const a = <p>import from "@supabase/auth-ui-react"</p>;`,
    "const a = `import '@supabase/auth-ui-react'`;",
  ])("is not in a comment or a text: %s", (source) => {
    expect(rewrite("a.jsx", source).text).toBe(source);
  });

  test.each([
    [
      `import { Props } from "@supabase/auth-ui-react/dist/esm/src/components/Auth/UserContext";`,
      `import { UserContextProviderProps as Props } from "@portico/react";`,
    ],
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
  ])("may lead to a file inside the package: %s", (source, after) => {
    expect(rewrite("a.tsx", source)).toMatchObject({ text: after, remarks: [] });
  });

  test.each([
    `import "@supabase/auth-ui-react/dist/types";`,
    `import { es } from "@supabase/auth-ui-shared/dist/esm/locales/es.js";`,
    `import es from "@supabase/auth-ui-shared/dist/locales/es";`,
    `const { en } = require("@supabase/auth-ui-shared/dist/en");`,
  ])("stays where the file inside has no counterpart, and a person is told: %s", (source) => {
    const { kept, remarks, text } = rewrite("a.js", source);
    expect(text).toBe(source);
    expect(kept.size).toBe(1);
    expect(remarks).toEqual([{ line: 1, text: expect.stringContaining("has no counterpart") }]);
  });

  test("stays where it is when a name of it has no counterpart", () => {
    const source = `\nimport { createBrowserClient } from "@supabase/auth-helpers-react";`;
    const { text, remarks } = rewrite("a.ts", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 2, text: expect.stringMatching(/^createBrowserClient of /) }]);
  });

  test("is torn in two when one name of it has no counterpart", () => {
    const source = `import { createBrowserClient, type User as U, useUser } from '@supabase/auth-helpers-react'\n`;
    const { text, remarks } = rewrite("a.ts", source);
    expect(text).toBe(
      `import { createBrowserClient } from '@supabase/auth-helpers-react'\nimport { type User as U, useUser } from '@portico/react/auth-helpers'\n`,
    );
    expect(remarks).toEqual([{ line: 1, text: expect.stringContaining("it stays imported") }]);
  });

  test("stays in every file when the context of one has no counterpart: there would be two sessions", () => {
    const source = `import { useUser } from "@supabase/auth-helpers-react";`;
    const { text, remarks } = rewrite("a.ts", source, { used: new Set(), context: "UserProvider" });
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 1, text: expect.stringMatching(/^UserProvider of /) }]);
  });

  test("is not a declaration that stands in for missing types: a person may take it out", () => {
    const source = `declare module "@supabase/auth-ui-react";`;
    const { text, remarks } = rewrite("a.d.ts", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 1, text: expect.stringContaining("take it out") }]);
  });

  test("leads to names that there are", () => {
    const types = readFileSync(new URL("../src/index.ts", import.meta.url), "utf8");
    const here = (name: string) => name in kit || new RegExp(`\\b${name}\\b`).test(types);
    expect([...kitNames].filter((name) => !here(name))).toEqual([]);
    const helpers = readFileSync(new URL("../src/auth-helpers/index.ts", import.meta.url), "utf8");
    expect([...authHelperNames].filter((name) => !helpers.includes(name))).toEqual([]);
  });

  test("keeps everything around it: ends of lines, a byte order mark, odd spaces", () => {
    const source = `\uFEFF'use client'\r\n\r\nimport   {Auth}from'@supabase/auth-ui-react'\r\n\tx( )\r\n`;
    expect(rewrite("a.tsx", source).text).toBe(
      source.replace("@supabase/auth-ui-react", "@portico/react"),
    );
  });
});

describe("two imports of what is one package now", () => {
  test.each([
    [
      `import { Auth } from "@supabase/auth-ui-react";\r\nimport { ThemeSupa } from "@supabase/auth-ui-shared";\r\nx();\r\n`,
      `import { Auth, ThemeSupa } from "@portico/react";\r\nx();\r\n`,
    ],
    [
      `import {\n  Auth,\n} from '@supabase/auth-ui-react'\nimport x from 'x'\nimport type { ViewType as V } from '@supabase/auth-ui-shared'\n`,
      `import {\n  Auth, type ViewType as V,\n} from '@portico/react'\nimport x from 'x'\n`,
    ],
    [
      `import type { ViewType } from "@supabase/auth-ui-shared";\nimport { Auth } from "@supabase/auth-ui-react";\n`,
      `import { type ViewType, Auth } from "@portico/react";\n`,
    ],
    [
      `import type { ViewType } from "@supabase/auth-ui-shared";\nimport type { Theme } from "@supabase/auth-ui-shared";\n`,
      `import type { ViewType, Theme } from "@portico/react";\n`,
    ],
    [
      `import { UserContextProvider } from "@portico/react";\nimport { Auth } from "@supabase/auth-ui-react";\n`,
      `import { UserContextProvider, Auth } from "@portico/react";\n`,
    ],
    [
      `import { useUser } from "@supabase/auth-helpers-react";\nimport { Auth } from "@supabase/auth-ui-react";\n`,
      `import { useUser } from "@portico/react/auth-helpers";\nimport { Auth } from "@portico/react";\n`,
    ],
    [
      `import * as kit from "@supabase/auth-ui-react";\nimport { ThemeSupa /* ours */ } from "@supabase/auth-ui-shared";\nimport { Auth } from "@supabase/auth-ui-react";\n`,
      `import * as kit from "@portico/react";\nimport { ThemeSupa /* ours */ } from "@portico/react";\nimport { Auth } from "@portico/react";\n`,
    ],
  ])("become one where they are names alone: %j", (before, after) => {
    expect(rewrite("a.tsx", before).text).toBe(after);
  });
});

describe("the stylesheet's import", () => {
  test("follows the last import, in the way of the file", () => {
    expect(
      withStylesheet("a.tsx", `"use client";\nimport a from 'a'\nimport b from 'b'\n\nb()\n`),
    ).toBe(
      `"use client";\nimport a from 'a'\nimport b from 'b'\nimport '@portico/react/styles.unlayered.css'\n\nb()\n`,
    );
    expect(withStylesheet("a.js", `import a from "a";\r\na();\r\n`)).toBe(
      `import a from "a";\r\nimport "@portico/react/styles.unlayered.css";\r\na();\r\n`,
    );
  });

  test("is not added twice, nor where there is no import", () => {
    const has = `import "@portico/react/styles.css";`;
    expect(withStylesheet("a.ts", has)).toBe(has);
    expect(withStylesheet("a.cjs", `require("a");`)).toBeUndefined();
  });
});
