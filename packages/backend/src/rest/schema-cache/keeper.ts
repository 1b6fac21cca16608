import { DatabaseUnavailable } from "../../database/errors.ts";
import type { Database } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import { schemaCacheMissing } from "../errors.ts";
import type { RestConfig } from "../settings.ts";
import { schemaFingerprint } from "./fingerprint.ts";
import { type LoadedSchema, loadSchemaCache } from "./load.ts";

/** Holds the schema cache, and reloads it on request. */
export interface SchemaCacheKeeper {
  /**
   * Returns the cache that was loaded last. The first call loads it, and calls during the load share it.
   * @throws {RestError} PGRST002 if it cannot be loaded. The next call tries again.
   */
  current(): Promise<LoadedSchema>;
  /** Reloads the cache. Calls during a load share the next load. */
  reload(): Promise<void>;
  /** Stops listening. */
  close(): Promise<void>;
}

/** Observes loads of the schema cache. */
export interface LoadObserver {
  /** Called after each load, with its duration in milliseconds. */
  readonly onLoad?: ((result: "loaded" | "failed", durationMs: number) => void) | undefined;
}

/** The channel of `notify pgrst`, which requests a reload. */
const channel = "pgrst";

/**
 * Loads the schema cache, and reloads it upon `NOTIFY pgrst` (empty, `reload schema` or `reload config`;
 * https://docs.postgrest.org/en/v14/references/schema_cache.html#schema-cache-reloading).
 */
export function maintainSchemaCache(
  database: Database,
  config: RestConfig,
  { log, onLoad }: LoadObserver & { readonly log: Log },
): SchemaCacheKeeper {
  let current: LoadedSchema | undefined;
  let listening: Promise<() => Promise<void>> | undefined;
  let currentLoad: Promise<void> | undefined;
  let nextLoad: Promise<void> | undefined;
  let fingerprint: string | undefined;
  let isClosed = false;

  /** Starts to listen before the first load, so that no change is missed in between. */
  const listen = async () => {
    listening ??= database.listen(channel, (payload) => {
      const reloadResult = payload === undefined ? reloadIfChanged() : reload();
      reloadResult.catch(() => {});
    });
    try {
      await listening;
    } catch (error) {
      listening = undefined;
      throw error;
    }
  };
  const load = async () => {
    const startedAt = performance.now();
    try {
      await listen();
      const loading = loadSchemaCache(database, config);
      // The command precedes every statement that is sent after the load. If it fails, the session has ended, and its
      // prepared statements no longer exist.
      if (current) database.parseAgain().catch(() => {});
      current = await loading;
      onLoad?.("loaded", performance.now() - startedAt);
    } catch (error) {
      onLoad?.("failed", performance.now() - startedAt);
      if (!(error instanceof DatabaseUnavailable)) {
        const err = new Error("The schema cache could not be loaded.", { cause: error });
        log.error({ err }, "the schema cache of the REST wire could not be loaded");
      }
      throw error;
    }
  };
  const reload = (): Promise<void> => {
    if (currentLoad === undefined) {
      currentLoad = load().finally(() => {
        currentLoad = undefined;
      });
      return currentLoad;
    }
    // The running load may have read the catalogue before it changed.
    nextLoad ??= currentLoad
      .catch(() => {})
      .then(() => {
        nextLoad = undefined;
        return reload();
      });
    return nextLoad;
  };

  const reloadIfChanged = async () => {
    const currentFingerprint = await schemaFingerprint(database);
    if (currentFingerprint === fingerprint) return;
    await reload();
    fingerprint = currentFingerprint;
  };

  return {
    current: async () => {
      // If the load fails, the last cache stays in use.
      if (current === undefined && !isClosed) await (currentLoad ?? reload()).catch(() => {});
      if (current === undefined) throw schemaCacheMissing();
      return current;
    },
    reload,
    close: async () => {
      isClosed = true;
      await (nextLoad ?? currentLoad)?.catch(() => {});
      await (await listening)?.();
    },
  };
}
