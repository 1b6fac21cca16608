import pg from "pg";
import type { Usage } from "../port.ts";
import { Client } from "./connection.ts";
import { identity, type Servers } from "./servers.ts";

/** A connection that is lent. */
export type PooledClient = Client & pg.PoolClient;

/** In milliseconds: an absence that begins so soon after the last one is not told. */
const shortestRest = 10_000;

/** The connections to the server in charge. When it is gone, those to the one that takes over. */
export class Pool {
  readonly #servers: Servers;
  /** How many there may be at a time. */
  readonly most: number;
  #current: pg.Pool;
  /** Callers at the same time share one search. */
  #search: Promise<void> | undefined;
  /** Told the reason when no connection can be had, and nothing when one can again. */
  onAbsence: (why: unknown) => void = () => {};
  #isAbsent = false;
  #absentSince = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(servers: Servers, first: pg.ClientConfig, connections: number) {
    this.#servers = servers;
    this.most = connections;
    this.#current = this.#poolOf(first);
  }

  async connect(): Promise<PooledClient> {
    try {
      const client = await this.#connect();
      if (this.#isAbsent) this.onAbsence(undefined);
      this.#isAbsent = false;
      return client;
    } catch (error) {
      const now = performance.now();
      if (!this.#isAbsent && !this.#isClosed && now - this.#absentSince > shortestRest) {
        this.#isAbsent = true;
        this.#absentSince = now;
        this.onAbsence(error);
      }
      throw error;
    }
  }

  async #connect(): Promise<PooledClient> {
    const current = this.#current;
    try {
      return (await current.connect()) as PooledClient;
    } catch (error) {
      if (!this.#servers.isOneOfSeveral) throw error;
      this.#search ??= this.#moveFrom(current).finally(() => {
        this.#search = undefined;
      });
      await this.#search;
      return (await this.#current.connect()) as PooledClient;
    }
  }

  async #moveFrom(old: pg.Pool): Promise<void> {
    // The search of another caller may have ended meanwhile.
    if (this.#current !== old) return;
    const { client, address } = await this.#servers.connect();
    await client.end();
    this.#current = this.#poolOf(address);
    old.end().catch(() => {});
  }

  get usage(): Usage {
    const { totalCount: connections, idleCount: idle, waitingCount: waiting } = this.#current;
    return { connections, idle, waiting };
  }

  end(): Promise<void> {
    this.#isClosed = true;
    return this.#current.end();
  }

  #poolOf(address: pg.ClientConfig): pg.Pool {
    const pool = new pg.Pool({ ...address, ...identity, max: this.most, Client });
    // A connection that breaks while idle is replaced at its next use.
    pool.on("error", () => {});
    return pool;
  }
}
