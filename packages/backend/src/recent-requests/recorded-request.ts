import type { LogLevel } from "../log/log.ts";

/** The wires whose requests a developer sees. */
export type WireName = "auth" | "rest" | "storage" | "realtime" | "functions" | "graphql";

/** Who sent a request. */
export interface RecordedCaller {
  /** The database role. Null without a key and a token. */
  readonly role: string | null;
  /** The id of the user, from the token. */
  readonly user: string | null;
  readonly email: string | null;
  /** Whether the project has issued the key or token. The role and user of a refused one are those that it claims. */
  readonly token: "none" | "valid" | "expired" | "refused";
}

export interface RecordedStatement {
  /** The text with placeholders instead of values. */
  readonly text: string;
  /** With the wait for a connection. */
  readonly durationMs: number;
  /** The code of PostgreSQL's error, if it refused the statement. */
  readonly sqlstate: string | null;
}

export interface RecordedLine {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly level: LogLevel;
  readonly text: string;
}

/** A request and what it caused, without secrets. */
export interface RecordedRequest {
  readonly id: number;
  /** Unix time in milliseconds, when it arrived. */
  readonly at: number;
  readonly wire: WireName | null;
  readonly method: string;
  /** The encoded path with its query. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly caller: RecordedCaller;
  readonly errorCode: string | null;
  /** The number of rows in the answer of a read of the REST API. */
  readonly rows: number | null;
  /** The headers that decide what a request means, such as `Prefer`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body, if it is JSON and short. */
  readonly body: string | null;
  /** Whether the path and the body are those that were sent: no secret and no long body has been left out. */
  readonly isComplete: boolean;
  readonly statements: readonly RecordedStatement[];
  /** The kinds of the messages that it put into the outbox, such as `recovery`. */
  readonly messages: readonly string[];
  readonly logs: readonly RecordedLine[];
}

/** A request while it is recorded. */
export type Recording = { -readonly [Member in keyof RecordedRequest]: RecordedRequest[Member] } & {
  readonly statements: RecordedStatement[];
  readonly messages: string[];
  readonly logs: RecordedLine[];
  /** The path without its query and without addresses, for agents. */
  readonly shortPath: string;
  /** The claims of a token of this project. */
  claims: Readonly<Record<string, unknown>> | null;
  /** Increases with each change of a request, over all requests. 0 while it has no response. */
  revision: number;
  /** An estimate of its length in memory. */
  characters: number;
};
