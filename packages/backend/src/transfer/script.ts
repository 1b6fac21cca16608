import { type CopiedRows, readCopied } from "../database/migrations/copy-data.ts";
import { endOfLine, tokensOf } from "../database/migrations/tokens.ts";

/** A step of a script for psql. */
export type Step =
  | { readonly kind: "statement"; readonly text: string }
  /** A backslash command, without the backslash. */
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  | { readonly kind: "copy"; readonly text: string; readonly rows: CopiedRows["rows"] };

/**
 * Splits a script as psql does: at semicolons outside of quotes, comments, parentheses and function bodies.
 */
export function* stepsOf(script: string): Generator<Step> {
  let at = 0;
  while (at < script.length) {
    at = skipBlank(script, at);
    if (at >= script.length) return;
    if (script[at] === "\\") {
      const end = endOfLine(script, at);
      const [, name = "", rest = ""] =
        /^(\S+)\s*(.*)$/s.exec(script.slice(at + 1, end).trim()) ?? [];
      yield { kind: "command", name, rest };
      at = end;
      continue;
    }
    const end = statementEnd(script, at);
    const text = script.slice(at, end).trim();
    at = end;
    if (/^copy\s[^;]*\sfrom\s+stdin/i.test(text)) {
      const data = readCopied(script, endOfLine(script, at) + 1);
      yield { kind: "copy", text, rows: data.rows };
      at = data.end;
    } else if (text !== ";") {
      yield { kind: "statement", text };
    }
  }
}

/** Returns the position after spaces and line comments. */
function skipBlank(script: string, from: number): number {
  const next = /\S/g;
  for (let at = from; ; at = endOfLine(script, at)) {
    next.lastIndex = at;
    const found = next.exec(script);
    if (!found) return script.length;
    at = found.index;
    if (!script.startsWith("--", at)) return at;
  }
}

function statementEnd(script: string, start: number): number {
  let depth = 0;
  let blocks = 0;
  const words: string[] = [];
  for (const { kind, from, to } of tokensOf(script, start)) {
    if (kind === "open") depth++;
    else if (kind === "close") depth--;
    else if (script.startsWith("\\gset", from)) return from + "\\gset".length;
    else if (kind === "semicolon" && depth <= 0 && blocks === 0) return to;
    if (kind !== "word") continue;
    const token = script.slice(from, to).toLowerCase();
    if (words.length < 4) words.push(token);
    if (!isRoutine(words)) continue;
    if (token === "begin" || (token === "case" && blocks > 0)) blocks++;
    if (token === "end" && blocks > 0) blocks--;
  }
  return script.length;
}

function isRoutine(words: readonly string[]): boolean {
  const [first, ...others] = words.filter((token) => token !== "or" && token !== "replace");
  return first === "create" && (others[0] === "function" || others[0] === "procedure");
}
