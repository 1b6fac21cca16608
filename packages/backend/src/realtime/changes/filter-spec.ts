import { subscriptionRefused } from "../errors.ts";

export const actions = ["INSERT", "UPDATE", "DELETE"] as const;
export type Action = (typeof actions)[number];

export const operators = [
  "eq",
  "neq",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "like",
  "ilike",
  "is",
  "match",
  "imatch",
  "isdistinct",
] as const;

/** A condition on one column, for example `status=not.eq.done`. */
export interface Filter {
  readonly column: string;
  readonly operator: string;
  /** An array literal if the operator is `in`. */
  readonly value: string;
  readonly isNegated: boolean;
}

/** A validated entry of `postgres_changes`. */
export interface ChangeFilterSpec {
  readonly action: Action | "*";
  /** A schema name or `*`. */
  readonly schema: string;
  /** A table name or `*`. */
  readonly table: string;
  readonly filters: readonly Filter[];
  /** The columns to send in addition to the key. Undefined for all columns. */
  readonly select: readonly string[] | undefined;
}

/**
 * Parses an entry of `postgres_changes` as supabase/realtime does
 * (`lib/extensions/postgres_cdc_rls/subscriptions.ex`).
 *
 * @throws {RealtimeError} if the entry is invalid
 */
export function parseFilterSpec(entry: unknown): ChangeFilterSpec {
  const fields = typeof entry === "object" && entry !== null ? (entry as RawEntry) : {};
  const select = parseSelect(fields.select);
  const action = actions.find((item) => item === String(fields.event).toUpperCase()) ?? "*";
  const { schema, table, filter } = fields;
  const hasValidTypes = [schema, table, filter].every(
    (item) => item === undefined || isString(item),
  );
  const hasTable = isString(table) || (isString(schema) && filter === undefined);
  if (!hasValidTypes || !hasTable || (filter !== undefined && schema === undefined)) {
    throw subscriptionRefused(
      "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to.",
    );
  }
  const spec: ChangeFilterSpec = {
    action,
    schema: isString(schema) ? schema : "public",
    table: isString(table) ? table : "*",
    filters: isString(filter) ? parseFilters(filter) : [],
    select,
  };
  if (select && (spec.schema === "*" || spec.table === "*")) {
    throw subscriptionRefused(
      "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.",
    );
  }
  return spec;
}

interface RawEntry {
  readonly event?: unknown;
  readonly schema?: unknown;
  readonly table?: unknown;
  readonly filter?: unknown;
  readonly select?: unknown;
}

const isString = (value: unknown): value is string => typeof value === "string";

function parseSelect(select: unknown): readonly string[] | undefined {
  if (isString(select)) {
    throw subscriptionRefused(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    );
  }
  const columns = Array.isArray(select) ? select.filter(isString) : [];
  return columns.length > 0 ? columns : undefined;
}

// Not in the reference, which does not limit filters.
const maxFilterLength = 8_192;
const maxFilterConditions = 20;

function parseFilters(text: string): readonly Filter[] {
  if (text.trim() === "") return [];
  if (text.length > maxFilterLength) throw invalidFilter("filter is too long");
  const parts = splitFilters(text.trim());
  if (parts.length > maxFilterConditions) throw invalidFilter("filter has too many conditions");
  return parts.map((part) => {
    const filter = part.trim();
    if (filter === "") {
      throw invalidFilter("filter must not contain empty segments (check for extra commas)");
    }
    return parseFilter(filter);
  });
}

function parseFilter(text: string): Filter {
  const [, column, condition] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (column === undefined || condition === undefined) throw invalidFilter(formatList([text]));
  const isNegated = condition.startsWith("not.");
  const [, operator, value] = /^([^.]*)\.(.*)$/s.exec(condition.slice(isNegated ? 4 : 0)) ?? [];
  if (operator === undefined || value === undefined) {
    throw invalidFilter(formatList([condition.slice(isNegated ? 4 : 0)]));
  }
  if (!operators.some((item) => item === operator))
    throw invalidFilter(formatList([operator, value]));
  if (operator !== "in") return { column, operator, value: unquote(value), isNegated };
  if (!/^\(.*\)$/s.test(value)) {
    throw invalidFilter("`in` filter value must be wrapped by parentheses");
  }
  return { column, operator, value: `{${value.slice(1, -1)}}`, isNegated };
}

/** Splits at commas outside of quotes and parentheses. */
function splitFilters(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start, isQuoted] = [0, 0, false];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character === "\\") index++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"' && /[.(,]/.test(text[index - 1] ?? "")) isQuoted = true;
    else if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Removes the quotes of a value that is quoted from start to end. Returns other values unchanged. */
function unquote(value: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.){0,65535})"$/s.exec(value) ?? [];
  return inner?.replace(/\\(.)/gs, "$1") ?? value;
}

const invalidFilter = (reason: string) =>
  subscriptionRefused(`Error parsing \`filter\` params: ${reason}`);

/** Formats a list of strings like Elixir's `inspect`, which the reference's messages contain. */
export const formatList = (texts: readonly string[]) => `[${texts.map(quote).join(", ")}]`;
const quote = (text: string) => JSON.stringify(text);

/** Formats an entry as the reference does in its error messages. */
export function formatFilterSpec({
  action,
  schema,
  table,
  filters,
  select,
}: ChangeFilterSpec): string {
  const formattedFilters = filters.map(
    ({ column, operator, value, isNegated }) =>
      `{${[column, operator, value].map(quote).join(", ")}, ${isNegated}}`,
  );
  const columns = select ? formatList(select) : "nil";
  return `[event: ${action}, schema: ${schema}, table: ${table}, filters: [${formattedFilters.join(", ")}], select: ${columns}]`;
}
