import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, test } from "vitest";
import { publicSurface } from "../../../../scripts/public-surface.ts";

const { archive, home } = inject("packed");
const installedFolder = join(home, "node_modules/@portico/react");
const manifest = JSON.parse(readFileSync(join(installedFolder, "package.json"), "utf8"));

test("publint reports no problem", async () => {
  // Ignore publint's suggestion of an `engines` range: code for browsers needs none, and some package managers would
  // refuse to install the package for another version of Node.
  const { messages } = await publint({ pkgDir: installedFolder, strict: true, level: "warning" });
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
});

test("are-the-types-wrong reports no problem: the types match the modules for every way to import", async () => {
  const result = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(archive))),
  );
  const problems = result.types === false ? ["no types"] : result.problems;
  expect(problems).toEqual([]);
});

test.each([
  "index",
  "account/index",
  "plugins/index",
  "protected/index",
  "auth-helpers/index",
  "doctor/index",
  "server/index",
  "user-button/index",
  "consent/index",
  "organizations/index",
])("the declarations of %s are as recorded", async (entry) => {
  const surface = publicSurface(join(installedFolder, "dist"), `${entry}.d.ts`);
  await expect(surface).toMatchFileSnapshot(
    `../../surface/${entry.replace("/index", "")}.d.ts.txt`,
  );
});

test("the package contains a licence and a readme, but neither dependencies nor tests", () => {
  expect(manifest.dependencies).toBeUndefined();
  const files = readdirSync(installedFolder, { recursive: true }).map(String);
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/styles.css"]));
  expect(files.filter((name) => /\.(test|stories)\./.test(name))).toEqual([]);
});

test("git ignores what packing writes beside the sources", () => {
  const written = Object.keys(manifest.exports)
    .map((path) => path.split("/")[1])
    .filter((name) => name !== undefined && name !== "package.json")
    // A pattern for folders in .gitignore matches only paths that end with a slash.
    .map((name) => (name?.endsWith(".css") ? name : `${name}/`));
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const ignored = execFileSync("git", ["check-ignore", ...written], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(ignored.trim().split("\n")).toEqual(written);
});

test("the handler on the server imports nothing from outside the package", () => {
  const outside: string[] = [];
  const visited = new Set<string>();
  const visit = (file: string) => {
    if (visited.has(file)) return;
    visited.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import) "([^"]+)"/g)) {
      if (path.startsWith(".")) visit(join(file, "..", path));
      else outside.push(path);
    }
  };
  visit(join(installedFolder, "dist/server/index.js"));
  expect(visited.size).toBeGreaterThan(10);
  expect(outside).toEqual([]);
});

test("each style sheet is one file that includes the shared rules", () => {
  const sheet = (name: string) =>
    readFileSync(join(installedFolder, "dist", `${name}.css`), "utf8");
  const names = [
    "styles",
    "account",
    "plugins",
    "doctor",
    "protected",
    "user-button",
    "consent",
    "organizations",
  ];
  expect(names.filter((name) => sheet(name).includes("@import"))).toEqual([]);
  for (const name of ["plugins", "protected"]) expect(sheet(name)).toContain(".portico-way:hover");
  for (const name of ["account", "plugins", "protected", "consent"])
    expect(sheet(name)).toContain(".portico-text {");
});

describe("Node", () => {
  const entries = ["@portico/react", "@portico/react/auth-ui", "@portico/react/auth-helpers"];

  test.each([
    ["imports", (name: string) => `import * as kit from ${JSON.stringify(name)};`, "module"],
    ["requires", (name: string) => `const kit = require(${JSON.stringify(name)});`, "commonjs"],
  ])("Node %s every entry and a locale", (_, load, type) => {
    const names = entries.map((name) => {
      const code = `${load(name)} console.log(Object.keys(kit).join());`;
      return run(code, type).split(",");
    });
    const [root, authUi, authHelpers] = names;
    expect(root).toEqual(expect.arrayContaining(["Auth", "ThemeSupa", "useUser"]));
    expect(authUi?.sort()).toEqual(root?.sort());
    expect(authHelpers?.filter((name) => !/^(default|module\.exports)$/.test(name)).sort()).toEqual(
      ["SessionContextProvider", "useSession", "useSessionContext", "useSupabaseClient", "useUser"],
    );
    expect(
      run(`${load("@portico/react/locales/fr")} console.log((kit.default ?? kit).lang);`, type),
    ).toBe("fr");
  });

  test("Node renders a page with the package", () => {
    const page = `
      import { createElement } from "react";
      import { renderToString } from "react-dom/server";
      import { createClient } from "@supabase/supabase-js";
      import { Auth } from "@portico/react/auth-ui";
      const supabaseClient = createClient("http://127.0.0.1:9", "key");
      console.log(renderToString(createElement(Auth, { supabaseClient })));
    `;
    expect(run(page, "module")).toContain('<form id="auth-sign-in"');
  });

  function run(code: string, type: string): string {
    const args = [`--input-type=${type}`, "--eval", code];
    return execFileSync(process.execPath, args, { cwd: home, encoding: "utf8" }).trim();
  }
});

