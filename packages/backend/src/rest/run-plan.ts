import { DatabaseError, DatabaseUnavailable } from "../database/errors.ts";
import type { Connection, Database } from "../database/port.ts";
import { decodeUtf8 } from "../database/sessions/long-rows.ts";
import type { Caller } from "../http/caller/caller.ts";
import {
  notSingular,
  putMismatch,
  RestError,
  responseTooLarge,
  roleNotFound,
  roleNotGranted,
  tooManyAffected,
} from "./errors.ts";
import type { MemoryLease } from "./memory-lease.ts";
import { loadDescription, type SchemaDescription } from "./openapi/description.ts";
import type { ApiRequest, RawRequest } from "./parse/request.ts";
import type { Plan } from "./plan/types.ts";
import type { SchemaCache } from "./schema-cache/types.ts";
import type { RestSettings } from "./settings.ts";
import { tooLargeError } from "./sql/response-size.ts";
import { createStatement, estimateQuery, type StatementRow } from "./sql/statement.ts";
import {
  checkConstraintsSql,
  prepareTransaction,
  statementTimeoutMs,
} from "./sql/transaction-settings.ts";
import { fromDatabaseError, fromUnavailable } from "./sqlstate.ts";
import { maySucceedOnPrimary, mayWrite, onlyReads, type StandbyReads } from "./standby-reads.ts";

/** The database's result for a request. */
export type PlanResult =
  | { readonly kind: "rows"; readonly rows: RowsResult }
  | { readonly kind: "explained"; readonly text: string }
  | { readonly kind: "description"; readonly description: SchemaDescription }
  | { readonly kind: "nothing" };

export interface RowsResult {
  /** The total number of rows. Null if the request does not ask for a count. */
  readonly total: bigint | null;
  readonly page: bigint;
  /** The pairs of the `Location` header, each in the form `id=eq.1`. */
  readonly location: readonly string[];
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The value of the setting `response.headers`. Null if no function has set it. */
  readonly headers: string | null;
  readonly status: string | null;
  readonly inserted: number | null;
}

export interface Execution {
  readonly caller: Caller;
  /** True if the request has no token. The response to a missing privilege is then 401 instead of 403. */
  readonly isAnonymous: boolean;
  readonly raw: RawRequest;
  readonly request: ApiRequest;
  readonly plan: Plan;
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
  /** Aborted when the client disconnects, which cancels the statement. */
  readonly signal: AbortSignal;
  /** Identifies the caller in the database's queue, which is fair between callers. */
  readonly key: string;
  /** The caller's network, whose callers share a limit. */
  readonly network?: string | undefined;
  readonly memoryLease: MemoryLease;
}

/** The databases that can run a request. */
export interface Databases {
  readonly primary: Database;
  readonly standby?: StandbyReads | undefined;
}

/**
 * Runs a plan as the caller, in one transaction.
 *
 * @throws {RestError} for errors of PostgreSQL, and for results that violate the request's conditions. Both roll back
 * the transaction.
 */
export async function runPlan(
  { primary, standby }: Databases,
  execution: Execution,
): Promise<PlanResult> {
  if (!standby) return runOn(primary, execution);
  const { plan, caller } = execution;
  if (mayWrite(plan)) {
    const result = runOn(primary, execution);
    const changedNothing = await result.then(() => false, isCertainRefusal);
    if (!changedNothing) await standby.recordWrite(caller);
    return result;
  }
  const standbyDatabase = onlyReads(plan) ? standby.databaseFor(caller) : undefined;
  if (!standbyDatabase) return runOn(primary, execution);
  return runOn(standbyDatabase, execution, maySucceedOnPrimary).catch((error: unknown) => {
    if (!maySucceedOnPrimary(error)) throw error;
    if (error instanceof DatabaseUnavailable) standby.markUnavailable();
    return runOn(primary, execution);
  });
}

