import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { chromium as playwright } from "playwright-core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build, parseSync, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../../scripts/process/free-port.mjs";
import { publicSurface } from "../../../../scripts/public-surface.ts";
import { chromium } from "../../../../scripts/tools/chromium.mjs";
import { portico } from "../processes/portico-command.ts";
import { projectFolder } from "../project-folder.ts";
import { modules, type Packed, pack } from "./packed.ts";

let packed: Packed;
beforeAll(async () => {
  packed = await pack();
}, 120_000);
afterAll(() => rm(packed.home, { recursive: true, force: true }));

test("publint finds no problems in the package", async () => {
  const { messages } = await publint({ pkgDir: packed.installed, strict: true });
  const { manifest } = packed;
  expect(messages.map((message) => formatMessage(message, { ...manifest }))).toEqual([]);
});

test("are-the-types-wrong finds no problems in the package", async () => {
  const archive = createPackageFromTarballData(new Uint8Array(packed.archive));
  const result = await checkPackage(archive);
  const problems = result.types === false ? ["no types"] : result.problems;
  const unexpected = problems.filter(
    (problem) =>
      typeof problem === "string" ||
      // Every Node version in the package's `engines` can require ES modules.
      (problem.kind !== "CJSResolvesToESM" &&
        // TypeScript's oldest module resolution, "node10", does not support subpaths.
        (problem.kind !== "NoResolution" || problem.resolutionKind !== "node10")),
  );
  expect(unexpected).toEqual([]);
});

test.each(["index", "testing", "browser", "vite"])(
  "the public declarations of %s match the recorded surface",
  async (entry) => {
    const surface = publicSurface(join(packed.installed, "dist"), `${entry}.d.ts`);
    await expect(surface).toMatchFileSnapshot(`../../surface/${entry}.d.ts.txt`);
  },
);

test("the package's command can be linked by pnpm, which reads the interpreter from the first line", async () => {
  const command = await readFile(join(packed.installed, "dist/cli.js"), "utf8");
  expect(command.split("\n")[0]).toMatch(/^#!\/usr\/bin\/env -S node( --[\w-]+=\d+)*$/);
});

test("the package contains the files that its modules read, a license and a readme, but no tests", async () => {
  const files = await readdir(packed.installed, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      "LICENSE",
      "README.md",
      "dist/cli.js",
      "dist/index.d.ts",
      "dist/testing.d.ts",
      "dist/system/0001_roles.sql",
      "dist/inbox/page/inbox.html",
      "llms.txt",
      "dist/desk-page/index.html",
    ]),
  );
  expect(files.filter((name) => /\.(test|cases)\./.test(name))).toEqual([]);
});

