import {
  filterRequired,
  invalidPreferences,
  maxAffectedOnSingle,
  mediaTypesNotAvailable,
} from "../errors.ts";
import { findClosest } from "../find-closest.ts";
import { mediaTypeName } from "../media-type.ts";
import type { ApiRequest, Mutation } from "../parse/request.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import type { ResolvedHandler, SchemaCache, Table } from "../schema-cache/types.ts";
import { findRoutine, planCall } from "./call.ts";
import { tableNotFound } from "./errors.ts";
import { planMutation } from "./mutate.ts";
import { negotiateMediaType } from "./negotiate.ts";
import { type PlanContext, planRead } from "./read.ts";
import type {
  CallRequestPlan,
  MutateRequestPlan,
  MutationPlan,
  Plan,
  ReadRequestPlan,
} from "./types.ts";

/**
 * Resolves a request against the schema cache.
 *
 * @throws {RestError} if a name does not exist, or the request is not supported
 */
export function planRequest(context: PlanContext): Plan {
  const { request, cache } = context;
  const { action } = request;
  switch (action.kind) {
    case "read":
      return readRequest(action.table, action.headersOnly, context);
    case "mutate":
      return mutateRequest(action.table, action.mutation, context);
    case "call":
      return callRequest(action.function, action.by, context);
    case "describe":
      return describe(action.headersOnly, context);
    case "tableOptions":
      return { kind: "options", allow: allowedMethods(findTable(action.table, cache)) };
    case "functionOptions": {
      const { volatility } = findRoutine(action.function, request, cache);
      return {
        kind: "options",
        allow: volatility === "volatile" ? "OPTIONS,POST" : "OPTIONS,GET,HEAD,POST",
      };
    }
    case "rootOptions":
      return { kind: "options", allow: "OPTIONS,GET,HEAD" };
    default:
      return action satisfies never;
  }
}

function readRequest(
  name: QualifiedName,
  headersOnly: boolean,
  context: PlanContext,
): ReadRequestPlan {
  const table = findTable(name, context.cache);
  const read = planRead(name, context);
  const resolvedHandler = negotiateMediaType(context.request.accept, table, read, context);
  checkPreferences(context.request);
  const { mediaType } = resolvedHandler;
  const handler = headersOnly ? ({ kind: "none" } as const) : resolvedHandler.handler;
  return { kind: "read", table: name, read, handler, mediaType, headersOnly };
}

function mutateRequest(
  name: QualifiedName,
  mutation: Mutation,
  context: PlanContext,
): MutateRequestPlan {
  const { request, cache } = context;
  const table = findTable(name, cache);
  const read = planRead(name, context);
  const mutationPlan = planMutation(mutation, table, read, context);
  if (context.settings.filterRequired) requireFilter(mutationPlan);
  checkPreferences(request);
  const resolvedHandler = negotiateMediaType(request.accept, table, read, context);
  const returnsRows = request.preferences.return === "representation";
  return {
    kind: "mutate",
    table: name,
    read,
    mutation: mutationPlan,
    isPut: mutation === "upsertOne",
    handler: returnsRows ? resolvedHandler.handler : { kind: "none" },
    mediaType: resolvedHandler.mediaType,
  };
}

/** @throws {RestError} 21000 */
function requireFilter(plan: MutationPlan): void {
  if (plan.kind === "insert" || plan.where.length > 0) return;
  throw filterRequired(plan.kind === "update" ? "UPDATE" : "DELETE");
}

function callRequest(
  name: QualifiedName,
  by: "GET" | "HEAD" | "POST",
  context: PlanContext,
): CallRequestPlan {
  const { request, cache } = context;
  const routine = findRoutine(name, request, cache);
  const { returns } = routine;
  const rows = {
    schema: routine.schema,
    name: returns.composite ? returns.type.name : routine.name,
  };
  const read = planRead(rows, context);
  const call = planCall(routine, request, read);
  const resolvedHandler: ResolvedHandler = negotiateMediaType(request.accept, rows, read, context);
  checkPreferences(request);
  const { maxAffected, handling } = request.preferences;
  if (maxAffected !== null && handling === "strict" && !returns.set) throw maxAffectedOnSingle();
  const headersOnly = by === "HEAD";
  return {
    kind: "call",
    read,
    call,
    routine,
    readOnly: by !== "POST" || routine.volatility !== "volatile",
    headersOnly,
    handler: headersOnly ? { kind: "none" } : resolvedHandler.handler,
    mediaType: resolvedHandler.mediaType,
  };
}

function describe(headersOnly: boolean, { request }: PlanContext): Plan {
  const isAcceptable = request.accept.some(({ kind }) => ["openapi", "json", "any"].includes(kind));
  if (!isAcceptable) throw mediaTypesNotAvailable(request.accept.map(mediaTypeName));
  return { kind: "describe", schema: request.schema, headersOnly };
}

function checkPreferences({ preferences }: ApiRequest): void {
  if (preferences.handling === "strict" && preferences.invalid.length > 0) {
    throw invalidPreferences(preferences.invalid);
  }
}

function findTable(name: QualifiedName, cache: SchemaCache): Table {
  const table = cache.tables.get(nameKey(name));
  if (table !== undefined) return table;
  const schemaTables = [...cache.tables.values()].filter(({ schema }) => schema === name.schema);
  const names = schemaTables.map((candidate) => candidate.name);
  // With hundreds of names, the search for a suggestion takes too long.
  const similar = names.length < 500 ? findClosest(name.name, names, 0.75) : null;
  throw tableNotFound(name.schema, name.name, similar?.match ?? null);
}

function allowedMethods(table: Table): string {
  const { insertable, updatable, deletable, primaryKey } = table;
  return [
    "OPTIONS,GET,HEAD",
    ...(insertable ? ["POST"] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ["PUT"] : []),
    ...(updatable ? ["PATCH"] : []),
    ...(deletable ? ["DELETE"] : []),
  ].join(",");
}
