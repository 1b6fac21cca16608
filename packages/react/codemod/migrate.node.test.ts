import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { rewriteManifest } from "./manifest.ts";
import { rewrite, withStylesheet } from "./source.ts";

const { home } = inject("packed");

describe("a place where a module is named", () => {
  test.each([
    ["a.tsx", `import { Auth } from "@supabase/auth-ui-react";`],
    ["a.tsx", `import { Auth, type ThemeVariables } from '@supabase/auth-ui-react'`],
    ["a.ts", `import type { ViewType } from "@supabase/auth-ui-shared";`],
    ["a.ts", `import kit = require("@supabase/auth-ui-react");`],
    ["a.ts", `let x: import("@supabase/auth-ui-shared").ViewType;`],
    ["a.ts", `const x = <ViewType>"sign_in"; export * from "@supabase/auth-ui-shared";`],
    ["a.d.ts", `declare module "@supabase/auth-ui-react" { export const mine: number }`],
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
    ["a.js", `// @flow\nimport type { A } from "@supabase/auth-ui-shared";`],
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
    `import "@supabase/auth-ui-react/dist/types";`,
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

  test("stays where it is when a name of it has no counterpart", () => {
    const source = `\nimport { createBrowserClient, useUser } from "@supabase/auth-helpers-react";`;
    const { text, remarks } = rewrite("a.ts", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 2, text: expect.stringMatching(/^createBrowserClient of /) }]);
  });

  test("may not be mocked twice: a person is told", () => {
    const { remarks } = rewrite(
      "a.test.js",
      `jest.mock("@supabase/auth-ui-react", f);\njest.mock("@supabase/auth-ui-shared", g);`,
    );
    expect(remarks).toEqual([{ line: 2, text: expect.stringContaining("merge them") }]);
  });

  test("keeps everything around it: ends of lines, a byte order mark, odd spaces", () => {
    const source = `\uFEFF'use client'\r\n\r\nimport   {Auth}from'@supabase/auth-ui-react'\r\n\tx( )\r\n`;
    expect(rewrite("a.tsx", source).text).toBe(
      source.replace("@supabase/auth-ui-react", "@portico/react"),
    );
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

describe("package.json", () => {
  const none = new Set<string>();

  test.each([
    [
      `{\n  "dependencies": {\n    "@supabase/auth-helpers-react": "^0.5.0",\n    "@supabase/auth-ui-react": "0.4.7",\n    "@supabase/auth-ui-shared": "0.1.8",\n    "react": "18"\n  }\n}\n`,
      `{\n  "dependencies": {\n    "@portico/react": "^1.2.3",\n    "react": "18"\n  }\n}\n`,
    ],
    [
      `{"dependencies":{"@supabase/auth-ui-react":"0.4.7"},"devDependencies":{"@supabase/auth-ui-shared":"*","a":"1"}}`,
      `{"dependencies":{"@portico/react": "^1.2.3"},"devDependencies":{"@portico/react": "^1.2.3","a":"1"}}`,
    ],
    [
      `{"dependencies":{"@supabase/auth-ui-react":"0","@supabase/auth-ui-shared":"0","@portico/react":"1","z":"1"}}`,
      `{"dependencies":{"@portico/react":"1","z":"1"}}`,
    ],
    [
      `{"dependencies":{"@portico/react":"1", "@supabase/auth-ui-react":"0", "@supabase/auth-ui-shared":"0"}}`,
      `{"dependencies":{"@portico/react":"1"}}`,
    ],
  ])("%s", (before, after) => {
    const rewritten = rewriteManifest(before, "^1.2.3", none);
    expect(rewritten).toBe(after);
    expect(() => JSON.parse(rewritten)).not.toThrow();
  });

  test("keeps what the sources still use, and everything of another section", () => {
    const source = `{"overrides":{"@supabase/auth-ui-react":"1"},"dependencies":{"@supabase/auth-helpers-react":"1"}}`;
    expect(rewriteManifest(source, "^1", new Set(["@supabase/auth-helpers-react"]))).toBe(source);
  });
});

/** The range that the package asks for itself by. */
const range = `^${JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version}`;

/** Applications as people have them, before and after. */
const projects: Record<string, Record<string, readonly [before: string, after: string]>> = {
  "a Vite application": {
    "package.json": [
      `{\n\t"dependencies": {\n\t\t"@supabase/auth-ui-react": "^0.4.7",\n\t\t"@supabase/auth-ui-shared": "^0.1.8",\n\t\t"@supabase/supabase-js": "^2"\n\t}\n}`,
      `{\n\t"dependencies": {\n\t\t"@portico/react": "${range}",\n\t\t"@supabase/supabase-js": "^2"\n\t}\n}`,
    ],
    "src/main.tsx": [
      `import { createRoot } from 'react-dom/client'\nimport './index.css'\nimport App from './App'\n\ncreateRoot(document.body).render(<App />)\n`,
      `import { createRoot } from 'react-dom/client'\nimport './index.css'\nimport App from './App'\nimport '@portico/react/styles.unlayered.css'\n\ncreateRoot(document.body).render(<App />)\n`,
    ],
    "src/App.tsx": [
      `import { Auth } from '@supabase/auth-ui-react'\nimport { ThemeSupa } from '@supabase/auth-ui-shared'\nexport default () => <Auth appearance={{ theme: ThemeSupa }} />\n`,
      `import { Auth } from '@portico/react'\nimport { ThemeSupa } from '@portico/react'\nexport default () => <Auth appearance={{ theme: ThemeSupa }} />\n`,
    ],
    "src/other.ts": ["export const  x=1", "export const  x=1"],
    "node_modules/x/index.js": [
      `require("@supabase/auth-ui-react")`,
      `require("@supabase/auth-ui-react")`,
    ],
  },
  "a Next.js application with the App Router": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-react": "^0.4.7" } }`,
      `{ "dependencies": { "@portico/react": "${range}" } }`,
    ],
    "app/layout.tsx": [
      `import "./globals.css";\nexport default function Layout() {}\n`,
      `import "./globals.css";\nimport "@portico/react/styles.unlayered.css";\nexport default function Layout() {}\n`,
    ],
    "app/login/form.tsx": [
      `"use client";\nimport { Auth } from "@supabase/auth-ui-react";\nexport const Form = () => <Auth />;\n`,
      `"use client";\nimport { Auth } from "@portico/react";\nexport const Form = () => <Auth />;\n`,
    ],
    "app/login/form.test.tsx": [
      `jest.mock("@supabase/auth-ui-react");\n`,
      `jest.mock("@portico/react");\n`,
    ],
  },
  "a Next.js application with the Pages Router and the session hooks": {
    "package.json": [
      `{ "dependencies": {\n  "@supabase/auth-helpers-nextjs": "^0.8",\n  "@supabase/auth-helpers-react": "^0.4",\n  "@supabase/auth-ui-react": "^0.4.7" } }`,
      `{ "dependencies": {\n  "@supabase/auth-helpers-nextjs": "^0.8",\n  "@portico/react": "${range}" } }`,
    ],
    "pages/_app.jsx": [
      `import { SessionContextProvider } from '@supabase/auth-helpers-react';\nexport default function App() {}\n`,
      `import { SessionContextProvider } from '@portico/react/auth-helpers';\nimport '@portico/react/styles.unlayered.css';\nexport default function App() {}\n`,
    ],
    "pages/index.jsx": [
      `import { useUser } from '@supabase/auth-helpers-react';\nimport { Auth } from '@supabase/auth-ui-react';\n`,
      `import { useUser } from '@portico/react/auth-helpers';\nimport { Auth } from '@portico/react';\n`,
    ],
  },
  "a library of components in a repository of several, with no entry of its own": {
    "package.json": [`{ "workspaces": ["ui"] }`, `{ "workspaces": ["ui"] }`],
    "ui/package.json": [
      `{ "peerDependencies": { "@supabase/auth-ui-react": "*" } }`,
      `{ "peerDependencies": { "@portico/react": "${range}" } }`,
    ],
    "ui/login.js": [
      `import { Auth } from "@supabase/auth-ui-react";\n`,
      `import { Auth } from "@portico/react";\nimport "@portico/react/styles.unlayered.css";\n`,
    ],
  },
};

test.each([
  ...Object.entries(projects).map(([name, files]) => [`${name}, in git`, files, true] as const),
  ["a Vite application, not in git", projects["a Vite application"] ?? {}, false] as const,
])("the command that is published moves %s", (_, files, git) => {
  const folder = mkdtempSync(join(home, "project-"));
  for (const [name, [before]] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), before);
  }
  if (git) execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");

  expect(migrate(folder).output).toContain("Nothing is written yet.");
  for (const [name, [before]] of Object.entries(files)) expect(read(name)).toBe(before);

  const { output, status } = migrate(folder, "--write");
  expect([status, output]).toEqual([0, expect.stringContaining("\nWritten.")]);
  for (const [name, [before, after]] of Object.entries(files)) {
    expect([name, read(name)]).toEqual([name, after]);
    expect(output.split("\n").includes(name)).toBe(before !== after);
  }
  expect(migrate(folder, "--write").output).toContain("Nothing here is to be moved.");
});

