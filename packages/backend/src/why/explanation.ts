/** The reason for the response to a request. */
export type Cause =
  /** The response contains everything that the request matches. */
  | "nothing-hidden"
  /** The write is allowed. */
  | "allowed"
  /** The request itself is refused because of its syntax, a name, or a type. */
  | "request"
  /** The token is refused. */
  | "token"
  | "schema-not-exposed"
  | "not-found"
  /** A privilege of a schema, table, column or function is missing. */
  | "grant"
  /** Row-level security is enabled, and no policy applies to the role and the command. */
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
  /** A function returns fewer rows to the caller than to its owner, or raises an error. */
  | "function"
  | "bucket"
  /** The table is not in Realtime's publication. */
  | "publication"
  /** Another PostgreSQL error, such as a violated constraint. */
  | "database";

/** The explanation of the response to a request. `portico why --output json` prints it. */
export interface Explanation {
  /** The explanation in one sentence. */
  readonly verdict: string;
  readonly cause: Cause;
  /** The request, such as `GET /rest/v1/notes`. */
  readonly request: string;
  /** The response of the wire. */
  readonly response: ExplainedResponse;
  readonly caller: ExplainedCaller;
  /** The facts that lead to the verdict, one sentence each. */
  readonly details: readonly string[];
  /** Changes that would lead to a different response, usually as SQL. Each of them is enough. */
  readonly remedies: readonly string[];
  /** The policies of the request's tables, including those that apply only to other roles. */
  readonly policies: readonly ExplainedPolicy[];
  /** At most 20 rows, with the value of each policy for each row. */
  readonly rows: readonly ExplainedRow[];
  /** Facts that could not be determined. */
  readonly notes: readonly string[];
}

export interface ExplainedResponse {
  /** The HTTP status, or null for a channel. */
  readonly status: number | null;
  /** The code in the error's body. */
  readonly code: string | null;
  readonly message: string | null;
  /** The number of rows that are returned, changed or visible, or null for an error. */
  readonly rows: number | null;
}

export interface ExplainedCaller {
  /** The caller as named in the question, such as `ada@example.com` or `anon`. */
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
  /** Whether the policy applies to the caller's role. */
  readonly applies: boolean;
  readonly using: string | null;
  readonly withCheck: string | null;
}

export interface ExplainedRow {
  readonly table: string;
  /** The row as JSON. Long values are truncated. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Whether the row does not exist yet, because the request would write it. */
  readonly isNew: boolean;
  readonly passes: boolean;
  readonly policies: readonly EvaluatedPolicy[];
}

export interface EvaluatedPolicy {
  readonly policy: string;
  readonly command: Command;
  readonly isPermissive: boolean;
  readonly part: "using" | "with check";
  /** The value of the condition. Null if it is NULL, which PostgreSQL treats as false, or if it fails with an error. */
  readonly value: boolean | null;
  /** PostgreSQL's message if the policy could not be evaluated. */
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
      /** The operands of a comparison, or the arguments of a function, with their values as text. */
      readonly operands: readonly { readonly text: string; readonly value: string | null }[];
      readonly subselects: readonly EvaluatedSubselect[];
    };

export interface EvaluatedSubselect {
  readonly text: string;
  /** At most four of the rows that the query returns to the caller, or null if the query fails. */
  readonly rows: readonly string[] | null;
  /** The rows for the same claims with row-level security bypassed. */
  readonly unfilteredRows: readonly string[] | null;
  /** The tables with row-level security that the query reads, with their SELECT policies for the caller's role. */
  readonly filteredBy: readonly { readonly table: string; readonly policies: readonly string[] }[];
}
