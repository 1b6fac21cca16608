import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { DatabaseError } from "../../database/errors.ts";
import { describeRefusal, type SqlFile } from "../../database/migrations/explanation.ts";
import { type Statement, splitStatements } from "../../database/migrations/statements.ts";
import type { Connection, Database } from "../../database/port.ts";
import { trusted } from "../../database/sql.ts";
import { UsageError } from "../../usage-error.ts";
import { withProjectDatabase } from "../project-database/connect.ts";
import { defineCommand } from "../terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
} from "../terminal/options.ts";
import { asJson, asTable } from "../terminal/output.ts";
import { print } from "../terminal/print.ts";

export const dbQueryCommand = defineCommand({
  name: "db query",
  parameters: "SQL",
  summary: "Run SQL and print the rows of its last statement",
  options: {
    ...projectOption,
    ...dataOption,
    file: {
      type: "string",
      short: "f",
      argument: "FILE",
      help: "read the SQL from a file (default: standard input, if no SQL is given)",
    },
    output: {
      type: "string",
      short: "o",
      argument: "FORMAT",
      help: "table, json, or csv (default: table)",
    },
  },
  async run({ values, parameters }) {
    const format = readChoice("output", values.output, ["table", "json", "csv"]);
    const script = await readScript(parameters, values.file);
    const { project } = readProject(values.project);
    const rows = await withProjectDatabase(readStoredDatabase(values.data, project), (database) =>
      runStatements(database, { path: nameOf(values.file), sql: script }),
    );
    if (format === "json") return print(asJson(rows));
    if (rows.length === 0) return format === "csv" ? undefined : print("No rows.\n");
    const columns = Object.keys(rows[0] ?? {});
    const cells = [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))];
    print(format === "csv" ? asCsv(cells) : asTable(cells));
  },
});

async function readScript(
  [sql, ...otherParameters]: readonly string[],
  file: string | undefined,
): Promise<string> {
  if (otherParameters.length > 0 || (sql !== undefined && file !== undefined)) {
    throw new UsageError("portico db query needs one SQL text in quotes, or --file.");
  }
  if (sql !== undefined) return sql;
  if (file !== undefined && file !== "-") {
    return readFile(file, "utf8").catch((error: Error) => {
      throw new UsageError(`${file} cannot be read: ${error.message}.`);
    });
  }
  if (process.stdin.isTTY) throw new UsageError("portico db query needs SQL, or --file.");
  return text(process.stdin);
}

/** Returns a script's name for messages. */
const nameOf = (file: string | undefined) => (file === undefined || file === "-" ? "SQL" : file);

type Row = Readonly<Record<string, unknown>>;

/**
 * Runs several statements in one transaction, so that all of them or none take effect.
 *
 * @throws {UsageError} when PostgreSQL refuses a statement
 */
async function runStatements(database: Database, script: SqlFile): Promise<readonly Row[]> {
  const statements = splitStatements(script.sql);
  let current: Statement | undefined;
  const run = async (connection: Connection) => {
    let rows: readonly Row[] = [];
    for (const statement of statements) {
      current = statement;
      ({ rows } = await connection.query<Row>(trusted(statement.text)));
    }
    current = undefined;
    return rows;
  };
  try {
    // A single statement runs without a transaction, because VACUUM and some others cannot run in one.
    return await (statements.length > 1 ? database.transaction(run) : run(database));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // Without a current statement, the commit failed, because deferred constraints are checked at the end.
    const message = current
      ? describeRefusal({ file: script, statement: current, error }, database)
      : [`${script.path}: ${error.message} (${error.code}).`, error.detail]
          .filter(Boolean)
          .join(" ");
    throw new UsageError(message, { cause: error });
  }
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Formats rows as CSV (RFC 4180), with line feeds like PostgreSQL's COPY. */
const asCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(quote).join(",")}\n`).join("");

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
