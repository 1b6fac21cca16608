import {
  invalidResponseHeaders,
  invalidResponseStatus,
  openApiDisabled,
  rangeNotSatisfiable,
} from "./errors.ts";
import { isValidHeader, toHeaderText } from "./header-syntax.ts";
import { contentType, type MediaType } from "./media-type.ts";
import { describeApi } from "./openapi/document.ts";
import { type Preferences, preferenceApplied, requestsCount } from "./parse/prefer.ts";
import { percentEncode } from "./parse/query-string.ts";
import type { Range } from "./parse/range.ts";
import type { ApiRequest } from "./parse/request.ts";
import type { CallRequestPlan, MutateRequestPlan, Plan, ReadRequestPlan } from "./plan/types.ts";
import type { PlanResult, RowsResult } from "./run-plan.ts";
import type { SchemaCache } from "./schema-cache/types.ts";
import type { RestSettings } from "./settings.ts";

/** A response before it is encoded for HTTP. */
export interface RestResponse {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

interface ResponseContext {
  readonly request: ApiRequest;
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
  /** Returns the public URL of the wire: scheme, host, port and path. */
  readonly publicUrl: () => URL;
}

/**
 * Returns the response for the database's result.
 *
 * @throws {RestError} PGRST111 and PGRST112 if a function set an invalid header or status
 */
export function createResponse(
  plan: Plan,
  result: PlanResult,
  context: ResponseContext,
): RestResponse {
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
      if (result.kind !== "rows") throw new Error("The statement returned no rows.");
      return applyOverrides(crudResponse(plan, result.rows, context.request), result.rows);
    }
    default:
      return plan satisfies never;
  }
}

function crudResponse(
  plan: ReadRequestPlan | MutateRequestPlan | CallRequestPlan,
  rows: RowsResult,
  request: ApiRequest,
): RestResponse {
  switch (plan.kind) {
    case "read":
      return readResponse(plan, rows, request);
    case "mutate":
      return mutateResponse(plan, rows, request);
    case "call":
      return callResponse(plan, rows, request);
    default:
      return plan satisfies never;
  }
}

function readResponse(plan: ReadRequestPlan, rows: RowsResult, request: ApiRequest): RestResponse {
  const { canonical } = request.query;
  const { status, contentRange } = rangeStatus(request.range, rows);
  return {
    status,
    headers: [
      ["Content-Range", contentRange],
      ...contentLocation(
        `/${percentEncode(plan.table.name)}${canonical === "" ? "" : `?${canonical}`}`,
      ),
      ...contentHeaders(plan.mediaType, request),
      ...appliedHeader(plan, request),
    ],
    body: plan.headersOnly
      ? null
      : status === 416
        ? rangeErrorBody(request.range, rows)
        : rows.body,
  };
}

/**
 * Clients accept at most 16 kB of headers in total, so a longer Content-Location could make them refuse the response.
 */
const maxLocationLength = 8 * 1024;

function contentLocation(location: string): (readonly [string, string])[] {
  return location.length > maxLocationLength ? [] : [["Content-Location", location]];
}

function callResponse(plan: CallRequestPlan, rows: RowsResult, request: ApiRequest): RestResponse {
  const { status, contentRange } = rangeStatus(request.range, rows);
  const headers = [["Content-Range", contentRange] as const, ...appliedHeader(plan, request)];
  const { returns } = plan.routine;
  if (!returns.set && returns.type.schema === "pg_catalog" && returns.type.name === "void") {
    return { status: 204, headers, body: null };
  }
  return {
    status,
    headers: [...headers, ...contentHeaders(plan.mediaType, request)],
    body: plan.headersOnly
      ? null
      : status === 416
        ? rangeErrorBody(request.range, rows)
        : rows.body,
  };
}

