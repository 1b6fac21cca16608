import { DatabaseError } from "../database/errors.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { RestError, tokenExpired } from "../rest/errors.ts";
import { MemoryBudget } from "../rest/memory-budget.ts";
import { MemoryLease } from "../rest/memory-lease.ts";
import { parseBody } from "../rest/parse/body.ts";
import {
  type ApiRequest,
  bodyOptionsOf,
  parseRequest,
  type RawRequest,
  withPayload,
} from "../rest/parse/request.ts";
import { planRequest } from "../rest/plan/plan.ts";
import type { Plan } from "../rest/plan/types.ts";
import { createResponse } from "../rest/response.ts";
import { runPlan } from "../rest/run-plan.ts";
import type { LoadedSchema } from "../rest/schema-cache/load.ts";
import { prepareTransaction } from "../rest/sql/transaction-settings.ts";
import type { Analysis, Finding } from "./analysis.ts";
import type { CheckedRequest } from "./checked-request.ts";
import { explainCall } from "./explain-call.ts";
import { explainRead } from "./explain-read.ts";
import { explainRefusedWrite, explainWrite } from "./explain-write.ts";
import type { ExplainedResponse } from "./explanation.ts";
import { restMount } from "./mounts.ts";
import { measureOutcomes, statementOfPlan, type TestSubject } from "./pgtap/test-subject.ts";
import type { Policy } from "./policies/catalog.ts";
import { reasonOfDenial } from "./policies/denial-reasons.ts";
import { requiredPrivilegesOf } from "./policies/required-privileges.ts";
import { RowChecker } from "./policies/row-checker.ts";
import type { ResolvedCaller } from "./resolve-caller.ts";
import { maxStatementMs, messageOf, withSession } from "./session.ts";

/** The response of a wire, and the reason for it. */
export interface WireExplanation {
  readonly response: ExplainedResponse;
  readonly finding: Finding;
  /** The policies of the tables that the request refers to. */
  readonly policies: readonly Policy[];
  /** The statement for a pgTAP test, or undefined if the request does not reach a table. */
  readonly test: TestSubject | undefined;
}

/** Explains a request to the REST API. Runs the wire's own code in transactions that are rolled back. */
export async function explainRest(
  database: Database,
  loaded: LoadedSchema,
  request: CheckedRequest,
  url: URL,
  caller: ResolvedCaller,
): Promise<WireExplanation> {
  // With these settings, the wire rolls its transactions back itself.
  const settings = { ...loaded.settings, txRollbackAll: true, txOverride: false };
  const raw = toRawRequest(request, url);
  try {
    refuseToken(caller);
    const plannedRequest = await planOf(raw, request.body, { ...loaded, settings });
    const parts = { ...plannedRequest, raw, needsTest: request.needsTest };
    return await explainPlanned(database, { ...loaded, settings }, parts, caller);
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    const finding = await explainRefusal(database, loaded, error, raw);
    return { response: responseOf(error), finding, policies: [], test: undefined };
  }
}

/**
 * Throws the wire's own error for an expired token.
 *
 * @throws {RestError}
 */
function refuseToken({ claims: { exp } }: ResolvedCaller): void {
  if (typeof exp === "number" && exp <= Date.now() / 1000) throw tokenExpired();
}

function toRawRequest({ method, headers, body }: CheckedRequest, url: URL): RawRequest {
  const allHeaders = new Headers(headers);
  if (body !== undefined && !allHeaders.has("content-type"))
    allHeaders.set("content-type", "application/json");
  return {
    method,
    path: url.pathname.slice(restMount.length) || "/",
    queryString: url.search.slice(1),
    headers: allHeaders,
  };
}

