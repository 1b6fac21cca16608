/**
 * SQL as data: text and values never meet in a string.
 *
 * {@link sql} is the only way to make a statement. What is interpolated is another statement
 * (spliced in), an {@link identifier} (quoted), or anything else (sent as a parameter), so a value
 * from a request can become neither syntax nor a name by accident.
 *
 * @example
 * const table = identifier("public", "notes");
 * const statement = sql`select * from ${table} where id = ${id}`;
 * // statement.text   → select * from "public"."notes" where id = $1
 * // statement.values → [id]
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const pieces: Piece[] = [];
  strings.forEach((text, index) => {
    if (index > 0) {
      const part = parts[index - 1];
      if (part instanceof Sql) pieces.push(...part.pieces);
      else pieces.push({ value: part });
    }
    if (text !== "") pieces.push(text);
  });
  return new Sql(pieces);
}

type Piece = string | { readonly value: unknown };

/** A statement, or a part of one. Made by {@link sql}, {@link identifier} and {@link join} alone. */
export class Sql {
  readonly pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }

  /** The statement with `$1`, `$2`, … in place of its values. */
  get text(): string {
    let count = 0;
    let text = "";
    for (const piece of this.pieces) {
      if (typeof piece === "string") text += piece;
      else text += `$${++count}`;
    }
    return text;
  }

  /** The values, in the order of their placeholders. */
  get values(): unknown[] {
    return this.pieces.filter((piece) => typeof piece !== "string").map((piece) => piece.value);
  }
}

/** A quoted name; several parts are joined by dots. Inner quotes are doubled. */
export function identifier(...parts: readonly [string, ...string[]]): Sql {
  return new Sql([parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(".")]);
}

/**
 * Text that the program itself wrote: an operator from a closed list, a type name from the catalogue. Never
 * anything from a request.
 */
export function trusted(text: string): Sql {
  return new Sql([text]);
}

/** The statements in a row with `separator` between them; empty for an empty list. */
export function join(parts: readonly Sql[], separator = ", "): Sql {
  return new Sql(
    parts.flatMap((part, index) => (index === 0 ? part.pieces : [separator, ...part.pieces])),
  );
}
