import { type ChildProcess, fork } from "node:child_process";

/**
 * A child process that handles one request at a time, so that the measured code does not share a thread or a
 * garbage collector with the measuring code.
 */
export interface Child {
  readonly pid: number;
  request<Result>(command: unknown): Promise<Result>;
  close(): Promise<void>;
}

/** Starts a module, whose path is relative to the folder `bench`, in a child process. */
export function start(module: string, execArgv: readonly string[] = []): Child {
  const child: ChildProcess = fork(new URL(module, new URL("../", import.meta.url)), {
    execArgv: [...execArgv],
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let pendingRequest: { resolve(response: never): void; reject(error: Error): void } | undefined;
  const end = () => pendingRequest?.reject(new Error(`${module} ended.`));
  child.on("exit", end);
  child.on("message", (message: { response?: never; error?: string }) => {
    const pending = pendingRequest;
    pendingRequest = undefined;
    if (message.error === undefined) pending?.resolve(message.response as never);
    else pending?.reject(new Error(message.error));
  });
  return {
    pid: child.pid ?? 0,
    request: (command) =>
      new Promise((resolve, reject) => {
        pendingRequest = { resolve, reject };
        child.send({ command });
      }),
    close: () =>
      new Promise((resolve) => {
        child.off("exit", end);
        if (child.exitCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.disconnect();
      }),
  };
}

/** Handles the parent's requests until it disconnects. */
export function serveRequests<Command>(
  handle: (command: Command) => Promise<unknown>,
  close: () => Promise<void> = async () => {},
): void {
  process.on("message", async ({ command }: { command: Command }) => {
    try {
      process.send?.({ response: await handle(command) });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : "?" });
    }
  });
  process.on("disconnect", async () => {
    await close();
    process.exit();
  });
}
