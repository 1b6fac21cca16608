import type { JWTPayload } from "jose";
import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import type { Bus } from "./bus/port.ts";
import type { TableChanges } from "./changes/port.ts";
import type { Hub } from "./hub.ts";
import type { Limits } from "./limits.ts";
import type { PresenceRegistry } from "./presence/presence-registry.ts";

/** The dependencies that the server passes to the realtime wire. */
export interface RealtimeOptions {
  readonly database: Database;
  readonly limits: Limits;
  /** True if clients may not join public channels. */
  readonly isPrivateOnly: boolean;
  /** Undefined if the server does not offer `postgres_changes`. */
  readonly changes: TableChanges | undefined;
  readonly log: Log;
  /**
   * Checks an API key or a token.
   *
   * @throws {InvalidToken}
   */
  authenticate(credential: string): Promise<VerifiedCredential>;
}

/** The dependencies that the modules of the realtime wire share. */
export interface RealtimeContext extends RealtimeOptions {
  readonly hub: Hub;
  readonly bus: Bus;
  readonly presence: PresenceRegistry;
  readonly counts: RealtimeCounts;
}

/** The content of a verified credential. */
export interface VerifiedCredential {
  readonly claims: JWTPayload & { readonly role?: unknown };
  /** Whether the credential is an API key of the project, which does not expire. */
  readonly isKey: boolean;
}

/** Counters that the server's metrics read. */
export interface RealtimeCounts {
  /** Sockets that are open now. */
  sockets: number;
  /** Channels that are joined or joining now. */
  channels: number;
  /** Messages from clients since the start. */
  received: number;
  /** Messages to clients since the start, counted once per recipient. */
  sent: number;
}
