import { type messages, type PGlite, parse, protocol } from "@electric-sql/pglite";
import type { DatabaseErrorFields } from "../port.ts";
import { isStale, type Prepared, PreparedStatements } from "../sessions/prepared-statements.ts";
import type { Result } from "../sessions/session.ts";
import { parserFor } from "../sessions/values.ts";

/** A statement with its values as PostgreSQL's texts. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Set if the rows are returned as a table, of at most this many rows. */
  readonly mostRows?: number | undefined;
}

/** A statement as it is sent. */
interface SentStatement extends Statement {
  readonly statement: Prepared<messages.BackendMessage>;
  readonly isNew: boolean;
}

export interface StatementsOptions {
  /** Called before a rollback, which must not be interrupted. */
  readonly beforeRollback?: () => void;
  /** Called before statements are retried. */
  readonly beforeRetry?: () => void;
}

/**
 * PGlite looks up parsers by type id. This proxy has a parser for every type, including types that are created later.
 */
const parsers = new Proxy<Record<number, (text: string) => unknown>>(
  {},
  { get: (_, oid) => parserFor(Number(oid)) },
);

/** Parsers that return every value as PostgreSQL's text. */
const texts = new Proxy<Record<number, (text: string) => unknown>>(
  {},
  { get: () => (text: string) => text },
);

const { serialize } = protocol;

/**
 * Settings that RESET restores in a session. WebAssembly's stack is smaller than PostgreSQL assumes: with the default
 * depth of 2 MB, endless recursion overruns it unnoticed. PGlite's initial memory holds 64 MB of buffers, not 128 MB.
 * Growing it takes a fifth of the opening time, and the operating system caches pages outside the buffers anyway.
 */
const settings = {
  max_stack_depth: "500kB",
  search_path: '"$user", public, extensions',
  shared_buffers: "64MB",
};

/** Returns PostgreSQL's arguments for these settings and for those of the project. */
export const settingArguments = (own: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries({ ...own, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Runs statements in PGlite's session, and prepares repeated ones. */
export class Statements {
  readonly #pglite: PGlite;
  readonly #options: StatementsOptions;
  readonly #prepared = new PreparedStatements<messages.BackendMessage>();

  constructor(pglite: PGlite, options: StatementsOptions = {}) {
    this.#pglite = pglite;
    this.#options = options;
  }

  /**
   * Sends statements as one pipeline, without round trips in between
   * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
   */
  async run(statements: readonly Statement[]): Promise<Result[]> {
    const prepared = this.#prepared;
    const closing = prepared.takeClosing().map((name) => serialize.close({ type: "S", name }));
    const sent = statements.map((statement) => ({
      ...prepared.prepare(statement.text),
      ...statement,
    }));
    const messages = [...closing, ...sent.flatMap(messagesFor), serialize.sync()];
    try {
      const answers = await this.#pglite.execProtocolStream(Buffer.concat(messages), {
        syncToFs: false,
      });
      prepared.settled();
      return resultsOf(described(answers, sent), sent);
    } catch (error) {
      prepared.refused();
      if (isStaleness(error)) prepared.forgetAll();
      throw error;
    }
  }

  /**
   * Runs a complete transaction. No transaction is open before or after the call. If PostgreSQL refuses a statement,
   * nothing is changed.
   */
  runTransaction(statements: readonly Statement[]): Promise<Result[]> {
    const tried = () =>
      this.run(statements).catch(async (error: unknown) => {
        if (this.#pglite.isInTransaction()) await this.rollBack();
        throw error;
      });
    return tried().catch((error: unknown) => {
      if (!isStaleness(error)) throw error;
      this.#options.beforeRetry?.();
      return tried();
    });
  }

  async rollBack(): Promise<void> {
    this.#options.beforeRollback?.();
    await this.run([{ text: "rollback", values: [] }]);
  }

  /** Forgets the prepared statements, because PostgreSQL has discarded them or the types of columns have changed. */
  forgetAll(): void {
    this.#prepared.forgetAll();
  }
}

function resultsOf(answers: messages.BackendMessage[], sent: readonly SentStatement[]): Result[] {
  const results = parse.parseResults(answers, parsers).map(({ rows, rowCount, command }) => ({
    ...{ rows, affected: rowCount ?? 0, command: command ?? "" },
  }));
  if (sent.every(({ mostRows }) => mostRows === undefined)) return results;
  const tables = parse.parseResults(answers, texts, { rowMode: "array" });
  return results.map((result, at) => {
    const table = tables[at];
    if (sent[at]?.mostRows === undefined || !table) return result;
    const columns = table.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID }));
    const { command } = result;
    const hasMore = command === suspended;
    return {
      ...result,
      rows: table.rows,
      table: { columns, hasMore, command: hasMore ? "" : command },
    };
  });
}

/** Replaces the command tag of a statement that has more rows than requested. */
const suspended = "SUSPENDED";

function messagesFor({ statement, isNew, text, values, mostRows }: SentStatement): Uint8Array[] {
  const { name } = statement;
  const bind = serialize.bind({ statement: name, values: [...values] });
  const execute = serialize.execute(mostRows === undefined ? {} : { rows: mostRows });
  if (!isNew) return [bind, execute];
  return [serialize.parse({ text, name }), bind, serialize.describe({ type: "P" }), execute];
}

/** Inserts the known columns into the responses to statements that PostgreSQL did not describe again. */
function described(
  answers: readonly messages.BackendMessage[],
  sent: readonly SentStatement[],
): messages.BackendMessage[] {
  let current: SentStatement | undefined;
  let bound = 0;
  return answers.flatMap((answer) => {
    if (answer.name === "bindComplete") {
      current = sent[bound++];
      const columns = current?.statement.columns;
      return columns && !current?.isNew ? [columns] : [];
    }
    if (answer.name === "portalSuspended") {
      return [{ name: "commandComplete", length: 0, text: suspended } as messages.BackendMessage];
    }
    if (answer.name === "rowDescription" && current) current.statement.columns = answer;
    return [answer];
  });
}

function isStaleness(error: unknown): boolean {
  const fields = databaseErrorFields(error);
  return fields !== undefined && isStale(fields);
}

/** Returns the fields of an error response that PGlite has thrown, or undefined for any other error. */
export function databaseErrorFields(error: unknown): DatabaseErrorFields | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (!("code" in error) || typeof error.code !== "string" || !/^[0-9A-Z]{5}$/.test(error.code)) {
    return undefined;
  }
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    message,
    code: error.code,
    severity: field("severity"),
    detail: field("detail"),
    hint: field("hint"),
    schema: field("schema"),
    table: field("table"),
    column: field("column"),
    constraint: field("constraint"),
    position: field("position"),
    where: field("where"),
  };
}
