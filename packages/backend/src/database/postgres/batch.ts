import type pg from "pg";
import type { Field } from "../sessions/long-rows.ts";
import type { PreparedStatement, PreparedStatements } from "../sessions/prepared-statements.ts";
import type { Result } from "../sessions/session.ts";
import { type Parser, parserFor, toText } from "../sessions/values.ts";
import type { Sql } from "../sql.ts";

/**
 * Sends statements in one pipeline with a single Sync at the end
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-PIPELINING). The driver itself waits for the
 * answer to each query before it sends the next one.
 *
 * The driver calls `submit` when the batch is next, and the other methods as the answers arrive.
 */
export class Batch implements pg.Submittable {
  /** Settles when the server is ready for the next query. */
  readonly done: Promise<readonly Result[]>;
  readonly #completion: PromiseWithResolvers<readonly Result[]>;
  readonly #statements: readonly Sql[];
  readonly #prepared: PreparedStatements<Columns>;
  readonly #sentStatements: PreparedStatement<Columns>[] = [];
  readonly #results: Result[] = [];
  #rows: unknown[] = [];

  constructor(statements: readonly Sql[], prepared: PreparedStatements<Columns>) {
    this.#completion = Promise.withResolvers();
    this.done = this.#completion.promise;
    this.#statements = statements;
    this.#prepared = prepared;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    try {
      for (const name of this.#prepared.takeNamesToClose()) {
        connection.close({ type: "S", name }, true);
      }
      for (const { text, values, maxRows } of this.#statements) {
        const { statement, isNew } = this.#prepared.prepare(text);
        const { name } = statement;
        this.#sentStatements.push(statement);
        if (isNew) connection.parse({ text, name, types: [] }, true);
        connection.bind({ statement: name, values: values.map(toText) }, true);
        if (isNew) connection.describe({ type: "P" }, true);
        connection.execute(maxRows === undefined ? {} : { rows: String(maxRows) }, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      typeOid: dataTypeID,
      parse: parserFor(dataTypeID),
    }));
    const statement = this.#current();
    if (statement) statement.columns = columns;
  }

  /** Returns the statement whose answer is arriving. */
  #current(): PreparedStatement<Columns> | undefined {
    return this.#sentStatements[this.#results.length];
  }

  handleDataRow({ fields }: { readonly fields: readonly Field[] }): void {
    // The driver calls this while it reads the stream, so a thrown error would not reach the caller.
    try {
      const isTable = this.#statements[this.#results.length]?.maxRows !== undefined;
      this.#rows.push(isTable ? fields : parseRow(this.#current()?.columns ?? [], fields));
    } catch (error) {
      this.#completion.reject(error);
    }
  }

  /** Called with a command tag such as `SELECT 2`, `INSERT 0 1` or `COMMIT`. */
  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const parts = tag.split(" ");
    this.#complete(parts[0] ?? "", Number(parts.at(-1)) || 0, false);
  }

  #complete(command: string, affected: number, hasMore: boolean): void {
    const index = this.#results.length;
    const isTable = this.#statements[index]?.maxRows !== undefined;
    const columns = this.#sentStatements[index]?.columns ?? [];
    const table = {
      columns: columns.map(({ name, typeOid }) => ({ name, typeOid })),
      hasMore,
      command,
    };
    this.#results.push({ rows: this.#rows, affected, command, ...(isTable && { table }) });
    this.#rows = [];
  }

  /** Called for a refused statement or a broken connection. The server skips the remaining statements. */
  handleError(error: Error): void {
    this.#prepared.dropUnconfirmed();
    this.#completion.reject(error);
  }

  handleReadyForQuery(): void {
    this.#prepared.confirmAll();
    this.#completion.resolve(this.#results);
  }

  handleEmptyQuery(): void {
    this.#results.push({ rows: [], affected: 0, command: "" });
  }

  /** Called when a statement has more rows than requested. */
  handlePortalSuspended(): void {
    this.#complete("", this.#rows.length, true);
  }

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail("COPY FROM STDIN is not supported here, because there is no input.");
  }

  handleCopyData(): void {}
}

function parseRow(columns: Columns, fields: readonly Field[]) {
  const row: Record<string, unknown> = {};
  for (const [index, { name, parse }] of columns.entries()) {
    const field = fields[index] ?? null;
    row[name] = field === null ? null : parse(field);
  }
  return row;
}

export type Columns = readonly {
  readonly name: string;
  readonly typeOid: number;
  readonly parse: Parser;
}[];
