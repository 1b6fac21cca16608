import type { MiddlewareHandler } from "hono";
import type { Database } from "../database/port.ts";
import type { Standby } from "../database/postgres/standby.ts";
import { sql } from "../database/sql.ts";
import type { Caller } from "../rest/caller.ts";
import type { StandbyReads } from "../rest/standby-reads.ts";
import { type Credentials, claimsOf } from "./claims.ts";

/** Where processes tell each other whose sessions have written. */
const channel = "portico_writes";

/**
 * Sends reads to the standby, except those of sessions that wrote a moment ago, here or in another process. The
 * moment is as long as the standby may be behind, so that nobody misses a change of their own.
 */
export class SessionsOnStandby implements StandbyReads {
  readonly #standby: Standby;
  readonly #primary: Database;
  readonly #credentials: Credentials;
  /** The sessions that read from the primary. */
  readonly #onPrimary = new Deadlines();
  /** The sessions that the other processes know of. */
  readonly #announced = new Deadlines();
  readonly #listening: Promise<() => Promise<void>>;

  constructor(standby: Standby, primary: Database, credentials: Credentials) {
    this.#standby = standby;
    this.#primary = primary;
    this.#credentials = credentials;
    // It may write again unannounced for half the time.
    const longest = 1.5 * standby.longestDelay;
    this.#listening = primary.listen(channel, (session) => {
      if (session) this.#onPrimary.extend(session, longest);
    });
    this.#listening.catch(() => {});
  }

  databaseFor({ role, claims }: Caller): Database | undefined {
    const { longestDelay, database } = this.#standby;
    // Whoever signs in writes, and so may the project's triggers. Tokens tell whole seconds.
    const age = Date.now() - 1000 * (typeof claims["iat"] === "number" ? claims["iat"] : 0);
    if (age <= longestDelay + 1_000 || this.#onPrimary.has(sessionOf(role, claims)))
      return undefined;
    return database;
  }

  async wrote({ role, claims }: Caller): Promise<void> {
    const session = sessionOf(role, claims);
    const { longestDelay } = this.#standby;
    this.#onPrimary.extend(session, longestDelay);
    if (this.#announced.has(session)) return;
    this.#announced.extend(session, longestDelay / 2);
    // The change is made already, and its answer counts.
    await this.#primary.query(sql`select pg_notify(${channel}, ${session})`).catch(() => {});
  }

  missed(): void {
    this.#standby.distrust();
  }

  /**
   * Notes the changes that are made by other wires than that of the data. Who gets a session reads from the primary by
   * their new token; the key that they came with is everybody's.
   */
  readonly observe: MiddlewareHandler = async (c, next) => {
    await next();
    if (/^(GET|HEAD|OPTIONS)$/.test(c.req.method) || c.res.status >= 400) return;
    if (c.req.path === "/auth/v1/token") return;
    const [, bearer] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    const credential = bearer ?? c.req.header("apikey");
    if (!credential) return;
    const claims = await claimsOf(credential, this.#credentials).catch(() => undefined);
    if (typeof claims?.role === "string") await this.wrote({ role: claims.role, claims });
  };

  async close(): Promise<void> {
    await this.#listening.then(
      (stop) => stop(),
      () => {},
    );
    await this.#standby.close();
  }
}

/** Callers without a session are told apart by their role and user. */
function sessionOf(role: string, { session_id: session, sub }: Caller["claims"]): string {
  return typeof session === "string" ? session : `${role} ${typeof sub === "string" ? sub : ""}`;
}

/** Keys that are held for a time, in milliseconds. */
class Deadlines {
  readonly #ends = new Map<string, number>();

  has(key: string): boolean {
    return (this.#ends.get(key) ?? 0) > performance.now();
  }

  extend(key: string, duration: number): void {
    const now = performance.now();
    const end = Math.max(now + duration, this.#ends.get(key) ?? 0);
    this.#ends.delete(key);
    this.#ends.set(key, end);
    for (const [oldest, itsEnd] of this.#ends) {
      if (itsEnd > now) break;
      this.#ends.delete(oldest);
    }
  }
}
