import { tokenize } from "../../database/migrations/tokens.ts";

/**
 * A condition, split at AND, OR and NOT. The text comes from `pg_get_expr`, which prints the tree that PostgreSQL
 * evaluates with parentheses around each operator (`ruleutils.c`, `get_rule_expr`). Splitting therefore needs no rules
 * of precedence.
 */
export type Clause =
  | { readonly kind: "and" | "or" | "not"; readonly members: readonly Clause[] }
  | ({ readonly kind: "leaf"; readonly text: string; readonly sql: string } & LeafParts);

/** The parts of a condition that contains neither AND nor OR. */
export interface LeafParts {
  /** The scalar expressions, as SQL. Constants are not included. */
  readonly operands: readonly string[];
  /** The queries that read tables, as SQL. */
  readonly subselects: readonly string[];
}

interface Piece {
  readonly kind: "word" | "open" | "close" | "comma" | "operator" | "other";
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The number of parentheses and brackets that enclose the piece. */
  readonly depth: number;
}

/** Parses a condition that PostgreSQL has printed. */
export function parseClauses(expression: string): Clause {
  const text = withoutParentheses(expression);
  const pieces = piecesOf(text);
  const topLevelPieces = pieces.filter(({ depth }) => depth === 0);
  const [first] = topLevelPieces;
  for (const operator of ["AND", "OR"] as const) {
    const at = topLevelPieces.filter((piece) => piece.kind === "word" && piece.text === operator);
    if (at.length === 0 || isQuery(first) || first?.text === "CASE") continue;
    const members = split(text, at).map(parseClauses);
    return { kind: operator === "AND" ? "and" : "or", members };
  }
  if (first?.text === "NOT") {
    return { kind: "not", members: [parseClauses(text.slice(first.to))] };
  }
  return { kind: "leaf", text: toReadableSql(text), sql: text, ...partsOf(text, pieces) };
}

/** Returns an expression as people would write it, without the additions of `pg_get_expr`. */
export function toReadableSql(text: string): string {
  return withoutParentheses(text)
    .replace(/\(\s*SELECT ((?:\w+\.)?\w+\([^()]*\)) AS \w+\)/g, "(select $1)")
    .replace(/('(?:[^']|'')*')::(?:text|character varying)\b(?!\[)/g, "$1")
    .replace(/\s+/g, " ");
}

/** Removes the pairs of parentheses around the complete text. */
function withoutParentheses(expression: string): string {
  let text = expression.trim();
  for (;;) {
    const pieces = piecesOf(text);
    const last = pieces.at(-1);
    if (pieces[0]?.kind !== "open" || last?.kind !== "close" || text[0] !== "(") return text;
    const isPair = pieces.slice(1, -1).every(({ depth }) => depth > 0);
    if (!isPair) return text;
    text = text.slice(1, last.from).trim();
  }
}

const operatorCharacters = /^[-+*/<>=~!@#%^&|`?]$/;

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  for (const { kind, start, end } of tokenize(text)) {
    const part = text.slice(start, end);
    const opens = kind === "open" || part === "[";
    const closes = kind === "close" || part === "]";
    if (closes) depth--;
    const last = pieces.at(-1);
    const isOperator = operatorCharacters.test(part);
    if (isOperator && last?.kind === "operator" && last.to === start && last.depth === depth) {
      pieces[pieces.length - 1] = { ...last, text: last.text + part, to: end };
    } else {
      const kindOf = opens ? "open" : closes ? "close" : part === "," ? "comma" : "other";
      const pieceKind = kind === "word" ? "word" : isOperator ? "operator" : kindOf;
      pieces.push({ kind: pieceKind, text: part, from: start, to: end, depth });
    }
    if (opens) depth++;
  }
  return pieces;
}

function split(text: string, separators: readonly Piece[]): string[] {
  const starts = [0, ...separators.map(({ to }) => to)];
  const ends = [...separators.map(({ from }) => from), text.length];
  return starts.map((start, index) => text.slice(start, ends[index]));
}

const isQuery = (piece: Piece | undefined) =>
  piece?.kind === "word" && (piece.text === "SELECT" || piece.text === "WITH");

function partsOf(text: string, pieces: readonly Piece[]): LeafParts {
  const subselects = subselectsOf(text, pieces);
  const operands = operandsOf(text, pieces)
    .map((operand) => operand.trim())
    .filter(
      (operand) => !isConstant(operand) && !subselects.some((query) => operand.includes(query)),
    );
  return { operands: [...new Set(operands)], subselects };
}

/** Returns the outermost queries in parentheses that have a FROM clause. */
function subselectsOf(text: string, pieces: readonly Piece[]): string[] {
  const found: string[] = [];
  let end = -1;
  pieces.forEach((piece, index) => {
    if (piece.kind !== "open" || piece.from < end || !isQuery(pieces[index + 1])) return;
    const close = pieces.find(
      (other) => other.from > piece.from && other.kind === "close" && other.depth === piece.depth,
    );
    if (!close) return;
    end = close.to;
    const readsTables = pieces.some(
      (other) => other.text === "FROM" && other.from > piece.to && other.to < close.from,
    );
    if (readsTables) found.push(text.slice(piece.to, close.from).trim());
  });
  return found;
}

/** Returns the operands of the operator, or the arguments of the function. */
function operandsOf(text: string, pieces: readonly Piece[]): string[] {
  const topLevelPieces = pieces.filter(({ depth }) => depth === 0);
  if (topLevelPieces[0]?.text === "EXISTS" || topLevelPieces[0]?.text === "CASE") return [];
  const operator = topLevelPieces.find(
    ({ kind, text: part }) =>
      kind === "operator" || (kind === "word" && ["IN", "IS"].includes(part)),
  );
  if (!operator) return argumentsOf(text, pieces);
  const left = text.slice(0, operator.from);
  if (operator.text === "IS") {
    const [, other] = /^\s*(?:NOT )?DISTINCT FROM (.*)$/s.exec(text.slice(operator.to)) ?? [];
    return other === undefined ? [left] : [left, other];
  }
  if (operator.text === "IN") return [left];
  const right = text.slice(operator.to);
  const [, list] = /^\s*(?:ANY|ALL)\s*\((.*)\)\s*$/s.exec(right) ?? [];
  return [left, list ?? right];
}

function argumentsOf(text: string, pieces: readonly Piece[]): string[] {
  const open = pieces.find(({ kind, depth }) => kind === "open" && depth === 0);
  const last = pieces.at(-1);
  // A single column is not a call, so it has no arguments.
  if (!open || last?.kind !== "close" || !isName(text.slice(0, open.from))) return [];
  const commas = pieces.filter(({ kind, depth }) => kind === "comma" && depth === 1);
  const inside = text.slice(open.to, last.from);
  if (inside.trim() === "") return [];
  return split(
    inside,
    commas.map((comma) => ({ ...comma, from: comma.from - open.to, to: comma.to - open.to })),
  );
}

const isName = (text: string) => /^\s*[\w".$]+\s*$/.test(text);

const isConstant = (text: string) =>
  /^\(*\s*(?:'(?:[^']|'')*'|-?\d[\d.]*|true|false|NULL)\s*\)*(?:::[\w ."[\]()]+)*\s*\)*$/i.test(
    text,
  ) || /^ARRAY\[(?:\s*(?:'(?:[^']|'')*'|-?\d[\d.]*)(?:::[\w ."]+)?\s*,?)*\]$/.test(text);
