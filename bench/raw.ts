/**
 * The driver alone, as a program would use it: PGlite in the calling thread, or a connection pool. It runs the
 * same statements as the server, in the way its documentation shows: `transaction()` and `query()`.
 */
import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { serveRequests } from "./child.ts";
import { repeat } from "./measure.ts";
import type { Step } from "./recorder.ts";

export type RawQuestion =
  | { readonly open: { readonly directory: string } | { readonly url: string } }
  /** Statements for a new database, which no server has set up. */
  | { readonly script: string }
  | { readonly steps: readonly Step[]; readonly width: number; readonly seconds: number };

type Run = (step: Step) => Promise<void>;

let run: Run | undefined;
let script = async (_text: string) => {};
let close = async () => {};

serveRequests(
  async (question: RawQuestion) => {
    if ("open" in question) {
      const { open } = question;
      if ("url" in open) ({ run, close } = openPool(open.url));
      else ({ run, script, close } = await openEmbedded(open.directory));
      return undefined;
    }
    if ("script" in question) return script(question.script);
    const { steps, width, seconds } = question;
    const generatedKeys = generatedKeysOf(steps);
    return repeat({ width, seconds }, async () => {
      for (const step of steps) await run?.(withNewKeys(step, generatedKeys));
    });
  },
  () => close(),
);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the keys that an insert generates for its row. */
function generatedKeysOf(steps: readonly Step[]): ReadonlySet<unknown> {
  const statements = steps.flatMap((step) => step.statements);
  const all = statements.flatMap(({ values }) => values);
  const insertedValues = statements
    .filter(({ text }) => /^\s*insert into/i.test(text))
    .flatMap(({ values }) => values);
  return new Set(
    insertedValues.filter(
      (value) =>
        typeof value === "string" &&
        uuid.test(value) &&
        all.indexOf(value) === all.lastIndexOf(value),
    ),
  );
}

/** A row can be inserted only once, so each run gets new keys. */
function withNewKeys(
  { isTransaction, statements }: Step,
  generatedKeys: ReadonlySet<unknown>,
): Step {
  if (generatedKeys.size === 0) return { isTransaction, statements };
  return {
    isTransaction,
    statements: statements.map(({ text, values }) => ({
      text,
      values: values.map((value) => (generatedKeys.has(value) ? randomUUID() : value)),
    })),
  };
}

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
  const script = async (text: string) => void (await pglite.exec(text));
  return { run, script, close: () => pglite.close() };
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
