import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Connection, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { packageToInstall } from "../missing-package.ts";
import { evaluatedPolicies, type Policy, readPolicies, watchPolicies } from "./coverage.ts";
import { readStatements } from "./psql-file.ts";
import { failedTests, planErrors, type Tap } from "./tap.ts";
import { runTestFile } from "./test-file.ts";
import { TestSetupError } from "./test-setup-error.ts";

/** The result of a test file. */
export interface FileResult {
  readonly path: string;
  readonly tap: Tap;
  /** Other problems: a refused statement, or a wrong plan. */
  readonly failed: readonly number[];
  /** What else went wrong: a refused statement, or a wrong plan. */
  readonly errors: readonly string[];
}

/** The results of test files. */
export interface TestResults {
  readonly files: readonly FileResult[];
  /** The number of policies before the test, and the policies that no test has evaluated for a row. */
  readonly policies: {
    readonly count: number;
    readonly notEvaluated: readonly Omit<Policy, "oid">[];
  };
}

/**
 * Returns the test files among the paths, and those in folders among the paths, as `pg_prove -r --ext .sql --ext .pg`
 * does.
 *
 * @throws {TestSetupError} if there are none
 */
export async function findTests(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(testsIn));
  const files = [...new Set(found.flat())].sort();
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
 * Runs test files one after the other. Each runs from a savepoint of one transaction, which is rolled back. pgTAP is
 * only created once, because it consists of a thousand functions.
 *
 * @param engine the engine of the database, which may be reached through the port of its server
 * @param onResult called with the result of each file when the file has ended
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
        files.push({ path: label, tap, failed: failedTests(tap), errors });
        onResult(files.at(-1) as FileResult);
      }
      const evaluated = new Set(await evaluatedPolicies(transaction, policies));
      const notEvaluated = policies
        .filter(({ oid }) => !evaluated.has(oid))
        .map(({ schema, table, name }) => ({ schema, table, name }));
      return { files, policies: { count: policies.length, notEvaluated } };
    },
    { keepsNothing: true },
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

/** Returns whether a file has passed. */
export const isPassed = ({ failed, errors }: FileResult): boolean =>
  failed.length === 0 && errors.length === 0;
