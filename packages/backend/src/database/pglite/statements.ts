import { type messages, type PGlite, parse, protocol } from "@electric-sql/pglite";
import type { DatabaseErrorFields } from "../errors.ts";
import {
  isStale,
  type PreparedStatement,
  PreparedStatements,
} from "../sessions/prepared-statements.ts";
import type { Result } from "../sessions/session.ts";
import { parserFor } from "../sessions/values.ts";

/** A statement whose values are in PostgreSQL's text format. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** The maximum number of rows. If it is set, the rows are returned as a table. */
  readonly maxRows?: number | undefined;
}

/** A statement that is sent, with its prepared form. */
interface SentStatement extends Statement {
  readonly statement: PreparedStatement<messages.BackendMessage>;
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
const textParsers = new Proxy<Record<number, (text: string) => unknown>>(
  {},
  { get: () => (text: string) => text },
);

const { serialize } = protocol;

/**
 * Settings that RESET restores in a session. WebAssembly's stack is smaller than PostgreSQL assumes: with the default
 * depth of 2 MB, endless recursion overruns it unnoticed. PGlite's initial memory holds 64 MB of buffers, not 128 MB.
 * Growing the memory would take a fifth of the opening time, and the operating system caches pages outside the buffers
 * anyway.
 */
const settings = {
  max_stack_depth: "500kB",
  search_path: '"$user", public, extensions',
  shared_buffers: "64MB",
};

/** Returns PostgreSQL's command-line arguments for these settings and the project's. */
export const settingArguments = (
  projectSettings: Readonly<Record<string, string>> = {},
): string[] =>
  Object.entries({ ...projectSettings, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);

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
    const closeMessages = prepared
      .takeNamesToClose()
      .map((name) => serialize.close({ type: "S", name }));
    const sentStatements = statements.map((statement) => ({
      ...prepared.prepare(statement.text),
      ...statement,
    }));
    const messages = [...closeMessages, ...sentStatements.flatMap(messagesFor), serialize.sync()];
    try {
      const replies = await this.#pglite.execProtocolStream(Buffer.concat(messages), {
        syncToFs: false,
      });
      prepared.confirmAll();
      return parseResults(withColumns(replies, sentStatements), sentStatements);
    } catch (error) {
      prepared.dropUnconfirmed();
      if (isStaleError(error)) prepared.forgetAll();
      throw error;
    }
  }

  /**
   * Runs a complete transaction. No transaction is open before or after the call. If PostgreSQL refuses a statement,
   * nothing is changed.
   */
  runTransaction(statements: readonly Statement[]): Promise<Result[]> {
    const attempt = () =>
      this.run(statements).catch(async (error: unknown) => {
        if (this.#pglite.isInTransaction()) await this.rollBack();
        throw error;
      });
    return attempt().catch((error: unknown) => {
      if (!isStaleError(error)) throw error;
      this.#options.beforeRetry?.();
      return attempt();
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

function parseResults(
  replies: messages.BackendMessage[],
  sentStatements: readonly SentStatement[],
): Result[] {
  const results = parse.parseResults(replies, parsers).map(({ rows, rowCount, command }) => ({
    rows,
    affected: rowCount ?? 0,
    command: command ?? "",
  }));
  if (sentStatements.every(({ maxRows }) => maxRows === undefined)) return results;
  const tables = parse.parseResults(replies, textParsers, { rowMode: "array" });
  return results.map((result, index) => {
    const table = tables[index];
    if (sentStatements[index]?.maxRows === undefined || !table) return result;
    const columns = table.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID }));
    const { command } = result;
    const hasMore = command === suspendedTag;
    return {
      ...result,
      rows: table.rows,
      table: { columns, hasMore, command: hasMore ? "" : command },
    };
  });
}

/** Replaces the command tag of a statement that has more rows than requested. */
const suspendedTag = "SUSPENDED";

function messagesFor({ statement, isNew, text, values, maxRows }: SentStatement): Uint8Array[] {
  const { name } = statement;
  const bind = serialize.bind({ statement: name, values: [...values] });
  const execute = serialize.execute(maxRows === undefined ? {} : { rows: maxRows });
  if (!isNew) return [bind, execute];
  return [serialize.parse({ text, name }), bind, serialize.describe({ type: "P" }), execute];
}

/** Inserts the known columns into the responses to statements that PostgreSQL did not describe again. */
function withColumns(
  replies: readonly messages.BackendMessage[],
  sentStatements: readonly SentStatement[],
): messages.BackendMessage[] {
  let current: SentStatement | undefined;
  let boundCount = 0;
  return replies.flatMap((reply) => {
    if (reply.name === "bindComplete") {
      current = sentStatements[boundCount++];
      const columns = current?.statement.columns;
      return columns && !current?.isNew ? [columns] : [];
    }
    if (reply.name === "portalSuspended") {
      return [
        { name: "commandComplete", length: 0, text: suspendedTag } as messages.BackendMessage,
      ];
    }
    if (reply.name === "rowDescription" && current) current.statement.columns = reply;
    return [reply];
  });
}

function isStaleError(error: unknown): boolean {
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
