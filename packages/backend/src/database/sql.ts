/**
 * Creates a statement whose values are sent separately from its text.
 *
 * {@link sql} is the only way to create a statement. It interpolates another statement (inserted), an
 * {@link identifier} (quoted), or any other value (sent as a parameter), so a value from a request can never become
 * syntax or a name.
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

/** A statement or a part of one. Created only by {@link sql}, {@link identifier}, {@link trusted} and {@link join}. */
export class Sql {
  readonly pieces: readonly Piece[];
  /** Set if the rows are returned as a table ({@link asTable}). */
  readonly maxRows: number | undefined;

  constructor(pieces: readonly Piece[], maxRows?: number) {
    this.pieces = pieces;
    this.maxRows = maxRows;
  }

  /** Returns the statement with the placeholders `$1`, `$2`, … instead of its values. */
  get text(): string {
    let count = 0;
    let text = "";
    for (const piece of this.pieces) {
      if (typeof piece === "string") text += piece;
      else text += `$${++count}`;
    }
    return text;
  }

  /** Returns the values in the order of their placeholders. */
  get values(): unknown[] {
    return this.pieces.filter((piece) => typeof piece !== "string").map((piece) => piece.value);
  }
}

/** Returns a quoted name. Joins several parts by dots and doubles inner quotes. */
export function identifier(...parts: readonly [string, ...string[]]): Sql {
  return new Sql([parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(".")]);
}

/**
 * Inserts text unquoted. Only for text that the program itself wrote, such as an operator from a fixed list or a type
 * name from the catalog, and never for anything from a request.
 */
export function trusted(text: string): Sql {
  return new Sql([text]);
}

/** Joins statements with a separator. */
export function join(parts: readonly Sql[], separator = ", "): Sql {
  return new Sql(
    parts.flatMap((part, index) => (index === 0 ? part.pieces : [separator, ...part.pieces])),
  );
}

/**
 * Returns the statement with its result as a table: each row is an array of PostgreSQL's texts, and `Rows.table` has the
 * columns. Two columns may have the same name. PostgreSQL stops after `maxRows` rows.
 */
export const asTable = (statement: Sql, maxRows: number): Sql => new Sql(statement.pieces, maxRows);
