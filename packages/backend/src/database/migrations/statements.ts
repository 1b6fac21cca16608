import { type CopyData, parseCopyData } from "./copy-data.ts";
import { endOfLine, type Token, tokenize } from "./tokens.ts";

/** A statement of a script. */
export interface Statement {
  /** The statement without its semicolon. */
  readonly text: string;
  /** The index of its first character in the script. */
  readonly start: number;
  /** The rows after a `COPY … FROM stdin`. */
  readonly rows?: CopyData["rows"];
}

/**
 * Splits a script into statements as psql does: at semicolons outside of quotes, comments, parentheses and function
 * bodies. Skips the psql commands at the start and end of dumps.
 */
export function splitStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let start: number | undefined;
  let end = 0;
  let parenthesisDepth = 0;
  /** The nesting depth of `begin atomic … case … end` in a function's body. */
  let blockDepth = 0;
  let lastWord = "";
  let tokens = tokenize(script);
  const finish = (endOfStatement: number) => {
    if (start !== undefined) {
      const text = script.slice(start, end);
      if (/^copy\s[^;]*\sfrom\s+stdin\b/i.test(text)) {
        const copyData = parseCopyData(script, endOfLine(script, endOfStatement) + 1);
        statements.push({ text, start, rows: copyData.rows });
        tokens = tokenize(script, copyData.end);
      } else statements.push({ text, start });
    }
    start = undefined;
    parenthesisDepth = 0;
    blockDepth = 0;
    lastWord = "";
  };
  for (;;) {
    const { value: token }: { value?: Token } = tokens.next();
    if (!token) break;
    const { kind, start: tokenStart, end: tokenEnd } = token;
    if (kind === "command") continue;
    if (kind === "semicolon" && parenthesisDepth <= 0 && blockDepth === 0) {
      finish(tokenEnd);
      continue;
    }
    start ??= tokenStart;
    end = tokenEnd;
    if (kind === "open") parenthesisDepth++;
    if (kind === "close") parenthesisDepth--;
    if (kind !== "word") continue;
    const keyword = script.slice(tokenStart, tokenEnd).toLowerCase();
    if (keyword === "atomic" && lastWord === "begin") blockDepth = 1;
    else if (blockDepth > 0 && keyword === "case") blockDepth++;
    else if (blockDepth > 0 && keyword === "end") blockDepth--;
    lastWord = keyword;
  }
  finish(script.length);
  return statements;
}
