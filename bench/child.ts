import { type ChildProcess, fork } from "node:child_process";

/**
 * A process of its own, asked one thing at a time by messages: what is measured shares no thread and
 * no garbage collector with what measures it.
 */
export interface Child {
  readonly pid: number;
  ask<Answer>(question: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export function start(module: string, execArgv: readonly string[] = []): Child {
  const child: ChildProcess = fork(new URL(module, import.meta.url), {
    execArgv: [...execArgv],
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let waiting: { resolve(answer: never): void; reject(error: Error): void } | undefined;
  const end = () => waiting?.reject(new Error(`${module} ended.`));
  child.on("exit", end);
  child.on("message", (message: { answer?: never; error?: string }) => {
    const asked = waiting;
    waiting = undefined;
    if (message.error === undefined) asked?.resolve(message.answer as never);
    else asked?.reject(new Error(message.error));
  });
  return {
    pid: child.pid ?? 0,
    ask: (question) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        child.send({ question });
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

/** The other end: answers what the parent asks, until it hangs up. */
export function answer<Question>(
  reply: (question: Question) => Promise<unknown>,
  end: () => Promise<void> = async () => {},
): void {
  process.on("message", async ({ question }: { question: Question }) => {
    try {
      process.send?.({ answer: await reply(question) });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : "?" });
    }
  });
  process.on("disconnect", async () => {
    await end();
    process.exit();
  });
}
