import { randomBytes } from "node:crypto";
import { readStatus } from "../control/running-server.ts";
import { openPostgresPort } from "../postgres-port/port.ts";
import type { StoredDatabase } from "./options.ts";
import { databaseUrlOf, openStopped } from "./project-database.ts";

/**
 * Calls `use` with a URL at which PostgreSQL clients reach the database of a project: that of its server, or of a port
 * that this process opens during the call.
 *
 * @throws {UsageError} as {@link withProjectDatabase}
 */
export async function withDatabaseUrl<T>(
  location: StoredDatabase,
  use: (url: string) => Promise<T>,
): Promise<T> {
  if ("url" in location) return use(location.url);
  const status = await readStatus(location.directory);
  if (status) return use(databaseUrlOf(status));
  const { createLog } = await import("../log/log.ts");
  const database = await openStopped(location.directory);
  try {
    const password = randomBytes(16).toString("hex");
    const log = createLog("error");
    const port = await openPostgresPort({ database, port: 0, password, log });
    try {
      return await use(`postgresql://postgres:${password}@127.0.0.1:${port.port}/postgres`);
    } finally {
      await port.close();
    }
  } finally {
    await database.close();
  }
}
