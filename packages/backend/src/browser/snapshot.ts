import { prepareDatabase } from "../database/system.ts";
import { openTabDatabase } from "./database.ts";

/**
 * Returns a snapshot of a new database, for {@link BrowserBackendOptions.snapshot}. A first start takes long because PostgreSQL
 * creates its files; with a snapshot, they are only unpacked. Call this function in a browser or in Node when you build
 * the application, and again after each update of `@portico/backend` or `@electric-sql/pglite`. A snapshot contains no
 * keys and no data, so it may be public.
 *
 * @example
 * ```ts
 * import { writeFile } from "node:fs/promises";
 * import { createSnapshot } from "@portico/backend/browser";
 *
 * const snapshot = await createSnapshot();
 * await writeFile("public/database.tar.gz", Buffer.from(await snapshot.arrayBuffer()));
 * ```
 */
export async function createSnapshot(): Promise<Blob> {
  const database = await openTabDatabase({ data: "memory", extensions: {} });
  try {
    await prepareDatabase(database);
    return await database.dump();
  } finally {
    await database.close();
  }
}