test("llms.txt lists every page of the package's documentation, and the links of the pages lead to existing files", async () => {
  const index = await readFile(join(packed.installed, "llms.txt"), "utf8");
  const listedPages = [...index.matchAll(/\(docs\/([\w-]+\.md)\)/g)].map(([, name]) => name);
  const pages = await readdir(join(packed.installed, "docs"));
  expect(listedPages.sort()).toEqual(pages.sort());
  for (const page of pages) {
    const text = await readFile(join(packed.installed, "docs", page), "utf8");
    const targets = [...text.matchAll(/\]\(([^)\s:#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target);
    expect([page, targets.filter((target) => !pages.includes(target ?? ""))]).toEqual([page, []]);
  }
});

test("the package's command serves a project, including the inbox", async () => {
  const project = await projectFolder({
    "supabase/migrations/1_notes.sql": "create table notes (id int primary key, text text);",
    "supabase/seed.sql": "insert into notes values (1, crypt('a', gen_salt('bf', 4)));",
  });
  const args = ["start", "--project", project, "--memory", "--port", "0"];
  const command = portico(args, {}, join(packed.installed, "dist/cli.js"));
  const origin = await command.origin;
  const page = await fetch(`${origin}/inbox`);
  expect(await page.text()).toContain("<title>");
  const { publishableKey } = JSON.parse(await (await fetch(`${origin}/portico.json`)).text());
  const notesResponse = await fetch(`${origin}/rest/v1/notes?select=id`, {
    headers: { apikey: publishableKey },
  });
  expect(notesResponse.status).toBe(200);
  const mcpResponse = await fetch(`${origin}/mcp`, { method: "POST", body: "{}" });
  expect([mcpResponse.status, await mcpResponse.text()]).toEqual([
    501,
    expect.stringContaining("npm install --save-dev @supabase/mcp-server-supabase"),
  ]);
  command.process.kill("SIGTERM");
  expect((await command.ended).code).toBe(0);
});

test("a program that imports the testing module gets a backend whose clock it can advance", () => {
  const code = `
    import { startBackend } from "@portico/backend/testing";
    const backend = await startBackend({ files: { "config.toml": "" } });
    backend.clock.advance({ days: 400 });
    const { data } = await backend.signedIn();
    const [{ now }] = await backend.sql("select now()");
    console.log(typeof data.from, new Date(now) > Date.now() + 399 * 86_400_000);
    await backend.close();
  `;
  const args = ["--input-type=module", "--eval", code];
  const options = { cwd: packed.home, encoding: "utf8" } as const;
  expect(execFileSync(process.execPath, args, options).trim()).toBe("function true");
});

/** The files of an application that runs the backend in its page. */
const applicationFiles = {
  "index.html": `<!doctype html><title>…</title>
    <meta http-equiv="Content-Security-Policy" content="script-src 'self' 'wasm-unsafe-eval'">
    <script type="module" src="main.js"></script>`,
  "main.js": `
    import { startBackend } from "@portico/backend/browser";
    import { AuthClient } from "@supabase/auth-js";
    const backend = await startBackend();
    const { url, publishableKey: apikey, fetch } = backend;
    const auth = new AuthClient({ url: url + "/auth/v1", headers: { apikey }, fetch });
    await auth.signInWithOtp({ email: "ada@example.com" });
    const token = await backend.inbox.latestCode("ada@example.com");
    const { data } = await auth.verifyOtp({ email: "ada@example.com", token, type: "email" });
    document.title = data.user.email;`,
};

test("the browser module and its chunks do not import Node modules", async () => {
  const dependencies = Object.keys(packed.manifest.dependencies);
  const imported = new Set<string>();
  const readChunk = async (name: string) => {
    if (imported.has(name)) return;
    imported.add(name);
    const file = join(packed.installed, "dist", name);
    const text = await readFile(file, "utf8");
    const { staticImports } = parseSync(file, text).module;
    const names = staticImports.map(({ moduleRequest: { value } }) => value);
    const chunks = [...text.matchAll(/import\("(\.\/[\w-]+\.js)"\)/g)].map(
      ([, chunk = ""]) => chunk,
    );
    for (const other of [...names, ...chunks]) {
      if (other.startsWith("./")) await readChunk(other);
      else imported.add(other);
    }
  };
  await readChunk("./browser.js");
  const isChunk = (name: string) => name.startsWith("./");
  // The desk's API is a separate chunk, which is loaded on demand.
  expect([...imported].some((name) => /^\.\/desk-/.test(name))).toBe(true);
  const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "";
  expect(
    [...imported].filter((name) => !isChunk(name) && !dependencies.includes(packageOf(name))),
  ).toEqual([]);
});

test("an application built with Vite's defaults runs the backend in its page, and signs in", async () => {
  const root = join(packed.home, "application");
  await mkdir(root);
  for (const [name, text] of Object.entries(applicationFiles))
    await writeFile(join(root, name), text);
  const messages: string[] = [];
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    build: { rolldownOptions: { onLog: (_, { message }) => void messages.push(message) } },
  });
  // PGlite imports Node modules, but only on Node. The build reports these imports.
  const externalized = messages.filter((message) => message.includes("externalized for browser"));
  expect(externalized.filter((message) => !message.includes("@electric-sql/pglite"))).toEqual([]);

  const server = await preview({
    root,
    configFile: false,
    logLevel: "silent",
    preview: { port: await freePort() },
  });
  const { executable, args } = chromium();
  const browser = await playwright.launch({
    ...(executable && { executablePath: executable }),
    args,
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(server.resolvedUrls?.local[0] ?? "");
    await expect.poll(() => tab.title()).toBe("ada@example.com");
  } finally {
    await browser.close();
    await server.close();
  }
});

test("every export has an example that compiles against the packed package", async () => {
  const source = join(packed.installed, "src");
  const exportedNames = await Promise.all(
    ["index.ts", "testing/index.ts", "browser/index.ts", "vite/index.ts"].map((file) =>
      exportsOf(join(source, file)),
    ),
  );
  const folder = join(packed.home, "examples");
  await mkdir(folder);
  await symlink(join(modules, "vite"), join(packed.home, "node_modules/vite"));
  for (const [number, { name, file }] of exportedNames.flat().entries()) {
    const text = await readFile(file, "utf8");
    const comment = text.match(
      new RegExp(`/\\*\\*((?:(?!\\*/).)*)\\*/\\nexport [a-z ]*\\b${name}\\b`, "s"),
    )?.[1];
    const example = comment?.match(/@example\n \* ```ts\n(.*?)\n \* ```/s)?.[1];
    expect([name, example]).toEqual([name, expect.any(String)]);
    await writeFile(join(folder, `${number}-${name}.ts`), example?.replace(/^ \* ?/gm, "") ?? "");
  }
  const compilerOptions = {
    target: "esnext",
    module: "nodenext",
    lib: ["esnext", "dom"],
    types: ["node"],
    typeRoots: [join(modules, "@types")],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const compiler = join(modules, "typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
  expect(stdout).toBe("");
});

/** Returns the names that a module exports, with the file that each comes from. */
async function exportsOf(module: string): Promise<{ name: string; file: string }[]> {
  const text = await readFile(module, "utf8");
  return [...text.matchAll(/export (?:type )?\{([^}]*)\} from "(.+)";/g)].flatMap(
    ([, names = "", source = ""]) =>
      [...names.matchAll(/(\w+)(?=,|\s*$)/g)].map(([, name = ""]) => ({
        name,
        file: join(dirname(module), source),
      })),
  );
}

describe("on the Node of the machine", () => {
  const systemNode = "/usr/bin/node";
  const version = spawnSync(systemNode, ["--version"], { encoding: "utf8" }).stdout ?? "";
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  const isSupported = major > 22 || (major === 22 && minor >= 13);
  const help = () =>
    spawnSync(systemNode, [join(packed.installed, "dist/cli.js"), "--help"], { encoding: "utf8" });

  test.runIf(version && isSupported)(
    "the installed package runs on the Node of the machine",
    () => {
      expect(help()).toMatchObject({ status: 0, stdout: expect.stringContaining("portico start") });
    },
  );

  test.runIf(version && !isSupported)(
    "on a Node that is too old, the installed package prints which Node it needs",
    () => {
      expect(help()).toMatchObject({
        status: 1,
        stderr: `portico needs Node.js 22.13 or later. This is ${version.trim().slice(1)}.\n`,
      });
    },
  );
});
