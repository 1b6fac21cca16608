import pg from "pg";
import type { Usage } from "../port.ts";
import { Client } from "./connection.ts";
import { connectionOptions, type Servers } from "./servers.ts";

/** A connection that is checked out of the pool. */
export type PooledClient = Client & pg.PoolClient;

/** An outage that begins sooner than this after the previous one is not reported. */
const minReportIntervalMs = 10_000;

/** The connections to the current primary. Moves to the server that takes over when the primary is gone. */
export class Pool {
  readonly #servers: Servers;
  readonly maxConnections: number;
  #current: pg.Pool;
  /** The search for a new primary, which concurrent callers share. */
  #search: Promise<void> | undefined;
  /** Called with the reason when the server becomes unreachable, and with undefined when it is reachable again. */
  onAbsence: (reason: unknown) => void = () => {};
  #isUnreachable = false;
  #unreachableSince = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(servers: Servers, initialAddress: pg.ClientConfig, maxConnections: number) {
    this.#servers = servers;
    this.maxConnections = maxConnections;
    this.#current = this.#createPool(initialAddress);
  }

  async connect(): Promise<PooledClient> {
    try {
      const client = await this.#connect();
      if (this.#isUnreachable) this.onAbsence(undefined);
      this.#isUnreachable = false;
      return client;
    } catch (error) {
      const now = performance.now();
      if (
        !this.#isUnreachable &&
        !this.#isClosed &&
        now - this.#unreachableSince > minReportIntervalMs
      ) {
        this.#isUnreachable = true;
        this.#unreachableSince = now;
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
      if (!this.#servers.hasSeveralServers) throw error;
      this.#search ??= this.#switchServer(current).finally(() => {
        this.#search = undefined;
      });
      await this.#search;
      return (await this.#current.connect()) as PooledClient;
    }
  }

  async #switchServer(previous: pg.Pool): Promise<void> {
    // Another caller's search may have switched already.
    if (this.#current !== previous) return;
    const { client, address } = await this.#servers.connect();
    await client.end();
    this.#current = this.#createPool(address);
    previous.end().catch(() => {});
  }

  get usage(): Usage {
    const { totalCount: connections, idleCount: idle, waitingCount: waiting } = this.#current;
    return { connections, idle, waiting };
  }

  end(): Promise<void> {
    this.#isClosed = true;
    return this.#current.end();
  }

  #createPool(address: pg.ClientConfig): pg.Pool {
    const pool = new pg.Pool({
      ...address,
      ...connectionOptions,
      max: this.maxConnections,
      Client,
    });
    // A connection that breaks while it is idle is replaced when it is next used.
    pool.on("error", () => {});
    return pool;
  }
}
