import type { Context } from "hono";
import { join, type Sql, sql } from "../../../database/sql.ts";
import type { Auth } from "../../context.ts";
import { badRequest, refusedBy } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { addPageHeaders, limitTo, readPage } from "../../request/pages.ts";

interface Entry {
  readonly id: string;
  readonly payload: unknown;
  readonly created_at: Date;
  readonly ip_address: string;
}

/** The scopes that `query` can search, and their fields in an entry. */
const scopes: Readonly<Record<string, readonly Sql[]>> = {
  author: [sql`payload ->> 'actor_username'`, sql`payload ->> 'actor_name'`],
  action: [sql`payload ->> 'action'`],
  type: [sql`payload ->> 'log_type'`],
};

/** `GET /admin/audit`: lists a page of the audit log, newest first. */
export async function listAuditLog(auth: Auth, c: Context): Promise<Response> {
  await requireAdmin(auth, c);
  const page = readPage(c);
  const listed = sql`from auth.audit_log_entries where ${readQuery(c.req.query("query") ?? "")}`;
  const { rows, total } = await auth.database
    .transaction(
      async (connection) => {
        const { rows } = await connection.query<Entry>(sql`
          select id, payload, created_at, ip_address ${listed}
          order by created_at desc, id ${limitTo(page)}`);
        const count = await connection.query<{ total: number }>(
          sql`select count(*) as total ${listed}`,
        );
        return { rows, total: Number(count.rows[0]?.total ?? 0) };
      },
      { isolation: "repeatable read", readOnly: true },
    )
    .catch(refusedBy("Error searching for audit logs"));
  addPageHeaders(c, "/admin/audit", page, total);
  return c.json(rows);
}

/** Longer than any address or action. */
const maxTermLength = 255;

/**
 * Returns the SQL condition of a query such as `author:ada`, `action:invited` or `type:team`. The term
 * matches any part of the field.
 */
function readQuery(query: string): Sql {
  if (query === "") return sql`true`;
  const [, scope = "", term] = query.match(/^([^:]*):(.*)$/s) ?? [];
  const fields = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (!fields || term === undefined) {
    throw badRequest("validation_failed", `Invalid query scope: ${query}`);
  }
  if (term === "") return sql`true`;
  if (term.length > maxTermLength) return sql`false`;
  const matches = fields.map((field) => sql`${field} ilike ${`%${term}%`}`);
  return sql`(${join(matches, " or ")})`;
}
