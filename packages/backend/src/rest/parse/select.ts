import { isCostlyType } from "../../database/value-cost.ts";
import { queryNotParsed } from "../errors.ts";
import { alias, field, fieldName, identifierText, skipBlanksAround, symbol } from "./names.ts";
import type { Scanner } from "./scanner.ts";
import {
  type AggregateFunction,
  type JoinKind,
  maxNesting,
  type SelectedField,
  type SelectItem,
} from "./syntax.ts";

/** Reads `select=`: fields, embedded relations and spreads, separated by commas. The list may be empty. */
export function selectItems(scanner: Scanner): SelectItem[] {
  return scanner.nested(maxNesting, () =>
    scanner.firstOf(
      () =>
        scanner.separated(
          () => selectItem(scanner),
          () => skipBlanksAround(scanner, () => symbol(scanner, ",")),
        ),
      () => [],
    ),
  );
}

function selectItem(scanner: Scanner): SelectItem {
  return scanner.firstOf<SelectItem>(
    () => {
      const head = scanner.attempt(() => skipBlanksAround(scanner, () => spreadHead(scanner)));
      return { kind: "spread", ...head, items: embeddedItems(scanner) };
    },
    () => {
      const head = scanner.attempt(() => skipBlanksAround(scanner, () => relationHead(scanner)));
      return { kind: "relation", ...head, items: embeddedItems(scanner) };
    },
    () => skipBlanksAround(scanner, () => selectedField(scanner)),
  );
}

function embeddedItems(scanner: Scanner): SelectItem[] {
  symbol(scanner, "(");
  const items = selectItems(scanner);
  symbol(scanner, ")");
  return items;
}

function spreadHead(scanner: Scanner) {
  scanner.literal("...");
  const name = fieldName(scanner);
  const parameters = embedParameters(scanner);
  scanner.attempt(() => scanner.lookAhead(() => scanner.literal("(")));
  return { name, ...parameters };
}

function relationHead(scanner: Scanner) {
  const itemAlias = alias(scanner);
  const name = fieldName(scanner);
  // `count()` is always the aggregate, even if a table is named `count`.
  if (name === "count") scanner.reject();
  const parameters = embedParameters(scanner);
  scanner.attempt(() => scanner.lookAhead(() => scanner.literal("(")));
  return { alias: itemAlias, name, ...parameters };
}

/** Reads `!hint`, `!inner` and `!left`: up to two, in either order. */
function embedParameters(scanner: Scanner): { hint: string | null; join: JoinKind | null } {
  type Parameter = { readonly hint: string } | { readonly join: JoinKind };
  const parameter = (): Parameter => {
    symbol(scanner, "!");
    return scanner.firstOf<Parameter>(
      () => scanner.attempt(() => ({ join: scanner.literal("left") })),
      () => scanner.attempt(() => ({ join: scanner.literal("inner") })),
      () => scanner.attempt(() => ({ hint: fieldName(scanner) })),
    );
  };
  const parameters = [scanner.optional(parameter), scanner.optional(parameter)];
  let hint: string | null = null;
  let join: JoinKind | null = null;
  for (const item of parameters) {
    if (item === null) continue;
    if ("hint" in item) hint ??= item.hint;
    else join ??= item.join;
  }
  return { hint, join };
}

function selectedField(scanner: Scanner): SelectedField {
  return scanner.firstOf<SelectedField>(
    () =>
      scanner.attempt(() => {
        scanner.literal("*");
        expectItemEnd(scanner);
        return { ...plainField, field: { name: "*", path: [] } };
      }),
    () =>
      scanner.attempt(() => {
        const itemAlias = alias(scanner);
        scanner.literal("count()");
        const aggregateCast = cast(scanner);
        expectItemEnd(scanner);
        const field = { name: "*", path: [] };
        return { ...plainField, field, alias: itemAlias, aggregate: "count", aggregateCast };
      }),
    () => {
      const itemAlias = alias(scanner);
      const reference = field(scanner);
      const fieldCast = cast(scanner);
      const aggregate = scanner.optional(() =>
        scanner.attempt(() => {
          symbol(scanner, ".");
          const name = aggregateName(scanner);
          scanner.literal("()");
          return name;
        }),
      );
      const aggregateCast = cast(scanner);
      expectItemEnd(scanner);
      return {
        kind: "field",
        field: reference,
        alias: itemAlias,
        cast: fieldCast,
        aggregate,
        aggregateCast,
      };
    },
  );
}

const plainField = {
  kind: "field",
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
} as const;

function cast(scanner: Scanner): string | null {
  return scanner.optional(() => {
    scanner.literal("::");
    const type = identifierText(scanner);
    // A stored text is not examined, and may take PostgreSQL minutes to parse.
    if (isCostlyType(type))
      throw queryNotParsed(
        `Values cannot be cast to ${type}`,
        "Cast them in a view or a function.",
      );
    return type;
  });
}

function aggregateName(scanner: Scanner): AggregateFunction {
  return scanner.firstOf<AggregateFunction>(
    () => scanner.literal("sum"),
    () => scanner.literal("avg"),
    () => scanner.literal("count"),
    () => scanner.attempt(() => scanner.literal("max")),
    () => scanner.attempt(() => scanner.literal("min")),
  );
}

function expectItemEnd(scanner: Scanner): void {
  scanner.firstOf(
    () => scanner.attempt(() => void scanner.lookAhead(() => scanner.literal(")"))),
    () => scanner.attempt(() => void scanner.lookAhead(() => scanner.literal(","))),
    () => scanner.end(),
  );
}
