export function setTimeout<T>(
  delayMs: number,
  value?: T,
  { signal }: { readonly signal?: AbortSignal; readonly ref?: boolean } = {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve(value);
    }, delayMs);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Yields to all queued tasks. */
export const setImmediate = () => setTimeout(0);
