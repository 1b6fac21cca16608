import { number, unquote } from "./literals.ts";
import { Fault } from "./syntax.ts";

export type Token =
  | { readonly type: "text"; readonly value: string; readonly line: number }
  | {
      readonly type: "constant";
      readonly value: boolean | string | bigint | number;
      readonly line: number;
    }
  | { readonly type: "word"; readonly value: string; readonly line: number }
  /** `.Name` or `$name`, including the sign. */
  | { readonly type: "field" | "variable"; readonly value: string; readonly line: number }
  | { readonly type: Sign; readonly value: string; readonly line: number };

/** `open` and `close` are the braces around an action. `end` is the end of the template. */
type Sign = "open" | "close" | "end" | "space" | "dot" | "=" | ":=" | "|" | "," | "(" | ")";

const space = /[ \t\r\n]+/y;
const opening = /\{\{(?:-(?=[ \t\r\n]))?/y;
const closing = /(?:[ \t\r\n]-)?\}\}/y;
const comment = /\/\*[\s\S]*?\*\//y;
const atom = /[\p{L}\p{Nd}_]+/uy;
const name = /[.$][\p{L}\p{Nd}_]*/uy;
// The repetition is bounded, because a repeated alternation uses stack for each iteration.
const numeral = /[+-]?(?:\.?\d)(?:[eEpP][+-]|[\p{L}\p{Nd}_.]){0,65535}/uy;
const quoted = /"(?:[^"\\\n]|\\[^\n]){0,65535}"|`[^`]*`/y;
const character = /'(?:[^'\\\n]|\\[^\n]){1,65535}'/y;
/** A character that may follow a word, so that `a"b"` is not read as two words. */
const terminator = /[ \t\r\n.,|:()]|\}\}|$/y;

/**
 * Splits a template into tokens, as text/template/parse/lex.go does: text, and the words inside `{{ }}`. Runs of spaces
 * are separate tokens, because `.A .B` are two operands and `.A.B` is one.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const advance = (text: string) => {
    at += text.length;
    for (const character of text) if (character === "\n") line++;
  };
  const eat = (pattern: RegExp): string | undefined => {
    const text = match(pattern);
    if (text !== undefined) advance(text);
    return text;
  };

  const action = (openedOn: number) => {
    let depth = 0;
    for (;;) {
      const started = line;
      const close = match(closing);
      if (close !== undefined) {
        if (depth > 0) throw new Fault(started, "An opening parenthesis is never closed.");
        advance(close);
        tokens.push({ type: "close", value: close, line: started });
        if (close.length > 2) eat(space);
        return;
      }
      if (at >= source.length)
        throw new Fault(openedOn, "An action begins with {{ and never ends.");
      const token = inside(started, openedOn);
      if (token.type === "(") depth++;
      if (token.type === ")" && --depth < 0) {
        throw new Fault(started, "A closing parenthesis has no opening one.");
      }
      tokens.push(token);
    }
  };

  const inside = (started: number, openedOn: number): Token => {
    // A space that belongs to " -}}" is part of the closing sign.
    const blank = match(space);
    if (blank !== undefined) {
      const shared = source.startsWith("-}}", at + blank.length) && blank.length > 1;
      advance(shared ? blank.slice(0, -1) : blank);
      return { type: "space", value: " ", line: started };
    }
    const literal = eat(quoted);
    if (literal !== undefined) {
      return { type: "constant", value: unquote(literal, started), line: started };
    }
    const rune = eat(character);
    if (rune !== undefined) {
      const [only, ...more] = unquote(rune, started);
      if (only === undefined || more.length > 0) {
        throw new Fault(started, `${rune} must contain one character; text goes between "…".`);
      }
      return { type: "constant", value: BigInt(only.codePointAt(0) ?? 0), line: started };
    }
    const digits = eat(numeral);
    if (digits !== undefined) {
      return { type: "constant", value: number(digits, started), line: started };
    }
    const named = eat(name) ?? eat(atom);
    if (named !== undefined) {
      if (match(terminator) === undefined) throw unexpected(started, openedOn);
      if (named === ".") return { type: "dot", value: named, line: started };
      if (named.startsWith(".")) return { type: "field", value: named, line: started };
      if (named.startsWith("$")) return { type: "variable", value: named, line: started };
      if (named === "true" || named === "false") {
        return { type: "constant", value: named === "true", line: started };
      }
      return { type: "word", value: named, line: started };
    }
    for (const sign of [":=", "=", "|", ",", "(", ")"] as const) {
      if (!source.startsWith(sign, at)) continue;
      advance(sign);
      return { type: sign, value: sign, line: started };
    }
    throw unexpected(started, openedOn);
  };

  const unexpected = (started: number, openedOn: number): Fault => {
    const found = String.fromCodePoint(source.codePointAt(at) ?? 0);
    if (found === '"' || found === "`" || found === "'") {
      return new Fault(started, "Quoted text begins and never ends.");
    }
    return source.indexOf("}}", at) < 0
      ? new Fault(openedOn, "An action begins with {{ and never ends.")
      : new Fault(started, `${JSON.stringify(found)} has no meaning here.`);
  };

  while (at < source.length) {
    const next = source.indexOf("{{", at);
    const until = next < 0 ? source.length : next;
    const text = source.slice(at, until);
    const started = line;
    advance(text);
    const openedOn = line;
    const open = eat(opening);
    const kept = open === "{{-" ? text.replace(/[ \t\r\n]+$/, "") : text;
    if (kept !== "") tokens.push({ type: "text", value: kept, line: started });
    if (open === undefined) break;

    const beforeSpace = at;
    if (open === "{{-") eat(space);
    if (eat(comment) !== undefined) {
      const close = eat(closing);
      if (close === undefined) {
        throw new Fault(line, "A comment must fill its action: {{/* like this */}}.");
      }
      if (close.length > 2) eat(space);
      continue;
    }
    if (source.startsWith("/*", at)) throw new Fault(openedOn, "A comment begins and never ends.");
    at = beforeSpace;
    tokens.push({ type: "open", value: open, line: openedOn });
    action(openedOn);
  }
  tokens.push({ type: "end", value: "", line });
  return tokens;
}
