import { closest } from "../closest.ts";
import type { MediaType } from "../media-type.ts";
import type { ApiRequest } from "../parse/request.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import type { Parameter, Routine, SchemaCache } from "../schema-cache/types.ts";
import { ambiguousFunction, functionNotFound } from "./errors.ts";
import { neededColumns } from "./mutate.ts";
import {
  type CallArguments,
  type CallPlan,
  jsonBody,
  type PlanCondition,
  type ReadPlan,
} from "./types.ts";

/** Returns the names of a request's arguments. */
function argumentNames(request: ApiRequest): string[] {
  const { query, columns } = request;
  if (isPosted(request)) return [...columns];
  return [...new Set(query.arguments.map(([name]) => name))].sort();
}

function isPosted({ action }: ApiRequest): boolean {
  return action.kind === "call" && action.by === "POST";
}

/**
 * Finds the function that the arguments match. Only their names are compared: overloads that differ only in
 * types are ambiguous.
 *
 * @throws {RestError} PGRST202, PGRST203
 */
export function findRoutine(name: QualifiedName, request: ApiRequest, cache: SchemaCache): Routine {
  const givenNames = argumentNames(request);
  const posted = isPosted(request);
  const overloads = cache.routines.get(nameKey(name)) ?? [];
  const fitting = overloads.filter((routine) =>
    fits(routine, givenNames, posted, request.contentType),
  );
  const candidates =
    fitting.length > 0
      ? fitting
      : overloads.filter((routine) => posted && takesBody(routine, request.contentType));
  const [only] = candidates;
  if (only === undefined) throw notFound(name, request, cache);
  if (candidates.length > 1) throw ambiguousFunction(candidates.map(signature));
  return only;
}

function fits(
  { parameters }: Routine,
  givenNames: readonly string[],
  posted: boolean,
  contentType: MediaType,
): boolean {
  if (parameters.length === 0)
    return givenNames.length === 0 && !(posted && isWholeBody(contentType));
  const names = new Set(parameters.map(({ name }) => name));
  const required = parameters.filter((parameter) => parameter.required);
  return (
    givenNames.every((name) => names.has(name)) &&
    required.every(({ name }) => givenNames.includes(name))
  );
}

/** Returns whether the function has one unnamed parameter that takes the complete body. */
function takesBody({ parameters }: Routine, contentType: MediaType): boolean {
  const [only, ...others] = parameters;
  if (only === undefined || others.length > 0 || only.name !== "") return false;
  switch (contentType.kind) {
    case "json":
      return only.type === "json" || only.type === "jsonb";
    case "text":
      return only.type === "text";
    case "xml":
      return only.type === "xml";
    case "octets":
      return only.type === "bytea";
    default:
      return false;
  }
}

function isWholeBody(contentType: MediaType): boolean {
  return contentType.kind === "text" || contentType.kind === "xml" || contentType.kind === "octets";
}

function signature({ schema, name, parameters }: Routine): string {
  const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(", ");
  return `${schema}.${name}(${list})`;
}

function notFound(name: QualifiedName, request: ApiRequest, cache: SchemaCache) {
  const givenNames = argumentNames(request);
  const posted = isPosted(request);
  const { contentType } = request;
  const routine = `${name.schema}.${name.name}`;
  const list = givenNames.join(", ");
  const wholeBody = posted && isWholeBody(contentType);
  const argumentText = givenNames.length === 0 ? " without parameters" : `(${list})`;
  const plural = givenNames.length > 1 ? "s" : "";
  const searchedArguments =
    givenNames.length === 0 ? " without parameters" : ` with parameter${plural} ${list}`;
  const message = `Could not find the function ${routine}${wholeBody ? "" : argumentText} in the schema cache`;
  const details = `Searched for the function ${routine}${searchedFor(searchedArguments, posted, contentType)}, but no matches were found in the schema cache.`;
  return functionNotFound(message, {
    details,
    hint: wholeBody ? null : suggest(name, givenNames, cache),
  });
}

