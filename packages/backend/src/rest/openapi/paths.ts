import { mediaTypeName } from "../media-type.ts";
import type { Parameter, Routine, Table } from "../schema-cache/types.ts";
import { arrayItems, type SchemaObject, schemaType } from "./types.ts";

/** The operations of one path of an OpenAPI document. */
export type PathItem = Readonly<Record<string, SchemaObject>>;

export function tablePath(table: Table): PathItem {
  const { name } = table;
  const common = { tags: [name], ...splitSummary(table.description) };
  const filters = [...table.columns.keys()].map((column) => `rowFilter.${name}.${column}`);
  const body = `body.${name}`;
  const get = {
    ...common,
    parameters: references([
      ...filters,
      "select",
      "order",
      "range",
      "rangeUnit",
      "offset",
      "limit",
      "preferCount",
    ]),
    responses: {
      200: {
        description: "OK",
        schema: { items: { $ref: `#/definitions/${name}` }, type: "array" },
      },
      206: { description: "Partial Content" },
    },
  };
  if (!table.insertable && !table.updatable && !table.deletable) return { get };
  return {
    get,
    post: {
      ...common,
      parameters: references([body, "select", "preferPost"]),
      responses: { 201: { description: "Created" } },
    },
    delete: {
      ...common,
      parameters: references([...filters, "preferReturn"]),
      responses: { 204: { description: "No Content" } },
    },
    patch: {
      ...common,
      parameters: references([...filters, body, "preferReturn"]),
      responses: { 204: { description: "No Content" } },
    },
  };
}

export function functionPath(routine: Routine): PathItem {
  const common = {
    tags: [`(rpc) ${routine.name}`],
    ...splitSummary(routine.description),
    produces: [
      mediaTypeName({ kind: "json" }),
      mediaTypeName({ kind: "object", nullsStripped: true }),
      mediaTypeName({ kind: "object", nullsStripped: false }),
    ],
    responses: { 200: { description: "OK" } },
  };
  const post = {
    ...common,
    parameters: [
      { required: true, in: "body", name: "args", schema: argumentsSchema(routine) },
      ...references(["preferParams"]),
    ],
  };
  if (routine.volatility === "volatile") return { post };
  return { get: { ...common, parameters: routine.parameters.map(queryArgument) }, post };
}

function argumentsSchema({ parameters, description }: Routine): SchemaObject {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    ...(description === null ? {} : { description }),
    ...(required.length === 0 ? {} : { required }),
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, type }) => [name, { ...schemaType(type), ...arrayItems(type) }]),
    ),
  };
}

function queryArgument({ name, type, required, variadic }: Parameter): SchemaObject {
  const schema = schemaType(type);
  const common = { name, required, in: "query" };
  if (variadic) {
    const { format } = schemaType(type.slice(0, -2));
    const items = arrayItems(type)["items"] ?? {};
    return {
      ...common,
      type: "array",
      collectionFormat: "multi",
      items: { ...items, format },
    };
  }
  // Query strings contain arrays in PostgreSQL's text format, so OpenAPI has to describe them as strings.
  const isPlain = schema.type !== undefined && schema.type !== "array";
  return { ...common, format: schema.format, type: isPlain ? schema.type : "string" };
}

/** Splits a comment: its first line is the summary, the rest is the description. */
function splitSummary(comment: string | null): SchemaObject {
  if (comment === null) return {};
  const [summary = "", ...lines] = comment.split("\n");
  const description = lines.join("\n").replace(/^\n+/, "");
  return description === "" ? { summary } : { summary, description };
}

function references(names: readonly string[]): SchemaObject[] {
  return names.map((name) => ({ $ref: `#/parameters/${name}` }));
}
