import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { Log } from "../log/log.ts";
import { bootstrapVariables, mainModule } from "./bootstrap.ts";
import { denoArguments, denoEnvironment } from "./deno.ts";
import { longestWork, ProcessorTime } from "./processor-time.ts";
import type { ProjectFunction } from "./project-functions.ts";
import { makeWorkerFolder } from "./worker-folder.ts";
import { probe, type WorkerAddress } from "./worker-request.ts";

/** The first start loads the function's modules. */
const longestStartMs = 60_000;

/** Why a worker's process ended. */
export type Ending = "stopped" | "over a limit" | "failed";

/** A function that runs. */
export interface RunningFunction extends WorkerAddress {
  /** Settled when its process has ended. */
  readonly ended: Promise<Ending>;
  /** Counts a request and its body until the function that is returned is called. Its processor time is limited. */
  begin(bodyBytes: number): () => void;
  /** How much of bodies the requests under way have. */
  bodyBytes(): number;
  stop(): void;
  /** Stops it when the requests under way have ended. */
  retire(): void;
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
 * Starts a function in a process of its own. It may reach the network, read the project's functions, keep files
 * in a folder of its own, and see the variables that it is given: nothing else.
 *
 * @param closing stops it, whether it has started or not
 * @throws {BootError}
 */
export async function startFunction(
  { name, entrypoint, importMap }: ProjectFunction,
  { deno, directory, env, log }: RunnerOptions,
  closing: AbortSignal,
): Promise<RunningFunction> {
  const secret = randomUUID();
  const folder = await makeWorkerFolder(importMap);
  const functions = join(directory, "functions");
  const child = spawn(
    deno,
    [
      ...denoArguments({
        readable: functions,
        writable: folder.writable,
        importMap: folder.importMap,
      }),
      "-",
    ],
    {
      // An entry point may be elsewhere, and the folder not be there.
      cwd: existsSync(functions) ? functions : directory,
      env: {
        ...denoEnvironment(),
        ...Object.fromEntries(
          Object.entries(env).map(([key, value]) => [bootstrapVariables.prefix + key, value]),
        ),
        [bootstrapVariables.secret]: secret,
        [bootstrapVariables.temporary]: folder.writable,
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  child.stdin.on("error", () => {});
  child.stdin.end(mainModule(pathToFileURL(entrypoint).href));
  let cause: Ending | undefined;
  const kill = (reason: Ending) => {
    cause ??= reason;
    child.kill("SIGKILL");
  };
  const stop = () => kill("stopped");
  closing.addEventListener("abort", stop);
  if (closing.aborted) stop();
  // This process may end at once, as one of several does whose first one was killed.
  const onExit = () => {
    stop();
    folder.removeNow();
  };
  process.once("exit", onExit);
  const ended = new Promise<Ending>((resolve) => {
    child.once("error", () => resolve("failed"));
    // V8 aborts when the memory is used up. Nobody else sends signals.
    child.once("close", (_, signal) => resolve(cause ?? (signal ? "over a limit" : "failed")));
  }).finally(async () => {
    await folder.remove().catch((err) => log.warn({ err, function: name }, "its /tmp is left"));
    process.off("exit", onExit);
    closing.removeEventListener("abort", stop);
  });
  const port = await portOf(child, { name, secret, ended, stop, log });
  const time = new ProcessorTime({
    pid: child.pid ?? 0,
    answers: () => probe({ port, secret }),
    onExceeded() {
      const limit = `${longestWork / 1000} s of processor time for a request`;
      log.warn({ function: name }, `stopped: ${limit}`);
      kill("over a limit");
    },
  });
  let requests = 0;
  let bytes = 0;
  let isRetired = false;
  return {
    ...{ port, secret, ended, stop },
    bodyBytes: () => bytes,
    begin(bodyBytes) {
      requests++;
      bytes += bodyBytes;
      const end = time.begin();
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        end();
        requests--;
        bytes -= bodyBytes;
        if (isRetired && requests === 0) stop();
      };
    },
    retire() {
      isRetired = true;
      if (requests === 0) stop();
    },
  };
}

interface Starting {
  readonly name: string;
  readonly secret: string;
  readonly ended: Promise<unknown>;
  readonly stop: () => void;
  readonly log: Log;
}

/** As on the hosted service: a function may print what a caller sent. */
const longestLine = 10_000;
const bounded = (line: string) => line.slice(0, longestLine);

/** The port that the bootstrap prints on the function's own output. */
function portOf(
  { stdout, stderr }: { readonly stdout: Readable; readonly stderr: Readable },
  { name, secret, ended, stop, log }: Starting,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(stop, longestStartMs);
    void ended.then(() => {
      clearTimeout(timer);
      reject(new BootError(`The function ${name} did not start.`));
    });
    createInterface({ input: stdout }).on("line", (line) => {
      const [first, port] = line.split(" ");
      if (first === secret) {
        clearTimeout(timer);
        resolve(Number(port));
      } else log.info({ function: name }, bounded(line));
    });
    createInterface({ input: stderr }).on("line", (line) =>
      log.warn({ function: name }, bounded(line)),
    );
  });
}