/** Returns whether the error proves that nothing was committed. Refused requests must not count as writes. */
const isCertainRefusal = (error: unknown) => error instanceof RestError && error.status < 500;

/** @param rethrows selects the database errors that are rethrown unchanged */
async function runOn(
  database: Database,
  execution: Execution,
  rethrows: (error: unknown) => boolean = () => false,
): Promise<PlanResult> {
  const { plan, caller } = execution;
  if (plan.kind === "options") return { kind: "nothing" };
  if (plan.kind === "describe" && execution.settings.openApi === "disabled")
    return { kind: "nothing" };
  const role = execution.cache.roles.get(caller.role);
  if (role === undefined) throw roleNotFound(caller.role);
  if (!role.granted) throw roleNotGranted(caller.role, execution.isAnonymous);
  const isolation = (plan.kind === "call" ? plan.routine.isolation : null) ?? role.isolation;
  const readOnly = plan.kind === "call" ? plan.readOnly : plan.kind !== "mutate";
  const { signal, key, network, memoryLease: longTexts } = execution;
  const sharedModes = {
    readOnly,
    signal,
    caller: key,
    network,
    longTexts,
    runsProjectCode: true,
    statementTimeoutMs: statementTimeoutMs(execution),
  };
  const modes = { ...sharedModes, ...(isolation === null ? {} : { isolation }) };
  try {
    const execute = (connection: Connection) => runOnConnection(connection, plan, execution);
    if (endsInRollback(execution)) {
      const executeAndCheck = async (connection: Connection) => {
        const result = await execute(connection);
        await connection.query(checkConstraintsSql);
        return result;
      };
      return await database.transaction(executeAndCheck, { ...modes, isDryRun: true });
    }
    if (plan.kind === "describe" || dependsOnResult(plan, execution)) {
      return await database.transaction(execute, modes);
    }
    const { request, settings } = execution;
    const statement = createStatement(plan, request, settings);
    const results = await database.batch<StatementRow[]>(
      [...prepareTransaction(execution), statement],
      modes,
    );
    return resultOf(results.at(-1)?.rows, plan, execution);
  } catch (error) {
    if (rethrows(error)) throw error;
    if (error instanceof DatabaseError) {
      const description = tooLargeError(error, database.engine);
      if (description !== undefined)
        throw responseTooLarge(description, execution.settings.maxResponseBytes);
      throw fromDatabaseError(error, !execution.isAnonymous);
    }
    if (error instanceof DatabaseUnavailable) throw fromUnavailable(error);
    throw error;
  }
}

type CrudPlan = Extract<Plan, { kind: "read" | "mutate" | "call" }>;
type DescribePlan = Extract<Plan, { kind: "describe" }>;

/** Returns whether the transaction ends in a rollback. */
function endsInRollback({ request, settings }: Execution): boolean {
  const { tx } = request.preferences;
  return tx === "rollback" || (settings.txRollbackAll && tx !== "commit");
}

/**
 * Returns whether the transaction depends on the statement's result. If it does not, all statements are sent together.
 */
function dependsOnResult(plan: CrudPlan, { request, settings, memoryLease }: Execution): boolean {
  const { count, handling, maxAffected } = request.preferences;
  if (plan.kind !== "read" && !memoryLease.hasRoomFor(settings.maxResponseBytes)) return true;
  if (plan.kind === "read") return count === "planned" || count === "estimated";
  return (
    plan.mediaType.kind === "object" ||
    (handling === "strict" && maxAffected !== null) ||
    (plan.kind === "mutate" && plan.isPut)
  );
}

function runOnConnection(
  connection: Connection,
  plan: CrudPlan | DescribePlan,
  execution: Execution,
): Promise<PlanResult> {
  return plan.kind === "describe"
    ? runDescription(connection, plan, execution)
    : runStatement(connection, plan, execution);
}