async function planOf(
  raw: RawRequest,
  body: string | undefined,
  { cache, settings }: LoadedSchema,
): Promise<{ readonly request: ApiRequest; readonly plan: Plan }> {
  const head = parseRequest(raw, settings);
  const bodyOptions = bodyOptionsOf(head);
  const bytes = new TextEncoder().encode(body ?? "");
  const request = bodyOptions ? withPayload(head, await parseBody(bytes, bodyOptions)) : head;
  return { request, plan: planRequest({ request, cache, settings }) };
}

interface PlannedRequest {
  readonly raw: RawRequest;
  readonly request: ApiRequest;
  readonly plan: Plan;
  readonly needsTest: boolean;
}

async function explainPlanned(
  database: Database,
  { cache, settings }: LoadedSchema,
  { request, plan, raw, needsTest }: PlannedRequest,
  caller: ResolvedCaller,
): Promise<WireExplanation> {
  const execution = {
    caller,
    isAnonymous: caller.role === "anon",
    raw,
    request,
    plan,
    cache,
    settings,
  };
  const outcome = await dryRun(database, execution);
  const { response, error } = outcome;
  if (!cache.roles.get(caller.role)?.granted) {
    const finding = { cause: "token", text: error?.message ?? "", remedies: [] } as const;
    return { response, finding, policies: [], test: undefined };
  }
  const setUpStatements = prepareTransaction(execution);
  return withSession(database, caller.role, setUpStatements, async (session) => {
    const checks = new RowChecker(session);
    const { relations, needs } = await requiredPrivilegesOf(session.connection, caller.role, plan);
    const analysis = { session, checks, relations, response, cache, settings };
    const finding = await findReason(analysis, plan, error, needs);
    const policies: Policy[] = [];
    for (const relation of relations.filter(({ hasRowSecurity }) => hasRowSecurity)) {
      policies.push(...(await checks.policiesOf(relation)));
    }
    const statement = needsTest ? statementOfPlan(plan) : undefined;
    const subject = statement && (await measureOutcomes(session, statement));
    return { response, finding, policies, test: subject };
  });
}

type Execution = Omit<Parameters<typeof runPlan>[1], "signal" | "key" | "memoryLease">;

/** Executes the request as the wire does, and rolls back its transaction. */
async function dryRun(
  database: Database,
  execution: Execution,
): Promise<{ readonly response: ExplainedResponse; readonly error: RestError | undefined }> {
  const { request, plan, cache, settings } = execution;
  const memoryLease = new MemoryLease(new MemoryBudget(1.5 * settings.maxResponseBytes));
  try {
    const result = await runPlan(
      { primary: database.withLimits({ maxStatementMs }) },
      { ...execution, signal: AbortSignal.timeout(2 * maxStatementMs), key: "why", memoryLease },
    );
    const publicUrl = () => new URL("http://127.0.0.1/");
    const { status, body } = createResponse(plan, result, { request, cache, settings, publicUrl });
    if (status >= 400) {
      const { code = null, message = null } = typeof body === "string" ? JSON.parse(body) : {};
      return { response: { status, code, message, rows: null }, error: undefined };
    }
    const rows = result.kind === "rows" ? Number(result.rows.page) : null;
    return { response: { status, code: null, message: null, rows }, error: undefined };
  } catch (error) {
    if (error instanceof RestError) return { response: responseOf(error), error };
    throw error;
  } finally {
    memoryLease.release();
  }
}

const responseOf = ({ status, code, message }: RestError): ExplainedResponse => ({
  status,
  code,
  message,
  rows: null,
});

