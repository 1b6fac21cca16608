import type { MiddlewareHandler } from "hono";
import type { Database } from "../database/port.ts";
import type { Standby } from "../database/postgres/standby.ts";
import { sql } from "../database/sql.ts";
import { parseBearer } from "../http/bearer.ts";
import type { Caller } from "../http/caller.ts";
import { type Credentials, claimsOf } from "../keys/claims.ts";
import type { StandbyReads } from "../rest/standby-reads.ts";

/** The channel on which processes notify each other about sessions that have written. */
const channel = "portico_writes";

/**
 * Sends reads to the standby, except those of sessions that wrote recently, in this or another process. Recently
 * means within the standby's longest delay, so that users always see their own changes.
 */
export class SessionsOnStandby implements StandbyReads {
  readonly #standby: Standby;
  readonly #primary: Database;
  readonly #credentials: Credentials;
  /** The sessions that read from the primary. */
  readonly #onPrimary = new Deadlines();
  /** The sessions about which the other processes were notified recently. */
  readonly #announced = new Deadlines();
  readonly #listening: Promise<() => Promise<void>>;

  constructor(standby: Standby, primary: Database, credentials: Credentials) {
    this.#standby = standby;
    this.#primary = primary;
    this.#credentials = credentials;
    // For half of this duration, a session may write again without another notification.
    const durationMs = 1.5 * standby.longestDelay;
    this.#listening = primary.listen(channel, (session) => {
      if (session) this.#onPrimary.extend(session, durationMs);
    });
    this.#listening.catch(() => {});
  }

  databaseFor({ role, claims }: Caller): Database | undefined {
    const { longestDelay, database } = this.#standby;
    // A sign-in writes, and so may the project's triggers. `iat` has whole seconds.
    const age = Date.now() - 1000 * (typeof claims["iat"] === "number" ? claims["iat"] : 0);
    if (age <= longestDelay + 1_000 || this.#onPrimary.has(sessionOf(role, claims)))
      return undefined;
    return database;
  }

  async recordWrite({ role, claims }: Caller): Promise<void> {
    const session = sessionOf(role, claims);
    const { longestDelay } = this.#standby;
    this.#onPrimary.extend(session, longestDelay);
    if (this.#announced.has(session)) return;
    this.#announced.extend(session, longestDelay / 2);
    // The change is already committed, so a failed notification must not fail the request.
    await this.#primary.query(sql`select pg_notify(${channel}, ${session})`).catch(() => {});
  }

  markUnavailable(): void {
    this.#standby.distrust();
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
    const claims = await claimsOf(credential, this.#credentials).catch(() => undefined);
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
function sessionOf(role: string, { session_id: session, sub }: Caller["claims"]): string {
  return typeof session === "string" ? session : `${role} ${typeof sub === "string" ? sub : ""}`;
}

/** A set of keys that expire. */
class Deadlines {
  readonly #ends = new Map<string, number>();

  has(key: string): boolean {
    return (this.#ends.get(key) ?? 0) > performance.now();
  }

  extend(key: string, durationMs: number): void {
    const now = performance.now();
    const end = Math.max(now + durationMs, this.#ends.get(key) ?? 0);
    this.#ends.delete(key);
    this.#ends.set(key, end);
    for (const [oldest, oldestEnd] of this.#ends) {
      if (oldestEnd > now) break;
      this.#ends.delete(oldest);
    }
  }
}
