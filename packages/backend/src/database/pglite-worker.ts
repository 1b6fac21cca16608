/**
 * The thread that the embedded database lives in (`pglite.ts` starts it). It answers one request after
 * the other, in the order in which they come.
 */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
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
import type { DatabaseErrorFields } from "./port.ts";
import { parserFor } from "./values.ts";

/** What the thread is asked. */
export type Request =
  | { readonly kind: "query"; readonly text: string; readonly values: readonly (string | null)[] }
  | { readonly kind: "script"; readonly text: string }
  | { readonly kind: "listen"; readonly channel: string }
  | { readonly kind: "close" };

/** What it answers, in the order of the requests; notifications come in between. */
export type Answer =
  | {
      readonly kind: "done";
      readonly rows: unknown[];
      readonly affected: number;
      readonly command: string;
    }
  | { readonly kind: "refused"; readonly fields: DatabaseErrorFields }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "notified"; readonly channel: string; readonly payload: string };

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
 * Settings that a session comes back to by RESET. WebAssembly's stack is smaller than PostgreSQL
 * believes: with its default depth of 2 MB, endless recursion overruns it before it is noticed.
 */
const settings = ["-c", "max_stack_depth=500kB", "-c", 'search_path="$user", public, extensions'];

const port = parentPort;
if (!port) throw new Error("This module is the embedded database's own thread.");
const tell = (answer: Answer) => port.postMessage(answer);

const { dataDir }: { dataDir?: string } = workerData;
const pglite = await PGlite.create({
  ...(dataDir === undefined ? {} : { dataDir }),
  extensions,
  startParams: [...PGlite.defaultStartParams, ...settings],
});
pglite.parsers = byType(parserFor);
pglite.serializers = byType(() => (value: string) => value);

/**
 * PGlite looks up a parser and a serializer by a type's number. Every type's are replaced, those of
 * types that are yet to be created included.
 */
function byType<T>(make: (oid: number) => T): Record<number, T> {
  return new Proxy<Record<number, T>>({}, { get: (_, oid) => make(Number(oid)) });
}

async function answer(request: Request): Promise<Answer> {
  switch (request.kind) {
    case "query": {
      const result = await pglite.query(request.text, [...request.values]);
      const affected = result.rowCount ?? result.affectedRows ?? 0;
      return { kind: "done", rows: result.rows, affected, command: result.command ?? "" };
    }
    case "script": {
      const results = await pglite.exec(request.text);
      return { kind: "done", rows: [], affected: 0, command: results.at(-1)?.command ?? "" };
    }
    case "listen": {
      const { channel } = request;
      await pglite.listen(channel, (payload) => tell({ kind: "notified", channel, payload }));
      return nothing;
    }
    case "close":
      await pglite.close();
      return nothing;
    default:
      return request satisfies never;
  }
}

const nothing: Answer = { kind: "done", rows: [], affected: 0, command: "" };

function failure(error: unknown): Answer {
  if (!(error instanceof Error)) return { kind: "failed", message: String(error) };
  const { message } = error;
  if (!("code" in error) || typeof error.code !== "string" || !/^[0-9A-Z]{5}$/.test(error.code)) {
    return { kind: "failed", message };
  }
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    kind: "refused",
    fields: {
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
    },
  };
}

let last: Promise<void> = Promise.resolve();
port.on("message", (request: Request) => {
  last = last.then(async () => tell(await answer(request).catch(failure)));
});
tell(nothing);
