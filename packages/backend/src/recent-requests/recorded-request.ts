import type { LogLevel } from "../log/log.ts";

/** The wires whose requests are shown to the developer. */
export type WireName = "auth" | "rest" | "storage" | "realtime" | "functions" | "graphql";

/** The sender of a request. */
export interface RecordedCaller {
  /** The database role, or null for a request without a key or token. */
  readonly role: string | null;
  /** The id of the user, from the token. */
  readonly user: string | null;
  readonly email: string | null;
  /**
   * Whether the project has issued the key or token. For `refused`, the role and the user are only what the token
   * claims.
   */
  readonly token: "none" | "valid" | "expired" | "refused";
}

export interface RecordedStatement {
  /** The statement with placeholders instead of values. */
  readonly text: string;
  /** The duration, including the wait for a connection. */
  readonly durationMs: number;
  /** The code of PostgreSQL's error if it refused the statement. */
  readonly sqlstate: string | null;
}

export interface RecordedLine {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly level: LogLevel;
  readonly text: string;
}

/** A request with its effects, without secrets. */
export interface RecordedRequest {
  readonly id: number;
  /** When the request arrived (Unix time in milliseconds). */
  readonly at: number;
  readonly wire: WireName | null;
  readonly method: string;
  /** The encoded path with its query. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly caller: RecordedCaller;
  readonly errorCode: string | null;
  /** The number of rows that a REST API read returned. */
  readonly rows: number | null;
  /** The headers that determine the meaning of a request, such as `Prefer`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body if it is short JSON. */
  readonly body: string | null;
  /** Whether the path and the body are unchanged: no secret and no long body was removed. */
  readonly isComplete: boolean;
  readonly statements: readonly RecordedStatement[];
  /** The kinds of the messages that the request added to the outbox, such as `recovery`. */
  readonly messages: readonly string[];
  readonly logs: readonly RecordedLine[];
}

/** A request that is still being recorded. */
export type Recording = { -readonly [Member in keyof RecordedRequest]: RecordedRequest[Member] } & {
  readonly statements: RecordedStatement[];
  readonly messages: string[];
  readonly logs: RecordedLine[];
  /** The path for agents, without the query and without addresses. */
  readonly shortPath: string;
  /** The claims of the token if this project has signed it. */
  claims: Readonly<Record<string, unknown>> | null;
  /** The number of the last change, counted over all requests. It is 0 until the request has a response. */
  revision: number;
  /** The estimated memory that the request uses. */
  characters: number;
};
