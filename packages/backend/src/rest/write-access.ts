import { DatabaseError } from "../database/errors.ts";
import type { Database } from "../database/port.ts";
import { type Sql, sql } from "../database/sql.ts";
import { type ApiRequest, withPayload } from "./parse/request.ts";
import { planRequest } from "./plan/plan.ts";
import { nameKey, type QualifiedName } from "./qualified-name.ts";
import type { Execution } from "./run-plan.ts";
import { prepareTransaction, statementTimeoutMs } from "./sql/transaction-settings.ts";
import { fromDatabaseError } from "./sqlstate.ts";

/** A request to write, before its body is read. */
export type WriteRequest = Omit<Execution, "plan" | "memoryLease">;

/**
 * Refuses a request that fails regardless of its body: the table does not exist, the caller lacks the privilege, or
 * row-level security does not let the caller insert any row. A request that passes the check may still be refused.
 *
 * @throws {RestError} the same error as for the request with its body
 */
export async function checkWriteAccess(database: Database, write: WriteRequest): Promise<void> {
  const { caller, isAnonymous, cache, settings, signal, key, network } = write;
  const { action } = write.request;
  const request = withPayload(write.request, { kind: "json", text: "[]", keys: [] });
  // The body's keys select the overload of a function, so it cannot be planned without the body.
  const isOverloaded = action.kind === "call" && cache.routines.has(nameKey(action.function));
  if (!isOverloaded) planRequest({ request, cache, settings });
  const check = accessCheckFor(write.request);
  if (!check || !cache.roles.get(caller.role)?.granted) return;
  const context = { ...write, request, plan: null };
  const asCaller = prepareTransaction(context);
  try {
    // Roll back the writes of the pre-request function, because the request itself calls the function again.
    const modes = {
      signal,
      caller: key,
      network,
      isDryRun: true,
      statementTimeoutMs: statementTimeoutMs(context),
    };
    const results = await database.batch<Refusal[]>([...asCaller, check], modes);
    const refusal = results.at(-1)?.rows[0]?.refusal;
    if (refusal) throw new DatabaseError({ code: "42501", message: refusal });
  } catch (error) {
    if (error instanceof DatabaseError) throw fromDatabaseError(error, !isAnonymous);
    throw error;
  }
}

interface Refusal {
  readonly refusal: string | null;
}

/** Returns a query that fails if the request would fail. */
function accessCheckFor({ action }: ApiRequest): Sql | null {
  if (action.kind === "call") return functionCheck(action.function);
  if (action.kind !== "mutate") return null;
  return tableCheck(action.table, action.mutation === "update" ? "UPDATE" : "INSERT");
}

function functionCheck({ schema, name }: QualifiedName): Sql {
  return sql`
    select case when not bool_or(has_function_privilege(p.oid, 'execute'))
      then 'permission denied for function ' || ${name} end as refusal
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${schema} and p.proname = ${name}`;
}

/**
 * Returns the query that checks access to a table. It skips the policies where they may not apply to a row: for an
 * update, if a trigger of the table or of a partition can prevent the insertion, or if a rule redirects it.
 */
function tableCheck({ schema, name }: QualifiedName, privilege: "INSERT" | "UPDATE"): Sql {
  return sql`
    select case
      when not has_any_column_privilege(c.oid, ${privilege}) then
        format('permission denied for %s %s', 
          case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
            when 'f' then 'foreign table' else 'table' end,
          c.relname)
      when ${privilege} = 'INSERT' and row_security_active(c.oid)
        and not exists (
          select from pg_policy p
          where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('a', '*')
            and exists (
              select from unnest(p.polroles) role
              where role = 0 or pg_has_role(role, 'usage')
            )
        )
        and not exists (
          select from pg_trigger t
          where not t.tgisinternal and t.tgtype & 7 = 7
            and (t.tgrelid = c.oid
              or c.relkind = 'p' and t.tgrelid in (select relid from pg_partition_tree(c.oid)))
        )
        and not exists (
          select from pg_rewrite r where r.ev_class = c.oid and r.ev_type = '3' and r.is_instead
        )
        then format('new row violates row-level security policy for table "%s"', c.relname)
      end as refusal
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${name}`;
}
