import { queryNotParsed } from "../errors.ts";
import { sortedNames } from "./body.ts";
import { logicKey, logicTree } from "./logic.ts";
import { memoize } from "./memoize.ts";
import { delimiter, fieldName, jsonPath, skipBlanksAround, symbol } from "./names.ts";
import { condition } from "./operators.ts";
import { orderTerms } from "./order.ts";
import { canonicalQueryString, type QueryPair } from "./query-string.ts";
import { type Range, rangeFromParameters } from "./range.ts";
import { Scanner, SyntaxRefusal } from "./scanner.ts";
import { selectItems } from "./select.ts";
import type {
  Condition,
  FieldReference,
  Filter,
  LogicTree,
  OrderTerm,
  PathTarget,
  SelectItem,
} from "./syntax.ts";

/** A parsed query string. */
export interface Query {
  /** The query string, sorted and encoded for Content-Location. */
  readonly canonical: string;
  readonly select: readonly SelectItem[];
  readonly filters: readonly PathTarget<Filter>[];
  readonly logic: readonly PathTarget<LogicTree>[];
  readonly order: readonly PathTarget<readonly OrderTerm[]>[];
  /** The ranges of `limit` and `offset`, for the root and for embeds. */
  readonly ranges: readonly PathTarget<Range>[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** The names of all parameters that are not reserved. They may be filters. */
  readonly filterNames: readonly string[];
  /** The arguments of a function that is called by GET. */
  readonly arguments: readonly (readonly [name: string, value: string])[];
}

/** More than any client sends, but fewer than PostgreSQL's 65,535 parameters. */
const maxConditions = 2_000;

/**
 * Parses the parameters of a query string.
 *
 * @param options.argumentsAllowed true for a function called by GET, which takes parameters without an operator as
 * arguments
 * @throws {RestError} PGRST100 with PostgREST's message, which names what was expected and the position
 */
export function parseQuery(
  pairs: readonly QueryPair[],
  options: { readonly argumentsAllowed: boolean },
): Query {
  if (pairs.length > maxConditions) {
    throw queryNotParsed("Too many query parameters", `At most ${maxConditions} are accepted.`);
  }
  const namedValues = pairs.flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const single = (name: string) => pairs.find(([key]) => key === name)?.[1] ?? null;
  const pairsEndingIn = (...suffixes: readonly string[]) =>
    namedValues.filter(([name]) => suffixes.includes(lastPart(name)));

  const order = pairsEndingIn("order").map(([name, value]) => parseOrder(name, value));
  const logic = pairsEndingIn("and", "or").map(([name, value]) => parseLogic(name, value));
  const columns = mapNullable(single("columns"), (text) => columnList("columns parameter", text));
  const select = selectList(single("select") ?? "*");
  const filterPairs = namedValues.filter(([name]) => isFilterName(name));
  const filters: PathTarget<Filter>[] = [];
  const callArguments: [string, string][] = [];
  for (const [name, value] of filterPairs) {
    const parameter = parseFilterOrArgument(name, value, options.argumentsAllowed);
    if (parameter.kind === "filter") filters.push(parameter.target);
    else callArguments.push([parameter.name, value]);
  }
  const onConflict = mapNullable(single("on_conflict"), (text) =>
    columnList("on_conflict parameter", text),
  );
  return {
    canonical: canonicalQueryString(pairs),
    select,
    filters,
    logic,
    order,
    ranges: parseRanges(pairsEndingIn("limit"), pairsEndingIn("offset")),
    columns: columns === null ? null : sortedNames(columns),
    onConflict,
    filterNames: sortedNames(filterPairs.map(([name]) => name)),
    arguments: callArguments,
  };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function isFilterName(name: string): boolean {
  return (
    !["select", "columns", "on_conflict"].includes(name) &&
    !["order", "limit", "offset", "and", "or"].includes(lastPart(name))
  );
}

function mapNullable<T>(text: string | null, parseWith: (text: string) => T): T | null {
  return text === null ? null : parseWith(text);
}

function parseWith<T>(text: string, subject: string, grammar: (scanner: Scanner) => T): T {
  const scanner = new Scanner(text);
  try {
    return scanner.parse(() => grammar(scanner));
  } catch (error) {
    if (!(error instanceof SyntaxRefusal)) throw error;
    throw queryNotParsed(`"${subject}" ${error.position}`, error.message);
  }
}

const selectList = memoize((text): readonly SelectItem[] =>
  parseWith(text, `failed to parse select parameter (${text})`, selectItems),
);

function columnList(label: string, text: string): string[] {
  return parseWith(text, `failed to parse ${label} (${text})`, (scanner) =>
    scanner.separated(
      () => fieldName(scanner),
      () => skipBlanksAround(scanner, () => symbol(scanner, ",")),
    ),
  );
}

interface TreePath {
  readonly path: readonly string[];
  readonly field: FieldReference;
}

/**
 * Parses the name of a parameter, such as `clients.projects.name->>key`: the path of an embed, and a field of the
 * embed.
 */
const treePath = memoize(
  (name): TreePath =>
    parseWith(name, `failed to parse tree path (${name})`, (scanner) => {
      const parts = scanner.separated(
        () => fieldName(scanner),
        () => delimiter(scanner),
      );
      const steps = jsonPath(scanner);
      return { path: parts.slice(0, -1), field: { name: parts.at(-1) ?? "", path: steps } };
    }),
);

const orderList = memoize((text): readonly OrderTerm[] =>
  parseWith(text, `failed to parse order (${text})`, orderTerms),
);

function parseOrder(name: string, value: string): PathTarget<readonly OrderTerm[]> {
  const { path } = treePath(name);
  return { path, value: orderList(value) };
}

function parseLogic(name: string, value: string): PathTarget<LogicTree> {
  const { path, operator } = parseWith(name, `failed to parse logic path (${name})`, logicKey);
  const tree = parseWith(operator + value, `failed to parse logic tree (${value})`, logicTree);
  return { path, value: tree };
}

type FilterOrArgument =
  | { readonly kind: "filter"; readonly target: PathTarget<Filter> }
  | { readonly kind: "argument"; readonly name: string };

function parseFilterOrArgument(
  name: string,
  value: string,
  argumentsAllowed: boolean,
): FilterOrArgument {
  const { path, field } = treePath(name);
  const parsed = parseWith(value, `failed to parse filter (${value})`, (scanner) => {
    const filter = (): Condition => condition(scanner, () => scanner.rest());
    return argumentsAllowed ? scanner.optional(filter) : filter();
  });
  if (parsed === null) return { kind: "argument", name: field.name };
  return { kind: "filter", target: { path, value: { kind: "filter", field, condition: parsed } } };
}

function parseRanges(
  limits: readonly (readonly [string, string])[],
  offsets: readonly (readonly [string, string])[],
): PathTarget<Range>[] {
  const limitOf = new Map(limits);
  const offsetOf = new Map<string, string>(
    offsets.map(([name, value]) => [`${name.slice(0, -"offset".length)}limit`, value]),
  );
  return [...new Set([...limitOf.keys(), ...offsetOf.keys()])].map((name) => ({
    path: treePath(name).path,
    value: rangeFromParameters(limitOf.get(name) ?? null, offsetOf.get(name) ?? null),
  }));
}
