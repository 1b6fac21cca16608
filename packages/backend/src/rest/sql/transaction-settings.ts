import { join, type Sql, sql } from "../../database/sql.ts";
import type { Caller } from "../../http/caller/caller.ts";
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
  const { caller, raw, request, settings } = context;
  const { timezone } = request.preferences;
  const pairs: (readonly [string, string])[] = [
    ["search_path", searchPath([request.schema, ...settings.extraSearchPath])],
    ...settings.appSettings,
    // Set these before the role, which may not be allowed to set them itself.
    ...roleSettings(context),
    ["role", caller.role],
    ["request.jwt.claims", JSON.stringify({ ...caller.claims, role: caller.role })],
    ["request.method", raw.method],
    ["request.path", raw.path],
    ["request.headers", JSON.stringify(headersOf(raw.headers))],
    ["request.cookies", JSON.stringify(cookiesOf(raw.headers))],
    ...(timezone === null ? [] : [["timezone", timezone] as const]),
    ...functionSettings(context),
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

/**
 * Returns the longest time that `statement_timeout` allows a round trip of a prepared transaction. 0 means no limit.
 * The timeout applies to each statement, so the pre-request function has as much time as the request itself. Ignores a
 * change of the timeout by that function, which is not known here.
 */
export function statementTimeoutMs(context: TransactionContext): number {
  const pairs = new Map([...roleSettings(context), ...functionSettings(context)]);
  const timeoutMs = parseTimeMs(pairs.get("statement_timeout"));
  return context.settings.preRequest === null ? timeoutMs : 2 * timeoutMs;
}

const msPerUnit = new Map(
  Object.entries({ us: 0.001, ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }),
);

/**
 * Parses the value of a setting such as `8s`. A number without a unit is in milliseconds
 * (https://www.postgresql.org/docs/17/config-setting.html#CONFIG-SETTING-NAMES-VALUES).
 */
function parseTimeMs(text = ""): number {
  const [, amount, unit] = /^\s*([\d.]+)\s*([a-z]*)\s*$/.exec(text) ?? [];
  return Math.round(Number(amount) * (msPerUnit.get(unit || "ms") ?? 0)) || 0;
}

const roleSettings = ({ cache, caller }: TransactionContext) =>
  cache.roles.get(caller.role)?.settings ?? [];

const functionSettings = ({ plan }: TransactionContext) =>
  plan?.kind === "call" ? plan.routine.settings : [];

/** Checks deferred constraints in a transaction that will not commit. */
export const checkConstraintsSql = sql`set constraints all immediate`;

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
