/**
 * Prints one plain line.
 *
 * @param {string} [line]
 */
export function print(line = "") {
  process.stdout.write(`${line}\n`);
}

/**
 * Starts counting now; the function that it returns says how long it has been, as "850 ms", "4.2 s"
 * or "1 min 12 s".
 */
export function stopwatch() {
  const start = performance.now();
  return () => duration(performance.now() - start);
}

/**
 * A span of time as a person reads it: "850 ms", "4.2 s", "1 min 12 s".
 *
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * While the work goes on, prints every five seconds a line about how far it is.
 *
 * @template T
 * @param {() => string} line
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(line, work) {
  const timer = setInterval(() => print(line()), 5000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
