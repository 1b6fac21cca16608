/** A statement of a script. */
export interface Statement {
  /** From its first word to its last, without the semicolon. */
  readonly text: string;
  /** Where it begins in the script. */
  readonly start: number;
}

/**
 * Splits a script into its statements, as psql does: at each semicolon outside of quotes, comments, parentheses
 * and the bodies of functions. Commands of psql that dumps begin and end with are left out.
 */
export function statementsOf(script: string): Statement[] {
  const statements: Statement[] = [];
  let start: number | undefined;
  let end = 0;
  let parentheses = 0;
  /** The nesting of `begin atomic … case … end` in a function's body. */
  let blocks = 0;
  let lastWord = "";
  const finish = () => {
    if (start !== undefined) statements.push({ text: script.slice(start, end), start });
    start = undefined;
    parentheses = 0;
    blocks = 0;
    lastWord = "";
  };
  for (const { kind, from, to } of tokensOf(script)) {
    if (kind === "command") continue;
    if (kind === "semicolon" && parentheses <= 0 && blocks === 0) {
      finish();
      continue;
    }
    start ??= from;
    end = to;
    if (kind === "open") parentheses++;
    if (kind === "close") parentheses--;
    if (kind !== "word") continue;
    const word = script.slice(from, to).toLowerCase();
    if (word === "atomic" && lastWord === "begin") blocks = 1;
    else if (blocks > 0 && word === "case") blocks++;
    else if (blocks > 0 && word === "end") blocks--;
    lastWord = word;
  }
  finish();
  return statements;
}

interface Token {
  readonly kind: "word" | "open" | "close" | "semicolon" | "command" | "other";
  readonly from: number;
  readonly to: number;
}

const name = String.raw`[A-Za-z_\u0080-\uffff]`;
/** In the order in which they are tried, at each place. */
const shapes: readonly (readonly [Token["kind"] | "space" | "comment", RegExp])[] = [
  ["space", /\s+/y],
  ["comment", /--[^\n]*/y],
  ["comment", /\/\*/y],
  ["other", /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y],
  ["other", /'(?:[^']|'')*(?:'|$)/y],
  ["other", /"(?:[^"]|"")*(?:"|$)/y],
  ["other", new RegExp(String.raw`\$((?:${name}(?:${name}|\d)*)?)\$`, "y")],
  ["word", new RegExp(String.raw`${name}(?:${name}|[\d$])*`, "y")],
  ["open", /\(/y],
  ["close", /\)/y],
  ["semicolon", /;/y],
  ["command", /(?<=^|\n)\\(?:un)?restrict\b[^\n]*/y],
  ["other", /[^\s]/y],
];

function* tokensOf(script: string): Generator<Token> {
  let from = 0;
  while (from < script.length) {
    for (const [kind, shape] of shapes) {
      shape.lastIndex = from;
      const found = shape.exec(script);
      if (!found) continue;
      let to = shape.lastIndex;
      if (found[0] === "/*") to = endOfComment(script, from);
      else if (found[1] !== undefined) {
        const close = script.indexOf(found[0], to);
        to = close < 0 ? script.length : close + found[0].length;
      }
      if (kind !== "space" && kind !== "comment") yield { kind, from, to };
      from = to;
      break;
    }
  }
}

/** Comments nest. */
function endOfComment(script: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  let depth = 0;
  for (let found = mark.exec(script); found; found = mark.exec(script)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return script.length;
}
