import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import pg from "pg";
import type { ReplicationListener } from "../port.ts";
import type { Servers } from "./servers.ts";

/** The parts of the driver's connection that its types leave out. */
interface CopyBoth extends EventEmitter {
  sendCopyFromChunk(chunk: Uint8Array): void;
}

const connectionOf = (client: pg.Client) =>
  (client as unknown as { readonly connection: CopyBoth }).connection;

/** In milliseconds: the server ends a connection that is silent for a minute. */
const statusInterval = 10_000;

/** Messages of the stream (https://www.postgresql.org/docs/18/protocol-replication.html). */
const data = "w".charCodeAt(0);
const keepalive = "k".charCodeAt(0);
const status = "r".charCodeAt(0);
const headerOfData = 25;

/**
 * Streams the changes of a publication by a slot that lives as long as the connection, so that no slot stays behind
 * and keeps the server from deleting its log.
 *
 * @returns the function that ends it
 * @throws the server's error where `wal_level` is not `logical`, no slot is free, or the role may not replicate
 */
export async function replicate(
  servers: Servers,
  publication: string,
  { onMessage, onLoss }: ReplicationListener,
): Promise<() => Promise<void>> {
  const { client } = await servers.connect({ replication: "database" });
  const connection = connectionOf(client);
  const slot = `portico_${randomUUID().replaceAll("-", "")}`;
  let received = 0n;
  const report = () => connection.sendCopyFromChunk(statusUpdate(received));
  let timer: NodeJS.Timeout | undefined;
  try {
    // Texts of values, as the database reads them whatever its settings are.
    await client.query(
      "set datestyle to iso; set intervalstyle to postgres; set extra_float_digits to 3",
    );
    await client.query(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    );
    connection.on("copyData", ({ chunk }: { readonly chunk: Buffer }) => {
      if (chunk[0] === data) {
        received = larger(received, chunk.readBigUInt64BE(1));
        onMessage(chunk.subarray(headerOfData));
      } else if (chunk[0] === keepalive) {
        received = larger(received, chunk.readBigUInt64BE(1));
        if (chunk[17] === 1) report();
      }
    });
    const started = new Promise<void>((resolve, reject) => {
      connection.once("replicationStart", resolve);
      const names = pg.escapeLiteral(pg.escapeIdentifier(publication));
      // Answered when the stream ends.
      client
        .query(
          `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names ${names})`,
        )
        .catch(reject);
    });
    await started;
    timer = setInterval(report, statusInterval);
    timer.unref();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.on("end", () => {
    clearInterval(timer);
    onLoss();
  });
  return async () => {
    clearInterval(timer);
    client.removeAllListeners("end");
    await client.end();
  };
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** Tells the server how far its log is not needed any more. */
function statusUpdate(position: bigint): Buffer {
  const message = Buffer.alloc(34);
  message[0] = status;
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(position, at);
  return message;
}
