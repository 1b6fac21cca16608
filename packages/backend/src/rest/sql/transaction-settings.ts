import { join, type Sql, sql } from "../../database/sql.ts";
import type { Caller } from "../../http/caller.ts";
import { fromHeaderText } from "../header-syntax.ts";
import type { ApiRequest, RawRequest } from "../parse/request.ts";
import type { Plan } from "../plan/types.ts";
import type { SchemaCache } from "../schema-cache/types.ts";
import type { RestSettings } from "../settings.ts";
import { qualified } from "./names.ts";

/** The values on which a transaction's settings depend. */
export interface TransactionContext {
  readonly caller: Caller;
  readonly raw: RawRequest;
  readonly request: ApiRequest;
  /** Null until the request is planned. */
  readonly plan: Plan | null;
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
}

/**
 * Returns the statement that sets the caller's role and claims, the request, and the related settings. All of them end
 * with the transaction (https://docs.postgrest.org/en/v14/references/transactions.html).
 */
function transactionSettings(context: TransactionContext): Sql {
  const { caller, raw, request, plan, cache, settings } = context;
  const { timezone } = request.preferences;
  const pairs: (readonly [string, string])[] = [
    ["search_path", searchPath([request.schema, ...settings.extraSearchPath])],
    ...settings.appSettings,
    // Set these before the role, which may not be allowed to set them itself.
    ...(cache.roles.get(caller.role)?.settings ?? []),
    ["role", caller.role],
    ["request.jwt.claims", JSON.stringify({ ...caller.claims, role: caller.role })],
    ["request.method", raw.method],
    ["request.path", raw.path],
    ["request.headers", JSON.stringify(headersOf(raw.headers))],
    ["request.cookies", JSON.stringify(cookiesOf(raw.headers))],
    ...(timezone === null ? [] : [["timezone", timezone] as const]),
    ...(plan?.kind === "call" ? plan.routine.settings : []),
  ];
  return sql`select ${join(pairs.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`;
}

/**
 * Returns the statements that prepare a transaction for the caller: the settings, then the pre-request
 * function.
 */
export function prepareTransaction(context: TransactionContext): Sql[] {
  const { preRequest } = context.settings;
  const call = preRequest === null ? [] : [sql`select ${qualified(preRequest)}()`];
  return [transactionSettings(context), ...call];
}

/** Checks deferred constraints in a transaction that will not commit. */
export const checkConstraints = sql`set constraints all immediate`;

function searchPath(schemas: readonly string[]): string {
  return schemas.map((schema) => `"${schema.replaceAll('"', '""')}"`).join(", ");
}

function headersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      name === "cookie" ? [] : [[name, fromHeaderText(value)] as const],
    ),
  );
}

function cookiesOf(headers: Headers): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((piece) => {
    const equals = piece.indexOf("=");
    return equals < 1 ? [] : [[piece.slice(0, equals).trim(), piece.slice(equals + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}
