import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Connection, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { packageToInstall } from "../missing-package.ts";
import { type Policy, readEvaluatedPolicies, readPolicies, watchPolicies } from "./coverage.ts";
import { readStatements } from "./psql-file.ts";
import { failedTestNumbers, planErrors, type Tap } from "./tap.ts";
import { runTestFile } from "./test-file.ts";
import { TestSetupError } from "./test-setup-error.ts";

/** The result of a test file. */
export interface FileResult {
  readonly path: string;
  readonly tap: Tap;
  /** The numbers of the failed tests. */
  readonly failed: readonly number[];
  /** Other problems: a failed statement, or a wrong plan. */
  readonly errors: readonly string[];
}

/** The results of test files. */
export interface TestResults {
  readonly files: readonly FileResult[];
  /** The number of policies, and those that were not evaluated for any row. */
  readonly policies: {
    readonly count: number;
    readonly notEvaluated: readonly Omit<Policy, "oid">[];
  };
}

/**
 * Returns the test files at these paths, and in folders at these paths, as `pg_prove -r --ext .sql --ext .pg` does.
 *
 * @throws {TestSetupError} if there are none
 */
export async function findTests(paths: readonly string[]): Promise<string[]> {
  const files = [...new Set((await Promise.all(paths.map(testsIn))).flat())].sort();
  if (files.length > 0) return files;
  throw new TestSetupError(`There are no tests (*.sql or *.pg) in ${paths.join(", ")}.`);
}

async function testsIn(path: string): Promise<string[]> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!info) return [];
  if (!info.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names.filter((name) => /\.(sql|pg)$/.test(name)).map((name) => join(path, name));
}

/**
 * Runs test files one after the other. All run in one transaction, which is rolled back. pgTAP is created only once,
 * because it consists of a thousand functions.
 *
 * @param engine the engine that runs the database, because `database` may connect to the embedded one through a port
 * @param onResult called with the result of each file
 * @throws {TestSetupError} if the database lacks pgTAP
 */
export async function runTests(
  database: Database,
  engine: Database["engine"],
  paths: readonly string[],
  onResult: (result: FileResult) => void,
): Promise<TestResults> {
  return database.transaction(
    async (transaction) => {
      const hasOwnPgtap = await createPgtap(transaction, engine);
      const policies = await readPolicies(transaction);
      await watchPolicies(transaction, policies);
      const files: FileResult[] = [];
      for (const path of paths) {
        const label = relative(process.cwd(), path);
        const statements = await readStatements(path, label);
        const { tap, error } = await runTestFile(transaction, engine, statements, hasOwnPgtap);
        const errors = error === undefined ? planErrors(tap) : [error];
        files.push({ path: label, tap, failed: failedTestNumbers(tap), errors });
        onResult(files.at(-1) as FileResult);
      }
      const evaluated = new Set(await readEvaluatedPolicies(transaction, policies));
      const notEvaluated = policies
        .filter(({ oid }) => !evaluated.has(oid))
        .map(({ schema, table, name }) => ({ schema, table, name }));
      return { files, policies: { count: policies.length, notEvaluated } };
    },
    { isDryRun: true },
  );
}

/** Creates pgTAP in the same schema as the Supabase CLI. Returns whether it already existed. */
async function createPgtap(transaction: Connection, engine: Database["engine"]): Promise<boolean> {
  const { rows } = await transaction.query<{ isCreated: boolean; isAvailable: boolean }>(sql`
    select exists (select from pg_extension where extname = 'pgtap') as "isCreated",
      exists (select from pg_available_extensions where name = 'pgtap') as "isAvailable"`);
  const [{ isCreated, isAvailable } = { isCreated: false, isAvailable: false }] = rows;
  if (isCreated) return true;
  if (isAvailable) {
    await transaction.script("create extension pgtap with schema extensions");
    return false;
  }
  throw new TestSetupError(
    engine === "pglite"
      ? `The tests need pgTAP: npm install --save-dev ${packageToInstall("@electric-sql/pglite-pgtap")}. A running server finds it after a restart.`
      : "The tests need pgTAP on the PostgreSQL server: https://pgtap.org. Debian has it in postgresql-NN-pgtap.",
  );
}

/** Returns whether all tests of a file have passed. */
export const hasPassed = ({ failed, errors }: FileResult): boolean =>
  failed.length === 0 && errors.length === 0;
