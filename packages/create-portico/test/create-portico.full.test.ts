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
import { recordOutput } from "../../backend/test/processes/process-output.ts";
import { templates } from "../src/templates.ts";

const packageFolder = join(import.meta.dirname, "..");
const cliPath = join(packageFolder, "src/cli.ts");

let workFolder = "";
beforeAll(() => {
  execFileSync(process.execPath, [join(packageFolder, "build/templates.ts")]);
});
beforeEach(() => {
  workFolder = mkdtempSync(join(tmpdir(), "create-portico-"));
});
afterEach(() => rmSync(workFolder, { recursive: true, force: true }));

/** Starts the program in the test's folder. */
function start(args: readonly string[], { program = cliPath, env = {} } = {}) {
  const { npm_config_user_agent: _userAgent, ...rest } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: workFolder,
    env: { ...rest, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = recordOutput(`create-portico ${args.join(" ")}`, child);
  const exit = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output: output() }));
  });
  return { child, exit };
}

const run = (...args: string[]) => start(args).exit;

/** Creates a script that replaces a package manager, and returns the environment that uses it. */
function fakeInstaller(name: string, script: string) {
  const folder = join(workFolder, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return {
    PATH: [folder, process.env["PATH"]].join(delimiter),
    npm_config_user_agent: `${name}/9.0.0 npm/? node/v24`,
  };
}

const read = (...path: string[]) => readFileSync(join(workFolder, ...path), "utf8");

/** Returns the version of a package of this repository. */
function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(packageFolder, "..", name, "package.json"), "utf8")).version;
}

describe("create-portico", () => {
  test.each(templates)(
    "create-portico creates an application from the template $name",
    async ({ name }) => {
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
      expect(existsSync(join(workFolder, "my-app/supabase/config.toml"))).toBe(true);
      expect(existsSync(join(workFolder, "my-app/README.md"))).toBe(true);
      expect(
        readdirSync(join(workFolder, "my-app")).filter((file) => file.startsWith("_")),
      ).toEqual([]);
      expect(output).toContain("cd my-app\n  npm install\n  npm run dev");
      expect(output).toContain("http://localhost:3000");
    },
  );

  test("create-portico uses portico-app and the first template by default", async () => {
    const { code } = await run("--no-install");
    expect(code).toBe(0);
    expect(existsSync(join(workFolder, "portico-app/next.config.ts"))).toBe(true);
  });

  test("create-portico does not overwrite files", async () => {
    mkdirSync(join(workFolder, "taken"));
    writeFileSync(join(workFolder, "taken/notes.txt"), "mine");
    const { code, output } = await run("taken", "--no-install");
    expect([code, output]).toEqual([
      1,
      `${join(workFolder, "taken")} is not empty. Choose another folder.\n`,
    ]);
    expect(readdirSync(join(workFolder, "taken"))).toEqual(["notes.txt"]);
    writeFileSync(join(workFolder, "file"), "mine");
    expect((await run("file", "--no-install")).output).toContain("is a file");
  });

  test("create-portico accepts a folder that contains only a git repository", async () => {
    execFileSync("git", ["init", "--quiet", "clone"], { cwd: workFolder });
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
  ])("create-portico rejects the arguments %j and creates nothing", async (args, reason) => {
    const { code, output } = await run(...args, "--no-install");
    expect(code).toBe(1);
    expect(output).toMatch(reason);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(workFolder)).toEqual([]);
  });

  test.each([
    ["Größe & Co", "gr-e-co"],
    ["日本", "portico-app"],
  ])("create-portico converts %s to a valid package name", async (folder, name) => {
    await run(folder, "--no-install");
    expect(JSON.parse(read(folder, "package.json")).name).toBe(name);
  });

  test("create-portico accepts a template name without its option, which npm may consume", async () => {
    await run("app", "vite-query", "--no-install");
    expect(existsSync(join(workFolder, "app/vite.config.ts"))).toBe(true);
  });

  test("create-portico prints the reason in one line if the folder cannot be created", async () => {
    writeFileSync(join(workFolder, "file"), "mine");
    const { code, output } = await run("file/app", "--no-install");
    expect(code).toBe(1);
    expect(output).toMatch(/\nENOTDIR: not a directory.*\n$/);
  });

  test("create-portico names the current folder in its output and prints no `cd` command", async () => {
    const { output } = await run(".", "--no-install", "--no-git");
    expect(output).toContain(`Created ${basename(workFolder)}.\n\n  npm install\n`);
  });

  test("create-portico prints its version and its options", async () => {
    const version = versionOf("create-portico");
    expect(await run("--version")).toEqual({ code: 0, output: `${version}\n` });
    expect((await run("--help")).output).toContain("--template NAME");
  });

  test("create-portico creates a git repository unless the folder is inside one", async () => {
    await run("outside", "--no-install");
    expect(existsSync(join(workFolder, "outside/.git"))).toBe(true);
    await run("without", "--no-install", "--no-git");
    expect(existsSync(join(workFolder, "without/.git"))).toBe(false);
    await run("outside/inside", "--no-install");
    expect(existsSync(join(workFolder, "outside/inside/.git"))).toBe(false);
  });

  test("create-portico installs with the package manager that runs it", async () => {
    const env = fakeInstaller("pnpm", 'echo "called with $*"');
    const { code, output } = await start(["app"], { env }).exit;
    expect(code).toBe(0);
    expect(output).toContain("called with install");
    expect(output).toMatch(/Created app in \d+ s\.\n\n {2}cd app\n {2}pnpm run dev\n/);
  });

  test("create-portico keeps the application if its packages cannot be installed, and reports it", async () => {
    const env = fakeInstaller("bun", "exit 3");
    const { code, output } = await start(["app"], { env }).exit;
    expect(code).toBe(1);
    expect(output).toContain("couldn't be installed");
    expect(output).toContain("bun install\n  bun run dev");
    expect(existsSync(join(workFolder, "app/package.json"))).toBe(true);
  });

  test.each([
    ["a new folder", false],
    ["an empty folder", true],
  ])("create-portico leaves nothing in %s when it is stopped", async (_title, folderExists) => {
    if (folderExists) mkdirSync(join(workFolder, "deep/app"), { recursive: true });
    const env = fakeInstaller(
      "yarn",
      "mkdir node_modules && touch node_modules/started && exec sleep 60",
    );
    const { child, exit } = start(["deep/app"], { env });
    while (!existsSync(join(workFolder, "deep/app/node_modules/started"))) await pause(20);
    child.kill("SIGINT");
    expect(await exit).toMatchObject({ code: 130 });
    if (folderExists) expect(readdirSync(join(workFolder, "deep/app"))).toEqual([]);
    else expect(existsSync(join(workFolder, "deep"))).toBe(false);
  });

  test("create-portico works when it is installed from its packed archive", async () => {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", workFolder], {
      cwd: packageFolder,
    });
    const archive = readdirSync(workFolder).find((name) => name.endsWith(".tgz")) ?? "";
    execFileSync("tar", ["-xzf", archive], { cwd: workFolder });
    const program = join(workFolder, "package/dist/cli.js");
    const { code, output } = await start(["app", "--template", "vite-query", "--no-install"], {
      program,
    }).exit;
    expect(code, output).toBe(0);
    const files = readdirSync(join(workFolder, "app"), { recursive: true });
    const examples = join(packageFolder, "../../examples");
    expect(files).toEqual(
      expect.arrayContaining([
        ...readdirSync(join(examples, "shared"), { recursive: true }),
        "src/app.tsx",
        ".env",
      ]),
    );
  });
});
