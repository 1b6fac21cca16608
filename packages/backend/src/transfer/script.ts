import { type CopyData, parseCopyData } from "../database/migrations/copy-data.ts";
import { endOfLine, tokenize } from "../database/migrations/tokens.ts";

/** A step of a script for psql. */
export type Step =
  | { readonly kind: "statement"; readonly text: string }
  /** A backslash command, without the backslash. */
  | { readonly kind: "command"; readonly name: string; readonly argument: string }
  | { readonly kind: "copy"; readonly text: string; readonly rows: CopyData["rows"] };

/**
 * Splits a script as psql does: at semicolons outside of quotes, comments, parentheses and function bodies.
 */
export function* splitScript(script: string): Generator<Step> {
  let position = 0;
  while (position < script.length) {
    position = skipBlank(script, position);
    if (position >= script.length) return;
    if (script[position] === "\\") {
      const end = endOfLine(script, position);
      const [, name = "", argument = ""] =
        /^(\S+)\s*(.*)$/s.exec(script.slice(position + 1, end).trim()) ?? [];
      yield { kind: "command", name, argument };
      position = end;
      continue;
    }
    const end = findStatementEnd(script, position);
    const text = script.slice(position, end).trim();
    position = end;
    if (/^copy\s[^;]*\sfrom\s+stdin/i.test(text)) {
      const copyData = parseCopyData(script, endOfLine(script, position) + 1);
      yield { kind: "copy", text, rows: copyData.rows };
      position = copyData.end;
    } else if (text !== ";") {
      yield { kind: "statement", text };
    }
  }
}

/** Returns the position after spaces and line comments. */
function skipBlank(script: string, start: number): number {
  const nonBlank = /\S/g;
  for (let position = start; ; position = endOfLine(script, position)) {
    nonBlank.lastIndex = position;
    const match = nonBlank.exec(script);
    if (!match) return script.length;
    position = match.index;
    if (!script.startsWith("--", position)) return position;
  }
}

function findStatementEnd(script: string, start: number): number {
  let depth = 0;
  let blockDepth = 0;
  const words: string[] = [];
  for (const { kind, start: tokenStart, end: tokenEnd } of tokenize(script, start)) {
    if (kind === "open") depth++;
    else if (kind === "close") depth--;
    else if (script.startsWith("\\gset", tokenStart)) return tokenStart + "\\gset".length;
    else if (kind === "semicolon" && depth <= 0 && blockDepth === 0) return tokenEnd;
    if (kind !== "word") continue;
    const token = script.slice(tokenStart, tokenEnd).toLowerCase();
    if (words.length < 4) words.push(token);
    if (!isRoutine(words)) continue;
    if (token === "begin" || (token === "case" && blockDepth > 0)) blockDepth++;
    if (token === "end" && blockDepth > 0) blockDepth--;
  }
  return script.length;
}

function isRoutine(words: readonly string[]): boolean {
  const [first, ...otherWords] = words.filter((token) => token !== "or" && token !== "replace");
  return first === "create" && (otherWords[0] === "function" || otherWords[0] === "procedure");
}
