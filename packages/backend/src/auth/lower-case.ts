import { type Sql, sql } from "../database/sql.ts";

/**
 * An address in the form in which addresses are compared: its ASCII letters in lower case, and no others. Two
 * mailboxes may differ in the case of other letters, and JavaScript, PostgreSQL and Go do not agree about it: the
 * Kelvin sign is a `k` to all of them, İ an `i` to some.
 */
export function lowerCaseAddress(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The SQL of {@link lowerCaseAddress}: the collation "C" knows the letters of ASCII alone. */
export const lowerCaseInSql = (address: Sql): Sql => sql`lower((${address}) collate "C")`;
