import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { type Field, LongRows } from "../sessions/long-rows.ts";

/** The driver's fields of a connection that its types leave out. */
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
    /** The parameters that a connection begins with. */
    getStartupConf(): Readonly<Record<string, string>>;
  }
}

interface CancelConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;

/** The process of the server that the connection was told of, for a request to cancel. */
export const backendOf = (client: pg.ClientBase) => internalsOf(client).processID;

/** The longest that a server may take to receive a cancellation, in milliseconds. */
const longestCancel = 3_000;

/**
 * Asks the server to cancel the statement of a connection, as libpq does: by a connection of its own, which
 * the server closes when it has sent the signal
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS). A pooler in
 * between passes it on. Never fails: the statement's own answer shows the outcome.
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
    const timer = setTimeout(resolve, longestCancel);
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

/** Breaks a connection off, and rejects what waits for it. */
export function breakOff(client: pg.ClientBase, reason: Error): void {
  internalsOf(client).connection.stream.destroy(reason);
}

/**
 * The driver's connection, which a message that cannot be read does not end the process by. Dates come as ISO 8601
 * writes them, whatever `DateStyle` a server or database has; other drivers and poolers know that parameter, too.
 */
export class Client extends pg.Client {
  #reading: Reading | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // Without a listener an error would end the process, on an idle connection or between two statements. The
    // next statement reports it.
    this.on("error", () => {});
    const { connection, ssl } = internalsOf(this);
    connection.once(ssl ? "sslconnect" : "connect", () => {
      this.#reading = new Reading(connection.stream);
    });
  }

  /** Called by the driver. */
  override getStartupConf(): Readonly<Record<string, string>> {
    return { ...super.getStartupConf(), DateStyle: "ISO" };
  }

  /** @param reader takes the long rows of the next statement in */
  readBy(reader: LongRowsReader | undefined): void {
    if (this.#reading) this.#reading.reader = reader;
  }
}

/** A statement that takes long rows in. */
export interface LongRowsReader {
  /** A promise, when the row has to wait for memory. */
  admit(size: number): Promise<void> | undefined;
  handleLongRow(fields: readonly Field[]): void;
}

/**
 * Reads the server's messages in place of the driver.
 *
 * An error that the driver throws while it reads does not end the process: a text of more than 512 MB, which
 * no string can hold, or bytes that are no message of PostgreSQL. The connection is unusable then, and is
 * broken off.
 */
class Reading {
  /** The statement that is being answered, if it takes long rows in. */
  reader: LongRowsReader | undefined;
  readonly #stream: Socket;
  readonly #rows: LongRows;

  constructor(stream: Socket) {
    this.#stream = stream;
    const read = stream.listeners("data") as ((chunk: Uint8Array) => void)[];
    stream.removeAllListeners("data");
    this.#rows = new LongRows({
      pass: (bytes) => {
        for (const each of read) each.call(stream, bytes);
      },
      room: (size) => this.reader !== undefined && (this.reader.admit(size) ?? true),
      take: (fields) => this.reader?.handleLongRow(fields),
    });
    stream.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  #read(chunk: Uint8Array): void {
    try {
      const room = this.#rows.read(chunk);
      if (!room) return;
      // Until then the server waits, since it cannot send more.
      this.#stream.pause();
      room.then(
        () => {
          this.#read(new Uint8Array());
          this.#stream.resume();
        },
        (error: unknown) => this.#breakOff(error),
      );
    } catch (error) {
      this.#breakOff(error);
    }
  }

  #breakOff(error: unknown): void {
    this.#stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
