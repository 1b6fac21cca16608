import type pg from "pg";
import type { Field } from "../sessions/long-rows.ts";
import type { Prepared, PreparedStatements } from "../sessions/prepared-statements.ts";
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
  readonly #settle: PromiseWithResolvers<readonly Result[]>;
  readonly #statements: readonly Sql[];
  readonly #prepared: PreparedStatements<Columns>;
  readonly #sent: Prepared<Columns>[] = [];
  readonly #results: Result[] = [];
  #rows: unknown[] = [];

  constructor(statements: readonly Sql[], prepared: PreparedStatements<Columns>) {
    this.#settle = Promise.withResolvers();
    this.done = this.#settle.promise;
    this.#statements = statements;
    this.#prepared = prepared;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    try {
      for (const name of this.#prepared.takeClosing()) {
        connection.close({ type: "S", name }, true);
      }
      for (const { text, values, mostRows } of this.#statements) {
        const { statement, isNew } = this.#prepared.prepare(text);
        const { name } = statement;
        this.#sent.push(statement);
        if (isNew) connection.parse({ text, name, types: [] }, true);
        connection.bind({ statement: name, values: values.map(toText) }, true);
        if (isNew) connection.describe({ type: "P" }, true);
        connection.execute(mostRows === undefined ? {} : { rows: String(mostRows) }, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      ...{ name, typeOid: dataTypeID, parse: parserFor(dataTypeID) },
    }));
    const current = this.#current();
    if (current) current.columns = columns;
  }

  /** Returns the statement whose answer is arriving. */
  #current(): Prepared<Columns> | undefined {
    return this.#sent[this.#results.length];
  }

  handleDataRow({ fields }: { readonly fields: readonly Field[] }): void {
    // The driver calls this while it reads the stream, so a thrown error would not reach the caller.
    try {
      const isTable = this.#statements[this.#results.length]?.mostRows !== undefined;
      this.#rows.push(isTable ? fields : rowOf(this.#current()?.columns ?? [], fields));
    } catch (error) {
      this.#settle.reject(error);
    }
  }

  /** Called with a command tag such as `SELECT 2`, `INSERT 0 1` or `COMMIT`. */
  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const words = tag.split(" ");
    this.#complete(words[0] ?? "", Number(words.at(-1)) || 0, false);
  }

  #complete(command: string, affected: number, hasMore: boolean): void {
    const at = this.#results.length;
    const isTable = this.#statements[at]?.mostRows !== undefined;
    const columns = this.#sent[at]?.columns ?? [];
    const table = {
      columns: columns.map(({ name, typeOid }) => ({ name, typeOid })),
      ...{ hasMore, command },
    };
    this.#results.push({ rows: this.#rows, affected, command, ...(isTable && { table }) });
    this.#rows = [];
  }

  /** Called for a refused statement or a broken connection. The server skips the remaining statements. */
  handleError(error: Error): void {
    this.#prepared.refused();
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#prepared.settled();
    this.#settle.resolve(this.#results);
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

function rowOf(columns: Columns, fields: readonly Field[]) {
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
