import type { Socket } from "node:net";
import pg from "pg";

/** What the driver knows of a connection, and its types do not tell. */
interface Internals {
  readonly connection: { readonly stream: Socket };
  readonly host: string;
  readonly port: number;
  readonly ssl: pg.ClientConfig["ssl"];
  readonly sslNegotiation: "postgres" | "direct" | undefined;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

interface CancelConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;

/** In milliseconds, the longest that a server may take to hear of a cancellation. */
const longestCancel = 3_000;

/**
 * Asks the server to cancel what a connection is waiting for, as libpq does: by a connection that is
 * good for nothing else, and that the server closes when it has sent the signal
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS). A pooler
 * between the two passes it on. Never fails: whatever comes of it, the statement's own answer tells.
 */
export function cancel(client: pg.ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = internalsOf(client);
  if (processID === null || secretKey === null) return Promise.resolve();
  const connection = new pg.Connection({
    ssl,
    sslNegotiation,
  } as pg.ConnectionConfig) as CancelConnection;
  const { stream } = connection;
  return new Promise<void>((resolve) => {
    const impatience = setTimeout(resolve, longestCancel);
    const send = () => connection.cancel(processID, secretKey);
    connection.on("connect", () => {
      if (!ssl) send();
      else if (sslNegotiation !== "direct") connection.requestSsl();
    });
    connection.on("sslconnect", send);
    for (const event of ["error", "end"]) {
      connection.on(event, () => {
        clearTimeout(impatience);
        resolve();
      });
    }
    if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  }).finally(() => stream.destroy());
}

/** Breaks a connection off: whoever waits for it is told. */
export function breakOff(client: pg.ClientBase, reason: Error): void {
  internalsOf(client).connection.stream.destroy(reason);
}

/**
 * Keeps what the driver throws while it reads from ending the process: a text of more than 512 MB,
 * which no string can hold, or what is no message of PostgreSQL. The connection is of no more use
 * then, and is broken off.
 */
export function guardReading(client: pg.ClientBase): void {
  const { stream } = internalsOf(client).connection;
  for (const read of stream.listeners("data")) {
    stream.off("data", read as () => void);
    stream.on("data", (chunk: Buffer) => {
      try {
        read.call(stream, chunk);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }
}
