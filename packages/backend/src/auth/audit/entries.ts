import type { Database } from "../../database/port.ts";
import { join, type Sql, sql } from "../../database/sql.ts";
import { type Page, type PageOfRows, queryPage } from "../pagination.ts";

/** A row of the audit log. */
export interface Entry {
  readonly id: string;
  readonly payload: unknown;
  readonly created_at: Date;
  readonly ip_address: string;
}

/** The fields that each search scope covers. */
const scopes = {
  author: [sql`payload ->> 'actor_username'`, sql`payload ->> 'actor_name'`],
  action: [sql`payload ->> 'action'`],
  type: [sql`payload ->> 'log_type'`],
} satisfies Record<string, readonly Sql[]>;

export type SearchScope = keyof typeof scopes;

export const isSearchScope = (name: string): name is SearchScope => Object.hasOwn(scopes, name);

export interface Search {
  readonly scope: SearchScope;
  /** Text to find anywhere in the fields. */
  readonly term: string;
}

/** No address or action is longer. */
const maxTermLength = 255;

/**
 * Returns a page of the audit log, newest first.
 *
 * @param search undefined if all entries are requested
 */
export function findEntries(
  database: Database,
  search: Search | undefined,
  page: Page,
): Promise<PageOfRows<Entry>> {
  const query = {
    columns: sql`id, payload, created_at, ip_address`,
    from: sql`from auth.audit_log_entries where ${search ? matchCondition(search) : sql`true`}`,
    order: sql`created_at desc, id`,
  };
  return queryPage<Entry>(database, query, page);
}

function matchCondition({ scope, term }: Search): Sql {
  if (term === "") return sql`true`;
  // PostgreSQL does not accept NUL characters in text.
  if (term.length > maxTermLength || term.includes("\0")) return sql`false`;
  const conditions = scopes[scope].map((field) => sql`${field} ilike ${`%${term}%`}`);
  return sql`(${join(conditions, " or ")})`;
}
