import { PGlite, type Transaction } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { fuzzystrmatch } from "@electric-sql/pglite/contrib/fuzzystrmatch";
import { hstore } from "@electric-sql/pglite/contrib/hstore";
import { ltree } from "@electric-sql/pglite/contrib/ltree";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { uuid_ossp } from "@electric-sql/pglite/contrib/uuid_ossp";
import { transactionModes } from "./begin.ts";
import { lockDirectory } from "./directory-lock.ts";
import { type Connection, type Database, DatabaseError, DatabaseUnavailable } from "./port.ts";
import type { Sql } from "./sql.ts";
import { parserFor, toText } from "./values.ts";

/** What migrations written for the hosted service may `create extension`. */
const extensions = {
  btree_gin,
  btree_gist,
  citext,
  fuzzystrmatch,
  hstore,
  ltree,
  pg_trgm,
  pgcrypto,
  unaccent,
  uuid_ossp,
};

/**
 * Settings that a session comes back to by RESET.
 *
 * WebAssembly's stack is smaller than PostgreSQL believes: with the default depth of 2 MB, endless
 * recursion in SQL overruns it and leaves the instance broken, where 500 kB ends in error 54001.
 */
const settings = ["-c", "max_stack_depth=500kB", "-c", 'search_path="$user", public, extensions'];

/**
 * Opens the embedded database: PostgreSQL compiled to WebAssembly, inside this process.
 *
 * @param options.directory where its files are kept, made when absent; nothing is kept without it
 * @throws {DirectoryInUse} when another process has the directory
 */
export async function openPglite(options: { readonly directory?: string } = {}): Promise<Database> {
  const unlock = options.directory ? await lockDirectory(options.directory) : undefined;
  try {
    const pglite = await PGlite.create({
      ...(options.directory ? { dataDir: `${options.directory}/database` } : {}),
      extensions,
      startParams: [...PGlite.defaultStartParams, ...settings],
    });
    pglite.parsers = byType(parserFor);
    pglite.serializers = byType(() => (value: string) => value);
    return {
      ...connection(pglite),
      engine: "pglite",
      transaction: (work, modes = {}) =>
        failing(() =>
          pglite.transaction(async (transaction) => {
            const words = transactionModes(modes);
            if (words) await transaction.exec(`set transaction ${words}`);
            return work(connection(transaction));
          }),
        ),
      listen: (channel, onNotify) => failing(() => pglite.listen(channel, onNotify)),
      close: async () => {
        await pglite.close();
        await unlock?.();
      },
    };
  } catch (error) {
    await unlock?.();
    throw error;
  }
}

function connection(target: PGlite | Transaction): Connection {
  return {
    query: async <Row>(statement: Sql) => {
      const result = await failing(() =>
        target.query<Row>(statement.text, statement.values.map(toText)),
      );
      return { rows: result.rows, affected: result.rowCount ?? result.affectedRows ?? 0 };
    },
    script: async (text) => {
      await failing(() => target.exec(text));
    },
  };
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)) {
    return new DatabaseError(
      { ...error, message: error.message, code: error.code },
      { cause: error },
    );
  }
  return /PGlite is (closed|closing)/i.test(error.message)
    ? new DatabaseUnavailable("The database is closed.", { cause: error })
    : error;
}

/**
 * PGlite looks up a parser and a serializer by a type's number. Every type's are replaced, those of
 * types that are yet to be created included.
 */
function byType<T>(make: (oid: number) => T): Record<number, T> {
  return new Proxy<Record<number, T>>({}, { get: (_, oid) => make(Number(oid)) });
}
