import type { Connection } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

/** Marks a code as used. Returns false if any process has used it before. */
export type ConsumeCode = (id: string, expiresAt: Date) => Promise<boolean>;

/** Stores used codes in the database, which all processes share. */
export function createCodeConsumer(database: Connection): ConsumeCode {
  return async (id, expiresAt) => {
    await database.query(sql`delete from portico.sandbox_codes where expires_at < now()`);
    const { affected } = await database.query(sql`
      insert into portico.sandbox_codes (id, expires_at) values (${id}, ${expiresAt})
      on conflict do nothing`);
    return affected === 1;
  };
}
