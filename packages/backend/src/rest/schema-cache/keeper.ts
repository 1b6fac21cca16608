import type { Database } from "../../database/port.ts";
import type { RestConfig } from "../settings.ts";
import { type Loaded, loadSchemaCache } from "./load.ts";

/** Holds the schema cache, and loads it anew when it is told to. */
export interface SchemaCacheKeeper {
  readonly current: Loaded;
  /** Loads the cache anew; those who ask while it loads share the load that follows. */
  reload(): Promise<void>;
  /** Stops listening. */
  close(): Promise<void>;
}

/** The channel on which `notify pgrst` asks for a reload. */
const channel = "pgrst";

/**
 * Loads the schema cache and keeps it: `NOTIFY pgrst` (with nothing, `reload schema` or `reload
 * config`) has it loaded anew
 * (https://docs.postgrest.org/en/v14/references/schema_cache.html#schema-cache-reloading).
 */
export async function keepSchemaCache(
  database: Database,
  config: RestConfig,
): Promise<SchemaCacheKeeper> {
  let current = await loadSchemaCache(database, config);
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const load = async () => {
    current = await loadSchemaCache(database, config);
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

  // A load that fails leaves the last cache in place; the next request that needs more says so.
  const stop = await database.listen(channel, () => void reload().catch(() => {}));
  return {
    get current() {
      return current;
    },
    reload,
    close: async () => {
      await stop();
      await (next ?? running)?.catch(() => {});
    },
  };
}
