/**
 * Measures the bare driver: PGlite in the calling thread, or a connection pool of pg. It runs the server's statements
 * in the way that the driver's documentation shows, with `transaction()` and `query()`.
 */
import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { serveRequests } from "./child.ts";
import { repeat } from "./measure.ts";
import type { Step } from "./statement-recorder.ts";

export type DriverCommand =
  | { readonly open: { readonly directory: string } | { readonly url: string } }
  /** Statements that create the data in a new database. */
  | { readonly script: string }
  | { readonly steps: readonly Step[]; readonly concurrency: number; readonly seconds: number };

type Run = (step: Step) => Promise<void>;

let run: Run | undefined;
let script = async (_text: string) => {};
let close = async () => {};

serveRequests(
  async (command: DriverCommand) => {
    if ("open" in command) {
      const { open } = command;
      if ("url" in open) ({ run, close } = openPool(open.url));
      else ({ run, script, close } = await openEmbedded(open.directory));
      return undefined;
    }
    if ("script" in command) return script(command.script);
    const { steps, concurrency, seconds } = command;
    const generatedKeys = generatedKeysOf(steps);
    return repeat({ concurrency, seconds }, async () => {
      for (const step of steps) await run?.(withNewKeys(step, generatedKeys));
    });
  },
  () => close(),
);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the generated keys among the values: the UUIDs of inserts that occur only once. */
function generatedKeysOf(steps: readonly Step[]): ReadonlySet<unknown> {
  const statements = steps.flatMap((step) => step.statements);
  const allValues = statements.flatMap(({ values }) => values);
  const insertedValues = statements
    .filter(({ text }) => /^\s*insert into/i.test(text))
    .flatMap(({ values }) => values);
  return new Set(
    insertedValues.filter(
      (value) =>
        typeof value === "string" &&
        uuid.test(value) &&
        allValues.indexOf(value) === allValues.lastIndexOf(value),
    ),
  );
}

/** Replaces the generated keys, because a row can be inserted only once. */
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
