import { type CopiedRows, readCopied } from "./copy-data.ts";
import { endOfLine, type Token, tokensOf } from "./tokens.ts";

/** A statement of a script. */
export interface Statement {
  /** The statement without its semicolon. */
  readonly text: string;
  /** The index of its first character in the script. */
  readonly start: number;
  /** The rows after a `COPY … FROM stdin`. */
  readonly rows?: CopiedRows["rows"];
}

/**
 * Splits a script into statements as psql does: at semicolons outside of quotes, comments, parentheses and function
 * bodies. Skips the psql commands at the start and end of dumps.
 */
export function statementsOf(script: string): Statement[] {
  const statements: Statement[] = [];
  let start: number | undefined;
  let end = 0;
  let parentheses = 0;
  /** The nesting of `begin atomic … case … end` in a function's body. */
  let blocks = 0;
  let lastWord = "";
  let tokens = tokensOf(script);
  const finish = (next: number) => {
    if (start !== undefined) {
      const text = script.slice(start, end);
      if (/^copy\s[^;]*\sfrom\s+stdin\b/i.test(text)) {
        const copied = readCopied(script, endOfLine(script, next) + 1);
        statements.push({ text, start, rows: copied.rows });
        tokens = tokensOf(script, copied.end);
      } else statements.push({ text, start });
    }
    start = undefined;
    parentheses = 0;
    blocks = 0;
    lastWord = "";
  };
  for (;;) {
    const { value: token }: { value?: Token } = tokens.next();
    if (!token) break;
    const { kind, from, to } = token;
    if (kind === "command") continue;
    if (kind === "semicolon" && parentheses <= 0 && blocks === 0) {
      finish(to);
      continue;
    }
    start ??= from;
    end = to;
    if (kind === "open") parentheses++;
    if (kind === "close") parentheses--;
    if (kind !== "word") continue;
    const keyword = script.slice(from, to).toLowerCase();
    if (keyword === "atomic" && lastWord === "begin") blocks = 1;
    else if (blocks > 0 && keyword === "case") blocks++;
    else if (blocks > 0 && keyword === "end") blocks--;
    lastWord = keyword;
  }
  finish(script.length);
  return statements;
}