function searchedFor(byName: string, posted: boolean, contentType: MediaType): string {
  if (!posted) return byName;
  switch (contentType.kind) {
    case "text":
      return " with a single unnamed text parameter";
    case "xml":
      return " with a single unnamed xml parameter";
    case "octets":
      return " with a single unnamed bytea parameter";
    case "json":
      return `${byName} or with a single unnamed json/jsonb parameter`;
    default:
      return byName;
  }
}

/**
 * Suggests a function with a similar name or, if the name is right, the overload with the most similar
 * parameters.
 */
function suggest(
  { schema, name }: QualifiedName,
  givenNames: readonly string[],
  cache: SchemaCache,
): string | null {
  const overloads = cache.routines.get(nameKey({ schema, name })) ?? [];
  const hint = (label: string) => `Perhaps you meant to call the function ${schema}.${label}`;
  if (overloads.length === 0) {
    const names = [...cache.routines.values()]
      .flatMap((list) => list.slice(0, 1))
      .filter((routine) => routine.schema === schema)
      .map((routine) => routine.name);
    // Require a similarity of three quarters, so that a hint does not reveal names to a caller who guesses.
    const similar = closest(name, names, 0.75);
    return similar && hint(similar.match);
  }
  const sortedList = (names: readonly string[]) => `(${names.toSorted().join(", ")})`;
  const lists = overloads.map(({ parameters }) =>
    sortedList(parameters.map((parameter) => parameter.name)),
  );
  const similar = closest(sortedList(givenNames), lists);
  return similar && hint(`${name}${similar.match}`);
}

/** Plans the call of a function. */
export function planCall(routine: Routine, request: ApiRequest, read: ReadPlan): CallPlan {
  const needed = neededColumns(read, []);
  const all = needed.length === 0 || needed.includes("*");
  const filtered = all ? [] : filteredColumns(read);
  return {
    function: { schema: routine.schema, name: routine.name },
    arguments: planArguments(routine, request),
    scalar: !routine.returns.composite,
    returning: all ? [] : [...new Set([...needed, ...filtered])].sort(),
  };
}

function planArguments(routine: Routine, request: ApiRequest): CallArguments {
  const { parameters } = routine;
  const { payload } = request;
  const [first, ...others] = parameters;
  if (first !== undefined && others.length === 0 && first.name === "") {
    const value =
      payload?.kind === "raw"
        ? first.type === "bytea"
          ? payload.bytes
          : new TextDecoder().decode(payload.bytes)
        : payload === null
          ? JSON.stringify(Object.fromEntries(request.query.arguments))
          : jsonBody(payload);
    return { kind: "single", parameter: first, value };
  }
  const givenNames = argumentNames(request);
  const named = parameters.filter(({ name }) => givenNames.includes(name));
  if (named.length === 0) return { kind: "none" };
  if (payload === null) return { kind: "values", values: values(named, request.query.arguments) };
  if (payload.kind === "form") return { kind: "values", values: values(named, payload.pairs) };
  return { kind: "json", parameters: named, body: jsonBody(payload) };
}

/** The last value of a repeated parameter wins, unless the parameter is variadic. */
function values(parameters: readonly Parameter[], pairs: readonly (readonly [string, string])[]) {
  return parameters.map((parameter) => {
    const givenNames = pairs.filter(([name]) => name === parameter.name).map(([, value]) => value);
    return { parameter, value: parameter.variadic ? givenNames : (givenNames.at(-1) ?? null) };
  });
}

/** Returns the columns that filters and order use, because the call has to return them. */
function filteredColumns(read: ReadPlan): string[] {
  const names = (condition: PlanCondition): string[] => {
    switch (condition.kind) {
      case "filter":
        return [condition.field.name];
      case "group":
        return condition.members.flatMap(names);
      case "embedIsNull":
        return [];
      default:
        return condition satisfies never;
    }
  };
  const ordered = read.order.filter(({ embed }) => embed === null).map(({ field }) => field.name);
  return [...read.where.flatMap(names), ...ordered];
}
