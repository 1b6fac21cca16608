import { ChangesRefused } from "./port.ts";

export const actions = ["INSERT", "UPDATE", "DELETE"] as const;
export type Action = (typeof actions)[number];

export const operators = [
  ...["eq", "neq", "lt", "lte", "gt", "gte", "in", "like", "ilike", "is", "match", "imatch"],
  "isdistinct",
] as const;

/** A condition on one column, as `status=not.eq.done`. */
export interface Filter {
  readonly column: string;
  readonly operator: string;
  /** A list of `in` is an array's literal. */
  readonly value: string;
  readonly isNegated: boolean;
}

/** An entry of `postgres_changes`: the changes that a client wants to hear of. */
export interface Wanted {
  readonly action: Action | "*";
  /** A name, or `*`. */
  readonly schema: string;
  /** A name, or `*`. */
  readonly table: string;
  readonly filters: readonly Filter[];
  /** The columns to send besides the key; all of them without it. */
  readonly select: readonly string[] | undefined;
}

/**
 * Reads an entry of `postgres_changes`, as supabase/realtime does
 * (`lib/extensions/postgres_cdc_rls/subscriptions.ex`).
 *
 * @throws {ChangesRefused}
 */
export function readWanted(entry: unknown): Wanted {
  const given = typeof entry === "object" && entry !== null ? (entry as Entry) : {};
  const select = readSelect(given.select);
  const action = actions.find((one) => one === String(given.event).toUpperCase()) ?? "*";
  const { schema, table, filter } = given;
  const hasText = [schema, table, filter].every((one) => one === undefined || isText(one));
  const isPlaced = isText(table) || (isText(schema) && filter === undefined);
  if (!hasText || !isPlaced || (filter !== undefined && schema === undefined)) {
    throw new ChangesRefused(
      "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to.",
    );
  }
  const wanted: Wanted = {
    action,
    schema: isText(schema) ? schema : "public",
    table: isText(table) ? table : "*",
    filters: isText(filter) ? readFilters(filter) : [],
    select,
  };
  if (select && (wanted.schema === "*" || wanted.table === "*")) {
    throw new ChangesRefused(
      "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.",
    );
  }
  return wanted;
}

interface Entry {
  readonly event?: unknown;
  readonly schema?: unknown;
  readonly table?: unknown;
  readonly filter?: unknown;
  readonly select?: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string";

function readSelect(select: unknown): readonly string[] | undefined {
  if (isText(select)) {
    throw new ChangesRefused(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    );
  }
  const columns = Array.isArray(select) ? select.filter(isText) : [];
  return columns.length > 0 ? columns : undefined;
}

/** Of a filter's text, in characters, and of its conditions. The reference has no such bounds. */
const longestFilter = 8_192;
const mostFilters = 20;

function readFilters(text: string): readonly Filter[] {
  if (text.trim() === "") return [];
  if (text.length > longestFilter) throw refusedFilter("filter is too long");
  const parts = splitFilters(text.trim());
  if (parts.length > mostFilters) throw refusedFilter("filter has too many conditions");
  return parts.map((part) => {
    const filter = part.trim();
    if (filter === "") {
      throw refusedFilter("filter must not contain empty segments (check for extra commas)");
    }
    return readFilter(filter);
  });
}

function readFilter(text: string): Filter {
  const [, column, condition] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (column === undefined || condition === undefined) throw refusedFilter(listed([text]));
  const isNegated = condition.startsWith("not.");
  const [, operator, value] = /^([^.]*)\.(.*)$/s.exec(condition.slice(isNegated ? 4 : 0)) ?? [];
  if (operator === undefined || value === undefined) {
    throw refusedFilter(listed([condition.slice(isNegated ? 4 : 0)]));
  }
  if (!operators.some((one) => one === operator)) throw refusedFilter(listed([operator, value]));
  if (operator !== "in") return { column, operator, value: unquoted(value), isNegated };
  if (!/^\(.*\)$/s.test(value)) {
    throw refusedFilter("`in` filter value must be wrapped by parentheses");
  }
  return { column, operator, value: `{${value.slice(1, -1)}}`, isNegated };
}

/** Splits at the commas that are neither within quotes nor within parentheses. */
function splitFilters(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, begun, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted) {
      if (letter === "\\") at++;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"' && /[.(,]/.test(text[at - 1] ?? "")) isQuoted = true;
    else if (letter === "(") depth++;
    else if (letter === ")") depth = Math.max(0, depth - 1);
    else if (letter === "," && depth === 0) {
      parts.push(text.slice(begun, at));
      begun = at + 1;
    }
  }
  return [...parts, text.slice(begun)];
}

/** A value in quotes without them; one that is not quoted as a whole stays as it is. */
function unquoted(value: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.){0,65535})"$/s.exec(value) ?? [];
  return inner?.replace(/\\(.)/gs, "$1") ?? value;
}

const refusedFilter = (reason: string) =>
  new ChangesRefused(`Error parsing \`filter\` params: ${reason}`);

/** As Elixir shows a list of texts. */
export const listed = (texts: readonly string[]) => `[${texts.map(inQuotes).join(", ")}]`;
const inQuotes = (text: string) => JSON.stringify(text);

/** The entry in the reference's error messages. */
export function shown({ action, schema, table, filters, select }: Wanted): string {
  const shownFilters = filters.map(
    ({ column, operator, value, isNegated }) =>
      `{${[column, operator, value].map(inQuotes).join(", ")}, ${isNegated}}`,
  );
  const columns = select ? listed(select) : "nil";
  return `[event: ${action}, schema: ${schema}, table: ${table}, filters: [${shownFilters.join(", ")}], select: ${columns}]`;
}