function mutateResponse(
  plan: MutateRequestPlan,
  rows: RowsResult,
  request: ApiRequest,
): RestResponse {
  const { preferences } = request;
  const returnsRows = preferences.return === "representation";
  const contentHeaderList = returnsRows ? contentHeaders(plan.mediaType, request) : [];
  const appliedHeaders = appliedHeader(plan, request);
  const total = requestsCount(preferences) ? rows.page : null;
  const emptyResponse: Pick<RestResponse, "status" | "body"> = { status: 204, body: null };
  const { mutation } = plan;
  switch (mutation.kind) {
    case "insert": {
      const inserted = rows.inserted ?? 0;
      if (plan.isPut) {
        const response = returnsRows
          ? { status: inserted > 0 ? 201 : 200, body: rows.body }
          : emptyResponse;
        return { ...response, headers: [...contentHeaderList, ...appliedHeaders] };
      }
      const isMerge = preferences.resolution === "merge-duplicates" && inserted <= 0;
      return {
        status: isMerge ? 200 : 201,
        headers: [
          ...locationHeader(plan, rows),
          ["Content-Range", contentRangeOf(1n, 0n, total)],
          ...contentHeaderList,
          ...appliedHeaders,
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
      const response = returnsRows ? { status: 200, body: rows.body } : emptyResponse;
      return {
        ...response,
        headers: [["Content-Range", range], ...contentHeaderList, ...appliedHeaders],
      };
    }
    default:
      return mutation satisfies never;
  }
}

function locationHeader(plan: MutateRequestPlan, { location }: RowsResult): [string, string][] {
  if (location.length === 0) return [];
  const pairs = location.map((pair) => {
    const equals = pair.indexOf("=");
    return `${percentEncode(pair.slice(0, equals))}=${percentEncode(pair.slice(equals + 1))}`;
  });
  return [["Location", `/${percentEncode(plan.table.name)}?${pairs.join("&")}`]];
}

/**
 * Returns the status: 206 for a part of the rows, 416 for a range that begins after the last row (RFC 9110, section
 * 15.3.7).
 */
function rangeStatus(range: Range, { page, total }: RowsResult) {
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

function rangeErrorBody(range: Range, { total }: RowsResult): string {
  return rangeNotSatisfiable({ kind: "beyondTotal", offset: range.lower, total: total ?? 0n }).body;
}

function contentHeaders(mediaType: MediaType, request: ApiRequest): [string, string][] {
  const type: [string, string] = ["Content-Type", contentType(mediaType)];
  return request.schemaNegotiated
    ? [type, ["Content-Profile", toHeaderText(request.schema)]]
    : [type];
}

/** Returns the `Preference-Applied` header with the preferences that apply to this kind of request. */
function appliedHeader(
  plan: ReadRequestPlan | MutateRequestPlan | CallRequestPlan,
  request: ApiRequest,
): [string, string][] {
  const { preferences, query } = request;
  const mutation = plan.kind === "mutate" ? plan.mutation : null;
  const isPut = plan.kind === "mutate" && plan.isPut;
  const isCreate = mutation?.kind === "insert" && !isPut;
  const canConflict = isCreate && (mutation.primaryKey.length > 0 || query.onConflict !== null);
  const hasAffectedRows = plan.kind === "call" || (mutation !== null && mutation.kind !== "insert");
  const appliedHeaders: Preferences = {
    ...preferences,
    resolution: canConflict ? preferences.resolution : null,
    return: mutation === null ? null : preferences.return,
    missing: isCreate || mutation?.kind === "update" ? preferences.missing : null,
    maxAffected: hasAffectedRows ? preferences.maxAffected : null,
  };
  const value = preferenceApplied(appliedHeaders);
  return value === null ? [] : [["Preference-Applied", value]];
}

/** Applies the status and the headers that a function has set. */
function applyOverrides(response: RestResponse, rows: RowsResult): RestResponse {
  const headers = parseHeadersSetting(rows.headers);
  const overriddenNames = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    ...response,
    status: parseStatusSetting(rows.status) ?? response.status,
    headers: [
      ...response.headers.filter(([name]) => !overriddenNames.has(name.toLowerCase())),
      ...headers,
    ],
  };
}

function parseStatusSetting(setting: string | null): number | null {
  if (setting === null) return null;
  const status = Number.parseInt(setting, 10);
  if (!(status >= 200 && status <= 599)) throw invalidResponseStatus();
  return status;
}

function parseHeadersSetting(setting: string | null): [string, string][] {
  if (setting === null) return [];
  const list = parseJson(setting);
  if (!Array.isArray(list)) throw invalidResponseHeaders();
  return list.map((item: unknown) => {
    const [pair, ...otherPairs] =
      typeof item === "object" && item !== null ? Object.entries(item) : [];
    if (pair === undefined || otherPairs.length > 0) throw invalidResponseHeaders();
    const [name, value]: readonly [string, unknown] = pair;
    if (typeof value !== "string" || !isValidHeader(name, value)) throw invalidResponseHeaders();
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
