import type { Connection } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

/** Where spent codes are remembered until they would have expired anyway. */
export const sandboxCodesTable = `
create table if not exists portico.sandbox_codes (
  id uuid primary key,
  expires_at timestamptz not null
);
`;

/** Spends a code. @returns false when it was spent before, by whichever process */
export type SpendCode = (id: string, expiresAt: Date) => Promise<boolean>;

export function sandboxCodes(database: Connection): SpendCode {
  return async (id, expiresAt) => {
    await database.query(sql`delete from portico.sandbox_codes where expires_at < now()`);
    const { affected } = await database.query(
      sql`insert into portico.sandbox_codes (id, expires_at) values (${id}, ${expiresAt}) on conflict do nothing`,
    );
    return affected === 1;
  };
}
