import { DatabaseError } from "../../database/errors.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Plan } from "../../rest/plan/types.ts";
import { callQuery } from "../../rest/sql/call.ts";
import { mutationQuery } from "../../rest/sql/mutate.ts";
import { readQuery } from "../../rest/sql/read.ts";
import type { Session } from "../session.ts";

/** A statement that reproduces the response in plain SQL, for a pgTAP test. */
export interface TestStatement {
  readonly statement: Sql;
  /** A query, a write that returns a row for each row of the response, or a write that returns no rows. */
  readonly kind: "query" | "write" | "silent write";
  /** A statement to run first, with row-level security bypassed. */
  readonly before?: Sql;
  /** Settings that policies read, in addition to the role and the claims. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** The number of rows, or PostgreSQL's error. */
export type TestOutcome =
  | { readonly rows: number }
  | { readonly code: string; readonly message: string };

/** A statement, with its outcome for the caller and its outcome with row-level security bypassed. */
export interface TestSubject extends TestStatement {
  readonly present: TestOutcome;
  readonly unrestricted: TestOutcome;
}

/** Returns the statement of a request to the REST API, or undefined if the request does not read rows. */
export function statementOfPlan(plan: Plan): TestStatement | undefined {
  const settings = [] as const;
  switch (plan.kind) {
    case "read":
      return { statement: readQuery(plan.read), kind: "query", settings };
    case "mutate":
      return { statement: mutationQuery(plan.mutation), kind: "write", settings };
    case "call": {
      const statement = sql`with pgrst_source as (${callQuery(plan.call)}) ${readQuery(plan.read)}`;
      return { statement, kind: "query", settings };
    }
    case "describe":
    case "options":
      return undefined;
    default:
      return plan satisfies never;
  }
}

/** Returns a query that counts the rows of a statement's result. */
export const countedRows = ({ statement, kind }: TestStatement): Sql =>
  kind === "write"
    ? sql`with answer as (${statement}) select count(*)::int as rows from answer`
    : sql`select count(*)::int as rows from (${statement}) as answer`;

/** Runs a statement as the caller and with row-level security bypassed, and rolls back its writes. */
export async function measureOutcomes(
  session: Session,
  subject: TestStatement,
): Promise<TestSubject> {
  const outcomeAs = async (role: "caller" | "privileged"): Promise<TestOutcome> => {
    const { connection } = session;
    await connection.script("savepoint portico_why_test");
    try {
      if (subject.before) await session.asPrivileged(subject.before);
      if (subject.kind === "silent write") {
        return { rows: (await session.dryRun(role, subject.statement)).affected };
      }
      const { rows } = await session.dryRun<{ rows: number }>(role, countedRows(subject));
      return { rows: rows[0]?.rows ?? 0 };
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      return { code: error.code, message: error.message };
    } finally {
      await connection.script(
        "rollback to savepoint portico_why_test; release savepoint portico_why_test",
      );
    }
  };
  return {
    ...subject,
    present: await outcomeAs("caller"),
    unrestricted: await outcomeAs("privileged"),
  };
}
