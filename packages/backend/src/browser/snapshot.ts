import { prepareDatabase } from "../database/system.ts";
import { openInTab } from "./database.ts";

/**
 * Returns a snapshot of a new database, for {@link BrowserBackendOptions.snapshot}. Nearly all of a first start is
 * PostgreSQL making its files; from a snapshot they are only unpacked. It runs in a browser and in Node: call it when
 * the application is built, and again with each release of `@portico/backend` or `@electric-sql/pglite`. It holds no
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
  const database = await openInTab({ data: "memory", extensions: {} });
  try {
    await prepareDatabase(database);
    return await database.dump();
  } finally {
    await database.close();
  }
}
