import { parseNumber, unquote } from "./literals.ts";
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

const spacePattern = /[ \t\r\n]+/y;
const openPattern = /\{\{(?:-(?=[ \t\r\n]))?/y;
const closePattern = /(?:[ \t\r\n]-)?\}\}/y;
const commentPattern = /\/\*[\s\S]*?\*\//y;
const wordPattern = /[\p{L}\p{Nd}_]+/uy;
const namePattern = /[.$][\p{L}\p{Nd}_]*/uy;
// The repetition is bounded, because a repeated alternation uses stack for each iteration.
const numberPattern = /[+-]?(?:\.?\d)(?:[eEpP][+-]|[\p{L}\p{Nd}_.]){0,65535}/uy;
const quotedPattern = /"(?:[^"\\\n]|\\[^\n]){0,65535}"|`[^`]*`/y;
const characterPattern = /'(?:[^'\\\n]|\\[^\n]){1,65535}'/y;
/** A character that may follow a word, so that `a"b"` is not read as two words. */
const terminatorPattern = /[ \t\r\n.,|:()]|\}\}|$/y;

/**
 * Splits a template into tokens, as text/template/parse/lex.go does: text, and the words inside `{{ }}`. Runs of spaces
 * are separate tokens, because `.A .B` are two operands and `.A.B` is one.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  let line = 1;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index;
    return pattern.exec(source)?.[0];
  };
  const advance = (text: string) => {
    index += text.length;
    for (const character of text) if (character === "\n") line++;
  };
  const consume = (pattern: RegExp): string | undefined => {
    const text = match(pattern);
    if (text !== undefined) advance(text);
    return text;
  };

  const readAction = (openLine: number) => {
    let depth = 0;
    for (;;) {
      const startLine = line;
      const close = match(closePattern);
      if (close !== undefined) {
        if (depth > 0) throw new Fault(startLine, "An opening parenthesis is never closed.");
        advance(close);
        tokens.push({ type: "close", value: close, line: startLine });
        if (close.length > 2) consume(spacePattern);
        return;
      }
      if (index >= source.length)
        throw new Fault(openLine, "An action begins with {{ and never ends.");
      const token = readToken(startLine, openLine);
      if (token.type === "(") depth++;
      if (token.type === ")" && --depth < 0) {
        throw new Fault(startLine, "A closing parenthesis has no opening one.");
      }
      tokens.push(token);
    }
  };

  const readToken = (startLine: number, openLine: number): Token => {
    // The space in " -}}" is part of the closing sign.
    const spaces = match(spacePattern);
    if (spaces !== undefined) {
      const isShared = source.startsWith("-}}", index + spaces.length) && spaces.length > 1;
      advance(isShared ? spaces.slice(0, -1) : spaces);
      return { type: "space", value: " ", line: startLine };
    }
    const literal = consume(quotedPattern);
    if (literal !== undefined) {
      return { type: "constant", value: unquote(literal, startLine), line: startLine };
    }
    const rune = consume(characterPattern);
    if (rune !== undefined) {
      const [firstCharacter, ...otherCharacters] = unquote(rune, startLine);
      if (firstCharacter === undefined || otherCharacters.length > 0) {
        throw new Fault(startLine, `${rune} must contain one character; text goes between "…".`);
      }
      return {
        type: "constant",
        value: BigInt(firstCharacter.codePointAt(0) ?? 0),
        line: startLine,
      };
    }
    const digits = consume(numberPattern);
    if (digits !== undefined) {
      return { type: "constant", value: parseNumber(digits, startLine), line: startLine };
    }
    const term = consume(namePattern) ?? consume(wordPattern);
    if (term !== undefined) {
      if (match(terminatorPattern) === undefined) throw unexpected(startLine, openLine);
      if (term === ".") return { type: "dot", value: term, line: startLine };
      if (term.startsWith(".")) return { type: "field", value: term, line: startLine };
      if (term.startsWith("$")) return { type: "variable", value: term, line: startLine };
      if (term === "true" || term === "false") {
        return { type: "constant", value: term === "true", line: startLine };
      }
      return { type: "word", value: term, line: startLine };
    }
    for (const sign of [":=", "=", "|", ",", "(", ")"] as const) {
      if (!source.startsWith(sign, index)) continue;
      advance(sign);
      return { type: sign, value: sign, line: startLine };
    }
    throw unexpected(startLine, openLine);
  };

  const unexpected = (startLine: number, openLine: number): Fault => {
    const character = String.fromCodePoint(source.codePointAt(index) ?? 0);
    if (character === '"' || character === "`" || character === "'") {
      return new Fault(startLine, "Quoted text begins and never ends.");
    }
    return source.indexOf("}}", index) < 0
      ? new Fault(openLine, "An action begins with {{ and never ends.")
      : new Fault(startLine, `${JSON.stringify(character)} has no meaning here.`);
  };

  while (index < source.length) {
    const next = source.indexOf("{{", index);
    const textEnd = next < 0 ? source.length : next;
    const text = source.slice(index, textEnd);
    const startLine = line;
    advance(text);
    const openLine = line;
    const open = consume(openPattern);
    const trimmedText = open === "{{-" ? text.replace(/[ \t\r\n]+$/, "") : text;
    if (trimmedText !== "") tokens.push({ type: "text", value: trimmedText, line: startLine });
    if (open === undefined) break;

    const actionStart = index;
    if (open === "{{-") consume(spacePattern);
    if (consume(commentPattern) !== undefined) {
      const close = consume(closePattern);
      if (close === undefined) {
        throw new Fault(line, "A comment must fill its action: {{/* like this */}}.");
      }
      if (close.length > 2) consume(spacePattern);
      continue;
    }
    if (source.startsWith("/*", index))
      throw new Fault(openLine, "A comment begins and never ends.");
    index = actionStart;
    tokens.push({ type: "open", value: open, line: openLine });
    readAction(openLine);
  }
  tokens.push({ type: "end", value: "", line });
  return tokens;
}
