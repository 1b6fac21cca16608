import { watch } from "node:fs";
import { sep } from "node:path";
import type { Log } from "../log/log.ts";

/** Editors write several files at once. */
const calmAfterChangeMs = 200;

/**
 * Calls back some time after a file below `functions` has changed. The folder above is watched, as `functions`
 * itself may be made while the server runs.
 *
 * @returns the function that ends it
 */
export function watchFunctions(
  directory: string,
  log: Log,
  onChange: () => Promise<void>,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const change = () => {
    onChange().catch((err) => log.error({ err }, "the functions could not be read again"));
  };
  try {
    const watcher = watch(directory, { recursive: true }, (_, path) => {
      if (path !== null && path.split(sep)[0] !== "functions") return;
      clearTimeout(timer);
      timer = setTimeout(change, calmAfterChangeMs);
      timer.unref();
    });
    watcher.on("error", () => {});
    watcher.unref();
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch (err) {
    // A project without the folder has no functions.
    if (!(err instanceof Error && "code" in err && err.code === "ENOENT")) {
      log.warn({ err }, "changes of functions are not seen: start again after each");
    }
    return () => {};
  }
}
