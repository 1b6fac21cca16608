/** What decided the answer to a request. */
export type Cause =
  /** The answer has everything that the request matches. */
  | "nothing-hidden"
  /** The write is allowed. */
  | "allowed"
  /** The request itself is refused: its syntax, a name, a type. */
  | "request"
  /** The token is refused. */
  | "token"
  | "schema-not-exposed"
  | "not-found"
  /** A privilege of a schema, table, column or function is missing. */
  | "grant"
  /** Row-level security is on, and no policy applies to the role and the command. */
  | "no-policy"
  /** A policy is false for the rows. */
  | "policy"
  /** A policy is false for a row that would be written. */
  | "with-check"
  | "filter"
  | "inner-join"
  /** `limit`, `offset`, the Range header or `[api] max_rows`. */
  | "range"
  | "empty-table"
  /** A function returns fewer rows to the caller than to its owner, or refuses. */
  | "function"
  | "bucket"
  /** The table is not in the publication of Realtime. */
  | "publication"
  /** Another error of PostgreSQL, such as a constraint. */
  | "database";

/** Why a request is answered as it is. `portico why --output json` prints it. */
export interface Explanation {
  /** One sentence. */
  readonly verdict: string;
  readonly cause: Cause;
  /** The request, such as `GET /rest/v1/notes`. */
  readonly request: string;
  /** What the wire answers. */
  readonly response: ExplainedResponse;
  readonly caller: ExplainedCaller;
  /** Facts behind the verdict, one sentence each. */
  readonly details: readonly string[];
  /** Changes of which each would lead to another answer, as a rule with SQL. */
  readonly remedies: readonly string[];
  /** The policies that apply to the tables of the request, or would for another role. */
  readonly policies: readonly ExplainedPolicy[];
  /** Rows, and the value of each policy for them; at most 20. */
  readonly rows: readonly ExplainedRow[];
  /** What could not be found out. */
  readonly notes: readonly string[];
}

export interface ExplainedResponse {
  /** The HTTP status; null for a channel. */
  readonly status: number | null;
  /** The code in the error's body. */
  readonly code: string | null;
  readonly message: string | null;
  /** The number of rows that are returned, changed or seen. Null for an error. */
  readonly rows: number | null;
}

export interface ExplainedCaller {
  /** What was asked for, such as `ada@example.com` or `anon`. */
  readonly name: string;
  /** The database role. */
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export type Command = "SELECT" | "INSERT" | "UPDATE" | "DELETE";

export interface ExplainedPolicy {
  /** The qualified name of the table. */
  readonly table: string;
  readonly name: string;
  readonly isPermissive: boolean;
  readonly command: Command | "ALL";
  readonly roles: readonly string[];
  /** Whether it is for the caller's role. */
  readonly applies: boolean;
  readonly using: string | null;
  readonly withCheck: string | null;
}

export interface ExplainedRow {
  readonly table: string;
  /** The row as JSON, with long values cut. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Whether the row would be written by the request, and does not exist yet. */
  readonly isNew: boolean;
  readonly passes: boolean;
  readonly policies: readonly EvaluatedPolicy[];
}

export interface EvaluatedPolicy {
  readonly policy: string;
  readonly command: Command;
  readonly isPermissive: boolean;
  readonly part: "using" | "with check";
  /** Null stands for NULL, which counts as false, and for a policy that fails with an error. */
  readonly value: boolean | null;
  /** PostgreSQL's message, if the policy could not be evaluated. */
  readonly error: string | null;
  readonly clause: EvaluatedClause;
}

/** A part of a policy's condition. */
export type EvaluatedClause =
  | {
      readonly kind: "and" | "or" | "not";
      readonly value: boolean | null;
      readonly members: readonly EvaluatedClause[];
    }
  | {
      readonly kind: "leaf";
      readonly text: string;
      readonly value: boolean | null;
      readonly error: string | null;
      /** The parts of a comparison, or the arguments of a function, and their values as text. */
      readonly operands: readonly { readonly text: string; readonly value: string | null }[];
      readonly subselects: readonly EvaluatedSubselect[];
    };

export interface EvaluatedSubselect {
  readonly text: string;
  /** The rows that the caller gets, at most four. Null if it fails. */
  readonly rows: readonly string[] | null;
  /** The rows without row-level security, with the same claims. */
  readonly unfilteredRows: readonly string[] | null;
  /** Tables that it reads with row-level security, and the SELECT policies of them that are for the caller's role. */
  readonly filteredBy: readonly { readonly table: string; readonly policies: readonly string[] }[];
}
