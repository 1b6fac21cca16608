import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal within this time is a repetition, because the terminal and npm both forward a Ctrl-C. */
const repeatedSignalMs = 500;

/** The time that other listeners have to end the process. */
const othersTimeoutMs = 2_000;

const closers = new Set<() => Promise<void>>();
let closingSince: number | undefined;

/**
 * Calls `close` when a signal asks the process to end. After that, the process ends as it would without this function.
 *
 * @returns a function that removes the listener
 */
export function closeOnSignals(close: () => Promise<void>): () => void {
  if (closers.size === 0) for (const signal of signals) process.prependListener(signal, closeAll);
  closers.add(close);
  return () => {
    closers.delete(close);
    if (closers.size === 0) for (const signal of signals) process.off(signal, closeAll);
  };
}

async function closeAll(signal: NodeJS.Signals): Promise<void> {
  const exit = () => process.exit(128 + constants.signals[signal]);
  if (closingSince !== undefined) {
    if (performance.now() - closingSince > repeatedSignalMs) exit();
    return;
  }
  closingSince = performance.now();
  // If Vite itself listens for SIGTERM, it closes its server and exits.
  const hasOtherListeners = process.listenerCount(signal) > 1;
  await Promise.allSettled([...closers].map((close) => close()));
  for (const name of signals) process.off(name, closeAll);
  if (hasOtherListeners) setTimeout(exit, othersTimeoutMs).unref();
  else process.kill(process.pid, signal);
}
