import { findClosest } from "../find-closest.ts";
import type { MediaType } from "../media-type.ts";
import type { ApiRequest } from "../parse/request.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import type { Parameter, Routine, SchemaCache } from "../schema-cache/types.ts";
import { refuseCostlyArguments, refuseCostlyMembers } from "./costly-values.ts";
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
  const argumentNameList = argumentNames(request);
  const isPost = isPosted(request);
  const overloads = cache.routines.get(nameKey(name)) ?? [];
  const matchingOverloads = overloads.filter((routine) =>
    matchesArguments(routine, argumentNameList, isPost, request.contentType),
  );
  const candidates =
    matchingOverloads.length > 0
      ? matchingOverloads
      : overloads.filter((routine) => isPost && takesBody(routine, request.contentType));
  const [routine] = candidates;
  if (routine === undefined) throw notFound(name, request, cache);
  if (candidates.length > 1) throw ambiguousFunction(candidates.map(signature));
  return routine;
}

function matchesArguments(
  { parameters }: Routine,
  argumentNameList: readonly string[],
  isPost: boolean,
  contentType: MediaType,
): boolean {
  if (parameters.length === 0)
    return argumentNameList.length === 0 && !(isPost && isWholeBody(contentType));
  const names = new Set(parameters.map(({ name }) => name));
  const requiredParameters = parameters.filter((parameter) => parameter.required);
  return (
    argumentNameList.every((name) => names.has(name)) &&
    requiredParameters.every(({ name }) => argumentNameList.includes(name))
  );
}

/** Returns whether the function has one unnamed parameter that takes the complete body. */
function takesBody({ parameters }: Routine, contentType: MediaType): boolean {
  const [parameter, ...otherParameters] = parameters;
  if (parameter === undefined || otherParameters.length > 0 || parameter.name !== "") return false;
  switch (contentType.kind) {
    case "json":
      return parameter.type === "json" || parameter.type === "jsonb";
    case "text":
      return parameter.type === "text";
    case "xml":
      return parameter.type === "xml";
    case "octets":
      return parameter.type === "bytea";
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
  const argumentNameList = argumentNames(request);
  const isPost = isPosted(request);
  const { contentType } = request;
  const routine = `${name.schema}.${name.name}`;
  const list = argumentNameList.join(", ");
  const usesWholeBody = isPost && isWholeBody(contentType);
  const argumentText = argumentNameList.length === 0 ? " without parameters" : `(${list})`;
  const plural = argumentNameList.length > 1 ? "s" : "";
  const searchedArguments =
    argumentNameList.length === 0 ? " without parameters" : ` with parameter${plural} ${list}`;
  const message = `Could not find the function ${routine}${usesWholeBody ? "" : argumentText} in the schema cache`;
  const details = `Searched for the function ${routine}${describeSearch(searchedArguments, isPost, contentType)}, but no matches were found in the schema cache.`;
  return functionNotFound(message, {
    details,
    hint: usesWholeBody ? null : suggestRoutine(name, argumentNameList, cache),
  });
}

function describeSearch(byName: string, isPost: boolean, contentType: MediaType): string {
  if (!isPost) return byName;
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
function suggestRoutine(
  { schema, name }: QualifiedName,
  argumentNameList: readonly string[],
  cache: SchemaCache,
): string | null {
  const overloads = cache.routines.get(nameKey({ schema, name })) ?? [];
  const hint = (label: string) => `Perhaps you meant to call the function ${schema}.${label}`;
  if (overloads.length === 0) {
    const names = [...cache.routines.values()]
      .flatMap((list) => list.slice(0, 1))
      .filter((routine) => routine.schema === schema)
      .map((routine) => routine.name);
    // Require a similarity of three quarters, so that callers cannot discover names by guessing.
    const similar = findClosest(name, names, 0.75);
    return similar && hint(similar.match);
  }
  const sortedList = (names: readonly string[]) => `(${names.toSorted().join(", ")})`;
  const lists = overloads.map(({ parameters }) =>
    sortedList(parameters.map((parameter) => parameter.name)),
  );
  const similar = findClosest(sortedList(argumentNameList), lists);
  return similar && hint(`${name}${similar.match}`);
}

/** Plans the call of a function. */
export function planCall(routine: Routine, request: ApiRequest, read: ReadPlan): CallPlan {
  const needed = neededColumns(read, []);
  const returnsAll = needed.length === 0 || needed.includes("*");
  const filtered = returnsAll ? [] : filteredColumns(read);
  return {
    function: { schema: routine.schema, name: routine.name },
    arguments: planArguments(routine, request),
    scalar: !routine.returns.composite,
    returning: returnsAll ? [] : [...new Set([...needed, ...filtered])].sort(),
  };
}

function planArguments(routine: Routine, request: ApiRequest): CallArguments {
  const { parameters } = routine;
  const { payload } = request;
  const [parameter, ...otherParameters] = parameters;
  if (parameter !== undefined && otherParameters.length === 0 && parameter.name === "") {
    const value =
      payload?.kind === "raw"
        ? parameter.type === "bytea"
          ? payload.bytes
          : new TextDecoder().decode(payload.bytes)
        : payload === null
          ? JSON.stringify(Object.fromEntries(request.query.arguments))
          : jsonBody(payload);
    return { kind: "single", parameter, value };
  }
  const argumentNameList = argumentNames(request);
  const usedParameters = parameters.filter(({ name }) => argumentNameList.includes(name));
  if (usedParameters.length === 0) return { kind: "none" };
  if (payload === null || payload.kind === "form") {
    const pairs = payload === null ? request.query.arguments : payload.pairs;
    const usedValues = argumentValues(usedParameters, pairs);
    refuseCostlyArguments(usedValues);
    return { kind: "values", values: usedValues };
  }
  const body = jsonBody(payload);
  refuseCostlyMembers(body, usedParameters);
  return { kind: "json", parameters: usedParameters, body };
}

/** The last value of a repeated parameter wins, unless the parameter is variadic. */
function argumentValues(
  parameters: readonly Parameter[],
  pairs: readonly (readonly [string, string])[],
) {
  return parameters.map((parameter) => {
    const parameterValues = pairs
      .filter(([name]) => name === parameter.name)
      .map(([, value]) => value);
    return {
      parameter,
      value: parameter.variadic ? parameterValues : (parameterValues.at(-1) ?? null),
    };
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
  const orderColumns = read.order
    .filter(({ embed }) => embed === null)
    .map(({ field }) => field.name);
  return [...read.where.flatMap(names), ...orderColumns];
}
