import { PGlite, type PGliteOptions, protocol } from "@electric-sql/pglite";
import { extensionFiles } from "../database/extensions.ts";
import { keepLongRows } from "../database/pglite/long-rows.ts";
import { refusalOf, Statements, settings } from "../database/pglite/statements.ts";
import {
  AcquisitionTimeout,
  type Answers,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type LongTexts,
  type Share,
  type TransactionOptions,
} from "../database/port.ts";
import {
  asTransaction,
  canceled,
  connectionOver,
  inTransaction,
  type Result,
  type Session,
} from "../database/sessions/session.ts";
import { toText } from "../database/sessions/values.ts";
import type { Sql } from "../database/sql.ts";
import { holdName } from "./hold-name.ts";

export interface InTabOptions {
  /** `memory`, or `idb://` and a name. */
  readonly data: string;
  readonly extensions: PGliteOptions["extensions"];
}

/** Makes PGlite keep long texts as bytes, once for all databases of the tab. */
const keptRows = keepLongRows({ protocol });

/**
 * Opens PGlite in this tab, as the backend's database. Turns have its one session one after the other. There is
 * no thread beside it that could interrupt a statement, so that one which does not end holds the tab.
 *
 * @throws {DatabaseInUse} when another tab has it open
 */
export async function openInTab({ data, extensions = {} }: InTabOptions): Promise<Database> {
  const isKept = data.startsWith("idb://");
  const release = isKept ? await holdName(data) : () => {};
  try {
    const pglite = await PGlite.create({
      dataDir: isKept ? data : "memory://",
      startParams: [...PGlite.defaultStartParams, ...settings],
      extensions,
    });
    for (const { name, content } of await extensionFiles()) {
      const path = `/pglite/share/postgresql/extension/${name}`;
      pglite.copyToFS(path, new TextEncoder().encode(content));
    }
    const turns = new Turns();
    const close = async () => {
      await turns.close();
      await pglite.close();
      release();
    };
    let closed: Promise<void> | undefined;
    return databaseOver(new TabSession(pglite, isKept), turns, {}, () => {
      closed ??= close();
      return closed;
    });
  } catch (error) {
    release();
    throw error;
  }
}

/** PGlite's session, and how what it did is kept. */
class TabSession {
  readonly pglite: PGlite;
  readonly #statements: Statements;
  readonly #isKept: boolean;

  constructor(pglite: PGlite, isKept: boolean) {
    this.pglite = pglite;
    this.#statements = new Statements(pglite);
    this.#isKept = isKept;
  }

  run(statements: readonly Sql[], isWhole: boolean, texts?: LongTexts): Promise<Result[]> {
    const wired = statements.map(({ text, values }) => ({ text, values: values.map(toText) }));
    return asRefused(async () => {
      const long: ArrayBuffer[] = [];
      keptRows.buffers = texts ? long : undefined;
      const results = isWhole
        ? await this.#statements.runWhole(wired)
        : await this.#statements.run(wired);
      for (const { byteLength } of long) texts?.admitNow(byteLength);
      return results;
    });
  }

  script(text: string): Promise<void> {
    return asRefused(async () => void (await this.pglite.exec(text)));
  }

  rollBack(): Promise<void> {
    return asRefused(() => this.#statements.rollBack());
  }

  /** Has the browser keep what was committed. */
  async keep(): Promise<void> {
    if (this.#isKept) await this.pglite.syncToFs();
  }
}

async function asRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fields = refusalOf(error);
    throw fields ? new DatabaseError(fields, { cause: error }) : error;
  }
}

/** The port, for one share. */
function databaseOver(
  session: TabSession,
  turns: Turns,
  share: Share,
  close: () => Promise<void>,
): Database {
  const inTurn = <T>(work: () => Promise<T>, signal?: Pick<AbortSignal, "aborted">) =>
    turns.take(work, share, signal).finally(() => session.keep());
  const whole = (statements: readonly Sql[], { signal, longTexts }: TransactionOptions = {}) =>
    inTurn(() => session.run(statements, true, longTexts), signal);
  return {
    ...connectionOver({
      run: whole,
      script: (text) => inTurn(() => session.script(text)),
    }),
    engine: "pglite",
    batch: async <Results extends readonly unknown[]>(
      statements: readonly Sql[],
      modes: TransactionOptions = {},
    ) => {
      const transaction = asTransaction(statements, modes);
      const results = await whole(transaction.statements, modes);
      return transaction.resultsOf(results) as Answers<Results>;
    },
    transaction: (work, modes = {}) => {
      const own: Session = {
        run: (statements) => session.run(statements, false, modes.longTexts),
        script: (text) => session.script(text),
        rollback: () => session.rollBack(),
      };
      return inTurn(() => inTransaction(own, modes, work), modes.signal);
    },
    listen: (channel, onNotify) => inTurn(() => session.pglite.listen(channel, onNotify)),
    share: (other) => databaseOver(session, turns, other, close),
    close,
  };
}

/** Gives PGlite's one session to one turn at a time, in the order of asking. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  take<T>(
    work: () => Promise<T>,
    { acquireTimeout }: Share,
    signal: Pick<AbortSignal, "aborted"> | undefined,
  ): Promise<T> {
    const asked = performance.now();
    const turn = this.#last.then(() => {
      if (this.#isClosed) throw new DatabaseUnavailable("The database is closed.");
      if (signal?.aborted) throw canceled("user request");
      if (acquireTimeout !== undefined && performance.now() - asked > acquireTimeout) {
        throw new AcquisitionTimeout();
      }
      return work();
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Waits for the turn under way, and refuses all others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }
}
