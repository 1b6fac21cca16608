import { nestsDeeperThan } from "../../http/body/nesting.ts";
import {
  invalidPath,
  methodNotForRpc,
  methodNotSupported,
  putWithRange,
  queryNotParsed,
  rangeNotSatisfiable,
  schemaNotExposed,
} from "../errors.ts";
import { fromHeaderText } from "../header-syntax.ts";
import { type MediaType, parseAccept, parseMediaType } from "../media-type.ts";
import type { QualifiedName } from "../qualified-name.ts";
import type { BodyOptions, Payload } from "./body.ts";
import { type Preferences, parsePrefer } from "./prefer.ts";
import { parseQuery, type Query } from "./query.ts";
import { decodePathSegment, parseQueryString } from "./query-string.ts";
import {
  allRows,
  intersectRanges,
  isAllRows,
  isEmpty,
  isEmptyLimit,
  keepEmptyRange,
  parseRangeHeader,
  type Range,
} from "./range.ts";

/** The action of a request, with its table or function. */
export type Action =
  | { readonly kind: "read"; readonly table: QualifiedName; readonly headersOnly: boolean }
  | { readonly kind: "mutate"; readonly table: QualifiedName; readonly mutation: Mutation }
  | {
      readonly kind: "call";
      readonly function: QualifiedName;
      readonly by: "GET" | "HEAD" | "POST";
    }
  | { readonly kind: "describe"; readonly headersOnly: boolean }
  | { readonly kind: "tableOptions"; readonly table: QualifiedName }
  | { readonly kind: "functionOptions"; readonly function: QualifiedName }
  | { readonly kind: "rootOptions" };

export type Mutation = "create" | "update" | "upsertOne" | "delete";

/** A parsed request, with or without its body ({@link withPayload}). The plan checks that the names exist. */
export interface ApiRequest {
  readonly action: Action;
  readonly schema: string;
  /** True if the response names its schema in the Content-Profile header. */
  readonly schemaNegotiated: boolean;
  readonly query: Query;
  /** The rows of the root that `limit`, `offset` and the Range header select together. */
  readonly range: Range;
  readonly payload: Payload | null;
  /** The columns to write, or the arguments of a call. */
  readonly columns: readonly string[];
  readonly preferences: Preferences;
  readonly accept: readonly MediaType[];
  readonly contentType: MediaType;
}

/** The parts of an HTTP request that the parser needs. */
export interface RawRequest {
  readonly method: string;
  /** The path relative to the root of the REST API, not decoded, for example `/notes`. */
  readonly path: string;
  /** The query string without its question mark. */
  readonly queryString: string;
  readonly headers: Headers;
}

export interface ParseOptions {
  readonly schemas: readonly string[];
  readonly rootFunction: QualifiedName | null;
  readonly txOverride: boolean;
}

/**
 * Parses a request without its body.
 *
 * @throws {RestError} PGRST1xx
 */
export function parseRequest(raw: RawRequest, options: ParseOptions): ApiRequest {
  const preferences = parsePrefer(raw.headers.get("prefer"), options);
  const resource = parseResource(raw.path, options.rootFunction);
  const { schema, negotiated } = chooseSchema(raw, options.schemas);
  const action = chooseAction(resource, schema, raw.method);
  // PostgreSQL's own limit for nested arrays and JSON depends on its stack, and is higher than this one.
  if (nestsDeeperThan(1_000, raw.queryString.replaceAll("%5B", "[").replaceAll("%7B", "{"))) {
    throw queryNotParsed("A query parameter is nested too deeply", "Nest less than 1000 levels.");
  }
  const query = parseQuery(parseQueryString(raw.queryString), {
    argumentsAllowed: action.kind === "call" && action.by !== "POST",
  });
  const range = rootRange(raw, query);
  const contentType = parseMediaType(raw.headers.get("content-type") ?? "application/json");
  return {
    action,
    schema,
    schemaNegotiated: negotiated,
    query,
    range,
    payload: null,
    columns: [],
    preferences,
    accept: parseAccept(raw.headers.get("accept")),
    contentType,
  };
}

type Resource =
  | { readonly kind: "root" }
  | { readonly kind: "relation"; readonly name: string }
  | { readonly kind: "function"; readonly name: string };

