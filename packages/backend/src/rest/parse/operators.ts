import { isBlank, noneOf } from "./characters.ts";
import { delimiter, identifierText, quotedValue, spaced, symbol } from "./names.ts";
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
 * Reads `not.eq.5`: what a filter asks of its column.
 *
 * @param value reads the operator's value: to the end of a parameter, or to the next comma of a tree
 */
export function condition(scanner: Scanner, value: () => string): Condition {
  const negated = scanner.firstOf(
    () =>
      scanner.attempt(() => {
        scanner.word("not");
        delimiter(scanner);
        return true;
      }),
    () => false,
  );
  return { negated, operation: operation(scanner, value) };
}

function operation(scanner: Scanner, value: () => string): Operation {
  return scanner.labelled("operator (eq, gt, ...)", () =>
    scanner.firstOf<Operation>(
      () => {
        scanner.attempt(() => dotted(scanner, "in"));
        return { kind: "in", values: listValue(scanner) };
      },
      () => {
        scanner.attempt(() => dotted(scanner, "is"));
        return { kind: "is", value: isValue(scanner) };
      },
      () => {
        scanner.attempt(() => dotted(scanner, "isdistinct"));
        return { kind: "isdistinct", value: value() };
      },
      () => scanner.attempt(() => textSearch(scanner, value)),
      () => scanner.attempt(() => simple(scanner, value)),
      () => scanner.attempt(() => quantifiable(scanner, value)),
    ),
  );
}

function dotted(scanner: Scanner, word: string): void {
  scanner.word(word);
  delimiter(scanner);
}

function textSearch(scanner: Scanner, value: () => string): Operation {
  const operator = oneWord<TextSearchOperator>(scanner, ["fts", "plfts", "phfts", "wfts"]);
  const language = scanner.optional(() =>
    scanner.attempt(() => {
      symbol(scanner, "(");
      const name = identifierText(scanner);
      symbol(scanner, ")");
      return name;
    }),
  );
  delimiter(scanner);
  return { kind: "textSearch", operator, language, value: value() };
}

function simple(scanner: Scanner, value: () => string): Operation {
  const operator = scanner.labelled("unknown single value operator", () =>
    oneWord<SimpleOperator>(scanner, ["neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"]),
  );
  delimiter(scanner);
  return { kind: "simple", operator, value: value() };
}

function quantifiable(scanner: Scanner, value: () => string): Operation {
  const operator = scanner.labelled("unknown single value operator", () =>
    oneWord<QuantifiableOperator>(scanner, [
      "eq",
      "gte",
      "gt",
      "lte",
      "lt",
      "like",
      "ilike",
      "match",
      "imatch",
    ]),
  );
  const quantifier = scanner.optional(() =>
    scanner.attempt(() => {
      symbol(scanner, "(");
      const word = oneWord<Quantifier>(scanner, ["any", "all"]);
      symbol(scanner, ")");
      return word;
    }),
  );
  delimiter(scanner);
  return { kind: "quantifiable", operator, quantifier, value: value() };
}

function isValue(scanner: Scanner): IsValue {
  const values: readonly IsValue[] = ["null", "not_null", "true", "false", "unknown"];
  return scanner.labelled("isVal: (null, not_null, true, false, unknown)", () => {
    const [first, ...others] = values.map(
      (value) => () => scanner.attempt(() => anyCase(scanner, value)),
    );
    return first ? scanner.firstOf(first, ...others) : scanner.refuse();
  });
}

function anyCase<Word extends string>(scanner: Scanner, word: Word): Word {
  for (const letter of word) {
    scanner.character((met) => met === letter || met === letter.toUpperCase(), `"${letter}"`);
  }
  return word;
}

function oneWord<Word extends string>(scanner: Scanner, words: readonly [Word, ...Word[]]): Word {
  const [first, ...others] = words.map((word) => () => scanner.attempt(() => scanner.word(word)));
  return first ? scanner.firstOf(first, ...others) : scanner.refuse();
}

/** `(a,"b,c",d)`. */
function listValue(scanner: Scanner): string[] {
  spaced(scanner, () => symbol(scanner, "("));
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
  return scanner.firstOf(
    () => scanner.attempt(() => quotedToTheEnd(scanner)),
    () => scanner.run(noneOf(",)")),
  );
}

/** A quoted value that is the whole element: `"a"b` is not one, and is taken as it stands. */
function quotedToTheEnd(scanner: Scanner): string {
  const value = quotedValue(scanner);
  scanner.notBefore(noneOf(",)"));
  return value;
}

/** A value within a logic tree: quoted, a `{…}` array, or all up to the next comma or parenthesis. */
export function valueWithinTree(scanner: Scanner): string {
  return scanner.firstOf(
    () => scanner.attempt(() => quotedToTheEnd(scanner)),
    () =>
      scanner.attempt(() => {
        scanner.word("{");
        const inside = scanner.run(noneOf("{}"));
        scanner.word("}");
        return `{${inside}}`;
      }),
    () => scanner.run(noneOf(",)")),
  );
}
