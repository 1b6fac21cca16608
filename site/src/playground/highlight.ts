/** A piece of code, and the kind that determines its color. */
export interface Token {
  readonly kind: "comment" | "string" | "keyword" | "tag" | "plain";
  readonly text: string;
}

const patterns = [
  // Do not mistake the slashes of a URL in an element's text for a comment.
  ["comment", /(?<![:\w"'])\/\/.*|\/\*[\s\S]*?\*\//],
  ["string", /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/],
  ["tag", /(?<=<\/?)[A-Za-z][\w.]*/],
  [
    "keyword",
    /\b(?:as|async|await|const|default|export|false|from|function|if|import|new|null|return|true|type|undefined)\b/,
  ],
] as const;

const anyToken = new RegExp(
  patterns.map(([kind, { source }]) => `(?<${kind}>${source})`).join("|"),
  "g",
);

/** Splits the playground's TSX into tokens. Starlight's highlighter is too large to load in the browser. */
export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(anyToken)) {
    if (match.index > end) tokens.push({ kind: "plain", text: code.slice(end, match.index) });
    const kind = patterns.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? "plain";
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: "plain", text: code.slice(end) });
  return tokens;
}
