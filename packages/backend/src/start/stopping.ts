import type { Log } from "../log/log.ts";

/** In milliseconds. Process managers kill ten seconds after their signal, or later. */
const longestStop = 9_000;

/** Something that is to end before its process does. */
export interface Stoppable {
  close(): Promise<void>;
}

/**
 * Ends the process well on signals: after `close`, with code 0.
 *
 * @param begun called when the first signal has come
 * @returns the same for other reasons
 */
export function stopOn(
  signals: readonly NodeJS.Signals[],
  { close }: Stoppable,
  log: Log,
  begun: () => void = () => {},
): (code: number) => Promise<void> {
  let stoppingSince: number | undefined;
  const stop = async (code: number) => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    setTimeout(() => process.exit(code), longestStop);
    await close().catch((err: unknown) => log.error({ err }, "the server did not stop well"));
    process.exit(code);
  };
  for (const signal of signals) {
    process.on(signal, async () => {
      if (stoppingSince !== undefined) {
        // A second Ctrl-C means now. A signal that comes sooner than a hand can press is the first one
        // again: the terminal, npm and the script that started this process each pass it on.
        if (performance.now() - stoppingSince > 500) process.exit(1);
        return;
      }
      begun();
      await stop(0);
    });
  }
  // An error that no code catches leaves the program in an unknown state.
  process.on("uncaughtException", (err) => {
    log.error({ err }, "an error that nobody caught");
    void stop(1);
  });
  return stop;
}
