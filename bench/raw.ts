/**
 * The driver alone, as a program uses it: PGlite in the thread that asks, or a pool of connections.
 * It is given the very statements that the server sends for a request, and runs them the way that
 * its own documentation shows: `transaction()` and `query()`.
 */
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { answer } from "./child.ts";
import { repeat } from "./measure.ts";
import type { Step } from "./recorder.ts";

export type RawQuestion =
  | { readonly open: { readonly directory: string } | { readonly url: string } }
  | { readonly steps: readonly Step[]; readonly width: number; readonly seconds: number };

type Run = (step: Step) => Promise<void>;

let run: Run | undefined;
let close = async () => {};

answer(
  async (question: RawQuestion) => {
    if ("open" in question) {
      const { open } = question;
      ({ run, close } = "url" in open ? openPool(open.url) : await openEmbedded(open.directory));
      return undefined;
    }
    const { steps, width, seconds } = question;
    return repeat({ width, seconds }, async () => {
      for (const step of steps) await run?.(step);
    });
  },
  () => close(),
);

async function openEmbedded(directory: string) {
  const pglite = await PGlite.create({ dataDir: directory });
  const run: Run = async ({ isTransaction, statements }) => {
    if (isTransaction) {
      await pglite.transaction(async (transaction) => {
        for (const { text, values } of statements) await transaction.query(text, [...values]);
      });
    } else {
      for (const { text, values } of statements) await pglite.query(text, [...values]);
    }
  };
  return { run, close: () => pglite.close() };
}

function openPool(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const run: Run = async ({ isTransaction, statements }) => {
    if (!isTransaction) {
      for (const { text, values } of statements) await pool.query(text, [...values]);
      return;
    }
    const client = await pool.connect();
    await client.query("begin");
    for (const { text, values } of statements) await client.query(text, [...values]);
    await client.query("commit");
    client.release();
  };
  return { run, close: () => pool.end() };
}
