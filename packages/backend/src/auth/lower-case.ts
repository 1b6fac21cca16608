import { type Sql, sql } from "../database/sql.ts";

/**
 * Returns an address with its ASCII letters in lower case, as addresses are compared. Other letters are not changed,
 * because two mailboxes may differ in their case, and because JavaScript, PostgreSQL and Go fold them
 * differently: all turn the Kelvin sign into `k`, some turn İ into `i`.
 */
export function lowerCaseAddress(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The SQL of {@link lowerCaseAddress}: the collation "C" folds ASCII letters only. */
export const lowerCaseInSql = (address: Sql): Sql => sql`lower((${address}) collate "C")`;
