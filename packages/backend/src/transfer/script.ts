/** A step of a script for psql. */
export type Step =
  | { readonly kind: "statement"; readonly text: string }
  /** A backslash command, without the backslash. */
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  | { readonly kind: "copy"; readonly text: string; readonly rows: readonly (string | null)[][] };

/**
 * Splits a script as psql does: at semicolons outside of quotes, comments, parentheses and bodies of
 * functions.
 */
export function* stepsOf(script: string): Generator<Step> {
  let at = 0;
  while (at < script.length) {
    const blank = /\s*(?:--[^\n]*(?:\n|$)\s*)*/y;
    blank.lastIndex = at;
    blank.exec(script);
    at = blank.lastIndex;
    if (at >= script.length) return;
    if (script[at] === "\\") {
      const end = lineEnd(script, at);
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
      const data = copied(script, lineEnd(script, at) + 1);
      yield { kind: "copy", text, rows: data.rows };
      at = data.end;
    } else if (text !== ";") {
      yield { kind: "statement", text };
    }
  }
}

const lineEnd = (text: string, from: number) => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

/** The tokens that decide where a statement ends. */
const token =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[;()]|\\gset|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*/gsy;

function statementEnd(script: string, from: number): number {
  let depth = 0;
  let blocks = 0;
  const words: string[] = [];
  let at = from;
  while (at < script.length) {
    token.lastIndex = at;
    const [found] = token.exec(script) ?? [];
    if (found === undefined) {
      at++;
      continue;
    }
    at += found.length;
    if (found === "/*") at = commentEnd(script, at);
    else if (found.startsWith("$")) at = closing(script, found, at);
    else if (found === "(") depth++;
    else if (found === ")") depth--;
    else if (found === "\\gset") return at;
    else if (found === ";" && depth <= 0 && blocks === 0) return at;
    else if (/^[a-z]/i.test(found)) {
      const word = found.toLowerCase();
      if (words.length < 4) words.push(word);
      if (!isRoutine(words)) continue;
      if (word === "begin" || (word === "case" && blocks > 0)) blocks++;
      if (word === "end" && blocks > 0) blocks--;
    }
  }
  return script.length;
}

function isRoutine(words: readonly string[]): boolean {
  const [first, ...others] = words.filter((word) => word !== "or" && word !== "replace");
  return first === "create" && (others[0] === "function" || others[0] === "procedure");
}

function commentEnd(script: string, from: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = from;
  let depth = 1;
  for (let found = edge.exec(script); found; found = edge.exec(script)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return script.length;
}

function closing(script: string, tag: string, from: number): number {
  const end = script.indexOf(tag, from);
  return end < 0 ? script.length : end + tag.length;
}

const escapes: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** The lines of COPY's text format, up to `\.` */
function copied(script: string, from: number) {
  const rows: (string | null)[][] = [];
  for (let at = from; at < script.length; ) {
    const end = lineEnd(script, at);
    const line = script.slice(at, end);
    at = end + 1;
    if (line === "\\.") return { rows, end: at };
    rows.push(
      line
        .split("\t")
        .map((field) =>
          field === "\\N"
            ? null
            : field.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter),
        ),
    );
  }
  return { rows, end: script.length };
}
