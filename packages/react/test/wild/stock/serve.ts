import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The environment without the test runner's variables, which would make applications create test builds. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|VITEST.*|TEST|MODE|DEV|PROD)$/.test(name),
  ),
);

const programOf = (root: string, name: string) =>
  realpathSync(join(root, "node_modules/.bin", name));

/** Runs one of an application's programs, and waits until it exits. */
export function run(root: string, [program = "", ...args]: readonly string[]): void {
  execFileSync(process.execPath, [programOf(root, program), ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Starts one of an application's programs, which listens on this port, and waits for its first response. */
export async function serve(
  root: string,
  commandFor: (port: string) => readonly string[],
): Promise<RunningServer> {
  const port = await freePort();
  const [program = "", ...args] = commandFor(port);
  const child = spawn(process.execPath, [programOf(root, program), ...args], {
    cwd: root,
    env: { ...env, PORT: port, HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-4_000);
    });
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}/`;
  await waitForResponse(url, child, () => output);
  return {
    url,
    close: () => {
      child.kill("SIGKILL");
      return exit;
    },
  };
}

async function waitForResponse(
  url: string,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The application exited:\n${output()}`);
    try {
      await fetch(url);
      return;
    } catch {
      // The server is not listening yet.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return String(address.port);
}
