import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** npm may need these variables to reach the registry. */
const npmVariables = /^(NODE_EXTRA_CA_CERTS|npm_config_(cafile|https_proxy|registry|userconfig))$/i;
/** Variables of this test run, which a program must not inherit. */
const inheritedVariables = /^(npm_|NODE_|(CI|DATABASE_URL|FORCE_COLOR|PORT)$)/i;

/** Returns the environment of a machine that has only Node.js installed. */
export const plainEnvironment = (): NodeJS.ProcessEnv => {
  const env = Object.entries(process.env).filter(
    ([name]) => npmVariables.test(name) || !inheritedVariables.test(name),
  );
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  return { ...Object.fromEntries(env), PATH: path, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1" };
};

/**
 * Returns the program that runs npm, and its first arguments: the same npm that runs this script. On Windows, the name
 * `npm` would find `npm.cmd`, which Node starts only through a shell.
 */
export function npmCommand(): [program: string, ...parameters: string[]] {
  const { npm_node_execpath: node, npm_execpath: cli } = process.env;
  return cli?.endsWith("npm-cli.js") ? [node ?? process.execPath, cli] : ["npm"];
}

/** Runs npm until it exits, like {@link run}. */
export function runNpm(args: readonly string[], options: Parameters<typeof run>[2]) {
  const [program, ...npmParameters] = npmCommand();
  return run(program, [...npmParameters, ...args], options);
}

/**
 * Runs a program until it exits.
 *
 * @returns its output
 * @throws {Error} with the output, if it fails
 */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(program, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 300_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
  return output;
}

/** Builds and packs this repository's packages. */
export async function packAll() {
  const folder = mkdtempSync(join(tmpdir(), "portico-archives-"));
  const runOptions = { cwd: root, env: plainEnvironment() };
  const names = ["react", "backend", "create-portico"];
  const workspaces = names.flatMap((name) => ["--workspace", `packages/${name}`]);
  await runNpm(["run", "build", "--workspace", "packages/backend"], runOptions);
  await runNpm(["pack", ...workspaces, "--pack-destination", folder], runOptions);
  const archives = readdirSync(folder).map((name) => join(folder, name));
  return { archives, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs one of an application's scripts, with its child processes, until it is stopped. */
export function startScript(script: string, folder: string) {
  // Use a separate process group: npm does not forward signals to its script.
  const [program, ...npmParameters] = npmCommand();
  const child = spawn(program, [...npmParameters, "run", script], {
    cwd: folder,
    env: plainEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // Every process of the group has already ended.
    }
  };
  const killAtExit = () => kill("SIGKILL");
  process.once("exit", killAtExit);
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    stop: async () => {
      process.off("exit", killAtExit);
      kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      kill("SIGKILL");
    },
  };
}

/** Waits until a server responds at the URL. */
export async function waitForServer(
  url: string,
  programs: readonly ReturnType<typeof startScript>[],
): Promise<void> {
  const timeout = AbortSignal.timeout(60_000);
  while (!timeout.aborted && !programs.some(({ hasEnded }) => hasEnded())) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await pause(100);
  }
  const outputs = programs.map(({ output }) => output()).join("\n");
  throw new Error(`No server responds at ${url}. The programs printed:\n${outputs}`);
}

/** Throws an error if another program uses the address, because the test would connect to that program. */
export async function assertFree(url: string): Promise<void> {
  const response = await fetch(url).catch(() => undefined);
  if (response) throw new Error(`Another program uses ${url}. Stop it first.`);
}
