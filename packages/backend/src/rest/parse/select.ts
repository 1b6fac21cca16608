import { alias, field, fieldName, identifierText, spaced, symbol } from "./names.ts";
import type { Scanner } from "./scanner.ts";
import {
  type AggregateFunction,
  deepestNesting,
  type JoinKind,
  type SelectedField,
  type SelectItem,
} from "./syntax.ts";

/** Reads `select=`: fields, embedded relations and spreads, separated by commas. The list may be empty. */
export function selectItems(scanner: Scanner): SelectItem[] {
  return scanner.nested(deepestNesting, () =>
    scanner.firstOf(
      () =>
        scanner.separated(
          () => selectItem(scanner),
          () => spaced(scanner, () => symbol(scanner, ",")),
        ),
      () => [],
    ),
  );
}

function selectItem(scanner: Scanner): SelectItem {
  return scanner.firstOf<SelectItem>(
    () => {
      const head = scanner.attempt(() => spaced(scanner, () => spreadHead(scanner)));
      return { kind: "spread", ...head, items: embeddedItems(scanner) };
    },
    () => {
      const head = scanner.attempt(() => spaced(scanner, () => relationHead(scanner)));
      return { kind: "relation", ...head, items: embeddedItems(scanner) };
    },
    () => spaced(scanner, () => selectedField(scanner)),
  );
}

function embeddedItems(scanner: Scanner): SelectItem[] {
  symbol(scanner, "(");
  const items = selectItems(scanner);
  symbol(scanner, ")");
  return items;
}

function spreadHead(scanner: Scanner) {
  scanner.word("...");
  const name = fieldName(scanner);
  const parameters = embedParameters(scanner);
  scanner.attempt(() => scanner.ahead(() => scanner.word("(")));
  return { name, ...parameters };
}

function relationHead(scanner: Scanner) {
  const given = alias(scanner);
  const name = fieldName(scanner);
  // `count()` is always the aggregate, even if a table has that name.
  if (name === "count") scanner.refuse();
  const parameters = embedParameters(scanner);
  scanner.attempt(() => scanner.ahead(() => scanner.word("(")));
  return { alias: given, name, ...parameters };
}

/** `!hint`, `!inner`, `!left`: up to two, in either order. */
function embedParameters(scanner: Scanner): { hint: string | null; join: JoinKind | null } {
  type Parameter = { readonly hint: string } | { readonly join: JoinKind };
  const parameter = (): Parameter => {
    symbol(scanner, "!");
    return scanner.firstOf<Parameter>(
      () => scanner.attempt(() => ({ join: scanner.word("left") })),
      () => scanner.attempt(() => ({ join: scanner.word("inner") })),
      () => scanner.attempt(() => ({ hint: fieldName(scanner) })),
    );
  };
  const given = [scanner.optional(parameter), scanner.optional(parameter)];
  let hint: string | null = null;
  let join: JoinKind | null = null;
  for (const item of given) {
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
        scanner.word("*");
        itemEnd(scanner);
        return { ...plain, field: { name: "*", path: [] } };
      }),
    () =>
      scanner.attempt(() => {
        const given = alias(scanner);
        scanner.word("count()");
        const aggregateCast = cast(scanner);
        itemEnd(scanner);
        const field = { name: "*", path: [] };
        return { ...plain, field, alias: given, aggregate: "count", aggregateCast };
      }),
    () => {
      const given = alias(scanner);
      const reference = field(scanner);
      const fieldCast = cast(scanner);
      const aggregate = scanner.optional(() =>
        scanner.attempt(() => {
          symbol(scanner, ".");
          const name = aggregateName(scanner);
          scanner.word("()");
          return name;
        }),
      );
      const aggregateCast = cast(scanner);
      itemEnd(scanner);
      return {
        kind: "field",
        field: reference,
        alias: given,
        cast: fieldCast,
        aggregate,
        aggregateCast,
      };
    },
  );
}

const plain = {
  kind: "field",
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
} as const;

function cast(scanner: Scanner): string | null {
  return scanner.optional(() => {
    scanner.word("::");
    return identifierText(scanner);
  });
}

function aggregateName(scanner: Scanner): AggregateFunction {
  return scanner.firstOf<AggregateFunction>(
    () => scanner.word("sum"),
    () => scanner.word("avg"),
    () => scanner.word("count"),
    () => scanner.attempt(() => scanner.word("max")),
    () => scanner.attempt(() => scanner.word("min")),
  );
}

function itemEnd(scanner: Scanner): void {
  scanner.firstOf(
    () => scanner.attempt(() => void scanner.ahead(() => scanner.word(")"))),
    () => scanner.attempt(() => void scanner.ahead(() => scanner.word(","))),
    () => scanner.end(),
  );
}
