import { maxPatternCost, patternCost } from "../../database/pattern-cost.ts";
import { maxTextSearchLength } from "../../database/value-cost.ts";
import { queryNotParsed } from "../errors.ts";
import { isAlphabetic, isBlank, noneOf } from "./characters.ts";
import { delimiter, identifierText, quotedValue, skipBlanksAround, symbol } from "./names.ts";
import type { Scanner } from "./scanner.ts";
import type {
  Condition,
  IsValue,
  Operation,
  QuantifiableOperator,
  Quantifier,
  SimpleOperator,
  TextSearchOperator,
} from "./syntax.ts";

/**
 * Reads the condition on a column, such as `not.eq.5`.
 *
 * @param value reads the operator's value: to the end of a parameter, or to the next comma of a tree
 */
export function condition(scanner: Scanner, value: () => string): Condition {
  const negated = scanner.firstOf(
    () =>
      scanner.attempt(() => {
        scanner.literal("not");
        delimiter(scanner);
        return true;
      }),
    () => false,
  );
  return { negated, operation: operation(scanner, value) };
}

/** Reads an operator, its dot and its value. */
type Reader = (scanner: Scanner, value: () => string) => Operation;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["in", (scanner) => ({ kind: "in", values: afterDot(scanner, "in", () => listValue(scanner)) })],
  ["is", (scanner) => ({ kind: "is", value: afterDot(scanner, "is", () => isValue(scanner)) })],
  [
    "isdistinct",
    (scanner, value) => ({ kind: "isdistinct", value: afterDot(scanner, "isdistinct", value) }),
  ],
  ...textSearchReaders("fts", "plfts", "phfts", "wfts"),
  ...simpleReaders("neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"),
  ...quantifiableReaders("eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"),
]);

function operation(scanner: Scanner, value: () => string): Operation {
  return scanner.labelled("operator (eq, gt, ...)", () => {
    const reader = readers.get(nextLetters(scanner));
    if (reader !== undefined) return reader(scanner, value);
    // If no operator matches, the error names the expectations of all of them.
    const [first, ...others] = [...readers.values()].map(
      (reader) => () => scanner.attempt(() => reader(scanner, value)),
    );
    return first ? scanner.firstOf(first, ...others) : scanner.reject();
  });
}

/** Returns the letters that come next, without moving the position. */
function nextLetters(scanner: Scanner): string {
  let end = scanner.position;
  while (isAlphabetic(scanner.text[end] ?? "")) end += 1;
  return scanner.text.slice(scanner.position, end);
}

/** Reads a value after the operator and its dot. After the dot, the parser does not try other operators. */
function afterDot<T>(scanner: Scanner, keyword: string, value: () => T): T {
  scanner.attempt(() => {
    scanner.literal(keyword);
    delimiter(scanner);
  });
  return value();
}

function textSearchReaders(...operators: readonly TextSearchOperator[]): [string, Reader][] {
  return operators.map((operator) => [
    operator,
    (scanner, value) =>
      scanner.attempt(() => {
        scanner.literal(operator);
        const language = scanner.optional(() =>
          scanner.attempt(() => {
            symbol(scanner, "(");
            const name = identifierText(scanner);
            symbol(scanner, ")");
            return name;
          }),
        );
        delimiter(scanner);
        return { kind: "textSearch", operator, language, value: textSearchValue(value()) };
      }),
  ]);
}

/** @throws {RestError} PGRST100; PostgREST has no limit */
function textSearchValue(value: string): string {
  if (value.length <= maxTextSearchLength) return value;
  throw queryNotParsed(
    "The text search is too long",
    `At most ${maxTextSearchLength} characters are accepted.`,
  );
}

/**
 * PostgreSQL compares a pattern with each position of a text, and does not check its timeout until it has finished: 20,000
 * characters take minutes on a text of a megabyte. The same is true of the elements of arrays and JSON.
 */
const maxPatternLength = 1_000;
const maxElements = 1_000;

/** @throws {RestError} PGRST100; PostgREST has no limit */
function patternOf(value: string): string {
  if (value.length <= maxPatternLength) return value;
  throw queryNotParsed(
    "The pattern is too long",
    `At most ${maxPatternLength} characters are accepted.`,
  );
}

/** @throws {RestError} PGRST100; PostgREST has no limit */
function regularExpressionOf(value: string, quantifier: Quantifier | null): string {
  // With `any` or `all`, the value is an array literal, so remove the backslashes that escape its characters.
  const pattern = quantifier === null ? value : value.replaceAll(/\\(.)/gs, "$1");
  if (patternCost(pattern) <= maxPatternCost) return value;
  throw queryNotParsed(
    "The regular expression is too complex",
    `At most ${maxPatternCost} characters are accepted, with repetitions written out, where an anchor counts as a hundred, and no other flavor.`,
  );
}

