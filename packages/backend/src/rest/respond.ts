import {
  invalidResponseHeaders,
  invalidResponseStatus,
  openApiDisabled,
  rangeNotSatisfiable,
} from "./errors.ts";
import { isHeader, toHeaderText } from "./header-syntax.ts";
import { contentType, type MediaType } from "./media-type.ts";
import { describeApi } from "./openapi/document.ts";
import { countsRows, type Preferences, preferenceApplied } from "./parse/prefer.ts";
import { encode } from "./parse/query-string.ts";
import type { Range } from "./parse/range.ts";
import type { ApiRequest } from "./parse/request.ts";
import type { CallRequestPlan, MutateRequestPlan, Plan, ReadRequestPlan } from "./plan/types.ts";
import type { Result, RowsResult } from "./run.ts";
import type { SchemaCache } from "./schema-cache/types.ts";
import type { RestSettings } from "./settings.ts";

/** A response before it becomes HTTP. */
export interface Answer {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

interface RespondContext {
  readonly request: ApiRequest;
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
  /** The public address of the wire: scheme, host, port and path. */
  readonly address: () => URL;
}

/**
 * Builds the response for the database's result.
 *
 * @throws {RestError} PGRST111 and PGRST112 if a function set an invalid header or status
 */
export function respond(plan: Plan, result: Result, context: RespondContext): Answer {
  switch (plan.kind) {
    case "options":
      return {
        status: 200,
        headers: [
          ...(context.settings.allowedOrigins.length === 0
            ? [["Access-Control-Allow-Origin", "*"] as const]
            : []),
          ["Allow", plan.allow],
        ],
        body: "",
      };
    case "describe": {
      if (result.kind !== "description") throw openApiDisabled();
      const body = describeApi(plan.schema, result.description, context);
      const headers = contentHeaders({ kind: "openapi" }, context.request);
      return { status: 200, headers, body: plan.headersOnly ? null : body };
    }
    case "read":
    case "mutate":
    case "call": {
      if (result.kind === "explained") {
        return {
          status: 200,
          headers: contentHeaders(plan.mediaType, context.request),
          body: result.text,
        };
      }
      if (result.kind !== "rows") throw new Error("A statement gave no rows.");
      return applyOverrides(crudAnswer(plan, result.rows, context.request), result.rows);
    }
    default:
      return plan satisfies never;
  }
}

function crudAnswer(
  plan: ReadRequestPlan | MutateRequestPlan | CallRequestPlan,
  rows: RowsResult,
  request: ApiRequest,
): Answer {
  switch (plan.kind) {
    case "read":
      return readAnswer(plan, rows, request);
    case "mutate":
      return mutateAnswer(plan, rows, request);
    case "call":
      return callAnswer(plan, rows, request);
    default:
      return plan satisfies never;
  }
}

function readAnswer(plan: ReadRequestPlan, rows: RowsResult, request: ApiRequest): Answer {
  const { canonical } = request.query;
  const { status, contentRange } = rangeAnswer(request.range, rows);
  return {
    status,
    headers: [
      ["Content-Range", contentRange],
      ...contentLocation(`/${encode(plan.table.name)}${canonical === "" ? "" : `?${canonical}`}`),
      ...contentHeaders(plan.mediaType, request),
      ...appliedHeader(plan, request),
    ],
    body: plan.headersOnly ? null : status === 416 ? beyondTotal(request.range, rows) : rows.body,
  };
}

/** Clients accept 16 kB of headers in total, and would fail on a longer Content-Location. */
const maxLocationLength = 8 * 1024;

function contentLocation(location: string): (readonly [string, string])[] {
  return location.length > maxLocationLength ? [] : [["Content-Location", location]];
}

function callAnswer(plan: CallRequestPlan, rows: RowsResult, request: ApiRequest): Answer {
  const { status, contentRange } = rangeAnswer(request.range, rows);
  const headers = [["Content-Range", contentRange] as const, ...appliedHeader(plan, request)];
  const { returns } = plan.routine;
  if (!returns.set && returns.type.schema === "pg_catalog" && returns.type.name === "void") {
    return { status: 204, headers, body: null };
  }
  return {
    status,
    headers: [...headers, ...contentHeaders(plan.mediaType, request)],
    body: plan.headersOnly ? null : status === 416 ? beyondTotal(request.range, rows) : rows.body,
  };
}

function mutateAnswer(plan: MutateRequestPlan, rows: RowsResult, request: ApiRequest): Answer {
  const { preferences } = request;
  const returnsRows = preferences.return === "representation";
  const content = returnsRows ? contentHeaders(plan.mediaType, request) : [];
  const applied = appliedHeader(plan, request);
  const total = countsRows(preferences) ? rows.page : null;
  const emptyAnswer: Pick<Answer, "status" | "body"> = { status: 204, body: null };
  const { mutation } = plan;
  switch (mutation.kind) {
    case "insert": {
      const inserted = rows.inserted ?? 0;
      if (plan.isPut) {
        const answer = returnsRows
          ? { status: inserted > 0 ? 201 : 200, body: rows.body }
          : emptyAnswer;
        return { ...answer, headers: [...content, ...applied] };
      }
      const merged = preferences.resolution === "merge-duplicates" && inserted <= 0;
      return {
        status: merged ? 200 : 201,
        headers: [
          ...locationHeader(plan, rows),
          ["Content-Range", contentRangeOf(1n, 0n, total)],
          ...content,
          ...applied,
        ],
        body: returnsRows ? rows.body : "",
      };
    }
    case "update":
    case "delete": {
      const range =
        mutation.kind === "update"
          ? contentRangeOf(0n, rows.page - 1n, total)
          : contentRangeOf(1n, 0n, total);
      const answer = returnsRows ? { status: 200, body: rows.body } : emptyAnswer;
      return { ...answer, headers: [["Content-Range", range], ...content, ...applied] };
    }
    default:
      return mutation satisfies never;
  }
}

function locationHeader(plan: MutateRequestPlan, { location }: RowsResult): [string, string][] {
  if (location.length === 0) return [];
  const pairs = location.map((pair) => {
    const equals = pair.indexOf("=");
    return `${encode(pair.slice(0, equals))}=${encode(pair.slice(equals + 1))}`;
  });
  return [["Location", `/${encode(plan.table.name)}?${pairs.join("&")}`]];
}

/**
 * Returns the status: 206 for a part of the rows, 416 for a range that begins after the last row (RFC 9110, section
 * 15.3.7).
 */
function rangeAnswer(range: Range, { page, total }: RowsResult) {
  const lower = range.lower;
  const upper = lower + page - 1n;
  const contentRange = contentRangeOf(lower, upper, total);
  if (total === null) return { status: 200, contentRange };
  if (lower > total) return { status: 416, contentRange };
  return { status: 1n + upper - lower < total ? 206 : 200, contentRange };
}

function contentRangeOf(lower: bigint, upper: bigint, total: bigint | null): string {
  const rows = total !== 0n && lower <= upper ? `${lower}-${upper}` : "*";
  return `${rows}/${total ?? "*"}`;
}

function beyondTotal(range: Range, { total }: RowsResult): string {
  return rangeNotSatisfiable({ kind: "beyondTotal", offset: range.lower, total: total ?? 0n }).body;
}

function contentHeaders(mediaType: MediaType, request: ApiRequest): [string, string][] {
  const type: [string, string] = ["Content-Type", contentType(mediaType)];
  return request.schemaNegotiated
    ? [type, ["Content-Profile", toHeaderText(request.schema)]]
    : [type];
}

/** Returns Preference-Applied: the preferences that apply to this kind of request. */
function appliedHeader(
  plan: ReadRequestPlan | MutateRequestPlan | CallRequestPlan,
  request: ApiRequest,
): [string, string][] {
  const { preferences, query } = request;
  const mutation = plan.kind === "mutate" ? plan.mutation : null;
  const isPut = plan.kind === "mutate" && plan.isPut;
  const creates = mutation?.kind === "insert" && !isPut;
  const canConflict = creates && (mutation.primaryKey.length > 0 || query.onConflict !== null);
  const affects = plan.kind === "call" || (mutation !== null && mutation.kind !== "insert");
  const applied: Preferences = {
    ...preferences,
    resolution: canConflict ? preferences.resolution : null,
    return: mutation === null ? null : preferences.return,
    missing: creates || mutation?.kind === "update" ? preferences.missing : null,
    maxAffected: affects ? preferences.maxAffected : null,
  };
  const value = preferenceApplied(applied);
  return value === null ? [] : [["Preference-Applied", value]];
}

/** Applies the status and the headers that a function has set. */
function applyOverrides(answer: Answer, rows: RowsResult): Answer {
  const headers = chosenHeaders(rows.headers);
  const chosen = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    ...answer,
    status: chosenStatus(rows.status) ?? answer.status,
    headers: [...answer.headers.filter(([name]) => !chosen.has(name.toLowerCase())), ...headers],
  };
}

function chosenStatus(setting: string | null): number | null {
  if (setting === null) return null;
  const status = Number.parseInt(setting, 10);
  if (!(status >= 200 && status <= 599)) throw invalidResponseStatus();
  return status;
}

function chosenHeaders(setting: string | null): [string, string][] {
  if (setting === null) return [];
  const list = parseJson(setting);
  if (!Array.isArray(list)) throw invalidResponseHeaders();
  return list.map((item: unknown) => {
    const [pair, ...others] = typeof item === "object" && item !== null ? Object.entries(item) : [];
    if (pair === undefined || others.length > 0) throw invalidResponseHeaders();
    const [name, value]: readonly [string, unknown] = pair;
    if (typeof value !== "string" || !isHeader(name, value)) throw invalidResponseHeaders();
    return [name, value];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidResponseHeaders();
  }
}
