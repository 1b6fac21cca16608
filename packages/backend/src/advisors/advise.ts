import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { checks as allChecks } from "./all-checks.ts";
import type { Category, Check, Hit, Level, Scope } from "./check.ts";

/** A finding, with the columns of `supabase/splinter` and the SQL that removes its cause. */
export interface Finding {
  readonly name: string;
  readonly title: string;
  readonly level: Level;
  readonly facing: "EXTERNAL";
  readonly categories: readonly [Category];
  readonly description: string;
  readonly detail: string;
  /** The URL of the documentation page about the problem. */
  readonly remediation: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly cache_key: string;
  readonly fix: string | null;
}

/** Thrown if the database lacks the API's roles, such as `anon`. */
export class NotPrepared extends Error {
  override readonly name = "NotPrepared";
}

/** The levels, the most serious first. */
export const levels: readonly Level[] = ["ERROR", "WARN", "INFO"];

/**
 * Runs the checks on a database and returns the findings, the most serious first.
 *
 * @throws {NotPrepared} if the database lacks the API's roles
 */
export async function advise(
  database: Database,
  scope: Scope,
  checks: readonly Check[] = allChecks,
): Promise<Finding[]> {
  return database.transaction(
    async (connection) => {
      const { rows } = await connection.query<{ isPrepared: boolean }>(sql`
        select to_regrole('anon') is not null and to_regrole('authenticated') is not null
          as "isPrepared"`);
      if (!rows[0]?.isPrepared) {
        throw new NotPrepared(
          "The database has no roles anon and authenticated. Start the project on it once: portico start",
        );
      }
      await connection.query(sql`set local search_path = ''`);
      const findings: Finding[] = [];
      for (const check of sortByLevel(checks)) {
        const { rows: results } = await connection.query<Hit>(check.statement(scope));
        const hits = results.flatMap((row) => (check.hits ? check.hits(row) : [row]));
        findings.push(...hits.map((hit) => findingOf(check, hit)).sort(byKey));
      }
      return findings;
    },
    { readOnly: true },
  );
}

const sortByLevel = (checks: readonly Check[]) =>
  levels.flatMap((level) => checks.filter((check) => check.level === level));

const byKey = (item: Finding, other: Finding) => (item.cache_key < other.cache_key ? -1 : 1);

function findingOf(check: Check, { schema, name, type, detail, key, fix, metadata }: Hit): Finding {
  return {
    name: check.name,
    title: check.title,
    level: check.level,
    facing: "EXTERNAL",
    categories: [check.category],
    description: check.description,
    detail,
    remediation: check.remediation,
    metadata: { schema, name, type, ...metadata },
    cache_key: [check.name, schema, name, ...(key ? [key] : [])].join("_"),
    fix,
  };
}
