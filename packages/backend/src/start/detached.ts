import { type ChildProcess, spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { readStatus, ServerRefusal } from "../control/running-server.ts";
import { makeDataDirectory } from "../private-directory.ts";
import type { ReadyMessage } from "./ready.ts";
import { StartFailure } from "./start-failure.ts";

/** The options for starting a server in the background. */
export interface DetachedOptions {
  /** The directory for the file `log`. */
  readonly logDirectory: string;
  /** The directory of the socket for commands, or undefined if the server has no such socket. */
  readonly socketDirectory: string | undefined;
  readonly timeoutMs: number;
  print(text: string): void;
}

/** The maximum time for a server to stop if it was not ready in time. */
const stopTimeoutMs = 10_000;

/** The maximum size of the output that is printed after a failed start. */
const maxOutputBytes = 64 * 1024;

/**
 * Starts `portico` in the background, and returns when the server is ready. Its output goes to the file `log`.
 *
 * @param args the arguments after `portico`
 * @throws {StartFailure} with the server's output when it ends, or is not ready in time
 */
export async function startDetached(
  args: readonly string[],
  { logDirectory, socketDirectory, timeoutMs, print }: DetachedOptions,
): Promise<void> {
  if (socketDirectory !== undefined) await refuseRunning(socketDirectory);
  await makeDataDirectory(logDirectory);
  const logFile = join(logDirectory, "log");
  const log = await open(logFile, "w+", 0o600);
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? "", ...args], {
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log.fd, log.fd, "ipc"],
  });
  const outcome = await waitForReady(child, timeoutMs);
  if (outcome.kind === "failed") {
    // Read from the open file, because a failed first start removes the directory that contains it.
    const { size } = await log.stat();
    const { buffer, bytesRead } = await log.read({
      buffer: Buffer.alloc(Math.min(size, maxOutputBytes)),
      position: Math.max(0, size - maxOutputBytes),
    });
    await log.close();
    const output = buffer.toString("utf8", 0, bytesRead);
    throw new StartFailure(`${output}${outcome.reason}`);
  }
  await log.close();
  child.disconnect();
  child.unref();
  const stop = socketDirectory === undefined ? `kill ${child.pid}` : "portico stop";
  print(
    `${outcome.greeting}It runs in the background, and writes to ${logFile}. To stop it: ${stop}\n`,
  );
}

/**
 * Refuses to start a second server, because it would overwrite the log of the first.
 *
 * @throws {StartFailure}
 */
async function refuseRunning(directory: string): Promise<void> {
  const status = await readStatus(directory).catch((error: unknown) => {
    if (error instanceof ServerRefusal) throw new StartFailure(`${directory}: ${error.message}`);
    throw error;
  });
  if (!status) return;
  throw new StartFailure(
    `A server of ${status.project} runs already (process ${status.pid}). Its addresses: portico status`,
  );
}

type Outcome =
  | { readonly kind: "ready"; readonly greeting: string }
  | { readonly kind: "failed"; readonly reason: string };

async function waitForReady(child: ChildProcess, timeoutMs: number): Promise<Outcome> {
  const outcome = Promise.withResolvers<Outcome>();
  const fail = (reason: string) => outcome.resolve({ kind: "failed", reason });
  let reason = "The server ended before it was ready.";
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (cause: string) => {
    reason = cause;
    child.kill("SIGTERM");
    killTimer ??= setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  };
  const timer = setTimeout(
    () => stop(`The server was not ready after ${timeoutMs / 1000} s, and was stopped.`),
    timeoutMs,
  );
  child.on("message", ({ greeting }: ReadyMessage) => outcome.resolve({ kind: "ready", greeting }));
  child.once("error", ({ message }) => fail(`The server could not be started: ${message}.`));
  child.once("exit", () => fail(reason));
  // The background server does not receive Ctrl-C from this terminal, so stop it here.
  const interrupt = () => stop("The server was not ready, and was stopped.");
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await outcome.promise;
  } finally {
    clearTimeout(timer);
    clearTimeout(killTimer);
    for (const signal of signals) process.off(signal, interrupt);
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
