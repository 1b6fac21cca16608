import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import pg from "pg";
import type { ReplicationListener } from "../port.ts";
import type { Servers } from "./servers.ts";

/** Methods of the driver's connection that its types do not declare. */
interface CopyBoth extends EventEmitter {
  sendCopyFromChunk(chunk: Uint8Array): void;
}

const copyConnection = (client: pg.Client) =>
  (client as pg.Client & { readonly connection: CopyBoth }).connection;

/** How often to send a status update. The server closes a connection that is silent for a minute. */
const statusIntervalMs = 10_000;

/** The first bytes of the stream's messages (https://www.postgresql.org/docs/18/protocol-replication.html). */
const dataKind = "w".charCodeAt(0);
const keepaliveKind = "k".charCodeAt(0);
const statusKind = "r".charCodeAt(0);
const dataHeaderBytes = 25;

/**
 * Streams the changes of a publication over a temporary slot, which cannot outlive the connection and prevent the
 * server from deleting its log.
 *
 * @returns a function that ends the stream
 * @throws the server's error if `wal_level` is not `logical`, no slot is free, or the role may not replicate
 */
export async function replicate(
  servers: Servers,
  publication: string,
  { onMessage, onLoss }: ReplicationListener,
): Promise<() => Promise<void>> {
  const { client } = await servers.connect({ replication: "database" });
  const connection = copyConnection(client);
  const slot = `portico_${randomUUID().replaceAll("-", "")}`;
  let receivedPosition = 0n;
  const sendStatus = () => connection.sendCopyFromChunk(statusUpdate(receivedPosition));
  let timer: NodeJS.Timeout | undefined;
  try {
    // Fix the formats that the parser expects, because the database may have other defaults.
    await client.query(
      "set datestyle to iso; set intervalstyle to postgres; set extra_float_digits to 3",
    );
    await client.query(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    );
    connection.on("copyData", ({ chunk }: { readonly chunk: Buffer }) => {
      if (chunk[0] === dataKind) {
        receivedPosition = max(receivedPosition, chunk.readBigUInt64BE(1));
        onMessage(chunk.subarray(dataHeaderBytes));
      } else if (chunk[0] === keepaliveKind) {
        receivedPosition = max(receivedPosition, chunk.readBigUInt64BE(1));
        if (chunk[17] === 1) sendStatus();
      }
    });
    const streamStarted = new Promise<void>((resolve, reject) => {
      connection.once("replicationStart", resolve);
      const names = pg.escapeLiteral(pg.escapeIdentifier(publication));
      // This query is only answered when the stream ends, for example because the publication was dropped; the server
      // then keeps the connection open. Close it, so that the listener connects again: a migration may have created a
      // new publication.
      const end = () => client.end().catch(() => {});
      client
        .query(
          `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names ${names})`,
        )
        .then(end, (error: unknown) => {
          reject(error);
          return end();
        });
    });
    await streamStarted;
    timer = setInterval(sendStatus, statusIntervalMs);
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

const max = (item: bigint, other: bigint) => (item > other ? item : other);

/** Returns the message that tells the server up to which position it may delete its log. */
function statusUpdate(position: bigint): Buffer {
  const message = Buffer.alloc(34);
  message[0] = statusKind;
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(position, offset);
  return message;
}