function parseResource(path: string, rootFunction: QualifiedName | null): Resource {
  const segments = path
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodePathSegment);
  const [firstSegment, secondSegment, ...otherSegments] = segments;
  if (firstSegment === undefined) {
    return rootFunction ? { kind: "function", name: rootFunction.name } : { kind: "root" };
  }
  if (secondSegment === undefined) return { kind: "relation", name: firstSegment };
  if (firstSegment === "rpc" && otherSegments.length === 0) {
    return { kind: "function", name: secondSegment };
  }
  throw invalidPath();
}

/**
 * Chooses the schema by Accept-Profile for reads and Content-Profile for writes (W3C Content Negotiation by Profile).
 */
function chooseSchema(raw: RawRequest, schemas: readonly string[]) {
  const isWrite = ["DELETE", "PATCH", "POST", "PUT"].includes(raw.method);
  const header = raw.headers.get(isWrite ? "content-profile" : "accept-profile");
  if (header === null) return { schema: schemas[0] ?? "public", negotiated: schemas.length !== 1 };
  const profile = fromHeaderText(header);
  if (!schemas.includes(profile)) throw schemaNotExposed(profile, schemas);
  return { schema: profile, negotiated: true };
}

function chooseAction(resource: Resource, schema: string, method: string): Action {
  switch (resource.kind) {
    case "function": {
      const routine = { schema, name: resource.name };
      if (method === "OPTIONS") return { kind: "functionOptions", function: routine };
      if (method !== "GET" && method !== "HEAD" && method !== "POST") throw methodNotForRpc(method);
      return { kind: "call", function: routine, by: method };
    }
    case "relation":
      return relationAction({ schema, name: resource.name }, method);
    case "root":
      if (method === "OPTIONS") return { kind: "rootOptions" };
      if (method !== "GET" && method !== "HEAD") throw methodNotSupported(method);
      return { kind: "describe", headersOnly: method === "HEAD" };
    default:
      return resource satisfies never;
  }
}

function relationAction(table: QualifiedName, method: string): Action {
  switch (method) {
    case "GET":
    case "HEAD":
      return { kind: "read", table, headersOnly: method === "HEAD" };
    case "POST":
      return { kind: "mutate", table, mutation: "create" };
    case "PUT":
      return { kind: "mutate", table, mutation: "upsertOne" };
    case "PATCH":
      return { kind: "mutate", table, mutation: "update" };
    case "DELETE":
      return { kind: "mutate", table, mutation: "delete" };
    case "OPTIONS":
      return { kind: "tableOptions", table };
    default:
      throw methodNotSupported(method);
  }
}

function rootRange(raw: RawRequest, query: Query): Range {
  // RFC 9110, section 14.2: Range is defined only for GET.
  const headerRange = raw.method === "GET" ? parseRangeHeader(raw.headers.get("range")) : allRows;
  const queryRange = query.ranges.find(({ path }) => path.length === 0)?.value ?? allRows;
  const range = keepEmptyRange(
    queryRange,
    intersectRanges(intersectRanges(allRows, headerRange), queryRange),
  );
  if (isEmpty(range) && !isEmptyLimit(queryRange)) {
    throw rangeNotSatisfiable({ kind: isEmpty(headerRange) ? "reversed" : "negativeLimit" });
  }
  if (raw.method === "PUT" && !isAllRows(range)) throw putWithRange();
  return range;
}

/** Returns the options for parsing the body of a request, or null if the body is ignored. */
export function bodyOptionsOf({ action, query, contentType }: ApiRequest): BodyOptions | null {
  const hasColumns = query.columns !== null;
  switch (action.kind) {
    case "mutate":
      if (action.mutation === "delete") return null;
      return {
        type: contentType,
        forFunction: false,
        hasColumns: hasColumns && action.mutation !== "upsertOne",
      };
    case "call":
      return action.by === "POST" ? { type: contentType, forFunction: true, hasColumns } : null;
    case "read":
    case "describe":
    case "tableOptions":
    case "functionOptions":
    case "rootOptions":
      return null;
    default:
      return action satisfies never;
  }
}

/** Returns the request with its body. */
export function withPayload(request: ApiRequest, payload: Payload): ApiRequest {
  return { ...request, payload, columns: payloadColumns(payload, request.query) };
}

function payloadColumns(payload: Payload, query: Query): readonly string[] {
  if (payload.kind === "raw") return [];
  return payload.kind === "unreadJson" ? (query.columns ?? []) : payload.keys;
}
