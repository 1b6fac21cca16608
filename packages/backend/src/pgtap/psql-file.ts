import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { SqlFile } from "../database/migrations/explanation.ts";
import { type Statement, splitStatements } from "../database/migrations/statements.ts";
import { endOfLine, type Token, tokenize } from "../database/migrations/tokens.ts";
import { TestSetupError } from "./test-setup-error.ts";

/** A statement, with the psql script or included file that contains it. */
export interface FileStatement {
  readonly file: SqlFile;
  readonly statement: Statement;
}

/** The maximum depth of includes, because a file may include itself. */
const maxDepth = 20;

/**
 * Reads the statements of a psql script. Follows `\i` and `\ir`. Other psql commands, such as `\set`, have no effect.
 *
 * @param path the file's absolute path
 * @param label the file's path in messages
 * @throws {TestSetupError} if the file, or an included file, cannot be read
 */
export async function readStatements(
  path: string,
  label: string,
  depth = 0,
): Promise<FileStatement[]> {
  if (depth > maxDepth) throw new TestSetupError(`${label}: the files include each other.`);
  const script = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new TestSetupError(`${label} cannot be read: ${error.message}`);
  });
  const { sql, includes } = extractCommands(script.replace(/^\ufeff/, ""));
  const file = { path: label, sql };
  const ownStatements = splitStatements(sql).map((statement) => ({
    position: statement.start,
    statements: [{ file, statement }],
  }));
  const includedStatements = includes.map(async ({ position, path: includedPath, isRelative }) => ({
    position,
    statements: await readStatements(
      resolve(isRelative ? dirname(path) : process.cwd(), includedPath),
      includedPath,
      depth + 1,
    ),
  }));
  return [...ownStatements, ...(await Promise.all(includedStatements))]
    .sort((a, b) => a.position - b.position)
    .flatMap(({ statements }) => statements);
}

/** Returns the token at which the first psql command starts: a backslash outside of quotes and comments. */
function firstCommand(script: string, start: number): Token | undefined {
  for (const token of tokenize(script, start)) if (script[token.start] === "\\") return token;
  return undefined;
}

interface Include {
  readonly position: number;
  readonly path: string;
  readonly isRelative: boolean;
}

/** Replaces psql commands with blanks, so that the positions of statements do not change. */
function extractCommands(script: string): { readonly sql: string; readonly includes: Include[] } {
  const includes: Include[] = [];
  let sql = script;
  for (let start = 0; start < script.length; ) {
    const token = firstCommand(script, start);
    if (!token) break;
    const end = endOfLine(script, token.start);
    const command = script.slice(token.start, end);
    const [, name, path = ""] =
      /^\\(ir?|include(?:_relative)?)\s+'?([^'\s]+)'?/.exec(command) ?? [];
    if (name !== undefined) {
      includes.push({
        position: token.start,
        path,
        isRelative: name === "ir" || name.endsWith("relative"),
      });
    }
    // A command such as \gset also ends the statement before it, unless the command is on a separate line.
    const isOnOwnLine = /(^|\n)[ \t]*$/.test(script.slice(0, token.start));
    const blanks = `${isOnOwnLine ? " " : ";"}${" ".repeat(command.length - 1)}`;
    sql = `${sql.slice(0, token.start)}${blanks}${sql.slice(end)}`;
    start = end;
  }
  return { sql, includes };
}
