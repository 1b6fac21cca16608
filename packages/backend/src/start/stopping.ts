import type { Log } from "../log/log.ts";

/** Process managers wait at least ten seconds after SIGTERM before they send SIGKILL. */
const stopTimeoutMs = 9_000;

/** A resource to close before the process ends. */
export interface Closeable {
  close(): Promise<void>;
}

/**
 * Shuts the process down gracefully on signals: calls `close`, then exits with code 0.
 *
 * @param onFirstSignal called on the first signal
 * @returns a function that shuts down for another reason, with an exit code
 */
export function stopOnSignals(
  signals: readonly NodeJS.Signals[],
  { close }: Closeable,
  log: Log,
  onFirstSignal: () => void = () => {},
): (code: number) => Promise<void> {
  let stoppingSince: number | undefined;
  const stop = async (code: number) => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    setTimeout(() => process.exit(code), stopTimeoutMs);
    await close().catch((err: unknown) => log.error({ err }, "the server did not stop cleanly"));
    process.exit(code);
  };
  for (const signal of signals) {
    process.on(signal, async () => {
      if (stoppingSince !== undefined) {
        // A second Ctrl-C exits immediately. Ignore a signal within half a second, because the terminal, npm and the
        // script that started this process each forward the first one.
        if (performance.now() - stoppingSince > 500) process.exit(1);
        return;
      }
      onFirstSignal();
      await stop(0);
    });
  }
  // After an uncaught error, the state of the process is unknown, so end it.
  process.on("uncaughtException", (err) => {
    log.error({ err }, "uncaught error");
    void stop(1);
  });
  return stop;
}
