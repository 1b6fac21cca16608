import type pg from "pg";
import type { Addresses, TargetSession } from "./address.ts";
import { Client } from "./connection.ts";

/** The servers of a URL: one, or a primary and its standbys. */
export class Servers {
  readonly #addresses: Addresses;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  /** Returns whether another server can take over. */
  get hasSeveralServers(): boolean {
    return new Set(this.#addresses.configs.map(({ host, port }) => `${host} ${port}`)).size > 1;
  }

  /** Connects to the first server that answers and matches `target_session_attrs`. */
  async connect(kind: ConnectionKind = {}): Promise<EstablishedConnection> {
    const { configs, targetSession } = this.#addresses;
    // Report the first error, because the later servers are only fallbacks.
    let failure: unknown;
    let fallback: pg.ClientConfig | undefined;
    for (const address of configs) {
      let client: Client | undefined;
      try {
        client = await connectTo({ ...address, ...kind });
        if (targetSession === "any" || (await matchesTarget(targetSession, client)))
          return { client, address };
        fallback ??= address;
        failure ??= new Error(`None of the servers matches target_session_attrs=${targetSession}`);
      } catch (error) {
        if (!isTlsUnsupported(error)) failure ??= error;
      }
      await client?.end().catch(() => {});
    }
    if (targetSession === "prefer-standby" && fallback) {
      return { client: await connectTo({ ...fallback, ...kind }), address: fallback };
    }
    throw failure ?? new Error("The server does not support TLS");
  }
}

/** Selects the replication protocol. The driver's types do not declare this option. */
interface ConnectionKind {
  readonly replication?: "database";
}

/** A connection and the address that it was made to. */
export interface EstablishedConnection {
  readonly client: Client;
  readonly address: pg.ClientConfig;
}

async function connectTo(address: pg.ClientConfig): Promise<Client> {
  const client = new Client({ ...address, ...connectionOptions });
  await client.connect();
  return client;
}

/** Options of every connection: its name in `pg_stat_activity` and the connect timeout. */
export const connectionOptions = {
  application_name: "portico",
  connectionTimeoutMillis: 10_000,
} as const;

async function matchesTarget(targetSession: TargetSession, client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(`
    select pg_is_in_recovery() as is_standby,
      current_setting('transaction_read_only')::boolean as is_read_only`);
  const { is_standby: isStandby = false, is_read_only: isReadOnly = false } = rows[0] ?? {};
  switch (targetSession) {
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

/** The driver reports this case only in its message. */
const isTlsUnsupported = (error: unknown) =>
  error instanceof Error && error.message === "The server does not support SSL connections";
