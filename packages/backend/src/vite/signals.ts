import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The terminal and npm each forward a Ctrl-C. */
const sameSignalMs = 500;

/**
 * Closes something when the process is asked to end, and then lets it end as it would have without this.
 *
 * @returns a function that stops listening
 */
export function closeOnSignals(close: () => Promise<void>): () => void {
  let closingSince: number | undefined;
  const stopListening = () => {
    for (const signal of signals) process.off(signal, listener);
  };
  const listener = async (signal: NodeJS.Signals) => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > sameSignalMs)
        process.exit(128 + constants.signals[signal]);
      return;
    }
    closingSince = performance.now();
    // Vite itself listens for SIGTERM, closes its server and exits.
    const isHandled = process.listenerCount(signal) > 1;
    await close();
    stopListening();
    if (!isHandled) process.kill(process.pid, signal);
  };
  for (const signal of signals) process.prependListener(signal, listener);
  return stopListening;
}
