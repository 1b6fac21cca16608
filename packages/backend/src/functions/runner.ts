import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import type { Log } from "../log/log.ts";
import { bootstrap } from "./bootstrap.ts";
import { longestWork, ProcessorTime } from "./processor-time.ts";
import type { ProjectFunction } from "./project-functions.ts";

/** In milliseconds. The first start loads the function's modules. */
const longestStart = 60_000;
/** In megabytes, as on the hosted service. */
const memory = 256;

/** A function that runs. */
export interface RunningFunction {
  /** Where it listens on this machine. */
  readonly origin: string;
  /** Settled when its process has ended. */
  readonly ended: Promise<void>;
  /** Counts a request, whose processor time is limited, until the function that is returned is called. */
  begin(): () => void;
  stop(): void;
}

/** The surroundings of every function. */
export interface RunnerOptions {
  readonly deno: string;
  /** The folder `supabase`: functions may read below `functions/` there. */
  readonly directory: string;
  /** The variables that functions see; they see no others. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** The function's process ended before it listened. */
export class BootError extends Error {
  override readonly name = "BootError";
}

/**
 * Starts a function in a process of its own. It may reach the network, read the project's functions, and see
 * the variables that it is given: nothing else.
 *
 * @throws {BootError}
 */
export async function startFunction(
  { name, entrypoint, importMap }: ProjectFunction,
  { deno, directory, env, log }: RunnerOptions,
): Promise<RunningFunction> {
  // It tells the port on its own output, where it may print what it likes.
  const secret = randomUUID();
  const isConfig = importMap !== undefined && /deno\.jsonc?$/.test(importMap);
  const child = spawn(
    deno,
    [
      ...["run", "--quiet", "--no-prompt", "--no-lock", "--allow-net"],
      `--allow-env=${Object.keys(env).join(",")}`,
      `--allow-read=${directory}/functions`,
      `--v8-flags=--max-old-space-size=${memory}`,
      ...(importMap === undefined
        ? ["--no-config"]
        : [isConfig ? `--config=${importMap}` : `--import-map=${importMap}`]),
      ...["-", new URL(`file://${entrypoint}`).href, secret],
    ],
    {
      cwd: `${directory}/functions`,
      env: { ...env, ...denoEnvironment(), NO_COLOR: "1" },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  child.stdin.on("error", () => {});
  child.stdin.end(bootstrap);
  const stop = () => void child.kill("SIGKILL");
  // This process may end at once, as one of several does whose first one was killed.
  process.once("exit", stop);
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  }).finally(() => process.off("exit", stop));
  const port = await portOf(child, { name, secret, ended, log });
  const time = new ProcessorTime(child.pid ?? 0, () => {
    log.warn(
      { function: name },
      `stopped: ${longestWork / 1000} s of processor time for a request`,
    );
    stop();
  });
  return { origin: `http://127.0.0.1:${port}`, ended, begin: () => time.begin(), stop };
}

/**
 * Deno's own needs: where it keeps modules, whom to ask for them, and whom to trust. It trusts those whom the
 * system trusts as well: a company's proxy has a certificate that only the system knows.
 */
function denoEnvironment(): Record<string, string> {
  const names = [
    ...["HOME", "PATH", "TMPDIR", "DENO_DIR", "NPM_CONFIG_REGISTRY"],
    ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "DENO_CERT", "DENO_TLS_CA_STORE"],
    ...["SystemRoot", "LOCALAPPDATA"],
  ];
  const own = names.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value] as const] : [];
  });
  return { DENO_TLS_CA_STORE: "mozilla,system", ...Object.fromEntries(own) };
}

interface Listening {
  readonly name: string;
  readonly secret: string;
  readonly ended: Promise<void>;
  readonly log: Log;
}

function portOf(child: ChildProcess, { name, secret, ended, log }: Listening): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      child.kill("SIGKILL");
      reject(new BootError(`The function ${name} did not start.`));
    };
    const timer = setTimeout(fail, longestStart);
    void ended.then(() => {
      clearTimeout(timer);
      fail();
    });
    const { stdout, stderr } = child;
    if (!stdout || !stderr) return fail();
    createInterface({ input: stdout }).on("line", (line) => {
      const [first, port] = line.split(" ");
      if (first === secret) {
        clearTimeout(timer);
        resolve(Number(port));
      } else log.info({ function: name }, line);
    });
    createInterface({ input: stderr }).on("line", (line) => log.warn({ function: name }, line));
  });
}
