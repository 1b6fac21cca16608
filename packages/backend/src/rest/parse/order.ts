import { delimiter, field, fieldName, skipBlanksAround, symbol } from "./names.ts";
import type { Scanner } from "./scanner.ts";
import type { Direction, FieldReference, NullsOrder, OrderTerm } from "./syntax.ts";

/** Reads the value of `order=`, such as `name.desc.nullslast,clients(id).asc`. */
export function orderTerms(scanner: Scanner): OrderTerm[] {
  return scanner.separated(
    () =>
      skipBlanksAround(scanner, () =>
        scanner.firstOf(
          () => scanner.attempt(() => parseRelatedTerm(scanner)),
          () => parseOwnTerm(scanner),
        ),
      ),
    () => symbol(scanner, ","),
  );
}

function parseRelatedTerm(scanner: Scanner): OrderTerm {
  const relation = fieldName(scanner);
  symbol(scanner, "(");
  const reference = field(scanner);
  symbol(scanner, ")");
  return readModifiers(scanner, relation, reference);
}

function parseOwnTerm(scanner: Scanner): OrderTerm {
  return readModifiers(scanner, null, field(scanner));
}

function readModifiers(
  scanner: Scanner,
  relation: string | null,
  reference: FieldReference,
): OrderTerm {
  const keyword =
    <Keyword extends string>(keyword: Keyword) =>
    () =>
      scanner.attempt(() => {
        delimiter(scanner);
        scanner.literal(keyword);
        return keyword;
      });
  const direction = scanner.optional(() =>
    scanner.firstOf<Direction>(keyword("asc"), keyword("desc")),
  );
  const nulls = scanner.optional(() =>
    scanner.firstOf<NullsOrder>(keyword("nullsfirst"), keyword("nullslast")),
  );
  scanner.firstOf(
    () => scanner.attempt(() => void scanner.lookAhead(() => symbol(scanner, ","))),
    () => scanner.end(),
  );
  return { relation, field: reference, direction, nulls };
}
