import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";

const { home } = inject("packed");

/** The version range that the codemod writes to package.json. */
const range = `^${JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version}`;

/** Typical applications before and after the codemod. */
const projects: Record<string, Record<string, readonly [before: string, updated: string]>> = {
  "a Vite application": {
    "package.json": [
      `{\n\t"dependencies": {\n\t\t"@supabase/auth-ui-react": "^0.4.7",\n\t\t"@supabase/auth-ui-shared": "^0.1.8",\n\t\t"@supabase/supabase-js": "^2"\n\t}\n}`,
      `{\n\t"dependencies": {\n\t\t"@portico/react": "${range}",\n\t\t"@supabase/supabase-js": "^2"\n\t}\n}`,
    ],
    "src/main.tsx": [
      `import { createRoot } from 'react-dom/client'\nimport './index.css'\nimport App from './App'\n\ncreateRoot(document.body).render(<App />)\n`,
      `import '@portico/react/styles.unlayered.css'\nimport { createRoot } from 'react-dom/client'\nimport './index.css'\nimport App from './App'\n\ncreateRoot(document.body).render(<App />)\n`,
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
      `{"dependencies":{"@portico/react":"${range}"}}`,
    ],
    "app/layout.tsx": [
      `import "./globals.css";\nexport default function Layout() {}\n`,
      `import "@portico/react/styles.unlayered.css";\nimport "./globals.css";\nexport default function Layout() {}\n`,
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
      `{\n  "dependencies": {\n    "@supabase/auth-helpers-nextjs": "^0.8",\n    "@portico/react": "${range}"\n  }\n}`,
    ],
    "pages/_app.jsx": [
      `import { SessionContextProvider } from '@supabase/auth-helpers-react';\nexport default function App() {}\n`,
      `import '@portico/react/styles.unlayered.css';\nimport { SessionContextProvider } from '@portico/react/auth-helpers';\nexport default function App() {}\n`,
    ],
    "pages/index.jsx": [
      `import { useUser } from '@supabase/auth-helpers-react';\nimport { Auth } from '@supabase/auth-ui-react';\n`,
      `import { useUser } from '@portico/react/auth-helpers';\nimport { Auth } from '@portico/react';\n`,
    ],
  },
  "a Vite application whose configuration and texts name the packages": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-react": "^0.4.7", "@supabase/auth-ui-shared": "^0.1.8" } }`,
      `{"dependencies":{"@portico/react":"${range}"}}`,
    ],
    "vite.config.ts": [
      `export default { build: { rollupOptions: { output: { manualChunks: {\n  auth: ['@supabase/auth-ui-react', '@supabase/auth-ui-shared'],\n} } } } }`,
      `export default { build: { rollupOptions: { output: { manualChunks: {\n  auth: ['@portico/react'],\n} } } } }`,
    ],
    "src/note.ts": [
      `// The same as in @supabase/auth-ui-react.\nexport {};`,
      `// The same as in @supabase/auth-ui-react.\nexport {};`,
    ],
  },
  "a Next.js application with both routers": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-react": "0.4" } }`,
      `{"dependencies":{"@portico/react":"${range}"}}`,
    ],
    "src/app/layout.js": [
      `import "./a.css";\n`,
      `import "@portico/react/styles.unlayered.css";\nimport "./a.css";\n`,
    ],
    "src/pages/_app.js": [
      `import "./b.css";\n`,
      `import "@portico/react/styles.unlayered.css";\nimport "./b.css";\n`,
    ],
    "src/pages/login.js": [
      `import { Auth } from "@supabase/auth-ui-react";\n`,
      `import { Auth } from "@portico/react";\n`,
    ],
  },
  "an application with a page in Astro": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-shared": "0.1" } }`,
      `{"dependencies":{"@portico/react":"${range}"}}`,
    ],
    "src/pages/login.astro": [
      `---\nimport { en } from '@supabase/auth-ui-shared';\n---\n<p>{en.sign_in}</p>\n`,
      `---\nimport { en } from '@portico/react';\n---\n<p>{en.sign_in}</p>\n`,
    ],
  },
  "a library of components in a repository of several, with no entry of its own": {
    "package.json": [`{ "workspaces": ["ui"] }`, `{ "workspaces": ["ui"] }`],
    "ui/package.json": [
      `{ "peerDependencies": { "@supabase/auth-ui-react": "*" } }`,
      `{"peerDependencies":{"@portico/react":"${range}"}}`,
    ],
    "ui/login.js": [
      `import { Auth } from "@supabase/auth-ui-react";\n`,
      `import "@portico/react/styles.unlayered.css";\nimport { Auth } from "@portico/react";\n`,
    ],
  },
};