async function runDescription(
  connection: Connection,
  plan: DescribePlan,
  execution: Execution,
): Promise<PlanResult> {
  await connection.batch(prepareTransaction(execution));
  return {
    kind: "description",
    description: await loadDescription(connection, plan.schema, execution.settings),
  };
}

async function runStatement(
  connection: Connection,
  plan: CrudPlan,
  execution: Execution,
): Promise<PlanResult> {
  const { request, settings } = execution;
  const statement = createStatement(plan, request, settings);
  const results = await connection.batch<StatementRow[]>([
    ...prepareTransaction(execution),
    statement,
  ]);
  const result = resultOf(results.at(-1)?.rows, plan, execution);
  const { count } = request.preferences;
  if (result.kind !== "rows" || plan.kind !== "read") return result;
  if (count !== "planned" && count !== "estimated") return result;
  const exactCount = result.rows.total;
  const { maxRows } = settings;
  // Counting so few rows exactly is cheap, so an estimate is not needed.
  if (count === "estimated" && exactCount !== null && maxRows !== null && exactCount <= maxRows) {
    return result;
  }
  const estimate = await connection.query<Record<string, unknown>>(estimateQuery(plan));
  const estimatedCount = parsePlannedRows(estimate.rows);
  const total = exactCount !== null && exactCount > estimatedCount ? exactCount : estimatedCount;
  return { kind: "rows", rows: { ...result.rows, total } };
}

/** @throws {RestError} if the result violates the request's conditions */
function resultOf(
  rows: readonly (StatementRow & { readonly "QUERY PLAN"?: unknown })[] = [],
  plan: CrudPlan,
  execution: Execution,
): PlanResult {
  if (plan.mediaType.kind === "plan") return { kind: "explained", text: explainedText(rows) };
  const result = rowsResult(rows[0]);
  checkResult(result, execution);
  return { kind: "rows", rows: result };
}

function rowsResult(row: StatementRow | undefined): RowsResult {
  return {
    total: row?.total == null ? null : BigInt(row.total),
    page: BigInt(row?.page ?? 0),
    location: row?.location ?? [],
    body: row?.body ?? "",
    headers: row?.headers instanceof Uint8Array ? decodeUtf8(row.headers) : (row?.headers ?? null),
    status: row?.status ?? null,
    inserted: row?.inserted ?? null,
  };
}

/** Checks the result of a change before it is committed ({@link dependsOnResult}). */
function checkResult({ page }: RowsResult, { plan, request }: Execution): void {
  const { maxAffected, handling } = request.preferences;
  if (plan.kind === "mutate" && plan.isPut) {
    if (page !== 1n) throw putMismatch();
    return;
  }
  if ("mediaType" in plan && plan.mediaType.kind === "object" && page !== 1n)
    throw notSingular(page);
  const isLimited =
    plan.kind === "call" || (plan.kind === "mutate" && plan.mutation.kind !== "insert");
  if (isLimited && handling === "strict" && maxAffected !== null && page > maxAffected) {
    throw tooManyAffected(page);
  }
}

/** Returns the text of EXPLAIN, which sends one row per line in text format, and a single row in json format. */
function explainedText(rows: readonly { readonly "QUERY PLAN"?: unknown }[]): string {
  const lines = rows.map(({ "QUERY PLAN": line }) =>
    typeof line === "string"
      ? line
      : line instanceof Uint8Array
        ? decodeUtf8(line)
        : JSON.stringify(line),
  );
  return lines.join("\n");
}

function parsePlannedRows(rows: readonly Record<string, unknown>[]): bigint {
  const [output] = rows.map((row) => row["QUERY PLAN"]);
  const plans: unknown = typeof output === "string" ? JSON.parse(output) : output;
  const count: unknown = Array.isArray(plans) ? plans[0]?.["Plan"]?.["Plan Rows"] : undefined;
  return typeof count === "number" ? BigInt(Math.round(count)) : 0n;
}
