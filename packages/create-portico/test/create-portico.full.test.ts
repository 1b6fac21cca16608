import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepOutput } from "../../backend/test/kept-output.ts";
import { templates } from "../src/templates.ts";

const home = join(import.meta.dirname, "..");
const source = join(home, "src/cli.ts");

let place = "";
beforeAll(() => {
  execFileSync(process.execPath, [join(home, "build/templates.ts")]);
});
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "create-portico-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Starts the program in the test's folder. */
function start(args: readonly string[], { program = source, env = {} } = {}) {
  const { npm_config_user_agent: _ours, ...rest } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: place,
    env: { ...rest, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = keepOutput(`create-portico ${args.join(" ")}`, child);
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output: output() }));
  });
  return { child, ended };
}

const run = (...args: string[]) => start(args).ended;

/** Puts a program on the path that stands in for a package manager. */
function installer(name: string, script: string) {
  const folder = join(place, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return {
    PATH: [folder, process.env["PATH"]].join(delimiter),
    npm_config_user_agent: `${name}/9.0.0 npm/? node/v24`,
  };
}

const read = (...path: string[]) => readFileSync(join(place, ...path), "utf8");

/** The version of a package of this repository. */
function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(home, "..", name, "package.json"), "utf8")).version;
}

describe("create-portico", () => {
  test.each(templates)("makes an application from $name", async ({ name }) => {
    const { code, output } = await run("my-app", "--template", name, "--no-install");
    expect(code, output).toBe(0);
    const { dependencies, devDependencies, ...manifest } = JSON.parse(
      read("my-app", "package.json"),
    );
    expect(manifest.name).toBe("my-app");
    expect(dependencies["@portico/react"]).toBe(`^${versionOf("react")}`);
    expect(devDependencies["@portico/backend"]).toBe(`^${versionOf("backend")}`);
    expect(read("my-app", ".gitignore")).toMatch(/^\.env\.local$/m);
    expect(read("my-app", ".env")).toContain("http://127.0.0.1:54321");
    expect(read("my-app", ".env.example")).toContain("supabase.co");
    expect(existsSync(join(place, "my-app/supabase/config.toml"))).toBe(true);
    expect(existsSync(join(place, "my-app/README.md"))).toBe(true);
    expect(readdirSync(join(place, "my-app")).filter((file) => file.startsWith("_"))).toEqual([]);
    expect(output).toContain("cd my-app\n  npm install\n  npm run dev");
    expect(output).toContain("http://localhost:3000");
  });

  test("takes portico-app and the first template where nothing is said", async () => {
    const { code } = await run("--no-install");
    expect(code).toBe(0);
    expect(existsSync(join(place, "portico-app/next.config.ts"))).toBe(true);
  });

  test("overwrites nothing", async () => {
    mkdirSync(join(place, "taken"));
    writeFileSync(join(place, "taken/notes.txt"), "mine");
    const { code, output } = await run("taken", "--no-install");
    expect([code, output]).toEqual([
      1,
      `${join(place, "taken")} is not empty. Choose another folder.\n`,
    ]);
    expect(readdirSync(join(place, "taken"))).toEqual(["notes.txt"]);
    writeFileSync(join(place, "file"), "mine");
    expect((await run("file", "--no-install")).output).toContain("is a file");
  });

  test("takes a folder with nothing but a repository", async () => {
    execFileSync("git", ["init", "--quiet", "clone"], { cwd: place });
    expect(await run("clone", "--no-install")).toMatchObject({ code: 0 });
  });

  test.each([
    [
      ["app", "--template", "angular"],
      /Unknown template "angular"\. Available templates: next, react-router/,
    ],
    [["app", "--templates"], /--templates/],
    [["one", "two"], /Unknown template "two"/],
    [["one", "next", "three"], /got "three" as well/],
    [["one", "next", "--template", "expo"], /got "next" as well/],
    [["node_modules"], /can't be used as a package name/],
  ])("refuses %j, and makes nothing", async (args, reason) => {
    const { code, output } = await run(...args, "--no-install");
    expect(code).toBe(1);
    expect(output).toMatch(reason);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(place)).toEqual([]);
  });

  test.each([
    ["Größe & Co", "gr-e-co"],
    ["日本", "portico-app"],
  ])("makes a name that npm allows of %s", async (folder, name) => {
    await run(folder, "--no-install");
    expect(JSON.parse(read(folder, "package.json")).name).toBe(name);
  });

  test("takes a template that npm has parted from its option", async () => {
    await run("app", "vite-query", "--no-install");
    expect(existsSync(join(place, "app/vite.config.ts"))).toBe(true);
  });

  test("says in a line why the system refuses a folder", async () => {
    writeFileSync(join(place, "file"), "mine");
    const { code, output } = await run("file/app", "--no-install");
    expect(code).toBe(1);
    expect(output).toMatch(/\nENOTDIR: not a directory.*\n$/);
  });

  test("calls the folder it is in by its name, and sends nobody there", async () => {
    const { output } = await run(".", "--no-install", "--no-git");
    expect(output).toContain(`Created ${basename(place)}.\n\n  npm install\n`);
  });

  test("says its version and its options", async () => {
    const version = versionOf("create-portico");
    expect(await run("--version")).toEqual({ code: 0, output: `${version}\n` });
    expect((await run("--help")).output).toContain("--template NAME");
  });

  test("begins a repository, except inside of one", async () => {
    await run("outside", "--no-install");
    expect(existsSync(join(place, "outside/.git"))).toBe(true);
    await run("without", "--no-install", "--no-git");
    expect(existsSync(join(place, "without/.git"))).toBe(false);
    await run("outside/inside", "--no-install");
    expect(existsSync(join(place, "outside/inside/.git"))).toBe(false);
  });

  test("installs with the package manager that runs it", async () => {
    const env = installer("pnpm", 'echo "called with $*"');
    const { code, output } = await start(["app"], { env }).ended;
    expect(code).toBe(0);
    expect(output).toContain("called with install");
    expect(output).toMatch(/Created app in \d+ s\.\n\n {2}cd app\n {2}pnpm run dev\n/);
  });

  test("keeps the application when its packages cannot be installed, and says so", async () => {
    const env = installer("bun", "exit 3");
    const { code, output } = await start(["app"], { env }).ended;
    expect(code).toBe(1);
    expect(output).toContain("couldn't be installed");
    expect(output).toContain("bun install\n  bun run dev");
    expect(existsSync(join(place, "app/package.json"))).toBe(true);
  });

  test.each([
    ["a new folder", false],
    ["an empty folder", true],
  ])("leaves nothing in %s when it is stopped", async (_title, isThere) => {
    if (isThere) mkdirSync(join(place, "deep/app"), { recursive: true });
    const env = installer(
      "yarn",
      "mkdir node_modules && touch node_modules/begun && exec sleep 60",
    );
    const { child, ended } = start(["deep/app"], { env });
    while (!existsSync(join(place, "deep/app/node_modules/begun"))) await pause(20);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
    if (isThere) expect(readdirSync(join(place, "deep/app"))).toEqual([]);
    else expect(existsSync(join(place, "deep"))).toBe(false);
  });

  test("is whole as npm would have it", async () => {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", place], { cwd: home });
    const archive = readdirSync(place).find((name) => name.endsWith(".tgz")) ?? "";
    execFileSync("tar", ["-xzf", archive], { cwd: place });
    const program = join(place, "package/dist/cli.js");
    const { code, output } = await start(["app", "--template", "vite-query", "--no-install"], {
      program,
    }).ended;
    expect(code, output).toBe(0);
    const files = readdirSync(join(place, "app"), { recursive: true });
    const sources = join(home, "../../examples");
    expect(files).toEqual(
      expect.arrayContaining([
        ...readdirSync(join(sources, "shared"), { recursive: true }),
        "src/app.tsx",
        ".env",
      ]),
    );
  });
});