/** @throws {RestError} PGRST100; PostgREST has no limit */
function elementsOf(value: string): string {
  if (value.length < maxElements || value.split(",").length <= maxElements) return value;
  throw queryNotParsed(
    "The list to compare with is too long",
    `At most ${maxElements} elements are accepted.`,
  );
}

/** The operators that compare every element of one value with every element of the other. */
const comparesElements: ReadonlySet<SimpleOperator> = new Set(["cs", "cd", "ov"]);

function simpleReaders(...operators: readonly SimpleOperator[]): [string, Reader][] {
  return operators.map((operator) => [
    operator,
    (scanner, value) =>
      scanner.attempt(() => {
        scanner.literal(operator);
        delimiter(scanner);
        const text = value();
        return {
          kind: "simple",
          operator,
          value: comparesElements.has(operator) ? elementsOf(text) : text,
        };
      }),
  ]);
}

function quantifiableReaders(...operators: readonly QuantifiableOperator[]): [string, Reader][] {
  return operators.map((operator) => [
    operator,
    (scanner, value) =>
      scanner.attempt(() => {
        scanner.literal(operator);
        const quantifier = scanner.isNext(".")
          ? null
          : scanner.optional(() => quantifierOf(scanner));
        delimiter(scanner);
        const text = value();
        return {
          kind: "quantifiable",
          operator,
          quantifier,
          value: boundedValue(operator, text, quantifier),
        };
      }),
  ]);
}

function boundedValue(
  operator: QuantifiableOperator,
  text: string,
  quantifier: Quantifier | null,
): string {
  if (operator === "like" || operator === "ilike") return patternOf(text);
  if (operator === "match" || operator === "imatch") return regularExpressionOf(text, quantifier);
  return text;
}

function quantifierOf(scanner: Scanner): Quantifier {
  return scanner.attempt(() => {
    symbol(scanner, "(");
    const keyword = scanner.firstOf<Quantifier>(
      () => scanner.attempt(() => scanner.literal("any")),
      () => scanner.literal("all"),
    );
    symbol(scanner, ")");
    return keyword;
  });
}

function isValue(scanner: Scanner): IsValue {
  const values: readonly IsValue[] = ["null", "not_null", "true", "false", "unknown"];
  return scanner.labelled("isVal: (null, not_null, true, false, unknown)", () => {
    const [first, ...others] = values.map(
      (value) => () => scanner.attempt(() => keywordInAnyCase(scanner, value)),
    );
    return first ? scanner.firstOf(first, ...others) : scanner.reject();
  });
}

function keywordInAnyCase<Keyword extends string>(scanner: Scanner, keyword: Keyword): Keyword {
  for (const letter of keyword) {
    scanner.character((next) => next === letter || next === letter.toUpperCase(), `"${letter}"`);
  }
  return keyword;
}

/** Reads a list, `(a,"b,c",d)`. */
function listValue(scanner: Scanner): string[] {
  skipBlanksAround(scanner, () => symbol(scanner, "("));
  const elements = scanner.separated(
    () => listElement(scanner),
    () => symbol(scanner, ","),
  );
  scanner.run(isBlank);
  symbol(scanner, ")");
  scanner.run(isBlank);
  return elements;
}

function listElement(scanner: Scanner): string {
  if (!scanner.atEnd && !scanner.isNext('"')) return scanner.run(noneOf(",)"));
  return scanner.firstOf(
    () => scanner.attempt(() => completeQuotedValue(scanner)),
    () => scanner.run(noneOf(",)")),
  );
}

/** Reads a quoted value if it is the complete element. `"a"b` is not, and is read literally. */
function completeQuotedValue(scanner: Scanner): string {
  const value = quotedValue(scanner);
  scanner.notBefore(noneOf(",)"));
  return value;
}

/**
 * Reads a value within a logic tree: quoted, a `{…}` array, or the text up to the next comma or parenthesis.
 */
export function valueWithinTree(scanner: Scanner): string {
  if (!scanner.atEnd && !scanner.isNext('"') && !scanner.isNext("{"))
    return scanner.run(noneOf(",)"));
  return scanner.firstOf(
    () => scanner.attempt(() => completeQuotedValue(scanner)),
    () =>
      scanner.attempt(() => {
        scanner.literal("{");
        const content = scanner.run(noneOf("{}"));
        scanner.literal("}");
        return `{${content}}`;
      }),
    () => scanner.run(noneOf(",)")),
  );
}
