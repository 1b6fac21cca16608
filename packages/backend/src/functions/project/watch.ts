import { watch } from "node:fs";
import { sep } from "node:path";
import type { Log } from "../../log/log.ts";

/** The delay after the last change, because editors write several files at once. */
const debounceMs = 200;

/**
 * Calls `onChange` shortly after a file below `functions` has changed. It watches the parent folder, because
 * `functions` may be created while the server runs.
 *
 * @returns a function that stops watching
 */
export function watchFunctions(
  directory: string,
  log: Log,
  onChange: () => Promise<void>,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const notify = () => {
    onChange().catch((err) => log.error({ err }, "the functions could not be read again"));
  };
  try {
    const watcher = watch(directory, { recursive: true }, (_, path) => {
      if (path !== null && path.split(sep)[0] !== "functions") return;
      clearTimeout(timer);
      timer = setTimeout(notify, debounceMs);
      timer.unref();
    });
    watcher.on("error", () => {});
    watcher.unref();
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch (err) {
    // Do not warn about a missing folder, because the project then has no functions.
    if (!(err instanceof Error && "code" in err && err.code === "ENOENT")) {
      log.warn({ err }, "functions cannot be watched: restart the server after each change");
    }
    return () => {};
  }
}
