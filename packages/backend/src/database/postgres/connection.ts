import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { type Field, LongRows } from "../sessions/long-rows.ts";

/** Fields of the driver's connection that its types do not declare. */
interface Internals {
  readonly connection: EventEmitter & { readonly stream: Socket };
  readonly host: string;
  readonly port: number;
  readonly ssl: pg.ClientConfig["ssl"];
  readonly sslNegotiation: "postgres" | "direct" | undefined;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

declare module "pg" {
  interface Client {
    /** Returns the parameters of the startup message. */
    getStartupConf(): Readonly<Record<string, string>>;
  }
}

interface CancelConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const internalsOf = (client: pg.ClientBase) => client as pg.ClientBase & Internals;

/** Returns the server's process id for cancel requests. */
export const backendProcessId = (client: pg.ClientBase) => internalsOf(client).processID;

/** How long to wait for the server to receive a cancel request. */
const cancelTimeoutMs = 3_000;

/**
 * Requests the cancellation of a connection's statement as libpq does: over a separate connection, which the server
 * closes after it has sent the signal
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS). A pooler forwards the
 * request. Never throws, because the statement's own result shows the outcome.
 */
export function requestCancellation(client: pg.ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = internalsOf(client);
  if (processID === null || secretKey === null) return Promise.resolve();
  const connection = new pg.Connection({
    ssl,
    sslNegotiation,
  } as pg.ConnectionConfig) as CancelConnection;
  const { stream } = connection;
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, cancelTimeoutMs);
    const send = () => connection.cancel(processID, secretKey);
    connection.on("connect", () => {
      if (!ssl) send();
      else if (sslNegotiation !== "direct") connection.requestSsl();
    });
    connection.on("sslconnect", send);
    for (const event of ["error", "end"]) {
      connection.on(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  }).finally(() => stream.destroy());
}

/** Destroys a connection and rejects the statements that wait for it. */
export function destroyConnection(client: pg.ClientBase, reason: Error): void {
  internalsOf(client).connection.stream.destroy(reason);
}

/**
 * The driver's client, with two changes: an unreadable message does not end the process, and `DateStyle` is always ISO,
 * even if the server or database sets another one. Other drivers and poolers support that startup parameter as well.
 */
export class Client extends pg.Client {
  #reader: MessageReader | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // Without a listener, an error between two statements would end the process. The next statement reports it.
    this.on("error", () => {});
    const { connection, ssl } = internalsOf(this);
    connection.once(ssl ? "sslconnect" : "connect", () => {
      this.#reader = new MessageReader(connection.stream);
    });
  }

  /** Overrides a method that the driver calls. */
  override getStartupConf(): Readonly<Record<string, string>> {
    return { ...super.getStartupConf(), DateStyle: "ISO" };
  }

  /** @param reader receives the long rows of the next statement */
  setLongRowsReader(reader: LongRowsReader | undefined): void {
    if (this.#reader) this.#reader.reader = reader;
  }
}

/** Receives the long rows of a statement. */
export interface LongRowsReader {
  /** Returns a promise if the row has to wait for memory. */
  admit(size: number): Promise<void> | undefined;
  handleLongRow(fields: readonly Field[]): void;
}

/**
 * Reads the server's messages in place of the driver.
 *
 * Prevents errors that the driver throws while reading from ending the process, for example for a text of more than
 * 512 MB, which exceeds the maximum string length, or for invalid messages. The unusable connection is destroyed.
 */
class MessageReader {
  /** Set while a statement receives long rows. */
  reader: LongRowsReader | undefined;
  readonly #stream: Socket;
  readonly #rows: LongRows;

  constructor(stream: Socket) {
    this.#stream = stream;
    const driverListeners = stream.listeners("data") as ((chunk: Uint8Array) => void)[];
    stream.removeAllListeners("data");
    this.#rows = new LongRows({
      forward: (bytes) => {
        for (const listener of driverListeners) listener.call(stream, bytes);
      },
      admit: (size) => this.reader !== undefined && (this.reader.admit(size) ?? true),
      onLongRow: (fields) => this.reader?.handleLongRow(fields),
    });
    stream.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  #read(chunk: Uint8Array): void {
    try {
      const memory = this.#rows.read(chunk);
      if (!memory) return;
      // Pause the stream, so that the server cannot send more.
      this.#stream.pause();
      memory.then(
        () => {
          this.#read(new Uint8Array());
          this.#stream.resume();
        },
        (error: unknown) => this.#destroy(error),
      );
    } catch (error) {
      this.#destroy(error);
    }
  }

  #destroy(error: unknown): void {
    this.#stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
