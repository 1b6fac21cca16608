import { variables } from "../config/environment/variables.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import { type LoadedSchema, loadSchemaCache } from "../rest/schema-cache/load.ts";
import { appSettingsOf, defaultMaxResponseBytes } from "../rest/settings.ts";
import { UsageError } from "../usage-error.ts";
import {
  type CheckedRequest,
  checkRequest,
  type RequestToExplain,
  urlOf,
} from "./checked-request.ts";
import { explainChanges } from "./explain-changes.ts";
import { explainChannel } from "./explain-channel.ts";
import { explainRest, type WireExplanation } from "./explain-rest.ts";
import { explainStorage } from "./explain-storage.ts";
import type { ExplainedResponse, Explanation } from "./explanation.ts";
import { restMount, storageMount } from "./mounts.ts";
import type { TestSubject } from "./pgtap/test-subject.ts";
import { formatRowCount } from "./reason-texts.ts";
import { type CallerChoice, type ResolvedCaller, resolveCaller } from "./resolve-caller.ts";

/** The input of {@link explainRequest}. */
export interface ExplainOptions {
  /** The database with a role that bypasses row-level security. */
  readonly database: Database;
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The schema cache of the REST API, if it is loaded already. */
  readonly schema?: LoadedSchema | undefined;
  readonly request: RequestToExplain;
  readonly caller: CallerChoice;
}

/**
 * Explains the response to a request: which grant, policy, clause, filter or join decides it. Everything runs in
 * transactions that are rolled back, with a timeout for each statement. The result contains rows that the caller may
 * not see. Therefore show it only in development, and only to people who may see everything.
 *
 * @throws {UsageError} if the request is not for a known wire, or the user does not exist
 */
export async function explainRequest(options: ExplainOptions): Promise<Explanation> {
  return (await explain(options, false)).explanation;
}

/**
 * Explains the response to a request, and returns the statement of a pgTAP test for it.
 *
 * @throws {UsageError} as {@link explainRequest}
 */
export const explainWithTest = (options: ExplainOptions): Promise<ExplanationWithTest> =>
  explain(options, true);

/** An explanation, with the statement of a test for the response. */
export interface ExplanationWithTest {
  readonly explanation: Explanation;
  /** The statement, or undefined if the request does not reach a table. */
  readonly test: TestSubject | undefined;
}

async function explain(options: ExplainOptions, needsTest: boolean): Promise<ExplanationWithTest> {
  refuseProduction(options.env);
  const request = checkRequest(options.request, needsTest);
  const caller = await resolveCaller(options.database, options.config, options.caller);
  const { response, finding, policies, test } = await explainOnWire(options, request, caller);
  const explanation = {
    verdict: verdictOf(response, finding.text),
    cause: finding.cause,
    request: `${request.method} ${request.path}`,
    response,
    caller: { name: caller.name, role: caller.role, claims: caller.claims },
    details: finding.details ?? [],
    remedies: finding.remedies,
    policies: policies.map(({ oid: _, ...policy }) => policy),
    rows: (finding.rows ?? []).map(({ failed: _, ...row }) => row),
    notes: [...caller.notes, ...(finding.notes ?? [])],
  };
  return { explanation, test };
}

/**
 * Refuses to explain requests in production.
 *
 * @throws {UsageError} if `NODE_ENV` is production
 */
function refuseProduction(env: ExplainOptions["env"]): void {
  if (!variables.isProduction.read(env)) return;
  throw new UsageError("Requests are explained only in development, and NODE_ENV is production.");
}

async function explainOnWire(
  { database, config, env, schema }: ExplainOptions,
  request: CheckedRequest,
  caller: ResolvedCaller,
): Promise<WireExplanation> {
  if (request.method === "SUBSCRIBE") return explainChannel(database, request, caller);
  if (request.method === "CHANGES") return explainChanges(database, request, caller);
  const url = urlOf(request);
  if (url.pathname.startsWith(`${storageMount}/`)) {
    return explainStorage(database, config, request, url, caller);
  }
  if (url.pathname === restMount || url.pathname.startsWith(`${restMount}/`)) {
    const loaded =
      schema ??
      (await loadSchemaCache(database, {
        ...config.api,
        largest_answer: defaultMaxResponseBytes(database.engine),
        app_settings: appSettingsOf(env),
      }));
    return explainRest(database, loaded, request, url, caller);
  }
  throw new UsageError(
    "The path must begin with /rest/v1/ or /storage/v1/. For a private channel: SUBSCRIBE NAME; for the changes of a table: CHANGES TABLE.",
  );
}

/** Returns the verdict, which is the first sentence of a report. */
function verdictOf({ status, code, rows }: ExplainedResponse, text: string): string {
  const ending = /[.!?]$/.test(text) ? "" : ".";
  const statusText = status === null ? (code === null ? "Accepted" : "Refused") : String(status);
  const count =
    rows === null || status === null ? "" : rows === 0 ? ", no rows" : `, ${formatRowCount(rows)}`;
  return `${statusText}${count}: ${text}${ending}`;
}
