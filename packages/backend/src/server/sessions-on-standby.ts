import type { MiddlewareHandler } from "hono";
import type { Database } from "../database/port.ts";
import type { Standby } from "../database/postgres/standby.ts";
import { sql } from "../database/sql.ts";
import { parseBearer } from "../http/caller/bearer.ts";
import type { Caller } from "../http/caller/caller.ts";
import { type Credentials, resolveClaims } from "../keys/claims.ts";
import type { StandbyReads } from "../rest/standby-reads.ts";

/** The channel on which processes notify each other about sessions that have written. */
const writesChannel = "portico_writes";

/**
 * Sends reads to the standby, except those of sessions that wrote recently, in this or another process. Recently
 * means within the standby's longest delay, so that users always see their own changes.
 */
export class SessionsOnStandby implements StandbyReads {
  readonly #standby: Standby;
  readonly #primary: Database;
  readonly #credentials: Credentials;
  /** The sessions that read from the primary. */
  readonly #readsFromPrimary = new ExpiringKeys();
  /** The sessions about which the other processes were notified recently. */
  readonly #notified = new ExpiringKeys();
  readonly #listening: Promise<() => Promise<void>>;

  constructor(standby: Standby, primary: Database, credentials: Credentials) {
    this.#standby = standby;
    this.#primary = primary;
    this.#credentials = credentials;
    // Keep the session on the primary for half a delay longer, because it may write again during that time without
    // another notification.
    const durationMs = 1.5 * standby.maxDelayMs;
    this.#listening = primary.listen(writesChannel, (session) => {
      if (session) this.#readsFromPrimary.extend(session, durationMs);
    });
    this.#listening.catch(() => {});
  }

  databaseFor({ role, claims }: Caller): Database | undefined {
    const { maxDelayMs, database } = this.#standby;
    // A sign-in writes, and the project's triggers may do so too, so a user with a new token reads from the primary.
    // `iat` has whole seconds.
    const tokenAgeMs = Date.now() - 1000 * (typeof claims["iat"] === "number" ? claims["iat"] : 0);
    if (tokenAgeMs <= maxDelayMs + 1_000 || this.#readsFromPrimary.has(sessionKey(role, claims)))
      return undefined;
    return database;
  }

  async recordWrite({ role, claims }: Caller): Promise<void> {
    const session = sessionKey(role, claims);
    const { maxDelayMs } = this.#standby;
    this.#readsFromPrimary.extend(session, maxDelayMs);
    if (this.#notified.has(session)) return;
    this.#notified.extend(session, maxDelayMs / 2);
    // The change is already committed, so a failed notification must not fail the request.
    await this.#primary.query(sql`select pg_notify(${writesChannel}, ${session})`).catch(() => {});
  }

  markUnavailable(): void {
    this.#standby.suspend();
  }

  /**
   * Records writes through the auth and storage wires. A sign-in is skipped: the new token's `iat` sends the user to
   * the primary, and the API key of the request is shared by all callers.
   */
  readonly observe: MiddlewareHandler = async (c, next) => {
    await next();
    if (/^(GET|HEAD|OPTIONS)$/.test(c.req.method) || c.res.status >= 400) return;
    if (c.req.path === "/auth/v1/token") return;
    const credential = parseBearer(c.req.header("authorization")) ?? c.req.header("apikey");
    if (!credential) return;
    const claims = await resolveClaims(credential, this.#credentials).catch(() => undefined);
    if (typeof claims?.role === "string") await this.recordWrite({ role: claims.role, claims });
  };

  async close(): Promise<void> {
    await this.#listening.then(
      (stop) => stop(),
      () => {},
    );
    await this.#standby.close();
  }
}

/** Identifies a caller by session, or by role and user without a session. */
function sessionKey(role: string, { session_id: session, sub }: Caller["claims"]): string {
  return typeof session === "string" ? session : `${role} ${typeof sub === "string" ? sub : ""}`;
}

/** A set of keys that expire. */
class ExpiringKeys {
  readonly #expiries = new Map<string, number>();

  has(key: string): boolean {
    return (this.#expiries.get(key) ?? 0) > performance.now();
  }

  extend(key: string, durationMs: number): void {
    const now = performance.now();
    const expiresAt = Math.max(now + durationMs, this.#expiries.get(key) ?? 0);
    this.#expiries.delete(key);
    this.#expiries.set(key, expiresAt);
    for (const [key, expiry] of this.#expiries) {
      if (expiry > now) break;
      this.#expiries.delete(key);
    }
  }
}
