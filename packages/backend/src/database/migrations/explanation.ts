import { packageToInstall } from "../../missing-package.ts";
import type { DatabaseError } from "../errors.ts";
import type { Database } from "../port.ts";
import type { Statement } from "./statements.ts";

/** An SQL file, with its name in messages. */
export interface SqlFile {
  readonly path: string;
  readonly sql: string;
}

/** A statement that PostgreSQL refused, and its file. */
export interface Refusal {
  readonly file: SqlFile;
  readonly statement: Statement;
  readonly error: DatabaseError;
}

/** A position in a file of the project. Lines and columns count from 1. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the position in the file at which PostgreSQL refused the statement. */
export function locateRefusal({ file, statement, error }: Refusal): Location {
  return locationAt(file, statement.start + errorOffset(statement, error));
}

/** Returns the position of an index in a file. */
export function locationAt({ path, sql }: SqlFile, index: number): Location {
  const column = index - sql.lastIndexOf("\n", index - 1);
  return { file: path, line: lineAt(sql, index), column };
}

/**
 * Describes a refused statement: its file and line, PostgreSQL's message, the line with a caret, and the cause if it is
 * known.
 *
 * @param otherFiles the project's other files in order, if one of them may create the missing object
 */
export function describeRefusal(
  { file, statement, error }: Refusal,
  { engine }: Pick<Database, "engine">,
  otherFiles?: readonly SqlFile[],
): string {
  const index = statement.start + errorOffset(statement, error);
  const line = lineAt(file.sql, index);
  const details = [error.detail, findCause(error, { engine, otherFiles }) ?? error.hint].filter(
    Boolean,
  );
  return [
    `${file.path}:${line}: ${error.message} (${error.code}).${details.length > 0 ? ` ${details.join(" ")}` : ""}`,
    ...excerpt(file.sql, index, error.position !== undefined),
  ].join("\n");
}

const errorOffset = ({ text }: Statement, { position }: DatabaseError): number =>
  position === undefined ? 0 : toStringIndex(text, position);

/**
 * Converts PostgreSQL's position, which counts characters from 1, to an index of a JavaScript string, in which some
 * characters count as two.
 */
function toStringIndex(text: string, position: number): number {
  return [...text].slice(0, position - 1).join("").length;
}

/** Returns the line number of an index in a text, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

const maxExcerptLength = 120;

function excerpt(text: string, index: number, hasCaret: boolean): string[] {
  const lineStart = text.lastIndexOf("\n", index - 1) + 1;
  const end = text.indexOf("\n", index);
  const line = text.slice(lineStart, end < 0 ? text.length : end).replace("\r", "");
  const firstColumn = Math.max(
    0,
    Math.min(index - lineStart - maxExcerptLength / 2, line.length - maxExcerptLength),
  );
  const margin = `  ${lineAt(text, index)} | `;
  const excerptLine = `${margin}${line.slice(firstColumn, firstColumn + maxExcerptLength).replaceAll("\t", " ")}`;
  return hasCaret
    ? [excerptLine, `${" ".repeat(margin.length + index - lineStart - firstColumn)}^`]
    : [excerptLine];
}

/** The npm packages that contain extensions for the embedded database. */
const packages: Readonly<Record<string, string>> = {
  postgis: "@electric-sql/pglite-postgis",
  vector: "@electric-sql/pglite-pgvector",
  pgtap: "@electric-sql/pglite-pgtap",
};

interface RefusalContext extends Pick<Database, "engine"> {
  readonly otherFiles: readonly SqlFile[] | undefined;
}

function findCause(
  error: DatabaseError,
  { engine, otherFiles }: RefusalContext,
): string | undefined {
  const { message } = error;
  const extension = /^extension "(\w+)" is not available/.exec(message)?.[1];
  if (extension !== undefined) {
    const name = packages[extension.replace(/^postgis_.*/, "postgis")];
    if (engine !== "pglite") return error.hint;
    return name
      ? `The embedded database has it if its package is installed: npm install ${packageToInstall(name)}`
      : `The embedded database has no ${extension}; docs/project-folders.md lists what it has.`;
  }
  const type =
    /^type "(?:\w+\.)?(vector|halfvec|sparsevec|geometry|geography|citext|hstore|ltree)/.exec(
      message,
    )?.[1];
  if (type !== undefined)
    return `No earlier statement creates the extension with this type, or its schema is not in search_path.`;
  const missing = /^(?:relation|table|function|type) "?([\w.]+)"?.* does not exist/.exec(
    message,
  )?.[1];
  if (missing !== undefined && otherFiles) return laterFileHint(missing, otherFiles);
  return undefined;
}

/** Returns a hint if a later file of the project creates the missing object. */
function laterFileHint(missing: string, otherFiles: readonly SqlFile[]): string | undefined {
  const name = missing.split(".").at(-1) ?? missing;
  if (/^(auth|storage|realtime|vault|extensions)\./.test(missing)) return undefined;
  const creation = new RegExp(
    String.raw`create\s+(or\s+replace\s+)?((un)?logged\s+|temp(orary)?\s+)?` +
      String.raw`(table|(materialized\s+)?view|foreign\s+table|sequence|function|type|domain)\s+` +
      String.raw`(if\s+not\s+exists\s+)?("?\w+"?\.)?"?${name}\b`,
    "i",
  );
  const creatingFile = otherFiles.find(({ sql }) => creation.test(sql));
  return creatingFile
    ? `${creatingFile.path} creates it, but is applied later.`
    : "No applied file of the project creates it, so a new database lacks it; `supabase db pull` writes the hosted project's schema as a migration.";
}
