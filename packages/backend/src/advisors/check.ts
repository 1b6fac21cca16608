import type { Sql } from "../database/sql.ts";

/** How serious a finding is. The names are those of `supabase db advisors`. */
export type Level = "ERROR" | "WARN" | "INFO";
export type Category = "SECURITY" | "PERFORMANCE";

/** What a check needs to know about the project. */
export interface Scope {
  /** The schemas of the data API (`[api] schemas`). */
  readonly exposedSchemas: readonly string[];
}

/** One object that a check found. */
export interface Hit {
  readonly schema: string;
  readonly name: string;
  /** The kind of object, such as `table`. */
  readonly type: string;
  /** What is wrong with the object. */
  readonly detail: string;
  /** What else tells this finding from others of the same object. */
  readonly key?: string | null;
  /** The SQL that removes the cause. Null if only a person can decide. */
  readonly fix: string | null;
  /** More facts for programs. */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** Looks for one kind of mistake in a database. */
export interface Check {
  /** The name of the lint in `supabase/splinter`, so that people can look it up. */
  readonly name: string;
  /** The name in the address of the documentation, if it is not {@link name} with the lint's number. */
  readonly remediation: string;
  readonly title: string;
  readonly level: Level;
  readonly category: Category;
  /** Why it matters, in one sentence. */
  readonly description: string;
  /** The statement that finds the objects. It runs with an empty search path, so names in expressions have schemas. */
  statement(scope: Scope): Sql;
  /** Turns a row of the statement into hits. Without it, the rows are the hits. */
  hits?(row: unknown): readonly Hit[];
}

const guide = "https://supabase.com/docs/guides/database";

/** Returns the page on a lint of the Supabase documentation. */
export const lintPage = (lint: string): string => `${guide}/database-linter?lint=${lint}`;

/** The page about fast policies of the Supabase documentation. */
export const policyPerformancePage = `${guide}/postgres/row-level-security#rls-performance-recommendations`;

/**
 * Declares a check whose rows need more work than SQL does well.
 *
 * @typeParam Row the columns of the statement
 */
export const checkOf = <Row>(
  check: Omit<Check, "hits"> & { hits(row: Row): readonly Hit[] },
): Check => check as Check;
