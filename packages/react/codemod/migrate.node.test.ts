import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";

const { home } = inject("packed");

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
      `import { Auth, ThemeSupa } from '@portico/react'\nexport default () => <Auth appearance={{ theme: ThemeSupa }} />\n`,
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
  "a Vite application whose configuration and comments name the packages": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-react": "^0.4.7", "@supabase/auth-ui-shared": "^0.1.8" } }`,
      `{ "dependencies": { "@portico/react": "${range}" } }`,
    ],
    "vite.config.ts": [
      `export default { build: { rollupOptions: { output: { manualChunks: {\n  auth: ['@supabase/auth-ui-react', '@supabase/auth-ui-shared'],\n} } } } }`,
      `export default { build: { rollupOptions: { output: { manualChunks: {\n  auth: ['@portico/react'],\n} } } } }`,
    ],
    "src/note.ts": [
      `// import { AuthSession } from "@supabase/auth-ui-react/dist/components/Auth/UserContext";\nexport {};`,
      `// import { AuthSession } from "@supabase/auth-ui-react/dist/components/Auth/UserContext";\nexport {};`,
    ],
  },
  "a Next.js application with both routers": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-react": "0.4" }, "jest": { "moduleNameMapper": { "^@supabase/auth-ui-react$": "<rootDir>/auth.js" } } }`,
      `{ "dependencies": { "@portico/react": "${range}" }, "jest": { "moduleNameMapper": { "^@portico/react$": "<rootDir>/auth.js" } } }`,
    ],
    "src/app/layout.js": [
      `import "./a.css";\n`,
      `import "./a.css";\nimport "@portico/react/styles.unlayered.css";\n`,
    ],
    "src/pages/_app.js": [
      `import "./b.css";\n`,
      `import "./b.css";\nimport "@portico/react/styles.unlayered.css";\n`,
    ],
    "src/pages/login.js": [
      `import { Auth } from "@supabase/auth-ui-react";\n`,
      `import { Auth } from "@portico/react";\n`,
    ],
  },
  "an application from before the kit had providers by default": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-react": "^0.2.8" } }`,
      `{ "dependencies": { "@portico/react": "${range}" } }`,
    ],
    "src/index.js": [
      `import { Auth as Form } from "@supabase/auth-ui-react";\n<Form supabaseClient={a} />;\n<Form providers={["google"]} />;\n<Form {...rest} />;\n`,
      `import { Auth as Form } from "@portico/react";\nimport "@portico/react/styles.unlayered.css";\n<Form providers={[]} supabaseClient={a} />;\n<Form providers={["google"]} />;\n<Form {...rest} />;\n`,
    ],
  },
  "an application with a page in Astro": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-ui-shared": "0.1" } }`,
      `{ "dependencies": { "@portico/react": "${range}" } }`,
    ],
    "src/pages/login.astro": [
      `---\nimport { en } from '@supabase/auth-ui-shared';\n---\n<p>{en.sign_in}</p>\n`,
      `---\nimport { en } from '@portico/react';\n---\n<p>{en.sign_in}</p>\n`,
    ],
  },
  "an application that keeps one half of the session hooks": {
    "package.json": [
      `{ "dependencies": { "@supabase/auth-helpers-react": "0.5.0" } }`,
      `{ "dependencies": { "@portico/react": "${range}", "@supabase/auth-helpers-react": "0.5.0" } }`,
    ],
    "src/session.ts": [
      `import { createBrowserClient, useUser } from "@supabase/auth-helpers-react";\n`,
      `import { createBrowserClient } from "@supabase/auth-helpers-react";\nimport { useUser } from "@portico/react/auth-helpers";\n`,
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

test("a file that no package.json stands behind is left, and loads no stylesheet", () => {
  const { folder, read } = project({
    "package.json": `{ "dependencies": { "react": "19" } }`,
    "src/main.tsx": `import "./app";\n`,
    "src/old.tsx": `import { Auth } from "@supabase/auth-ui-react";\n`,
  });
  const { output } = migrate(folder, "--write");
  expect(output).toContain("src/old.tsx:1 No package.json above it asks for what it imports");
  expect(output).toContain("Nothing here is to be moved.");
  expect(read("src/main.tsx")).toBe(`import "./app";\n`);
});

test("a package that no file imports may go altogether", () => {
  const { folder } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "0.4.7" } }`,
    "src/main.tsx": `import "./app";\n`,
  });
  expect(migrate(folder).output).toContain(
    "package.json:1 No file imports @supabase/auth-ui-react",
  );
});

test("where the compiler of Remix bundles no stylesheet, a person is told where to load it", () => {
  const { folder, read } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "0.4.7", "react": "^17.0.2" } }`,
    "remix.config.js": "module.exports = {};",
    "app/root.tsx": `import { Auth } from "@supabase/auth-ui-react";\n`,
  });
  const { output } = migrate(folder, "--write");
  expect(output).toContain("app/root.tsx:1 Load the stylesheet here: @portico/react/styles");
  expect(output).toContain("package.json:1 It asks for React ^17.0.2");
  expect(read("app/root.tsx")).not.toContain("styles");
});