describe("React's server components", () => {
  const hasUseClient = (file: string) =>
    readFileSync(join(installedFolder, "dist", file), "utf8").startsWith('"use client"');

  test.each([
    "kit/auth",
    "kit/parts",
    "kit/auth-view",
    "session/user-context",
    "auth-helpers/session-context",
  ])("React Server Components treat %s as a client module", (name) =>
    expect([hasUseClient(`${name}.js`), hasUseClient(`${name}.cjs`)]).toEqual([true, true]),
  );

  test.each([
    "index",
    "auth-ui",
    "theme/built-in-themes",
    "i18n/en",
    "view-names",
    "compat/shared",
  ])("React Server Components may import %s", (name) =>
    expect(hasUseClient(`${name}.js`)).toBe(false),
  );

  test("every module with a hook is a client module", () => {
    const hooks =
      /\buse(State|Effect|Context|Ref|Memo|Callback|Id|SyncExternalStore)\b|createContext/;
    const modulesWithoutDirective: string[] = [];
    const visit = (file: string, visited: Set<string>) => {
      if (visited.has(file)) return;
      visited.add(file);
      const code = readFileSync(file, "utf8");
      if (code.startsWith('"use client"')) return;
      if (hooks.test(code)) modulesWithoutDirective.push(file);
      for (const [, path = ""] of code.matchAll(/from "(\.[^"]*)"/g))
        visit(join(file, "..", path), visited);
    };
    visit(join(installedFolder, "dist/index.js"), new Set());
    visit(join(installedFolder, "dist/auth-helpers/index.js"), new Set());
    expect(modulesWithoutDirective).toEqual([]);
  });

  test.each([
    ["@portico/react", "Auth"],
    ["@portico/react", "SignIn"],
    ["@portico/react", "UserContextProvider"],
    ["@portico/react/auth-ui", "Auth"],
    ["@portico/react/plugins", "Auth"],
    ["@portico/react/account", "Account"],
    ["@portico/react/protected", "Protected"],
    ["@portico/react/user-button", "UserButton"],
    ["@portico/react/consent", "Consent"],
    ["@portico/react/organizations", "OrganizationSwitcher"],
    ["@portico/react/auth-helpers", "SessionContextProvider"],
    ["@portico/react/doctor", "Doctor"],
  ])(
    "%s's <%s> throws in a Server Component, with an error that tells the developer to add a directive",
    (entry, name) => {
      // In a bundler of server components, a client module consists only of its export names.
      const code = `
      import { registerHooks } from "node:module";
      registerHooks({
        load(url, context, nextLoad) {
          const module = nextLoad(url, context);
          const source = String(module.source ?? "");
          if (!source.startsWith('"use client"')) return module;
          const names = /export \\{ ([^}]+) \\}/.exec(source)?.[1].split(", ") ?? [];
          return { ...module, source: names.map((name) => "export const " + name + " = {};").join("") };
        },
      });
      const kit = await import("${entry}");
      try { kit.${name}({}); } catch (error) { console.log(error.message); }`;
      const args = ["--conditions=react-server", "--input-type=module", "--eval", code];
      const output = execFileSync(process.execPath, args, { cwd: home, encoding: "utf8" });
      expect(output).toContain(
        `Write "use client" on the first line of the file that renders <${name}>`,
      );
    },
  );

  test("the entries for Server Components export everything that the package exports", () => {
    const code = `
      const names = async (path) => Object.keys(await import(path)).sort().join();
      for (const entry of ["index", "account/index", "plugins/index", "protected/index", "user-button/index", "consent/index", "organizations/index", "auth-helpers/index", "doctor/index"])
        if (await names("./dist/" + entry + ".js") !== await names("./dist/react-server/" + entry.replace("/index", "") + ".js"))
          console.log(entry);`;
    const args = ["--input-type=module", "--eval", code];
    expect(execFileSync(process.execPath, args, { cwd: installedFolder, encoding: "utf8" })).toBe(
      "",
    );
  });
});
