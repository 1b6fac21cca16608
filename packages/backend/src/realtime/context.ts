import type { JWTPayload } from "jose";
import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import type { Bus } from "./bus/port.ts";
import type { TableChanges } from "./changes/port.ts";
import type { Hub } from "./hub.ts";
import type { Limits } from "./limits.ts";
import type { Presences } from "./presence/presences.ts";

/** The dependencies of the realtime wire. */
export interface Realtime {
  readonly database: Database;
  readonly hub: Hub;
  readonly bus: Bus;
  readonly presences: Presences;
  readonly limits: Limits;
  /** True when no client may join a public channel. */
  readonly isPrivateOnly: boolean;
  /** Undefined where no changes of tables are told. */
  readonly changes: TableChanges | undefined;
  readonly log: Log;
  readonly counts: Counts;
  /**
   * Verifies an API key or a token.
   *
   * @throws {InvalidToken}
   */
  verify(credential: string): Promise<Credential>;
}

/** The contents of a verified credential. */
export interface Credential {
  readonly claims: JWTPayload & { readonly role?: unknown };
  /** True for an API key of the project, which does not expire. */
  readonly isKey: boolean;
}

/** The wire's figures. */
export interface Counts {
  sockets: number;
  channels: number;
  /** Messages from clients. */
  received: number;
  /** Messages to clients: one for each that gets it. */
  sent: number;
}