test("hooks stay in one place where the provider has no counterpart", () => {
  const { folder, read } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-helpers-react": "0.2" } }`,
    "app.js": `import { UserProvider } from "@supabase/auth-helpers-react";\n`,
    "page.js": `import { useUser } from "@supabase/auth-helpers-react";\n`,
  });
  migrate(folder, "--write");
  expect(read("page.js")).toContain("@supabase/auth-helpers-react");
  expect(read("package.json")).not.toContain("@portico");
});

test("the end says what changed, what looks different and why, and what to check", () => {
  const { folder } = project({
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "0.4.7" } }`,
    "pnpm-lock.yaml": "",
    "src/main.jsx": `import { Auth } from "@supabase/auth-ui-react";\n`,
    "src/broken.js": `import { Auth } from "@supabase/auth-ui-react"; const = 1`,
  });
  const { output } = migrate(folder);
  expect(output).toMatch(
    /What would change\n {2}1 source file, 1 package.json\n {2}the stylesheet is loaded in src.main.jsx\n\nWhat looks different, and why\n.*\n.*migration.md.*\n\nWhat to check by hand\n {2}src.broken.js:1 It could not be read.*\n/,
  );
  expect(migrate(folder, "--dry-run").output).toBe(output);
  expect(migrate(folder, "--write").output).toContain("Run pnpm install");
});

test("--undo puts back what was not changed since, byte for byte", () => {
  const files = {
    "package.json": `{ "dependencies": { "@supabase/auth-ui-react": "0.4.7" } }`,
    "src/main.jsx": `import { Auth } from "@supabase/auth-ui-react";\r\n`,
    "src/page.jsx": `import { Auth } from "@supabase/auth-ui-react";\n`,
  };
  const { folder, read } = project(files);
  expect(command("migrate", folder, "--undo")).toMatchObject({
    status: 1,
    error: expect.stringContaining("Nothing is remembered"),
  });
  migrate(folder, "--write");
  writeFileSync(join(folder, "src/page.jsx"), "mine");
  const { output, status } = migrate(folder, "--undo");
  expect([status, output]).toEqual([1, expect.stringContaining("src/page.jsx was changed since")]);
  expect(read("src/page.jsx")).toBe("mine");
  expect(read("src/main.jsx")).toBe(files["src/main.jsx"]);
  expect(read("package.json")).toBe(files["package.json"]);
});

test("a file that cannot be parsed is left, and its package stays", () => {
  const folder = mkdtempSync(join(home, "project-"));
  const manifest = `{ "dependencies": { "@supabase/auth-ui-react": "1" } }`;
  const broken = `import { Auth } from "@supabase/auth-ui-react"; const = "unended\n`;
  writeFileSync(join(folder, "package.json"), manifest);
  writeFileSync(join(folder, "broken.js"), broken);
  mkdirSync(join(folder, "template"));
  writeFileSync(join(folder, "template/package.json"), `{ {{name}} "@supabase/auth-ui-react" }`);
  const { output } = migrate(folder, "--write");
  expect(output).toContain("broken.js:1 It could not be read");
  expect(output).toMatch(/template.package.json:1 It could not be read/);
  expect(readFileSync(join(folder, "broken.js"), "utf8")).toBe(broken);
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(manifest);
});

test("a file in a language that it does not read is left, and a person is told", () => {
  const folder = mkdtempSync(join(home, "project-"));
  writeFileSync(join(folder, "Login.vue"), `<script>\nimport "@supabase/auth-ui-react"\n</script>`);
  writeFileSync(join(folder, "tsconfig.json"), `{ "paths": { "@supabase/auth-ui-shared": [] } }`);
  const { output } = migrate(folder, "--write");
  expect(output).toContain("Login.vue:2 @supabase/auth-ui-react is named; left as it is.");
  expect(output).toContain("tsconfig.json:1 @supabase/auth-ui-shared is named; nothing imports it");
});

test.each([
  [[]],
  [["migrate", "/no/such/folder"]],
  [["migrate", "--force"]],
  [["migrate", "--write", "--undo"]],
  [["move"]],
])("called wrongly (%j), the command says how to call it", (args) => {
  const { error, status } = command(...args);
  expect([status, error]).toEqual([2, expect.stringContaining("npx @portico/react migrate")]);
});

test("--help says what it does", () => {
  expect(command("--help")).toMatchObject({
    status: 0,
    output: expect.stringContaining("--write"),
  });
});

/** An application in a folder of its own. */
function project(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(home, "project-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, read: (name: string) => readFileSync(join(folder, name), "utf8") };
}

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
