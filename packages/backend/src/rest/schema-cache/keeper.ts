import { type Database, DatabaseUnavailable } from "../../database/port.ts";
import { schemaCacheMissing } from "../errors.ts";
import type { RestConfig } from "../settings.ts";
import { type Loaded, loadSchemaCache } from "./load.ts";

/** Holds the schema cache, and loads it anew when it is told to. */
export interface SchemaCacheKeeper {
  /**
   * What was loaded last. Where nothing was yet, this loads it; those who ask meanwhile share the load.
   *
   * @throws {RestError} PGRST002 when it cannot be loaded; whoever asks next has it tried again
   */
  current(): Promise<Loaded>;
  /** Loads the cache anew; those who ask while it loads share the load that follows. */
  reload(): Promise<void>;
  /** Stops listening. */
  close(): Promise<void>;
}

/** The channel on which `notify pgrst` asks for a reload. */
const channel = "pgrst";

/**
 * Keeps the schema cache: `NOTIFY pgrst` (with nothing, `reload schema` or `reload config`) has it
 * loaded anew
 * (https://docs.postgrest.org/en/v14/references/schema_cache.html#schema-cache-reloading).
 *
 * @param onFailure told of a load that failed for another reason than that no database was there
 */
export function keepSchemaCache(
  database: Database,
  config: RestConfig,
  onFailure: (error: unknown) => void = () => {},
): SchemaCacheKeeper {
  let current: Loaded | undefined;
  let listening: Promise<() => Promise<void>> | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let closed = false;

  /** Before the first load, so that no change falls between the two. */
  const listen = async () => {
    listening ??= database.listen(channel, () => void reload().catch(() => {}));
    try {
      await listening;
    } catch (error) {
      listening = undefined;
      throw error;
    }
  };
  const load = async () => {
    try {
      await listen();
      current = await loadSchemaCache(database, config);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) {
        onFailure(new Error("The schema cache could not be loaded.", { cause: error }));
      }
      throw error;
    }
  };
  const reload = (): Promise<void> => {
    if (running === undefined) {
      running = load().finally(() => {
        running = undefined;
      });
      return running;
    }
    // What changed while a load was under way may not be in it.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return reload();
      });
    return next;
  };

  return {
    current: async () => {
      // A load that fails leaves the last cache in place.
      if (current === undefined && !closed) await (running ?? reload()).catch(() => {});
      if (current === undefined) throw schemaCacheMissing();
      return current;
    },
    reload,
    close: async () => {
      closed = true;
      await (next ?? running)?.catch(() => {});
      await (await listening)?.();
    },
  };
}
