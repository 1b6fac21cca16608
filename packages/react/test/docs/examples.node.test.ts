import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { examplesOf, findExample, pages } from "./pages.ts";

const { home } = inject("packed");
const folder = join(home, "docs");
const stories = fileURLToPath(new URL("../../stories/examples", import.meta.url));
const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url));

/** The languages of the examples that are compiled and run; `sh` and `json` are not. */
const compiledLanguages = /^(tsx?|jsx?|css)$/;

/** The files of all examples, each next to the quick start's client. */
const files = pages.flatMap((page) => {
  const examples = examplesOf(page).filter(({ language }) => compiledLanguages.test(language));
  const client = { title: "supabase.ts", code: findExample("quick-start", "supabase.ts") };
  const hasClient = examples.some(({ title }) => title === client.title);
  return (hasClient ? examples : [client, ...examples]).map((item) => ({
    ...item,
    name: `${page.name}/${item.title}`,
    page: page.name,
  }));
});

/** The names of the files that export something to render. */
const runnableNames = files
  .map(({ name }) => name)
  .filter((name) => /\.[tj]sx?$/.test(name) && !/config/.test(name));

beforeAll(() => {
  for (const { code, name } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
});

test("every example has a name, and names on a page are unique", () => {
  const names = files.map(({ name }) => name);
  expect(names.filter((name) => name.endsWith("/undefined"))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(20);
});

test.each(readdirSync(stories).filter((name) => name !== "supabase.ts"))(
  "the example %s is the code of its story",
  (name) => {
    expect(findExample("headless", name)).toBe(readFileSync(join(stories, name), "utf8"));
  },
);

test.each(["packages/react/test/project", "apps/web"])(
  "the functions for sessions in the documentation are those of %s",
  (project) => {
    const name = "supabase/migrations/20261126100000_sessions.sql";
    const root = fileURLToPath(new URL("../../../..", import.meta.url));
    const functions = (text: string) => text.slice(text.indexOf("-- Returns the caller's session"));
    expect(functions(readFileSync(join(root, project, name), "utf8"))).toBe(
      functions(findExample("account", name)),
    );
  },
);

test.each(["packages/react/test/project", "examples/vite-query"])(
  "the migration of organizations in the documentation is that of %s",
  (project) => {
    const name = "supabase/migrations/20261126120000_organizations.sql";
    const root = fileURLToPath(new URL("../../../..", import.meta.url));
    expect(readFileSync(join(root, project, name), "utf8")).toBe(
      findExample("organizations", name),
    );
  },
);

test("every example compiles strictly against the published package", () => {
  const compilerOptions = {
    target: "es2024",
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noUnusedLocals: true,
    types: [],
    allowJs: true,
    lib: ["es2024", "dom", "dom.iterable"],
    checkJs: true,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["**/*"] }),
  );
  const { stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});

describe("every example runs", () => {
  const htmlByName = new Map<string, string>();

  beforeAll(async () => {
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
    await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      oxc: { jsx: { runtime: "automatic" } },
      build: {
        ssr: true,
        outDir: join(folder, "built"),
        rolldownOptions: {
          input: Object.fromEntries(
            runnableNames.map((name) => [name.replace(/\W/g, "_"), join(folder, name)]),
          ),
        },
      },
    });
    // Loads each example separately, and renders its components and the results of its `render`.
    writeFileSync(
      join(folder, "built/all.mjs"),
      `
      import { writeFileSync } from "node:fs";
      import { createElement } from "react";
      import { renderToString } from "react-dom/server";
      const htmlByName = {};
      for (const name of ${JSON.stringify(runnableNames)}) {
        const example = await import("./" + name.replace(/\\W/g, "_") + ".js");
        const Component = example.default ?? example.App ?? example.Page;
        if (example.render) htmlByName[name] = String(await example.render());
        else if (typeof Component === "function" && /\\.[tj]sx$/.test(name))
          htmlByName[name] = renderToString(createElement(Component));
      }
      // Write a file: a pipe only holds 64 KiB, and exiting discards what its reader has not read yet.
      writeFileSync("html.json", JSON.stringify(htmlByName));
      process.exit(0);
      `,
    );
    execFileSync(process.execPath, [join(folder, "built/all.mjs")], { cwd: folder });
    const html: Record<string, string> = JSON.parse(
      readFileSync(join(folder, "html.json"), "utf8"),
    );
    for (const [name, page] of Object.entries(html)) htmlByName.set(name, page);
  });

  test("every example runs in CommonJS", () => {
    const code = `console.log(require("./server-rendering/server.cjs").render()); process.exit(0);`;
    const html = execFileSync(process.execPath, ["--input-type=commonjs", "--eval", code], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(html).toContain("<form");
  });

  test("most examples are pages with a form", () => {
    const forms = [...htmlByName.values()].filter((html) => html.includes("<form"));
    expect(forms.length).toBeGreaterThan(10);
  });

  test.each(runnableNames)("the example %s runs", (name) => {
    // A file that exports neither a component nor `render` has no HTML.
    if (htmlByName.has(name)) expect(htmlByName.get(name)).not.toContain("undefined");
  });
});