test.each([
  ...Object.entries(projects).map(([name, files]) => [`${name}, in git`, files, true] as const),
  ["a Vite application, not in git", projects["a Vite application"] ?? {}, false] as const,
])("the published command migrates %s", (_, files, isInGit) => {
  const originals = Object.entries(files).map(([name, [text]]) => [name, text]);
  const { folder, read } = project(Object.fromEntries(originals));
  if (isInGit) commit(folder);

  expect(migrate(folder).output).toContain("Nothing was changed.");
  for (const [name, text] of originals) expect(read(name ?? "")).toBe(text);

  const { output, status } = migrate(folder, "--write", ...(isInGit ? [] : ["--force"]));
  expect([status, output]).toEqual([0, expect.stringContaining("\nWritten.")]);
  for (const [name, [text, updated]] of Object.entries(files)) {
    expect([name, read(name)]).toEqual([name, updated]);
    expect(output.split("\n").includes(name)).toBe(text !== updated);
  }
  expect(migrate(folder, "--write", "--force").output).toContain("There is nothing to migrate.");
});

test("--write changes nothing that git could not restore, unless --force is given", () => {
  const source = `import { Auth } from "@supabase/auth-ui-react";\n`;
  const { folder, read } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "0.4.7" } }`,
    "main.js": source,
  });
  expect(migrate(folder, "--write")).toMatchObject({
    status: 1,
    error: expect.stringContaining("is not in a git repository"),
  });
  commit(folder);
  writeFileSync(join(folder, "new.txt"), "");
  expect(migrate(folder, "--write")).toMatchObject({
    status: 1,
    error: expect.stringContaining("changes that are not committed"),
  });
  expect(read("main.js")).toBe(source);
  expect(migrate(folder, "--write", "--force").status).toBe(0);
  expect(read("main.js")).not.toBe(source);
});

test("an import without a dependency is renamed, and the missing dependency is reported", () => {
  const { folder } = project({
    "package.json": `{ "dependencies": { "react": "19" } }`,
    "src/old.js": `import { Auth } from "@supabase/auth-ui-react";\n`,
  });
  expect(migrate(folder).output).toContain(
    "package.json:1 This package does not depend on @portico/react",
  );
});

test("a migration from a version without default providers reports the prop to add", () => {
  const { folder } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "^0.2.8" } }`,
    "src/index.js": `import { Auth } from "@supabase/auth-ui-react";\n`,
  });
  expect(migrate(folder).output).toContain("Add providers={[]} to forms without the prop");
});

test("a package stays in package.json while the application imports a name without replacement from it", () => {
  const { folder, read } = project({
    "package.json": `{"dependencies":{"@supabase/auth-ui-shared":"0.1.8"}}`,
    "src/index.js": `import { en } from "@supabase/auth-ui-shared";\n`,
    "src/es.js": `import es from "@supabase/auth-ui-shared/dist/es.js";\n`,
  });
  migrate(folder, "--write", "--force");
  expect(read("src/es.js")).toContain("@supabase/auth-ui-shared/dist/es.js");
  expect(read("src/index.js")).toContain(`{ en } from "@portico/react"`);
  expect(read("package.json")).toBe(
    `{"dependencies":{"@portico/react":"${range}","@supabase/auth-ui-shared":"0.1.8"}}`,
  );
});

