/**
 * Prints one plain line.
 *
 * @param {string} [line]
 */
export function print(line = "") {
  process.stdout.write(`${line}\n`);
}

/**
 * Starts a timer; the returned function formats the elapsed time, such as "850 ms", "4.2 s" or "1 min 12 s".
 */
export function stopwatch() {
  const start = performance.now();
  return () => formatDuration(performance.now() - start);
}

/**
 * Formats a duration: "850 ms", "4.2 s", "1 min 12 s".
 *
 * @param {number} milliseconds
 */
export function formatDuration(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Prints a progress line every five seconds until the work is done.
 *
 * @template T
 * @param {() => string} line
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function printProgress(line, work) {
  const timer = setInterval(() => print(line()), 5000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
