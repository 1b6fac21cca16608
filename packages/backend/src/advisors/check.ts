import type { Sql } from "../database/sql.ts";

/** How serious a finding is. The names are those of `supabase db advisors`. */
export type Level = "ERROR" | "WARN" | "INFO";
export type Category = "SECURITY" | "PERFORMANCE";

/** The project settings that the checks need. */
export interface Scope {
  /** The schemas of the data API (`[api] schemas`). */
  readonly exposedSchemas: readonly string[];
}

/** A database object with the problem that a check looks for. */
export interface Hit {
  readonly schema: string;
  readonly name: string;
  /** The kind of object, such as `table`. */
  readonly type: string;
  /** Describes what is wrong with the object. */
  readonly detail: string;
  /** Distinguishes findings about the same object. */
  readonly key?: string | null;
  /** The SQL that removes the cause, or null if a person has to decide. */
  readonly fix: string | null;
  /** Additional data for programs. */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** A check for one kind of problem in a database. */
export interface Check {
  /** The name of the corresponding lint in `supabase/splinter`. */
  readonly name: string;
  /** The URL of the documentation page about the problem. */
  readonly remediation: string;
  readonly title: string;
  readonly level: Level;
  readonly category: Category;
  /** A sentence about the consequences of the problem. */
  readonly description: string;
  /**
   * Returns the statement that finds the objects. It runs with an empty search path, so PostgreSQL qualifies the names
   * in expressions.
   */
  statement(scope: Scope): Sql;
  /** Converts a row of the statement's result into hits. If undefined, each row already is a hit. */
  hits?(row: unknown): readonly Hit[];
}

const guide = "https://supabase.com/docs/guides/database";

/** Returns the URL of a lint's page in the Supabase documentation. */
export const lintPage = (lint: string): string => `${guide}/database-linter?lint=${lint}`;

/** The URL of the Supabase documentation about fast policies. */
export const policyPerformancePage = `${guide}/postgres/row-level-security#rls-performance-recommendations`;

/**
 * Declares a check whose rows are processed by code after the query.
 *
 * @typeParam Row the columns of the statement
 */
export const defineCheck = <Row>(
  check: Omit<Check, "hits"> & { hits(row: Row): readonly Hit[] },
): Check => check as Check;