test("the report names the file that must load the style sheet with Remix's own compiler", () => {
  const { folder, read } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "0.4.7", "react": "^17.0.2" } }`,
    "remix.config.js": "module.exports = {};",
    "app/root.tsx": `import { Auth } from "@supabase/auth-ui-react";\n`,
  });
  const { output } = migrate(folder, "--write", "--force");
  expect(output).toContain("app/root.tsx:1 Load the style sheet here: @portico/react/styles");
  expect(output).toContain("package.json:1 This package depends on React ^17.0.2");
  expect(read("app/root.tsx")).not.toContain("styles");
});

test("the session hooks are not migrated if the provider has no replacement", () => {
  const { folder, read } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-helpers-react": "0.2" } }`,
    "app.js": `import { UserProvider } from "@supabase/auth-helpers-react";\n`,
    "page.js": `import { useUser } from "@supabase/auth-helpers-react";\n`,
  });
  migrate(folder, "--write", "--force");
  expect(read("page.js")).toContain("@supabase/auth-helpers-react");
  expect(read("package.json")).not.toContain("@portico");
});

test("the summary tells what changed, what looks different and why, and what to do by hand", () => {
  const { folder } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "0.4.7" } }`,
    "pnpm-lock.yaml": "",
    "src/main.jsx": `import { Auth } from "@supabase/auth-ui-react";\n`,
    "src/kit.js": `export const kit = "@supabase/auth-ui-react";`,
  });
  const { output } = migrate(folder);
  expect(output).toMatch(
    /What would change\n {2}1 source file, 1 package.json\n {2}the style sheet is loaded in src.main.jsx\n\nWhat looks different, and why\n.*\n.*migration.md.*\n\nWhat to do by hand\n {2}src.kit.js:1 @supabase.auth-ui-react is mentioned here.*\n/,
  );
  expect(migrate(folder, "--write", "--force").output).toContain("Run pnpm install");
});

test("a package.json that is not JSON, and configurations of other tools, are listed to do by hand", () => {
  const { folder } = project({
    "template/package.json": `{ {{name}} "@supabase/auth-ui-react" }`,
    "tsconfig.json": `{ "paths": { "@supabase/auth-ui-shared": [] } }`,
  });
  const { output } = migrate(folder);
  expect(output).toMatch(/template.package.json:1 This file is not valid JSON and was not changed/);
  expect(output).toContain("tsconfig.json:1 @supabase/auth-ui-shared is mentioned here");
});

test.each([[[]], [["migrate", "/no/such/folder"]], [["migrate", "--undo"]], [["move"]]])(
  "the command prints its usage when it is called with %j",
  (args) => {
    const { error, status } = command(...args);
    expect([status, error]).toEqual([2, expect.stringContaining("npx @portico/react migrate")]);
  },
);

test("--help prints the usage", () => {
  expect(command("--help")).toMatchObject({
    status: 0,
    output: expect.stringContaining("--write"),
  });
});

/** Writes an application into a new folder. */
function project(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(home, "project-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, read: (name: string) => readFileSync(join(folder, name), "utf8") };
}

function commit(folder: string): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=a", "-c", "user.email=a@a.test", "commit", "--quiet", "--message", "a");
}

function migrate(folder: string, ...flags: string[]) {
  return command("migrate", folder, ...flags);
}

/** Runs the package's command as npx would. */
function command(...args: string[]) {
  const installedFolder = join(home, "node_modules/@portico/react");
  const manifest = JSON.parse(readFileSync(join(installedFolder, "package.json"), "utf8"));
  const [program] = Object.values<string>(manifest.bin);
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(installedFolder, program ?? ""), ...args],
    { encoding: "utf8" },
  );
  return { status, output: stdout, error: stderr };
}
