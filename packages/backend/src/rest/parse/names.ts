import { isAlphabetic, isBlank, isDigit, noneOf } from "./characters.ts";
import type { Scanner } from "./scanner.ts";
import type { FieldReference, JsonStep } from "./syntax.ts";

/** Runs `read`, and skips blanks before and after it. */
export function skipBlanksAround<T>(scanner: Scanner, read: () => T): T {
  scanner.run(isBlank);
  const result = read();
  scanner.run(isBlank);
  return result;
}

export function symbol(scanner: Scanner, character: string): string {
  return scanner.character((next) => next === character, `"${character}"`);
}

export function delimiter(scanner: Scanner): void {
  scanner.labelled("delimiter (.)", () => scanner.character((next) => next === "."));
}

/** Reads a quoted value, such as `"any \"text\""`. A backslash escapes the next character. */
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

/** Reads letters, digits, `_`, `$` and inner spaces. */
export function identifierText(scanner: Scanner): string {
  const firstCharacter = scanner.firstOf(
    () => scanner.letter(),
    () => scanner.digit(),
    () => scanner.character(isNameSymbol),
  );
  const otherCharacters = scanner.run(isNameCharacter, "letter", "digit");
  return (firstCharacter + otherCharacters).trim();
}

function isNameSymbol(character: string): boolean {
  return character === "_" || character === " " || character === "$";
}

function isNameCharacter(character: string): boolean {
  return isAlphabetic(character) || isDigit(character) || isNameSymbol(character);
}

/** Reads the name of a column, table, alias or hint: quoted, or identifiers joined by dashes. */
export function fieldName(scanner: Scanner): string {
  return scanner.labelled("field name (* or [a..z0..9_$])", () =>
    scanner.firstOf(
      () => quotedValue(scanner),
      () => dashed(scanner, () => identifierText(scanner)),
    ),
  );
}

export function jsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const arrow = scanner.takeIf("->>") ? "->>" : scanner.takeIf("->") ? "->" : null;
    if (arrow === null) return steps;
    const operand = scanner.firstOf<Omit<JsonStep, "arrow">>(
      () => scanner.attempt(() => jsonIndex(scanner)),
      () => scanner.attempt(() => ({ by: "key", value: jsonKey(scanner) })),
    );
    steps.push({ arrow, ...operand });
  }
}

/** Reads a column with its path. Skips the blanks around it. */
export function field(scanner: Scanner): FieldReference {
  return skipBlanksAround(scanner, () => {
    const name = fieldName(scanner);
    return { name, path: jsonPath(scanner) };
  });
}

/** Reads `alias:`, but not the `::` of a cast. */
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
  const rejectBefore = (text: string) => () =>
    scanner.attempt(() => void scanner.lookAhead(() => scanner.literal(text)));
  scanner.firstOf(
    rejectBefore("->"),
    rejectBefore("::"),
    rejectBefore("."),
    rejectBefore(","),
    () => scanner.end(),
  );
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

/** Reads parts that are joined by dashes. Stops before an arrow (`->`), which also begins with a dash. */
function dashed(scanner: Scanner, part: () => string): string {
  const parts = [part()];
  while (!scanner.isNext("->") && scanner.takeIf("-")) parts.push(part());
  return parts.join("-");
}
