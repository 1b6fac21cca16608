import type { Database } from "../port.ts";
import { adaptExtension } from "./extension-statements.ts";
import type { Statement } from "./statements.ts";
import { tokenize } from "./tokens.ts";

/** A statement with the information that is needed to run it. */
export interface ClassifiedStatement extends Statement {
  /** The text that is sent to PostgreSQL. */
  readonly sqlText: string;
  /** PostgreSQL refuses a `non-transactional` statement in a transaction. */
  readonly kind:
    | "begin"
    | "commit"
    | "rollback"
    | "savepoint"
    | "non-transactional"
    | "copy"
    | "ordinary";
}

const nonTransactional = [
  String.raw`(create(\s+unique)?\s+index|drop\s+index)\s+concurrently`,
  String.raw`reindex\s*\([^)]*\bconcurrently\b`,
  String.raw`reindex\s*(\([^)]*\)\s*)?(schema|database|system|(index|table)\s+concurrently)`,
  String.raw`alter\s+table\b[\s\S]*\sdetach\s+partition\b[\s\S]*\sconcurrently\s*$`,
  String.raw`cluster\s*(\([^)]*\)|verbose)?\s*$`,
  "vacuum",
  String.raw`(create|drop)\s+(database|tablespace)`,
  String.raw`(create|alter|drop)\s+subscription`,
  String.raw`alter\s+system`,
];

const kinds: readonly (readonly [ClassifiedStatement["kind"], RegExp])[] = [
  ["begin", /^(begin|start\s+transaction)\b/i],
  ["non-transactional", new RegExp(`^(${nonTransactional.join("|")})(?!\\w)`, "i")],
  ["savepoint", /^(savepoint|release)\b/i],
  ["copy", /^copy\b.*\bfrom\s+stdin\b/is],
];

const kindOf = (text: string): ClassifiedStatement["kind"] =>
  kindOfEnd(text) ?? kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? "ordinary";

/**
 * Returns the kind of a statement that ends a transaction or rolls back to a savepoint. Compares whole words, because a
 * comment between them may contain `to`.
 */
function kindOfEnd(text: string): ClassifiedStatement["kind"] | undefined {
  if (!/^(rollback|abort|commit|end|prepare)\b/i.test(text)) return undefined;
  const [first, second, third] = firstWords(text, 3);
  const isTwoPhase = first === "prepare" ? second === "transaction" : second === "prepared";
  if (isTwoPhase) return "non-transactional";
  if (first === "prepare") return undefined;
  if (first === "commit" || first === "end") return "commit";
  const target = second === "work" || second === "transaction" ? third : second;
  return target === "to" ? "savepoint" : "rollback";
}

function firstWords(text: string, count: number): string[] {
  const words: string[] = [];
  for (const { kind, start, end } of tokenize(text)) {
    if (kind !== "word" || words.length === count) break;
    words.push(text.slice(start, end).toLowerCase());
  }
  return words;
}

/**
 * The statements that replace `discard all` in a transaction. They keep prepared statements, because the connection is
 * shared.
 */
const discardReplacement = `close all; set session authorization default; reset all; discard temp; discard sequences;
  discard plans; set local search_path to "$user", public, extensions`;

export async function classify(
  statement: Statement,
  { engine }: Pick<Database, "engine">,
): Promise<ClassifiedStatement> {
  const { text } = statement;
  if (/^(create|drop|alter|comment\s+on)\s+extension\b/i.test(text)) {
    return { ...statement, kind: "ordinary", sqlText: await adaptExtension(text, { engine }) };
  }
  if (/^discard\s+all$/i.test(text))
    return { ...statement, kind: "ordinary", sqlText: discardReplacement };
  const kind = kindOf(text);
  // The embedded database has a single session, so nothing can run concurrently.
  if (kind === "non-transactional" && engine === "pglite" && /\bconcurrently\b/i.test(text)) {
    const sqlText = withoutConcurrently(text);
    return { ...statement, kind: kindOf(sqlText), sqlText };
  }
  return { ...statement, kind, sqlText: text };
}

function withoutConcurrently(text: string): string {
  const options = /^reindex\s*\(([^)]*)\)/i.exec(text);
  if (!options) return text.replace(/\sconcurrently\b/i, "");
  const [match, optionList = ""] = options;
  const otherOptions = optionList
    .split(",")
    .filter((option) => !/^\s*concurrently\b/i.test(option));
  return `reindex ${otherOptions.length > 0 ? `(${otherOptions})` : ""}${text.slice(match.length)}`;
}