test("a file that cannot be parsed is left, and its package stays", () => {
  const folder = mkdtempSync(join(home, "project-"));
  const manifest = `{ "dependencies": { "@supabase/auth-ui-react": "1" } }`;
  const broken = `import { Auth } from "@supabase/auth-ui-react"; const = "unended\n`;
  writeFileSync(join(folder, "package.json"), manifest);
  writeFileSync(join(folder, "broken.js"), broken);
  const { output } = migrate(folder, "--write");
  expect(output).toContain("broken.js:1 It could not be read");
  expect(readFileSync(join(folder, "broken.js"), "utf8")).toBe(broken);
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(manifest);
});

test("a file in a language that it does not read is left, and a person is told", () => {
  const folder = mkdtempSync(join(home, "project-"));
  writeFileSync(
    join(folder, "login.mdx"),
    `# Login\n\nimport { Auth } from "@supabase/auth-ui-react"\n`,
  );
  writeFileSync(join(folder, "tsconfig.json"), `{ "paths": { "@supabase/auth-ui-shared": [] } }`);
  const { output } = migrate(folder, "--write");
  expect(output).toContain("login.mdx:3 @supabase/auth-ui-react is named; left as it is.");
  expect(output).toContain("tsconfig.json:1 @supabase/auth-ui-shared is named; left as it is.");
});

test.each([[[]], [["migrate", "/no/such/folder"]], [["migrate", "--force"]], [["move"]]])(
  "called wrongly (%j), the command says how to call it",
  (args) => {
    const { error, status } = command(...args);
    expect([status, error]).toEqual([2, expect.stringContaining("npx @portico/react migrate")]);
  },
);

test("--help says what it does", () => {
  expect(command("--help")).toMatchObject({
    status: 0,
    output: expect.stringContaining("--write"),
  });
});

function migrate(folder: string, ...flags: string[]) {
  return command("migrate", folder, ...flags);
}

/** Runs the command as npx would: the package's one program. */
function command(...args: string[]) {
  const installed = join(home, "node_modules/@portico/react");
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const [program] = Object.values<string>(manifest.bin);
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(installed, program ?? ""), ...args],
    { encoding: "utf8" },
  );
  return { status, output: stdout, error: stderr };
}
