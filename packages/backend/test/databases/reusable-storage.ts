import { openPrepared } from "../../src/database/pglite/new-database.ts";
import type { Database } from "../../src/database/port.ts";
import { temporaryFolder } from "../project-folder.ts";

/** An embedded database for all servers that a test file starts. It stays open when a server closes. */
export interface ReusableStorage {
  readonly storage: { readonly directory: string; readonly opening: Promise<Database> };
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * Opens a database that several servers can share. Opening a database takes most of a server's start. Only servers
 * without migrations of their own can share it.
 */
export async function openReusableStorage(): Promise<ReusableStorage> {
  const [database, folder] = await Promise.all([openPrepared(), temporaryFolder({})]);
  const unclosableDatabase = { ...database, close: async () => {} };
  return {
    database,
    storage: { directory: folder.path, opening: Promise.resolve(unclosableDatabase) },
    close: async () => {
      await database.close();
      await folder.remove();
    },
  };
}
