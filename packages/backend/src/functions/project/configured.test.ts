import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../test/needs.ts";
import { deno, functionsFolder, serveFunctions } from "../../../test/servers/functions-wire.ts";
import { defaultConfig } from "../../config/sections/schema.ts";
import { loadFunctions } from "./load.ts";

const reader = `
  Deno.serve(async (request) => {
    const path = new URL("../../../" + await request.text(), import.meta.url);
    const text = await Deno.readTextFile(path).catch((error) => error.name);
    const { TMPDIR: _, ...variables } = Deno.env.toObject();
    return Response.json({ text, variables });
  });`;

const files = {
  "supabase/functions/.env": "BOTH=file\nFILE=file\nOVER=file",
  "supabase/functions/page/index.ts": reader,
  "supabase/functions/other/index.ts": reader,
  "supabase/assets/page.html": "<p>hello</p>",
  "supabase/assets/one, two.html": "comma",
  "supabase/assets/key.txt": "key",
};

const { functions } = defaultConfig({
  functions: {
    page: {
      static_files: ["./assets/*.html", "./functions/page/*.ts"],
      env: { OVER: "function", OWN: "own", SUPABASE_URL: "elsewhere" },
    },
  },
});

let wire: Awaited<ReturnType<typeof serveFunctions>>;
beforeAll(async () => {
  wire = await serveFunctions(files, functions, 0, {
    BOTH: "secret",
    SECRET: "secret",
    OVER: "secret",
    UNSET: undefined,
    SUPABASE_JWKS: "x",
  });
});
afterAll(() => wire.close());

interface Answer {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

const read = async (name: string, path = "supabase/assets/page.html"): Promise<Answer> => {
  const response = await fetch(`${wire.origin}/functions/v1/${name}`, {
    method: "POST",
    headers: { authorization: "Bearer good" },
    body: path,
  });
  return (await response.json()) as Answer;
};

describe("the configuration of functions", needs("Deno", deno), () => {
  test("a function has the secrets of edge_runtime.secrets, overridden by .env and by its own", async () => {
    const shared = { BOTH: "file", FILE: "file", SECRET: "secret" };
    expect((await read("page")).variables).toEqual({ ...shared, OVER: "function", OWN: "own" });
    expect((await read("other")).variables).toEqual({ ...shared, OVER: "file" });
  });

  test("a function reads its static files and no others", async () => {
    expect((await read("page")).text).toBe("<p>hello</p>");
    expect((await read("page", "supabase/assets/key.txt")).text).toBe("NotCapable");
    expect((await read("other")).text).toBe("NotCapable");
  });
});

const warningsOf = async (config: Parameters<typeof defaultConfig>[0]) => {
  const folder = await functionsFolder(files);
  try {
    const source = { project: folder.path, env: process.env };
    const { warnings, functions: found } = await loadFunctions(source, defaultConfig(config));
    return { found, warnings: warnings.filter((warning) => !warning.includes("wait")) };
  } finally {
    await folder.remove();
  }
};

test("reserved names, patterns without files and files outside the project are named at the start", async () => {
  const { warnings } = await warningsOf({
    functions: {
      page: {
        static_files: ["./missing/*", "./assets/*.html", "/etc/hostname"],
        env: { SUPABASE_URL: "elsewhere" },
      },
    },
    edge_runtime: { secrets: { supabase_jwks: "x" } },
  });
  expect(warnings).toEqual([
    'functions.page.static_files: no file matches "./missing/*".',
    "functions.page.static_files: the function cannot read supabase/assets/one, two.html, because of the comma.",
    expect.stringMatching(
      /^functions\.page\.static_files leads to .*etc\/hostname, which is outside/,
    ),
    "edge_runtime.secrets.SUPABASE_JWKS has no effect: names with SUPABASE_ are those of the platform.",
    "functions.page.env.SUPABASE_URL has no effect: names with SUPABASE_ are those of the platform.",
  ]);
});

test("a function cannot read what the developer has in the folder as its static files", async () => {
  const folder = await functionsFolder({
    ...files,
    ".env.local": "psst",
    ".git/config": "psst",
    ".portico/project-secret.json": "psst",
  });
  const paths = ["../.env.local", "../.git/config", "../.portico/*.json"];
  const { functions, warnings } = await loadFunctions(
    { project: folder.path, env: process.env },
    defaultConfig({ functions: { page: { static_files: paths } } }),
  );
  expect(functions.find(({ name }) => name === "page")?.staticFiles).toEqual([]);
  expect(warnings.filter((warning) => warning.includes("may have secrets"))).toHaveLength(3);
  await folder.remove();
});

test.skipIf(process.platform === "win32")(
  "a pipe in place of the file of variables is not waited for",
  async () => {
    const folder = await functionsFolder({ "supabase/functions/page/index.ts": reader });
    execFileSync("mkfifo", [join(folder.path, "supabase/functions/.env")]);
    const { functions } = await loadFunctions(
      { project: folder.path, env: process.env },
      defaultConfig({}),
    );
    expect(functions.map(({ name }) => name)).toEqual(["page"]);
    await folder.remove();
  },
);

test("a project whose edge runtime is off has no functions", async () => {
  const { found, warnings } = await warningsOf({ edge_runtime: { enabled: false } });
  expect(found).toEqual([]);
  expect(warnings).toEqual([]);
});