async function findReason(
  analysis: Analysis,
  plan: Plan,
  error: RestError | undefined,
  needs: Awaited<ReturnType<typeof requiredPrivilegesOf>>["needs"],
): Promise<Finding> {
  const { session, checks, relations } = analysis;
  if (error?.code === "42501" && /^permission denied/.test(error.message)) {
    const parts = { relations, needs, checks };
    return reasonOfDenial(session.connection, session.role, error.message, parts);
  }
  if (error && /violates row-level security policy/.test(error.message)) {
    const found =
      plan.kind === "mutate" ? await explainRefusedWrite(analysis, plan, error.message) : undefined;
    return found ?? { cause: "with-check", text: error.message, remedies: [] };
  }
  // Explain PGRST116 like a response: the request is for a single object, but none or several match.
  if (error && error.code !== "PGRST116") return refusedByDatabase(error);
  try {
    switch (plan.kind) {
      case "read":
        return await explainRead(analysis, plan.read);
      case "mutate":
        return await explainWrite(analysis, plan);
      case "call":
        return await explainCall(analysis, plan);
      case "describe":
      case "options":
        return { cause: "nothing-hidden", text: "this request reads no rows", remedies: [] };
      default:
        return plan satisfies never;
    }
  } catch (failure) {
    if (!(failure instanceof DatabaseError)) throw failure;
    const text = "the reason could not be found out";
    return { cause: "database", text, remedies: [], notes: [messageOf(failure)] };
  }
}

function refusedByDatabase({ code, message, hint }: RestError): Finding {
  const remedies = typeof hint === "string" && hint !== "" ? [hint] : [];
  if (code === "PGRST103") return { cause: "range", text: message, remedies };
  if (code === "42P17") {
    return {
      cause: "policy",
      text: `${message}: the policies of two tables read each other`,
      remedies: [
        "Put one of the sub-selects into a function with security definer, in a schema that is not exposed.",
      ],
    };
  }
  return { cause: "database", text: `PostgreSQL refuses the statement: ${message}`, remedies };
}

/** Explains why a request is refused before it reaches a table. */
async function explainRefusal(
  database: Database,
  { settings }: LoadedSchema,
  error: RestError,
  raw: RawRequest,
): Promise<Finding> {
  const hint = typeof error.hint === "string" && error.hint !== "" ? [error.hint] : [];
  switch (error.code) {
    case "PGRST303":
      return {
        cause: "token",
        text: error.message,
        remedies: ["Sign in again, or refresh the session."],
      };
    case "PGRST106":
      return {
        cause: "schema-not-exposed",
        text: error.message,
        remedies: ["Add the schema to schemas in [api] of config.toml, and grant usage on it."],
      };
    case "PGRST202":
    case "PGRST205": {
      const otherSchemas = await schemasWith(database, raw.path);
      if (otherSchemas.length === 0) break;
      const exposed = otherSchemas.find((schema) => settings.schemas.includes(schema));
      return exposed === undefined
        ? {
            cause: "schema-not-exposed",
            text: `it exists in the schema ${otherSchemas.join(", ")}, which is not exposed`,
            remedies: [
              `Add "${otherSchemas[0]}" to schemas in [api] of config.toml, and grant usage on it.`,
            ],
          }
        : {
            cause: "not-found",
            text: `it exists in the schema ${exposed}, and the request is for another`,
            remedies: [
              `Choose the schema: .schema("${exposed}"), or the header Accept-Profile or Content-Profile.`,
            ],
          };
    }
  }
  const isMissing = ["PGRST202", "PGRST205"].includes(error.code);
  return { cause: isMissing ? "not-found" : "request", text: error.message, remedies: hint };
}

/** Returns the schemas that contain a table or function with the last name in a path. */
async function schemasWith(database: Database, path: string): Promise<readonly string[]> {
  const name = decodeURIComponent(path.split("/").findLast((part) => part !== "") ?? "");
  const { rows } = await database.query<{ schema: string }>(sql`
    select distinct n.nspname as schema from pg_namespace n
    where (exists (select from pg_class c where c.relnamespace = n.oid and c.relname = ${name}
        and c.relkind in ('r', 'p', 'v', 'm', 'f'))
      or exists (select from pg_proc p where p.pronamespace = n.oid and p.proname = ${name}))
      and n.nspname not in ('pg_catalog', 'information_schema') order by 1 limit 10`);
  return rows.map(({ schema }) => schema);
}
