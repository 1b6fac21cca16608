import { isAlphabetic, isBlank, isDigit, noneOf } from "./characters.ts";
import type { Scanner } from "./scanner.ts";
import type { FieldReference, JsonStep } from "./syntax.ts";

/** Reads `read` with blanks around it. */
export function spaced<T>(scanner: Scanner, read: () => T): T {
  scanner.run(isBlank);
  const result = read();
  scanner.run(isBlank);
  return result;
}

export function symbol(scanner: Scanner, character: string): string {
  return scanner.character((met) => met === character, `"${character}"`);
}

export function delimiter(scanner: Scanner): void {
  scanner.labelled("delimiter (.)", () => scanner.character((met) => met === "."));
}

/** `"any \"text\""`, in which a backslash makes the next character plain. */
export function quotedValue(scanner: Scanner): string {
  symbol(scanner, '"');
  const pieces = scanner.many(() =>
    scanner.firstOf(
      () => scanner.character(noneOf('\\"')),
      () => {
        symbol(scanner, "\\");
        return scanner.character(() => true);
      },
    ),
  );
  symbol(scanner, '"');
  return pieces.join("");
}

/** Letters, digits, `_`, `$` and inner spaces. */
export function identifierText(scanner: Scanner): string {
  const read = () =>
    scanner.firstOf(
      () => scanner.letter(),
      () => scanner.digit(),
      () => scanner.character((character) => "_ $".includes(character)),
    );
  const first = read();
  const others = scanner.run(
    (character) => isAlphabetic(character) || isDigit(character) || "_ $".includes(character),
  );
  // One more failing read leaves the expectations that an identifier could have gone on with.
  scanner.many(read);
  return (first + others).trim();
}

/** A name of a column, table, alias or hint: quoted, or identifiers joined by dashes. */
export function fieldName(scanner: Scanner): string {
  return scanner.labelled("field name (* or [a..z0..9_$])", () =>
    scanner.firstOf(
      () => quotedValue(scanner),
      () => dashed(scanner, () => identifierText(scanner)),
    ),
  );
}

export function jsonPath(scanner: Scanner): JsonStep[] {
  return scanner.many(() => {
    const arrow = scanner.firstOf<JsonStep["arrow"]>(
      () => scanner.attempt(() => scanner.word("->>")),
      () => scanner.attempt(() => scanner.word("->")),
    );
    const operand = scanner.firstOf<Omit<JsonStep, "arrow">>(
      () => scanner.attempt(() => jsonIndex(scanner)),
      () => scanner.attempt(() => ({ by: "key", value: jsonKey(scanner) })),
    );
    return { arrow, ...operand };
  });
}

/** A column with the way into it, and blanks around. */
export function field(scanner: Scanner): FieldReference {
  return spaced(scanner, () => {
    const name = fieldName(scanner);
    return { name, path: jsonPath(scanner) };
  });
}

/** `alias:`, which is not the `::` of a cast. */
export function alias(scanner: Scanner): string | null {
  return scanner.optional(() =>
    scanner.attempt(() => {
      const name = fieldName(scanner);
      symbol(scanner, ":");
      scanner.notBefore((character) => character === ":");
      return name;
    }),
  );
}

function jsonIndex(scanner: Scanner): Omit<JsonStep, "arrow"> {
  const sign = scanner.firstOf(
    () => symbol(scanner, "-"),
    () => "+",
  );
  const digits = scanner.digit() + scanner.run(isDigit, "digit");
  const next = (word: string) => () =>
    scanner.attempt(() => void scanner.ahead(() => scanner.word(word)));
  scanner.firstOf(next("->"), next("::"), next("."), next(","), () => scanner.end());
  return { by: "index", value: sign + digits };
}

function jsonKey(scanner: Scanner): string {
  return scanner.labelled("any non reserved character different from: .,>()", () =>
    scanner.firstOf(
      () => quotedValue(scanner),
      () =>
        dashed(scanner, () =>
          (scanner.character(noneOf("(-:.,>)")) + scanner.run(noneOf("(-:.,>)"))).trim(),
        ),
    ),
  );
}

/** Parts joined by dashes, none of which begins an arrow. */
function dashed(scanner: Scanner, part: () => string): string {
  const dash = () =>
    scanner.attempt(() => {
      symbol(scanner, "-");
      scanner.notBefore((character) => character === ">");
    });
  return scanner.separated(part, dash).join("-");
}
