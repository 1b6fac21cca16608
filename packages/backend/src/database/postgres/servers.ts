import type pg from "pg";
import type { Addresses, Wanted } from "./address.ts";
import { Client } from "./connection.ts";

/** The servers of a URL: one, or a primary and its standbys. */
export class Servers {
  readonly #addresses: Addresses;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  /** True when another server may take over. */
  get isOneOfSeveral(): boolean {
    return new Set(this.#addresses.all.map(({ host, port }) => `${host} ${port}`)).size > 1;
  }

  /** Connects to the first server that answers and is of the wanted kind. */
  async connect(kind: ConnectionKind = {}): Promise<Connected> {
    const { all, wanted } = this.#addresses;
    // The first error is that of the place that was meant; the others are of places to fall back on.
    let failure: unknown;
    let fallback: pg.ClientConfig | undefined;
    for (const address of all) {
      let client: Client | undefined;
      try {
        client = await connectTo({ ...address, ...kind });
        if (wanted === "any" || (await isOf(wanted, client))) return { client, address };
        fallback ??= address;
        failure ??= new Error(`None of the servers is of the kind ${wanted}`);
      } catch (error) {
        if (!isWithoutTls(error)) failure ??= error;
      }
      await client?.end().catch(() => {});
    }
    if (wanted === "prefer-standby" && fallback) {
      return { client: await connectTo({ ...fallback, ...kind }), address: fallback };
    }
    throw failure ?? new Error("The server does not support TLS");
  }
}

/** For the replication protocol, which the driver's types leave out. */
interface ConnectionKind {
  readonly replication?: "database";
}

/** A connection, and where it leads. */
export interface Connected {
  readonly client: Client;
  readonly address: pg.ClientConfig;
}

async function connectTo(address: pg.ClientConfig): Promise<Client> {
  const client = new Client({ ...address, ...identity });
  await client.connect();
  return client;
}

/** Of every connection: its name in `pg_stat_activity`, and in milliseconds how long to wait for it. */
export const identity = { application_name: "portico", connectionTimeoutMillis: 10_000 } as const;

async function isOf(wanted: Wanted, client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(`
    select pg_is_in_recovery() as is_standby,
      current_setting('transaction_read_only')::boolean as is_read_only`);
  const { is_standby: isStandby = false, is_read_only: isReadOnly = false } = rows[0] ?? {};
  switch (wanted) {
    case "read-write":
      return !isStandby && !isReadOnly;
    case "read-only":
      return isStandby || isReadOnly;
    case "primary":
      return !isStandby;
    default:
      return isStandby;
  }
}

/** The driver's own error. */
const isWithoutTls = (error: unknown) =>
  error instanceof Error && error.message === "The server does not support SSL connections";
