import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { Log } from "../../log/log.ts";
import { bootFailed } from "../errors.ts";
import type { ProjectFunction } from "../project/project-functions.ts";
import { BodySizes } from "./body-sizes.ts";
import { bootstrapVariables, mainModule } from "./bootstrap.ts";
import { denoArguments, denoEnvironment } from "./deno.ts";
import { findImportedFiles } from "./imported-files.ts";
import { onLine } from "./log-lines.ts";
import { findLinksToOutside } from "./outside-links.ts";
import { maxWorkMs, ProcessorTime } from "./processor-time.ts";
import { createWorkerFolder } from "./worker-folder.ts";
import { probe, type WorkerAddress } from "./worker-request.ts";

/** Long, because the first start has to download the function's modules. */
const startTimeoutMs = 60_000;

/** The reason why a worker's process ended. */
export type EndReason = "stopped" | "over a limit" | "failed";

/** A function whose process is running. */
export interface RunningFunction extends WorkerAddress {
  /** Resolves when its process has ended. */
  readonly ended: Promise<EndReason>;
  /** Counts a request and its body until the returned function is called. Starts to limit the processor time. */
  begin(bodyBytes: number, caller: string): () => void;
  /** Returns the total size of the bodies of the current requests, of all callers or of one. */
  bodyBytes(caller?: string): number;
  stop(): void;
  /** Stops the process when the current requests have ended. */
  retire(): void;
}

/** The runtime of functions: Deno's path, the project's folder, and the variables of all functions. */
export interface DenoRuntime {
  readonly deno: string;
  /** The `supabase` folder. Functions may read its `functions/` folder. */
  readonly directory: string;
  /** The environment variables that all functions see. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
}

/**
 * Starts a function in its own process. The process can reach the network, read the functions of the project with their
 * static files and the project files that they import, write to its own folder, and read the given variables. Deno
 * denies it everything else.
 *
 * @param closing stops the process, even while it starts
 * @throws {FunctionsError} if the process ended before it listened
 */
export async function startFunction(
  { name, entrypoint, importMap, env: ownEnv, staticFiles }: ProjectFunction,
  { deno, directory, env, log }: DenoRuntime,
  closing: AbortSignal,
): Promise<RunningFunction> {
  const secret = randomUUID();
  const folder = await createWorkerFolder(importMap);
  const functions = join(directory, "functions");
  // The entry point may be elsewhere, so the folder may be missing.
  const workingDirectory = existsSync(functions) ? functions : directory;
  const program = {
    deno,
    entrypoint,
    workingDirectory,
    project: dirname(directory),
    importMap: folder.importMap,
  };
  const [projectImports, deniedPaths] = await Promise.all([
    findImportedFiles(program, closing),
    findLinksToOutside(program.project, functions),
  ]);
  const child = spawn(
    deno,
    [
      ...denoArguments({
        readable: [functions, ...staticFiles, ...projectImports.filter(needsPermission(functions))],
        denied: deniedPaths,
        writable: folder.writable,
        importMap: folder.importMap,
      }),
      "-",
    ],
    {
      cwd: workingDirectory,
      env: {
        ...denoEnvironment(),
        ...Object.fromEntries(
          Object.entries({ ...env, ...ownEnv }).map(([key, value]) => [
            bootstrapVariables.prefix + key,
            value,
          ]),
        ),
        [bootstrapVariables.secret]: secret,
        [bootstrapVariables.temporary]: folder.writable,
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  child.stdin.on("error", () => {});
  child.stdin.end(mainModule(pathToFileURL(entrypoint).href));
  let cause: EndReason | undefined;
  const kill = (reason: EndReason) => {
    cause ??= reason;
    child.kill("SIGKILL");
  };
  const stop = () => kill("stopped");
  closing.addEventListener("abort", stop);
  if (closing.aborted) stop();
  // Clean up even if this process exits suddenly, for example as a server worker whose main process was killed.
  const onExit = () => {
    stop();
    folder.removeNow();
  };
  process.once("exit", onExit);
  const ended = new Promise<EndReason>((resolve) => {
    child.once("error", () => resolve("failed"));
    // A signal means that the memory is used up, because V8 then aborts, and nothing else sends signals to the process.
    child.once("close", (_, signal) => resolve(cause ?? (signal ? "over a limit" : "failed")));
  }).finally(async () => {
    await folder
      .remove()
      .catch((err) =>
        log.warn({ err, function: name }, "the function's /tmp could not be removed"),
      );
    process.off("exit", onExit);
    closing.removeEventListener("abort", stop);
  });
  const port = await waitForPort(child, { name, secret, ended, stop, log });
  const processorTime = new ProcessorTime({
    pid: child.pid ?? 0,
    probe: () => probe({ port, secret }),
    onExceeded() {
      const limit = `${maxWorkMs / 1000} s of processor time for a request`;
      log.warn({ function: name }, `stopped: ${limit}`);
      kill("over a limit");
    },
  });
  let requestCount = 0;
  const bodySizes = new BodySizes();
  let isRetired = false;
  return {
    port,
    secret,
    ended,
    stop,
    bodyBytes: (caller) => bodySizes.total(caller),
    begin(bodyBytes, caller) {
      requestCount++;
      const removeBody = bodySizes.add(caller, bodyBytes);
      const end = processorTime.begin();
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        end();
        requestCount--;
        removeBody();
        if (isRetired && requestCount === 0) stop();
      };
    },
    retire() {
      isRetired = true;
      if (requestCount === 0) stop();
    },
  };
}

/** Returns whether a file needs its own permission. Deno cannot express a permission for a path with a comma. */
const needsPermission = (folder: string) => (file: string) =>
  !file.startsWith(folder + sep) && !file.includes(",");

interface BootContext {
  readonly name: string;
  readonly secret: string;
  readonly ended: Promise<unknown>;
  readonly stop: () => void;
  readonly log: Log;
}

/** The hosted service's limit. A limit is needed, because functions may log long texts from callers. */
const maxLineCharacters = 10_000;

/** Waits for the port that the bootstrap prints to the function's standard output. */
function waitForPort(
  { stdout, stderr }: { readonly stdout: Readable; readonly stderr: Readable },
  { name, secret, ended, stop, log }: BootContext,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(stop, startTimeoutMs);
    void ended.then(() => {
      clearTimeout(timer);
      reject(bootFailed());
    });
    onLine(stdout, maxLineCharacters, (line) => {
      const [prefix, port] = line.split(" ");
      if (prefix === secret) {
        clearTimeout(timer);
        resolve(Number(port));
      } else log.info({ function: name }, line);
    });
    onLine(stderr, maxLineCharacters, (line) => log.warn({ function: name }, line));
  });
}
