import type { Context } from "hono";
import { findEntries, isSearchScope, type Search } from "../../audit/entries.ts";
import type { AuthContext } from "../../context.ts";
import { badRequest, failureHandler } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { addPageHeaders, readPage } from "../../request/page-parameters.ts";

/** `GET /admin/audit`: lists a page of the audit log, newest first. */
export async function listAuditLog(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const page = readPage(c);
  const search = readSearch(c.req.query("query") ?? "");
  const { rows, total } = await findEntries(context.database, search, page).catch(
    failureHandler("Error searching for audit logs"),
  );
  addPageHeaders(c, "/admin/audit", page, total);
  return c.json(rows);
}

/** Parses a query such as `author:ada`, `action:invited` or `type:team`. */
function readSearch(query: string): Search | undefined {
  if (query === "") return undefined;
  const [, scope = "", term] = query.match(/^([^:]*):(.*)$/s) ?? [];
  if (!isSearchScope(scope) || term === undefined) {
    throw badRequest("validation_failed", `Invalid query scope: ${query}`);
  }
  return { scope, term };
}
