import pg from "pg";
import { type Database, DatabaseUnavailable, type ProgramSession } from "../database/port.ts";
import { frame, frameHeaderBytes, int32 } from "../database/sessions/frames.ts";

/** A connection that sends messages of PostgreSQL's protocol and returns complete responses. */
export interface Wire {
  /** The settings that the server reports to a client when it connects. */
  readonly reported: Readonly<Record<string, string>>;
  /** Sends complete messages. The response to the last one must end with ReadyForQuery. */
  send(bytes: Uint8Array): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a connection to a PostgreSQL server with the driver. */
export async function wireTo(url: string): Promise<Wire> {
  const client = new pg.Client({ connectionString: url, application_name: "portico" });
  const reported: Record<string, string> = {};
  // The driver's types do not include the connection of the client.
  const { connection } = client as pg.Client & {
    connection: {
      readonly stream: NodeJS.ReadWriteStream;
      on(event: string, listener: (message: Record<string, string>) => void): void;
    };
  };
  connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
    if (parameterName) reported[parameterName] = parameterValue ?? "";
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new DatabaseUnavailable("The database cannot be reached.", { cause });
  }
  const { stream } = connection;
  stream.removeAllListeners("data");
  let pieces: Buffer[] = [];
  let answered = Promise.withResolvers<Buffer>();
  stream.on("data", (piece: Buffer) => {
    pieces.push(piece);
    if (!isReady(pieces)) return;
    answered.resolve(Buffer.concat(pieces));
    pieces = [];
  });
  stream.on("close", () => answered.reject(new DatabaseUnavailable("The connection broke.")));
  return {
    reported,
    send: (bytes) => {
      answered = Promise.withResolvers();
      stream.write(bytes);
      return answered.promise;
    },
    close: async () => {
      answered.promise.catch(() => {});
      stream.end(frame("X", Buffer.alloc(0)));
    },
  };
}

/** Returns whether the response is complete. Only ReadyForQuery has this form at the end of a response. */
function isReady(pieces: readonly Buffer[]): boolean {
  const last = pieces.at(-1) ?? Buffer.alloc(0);
  const end = last.length >= 6 ? last : Buffer.concat(pieces.slice(-6));
  if (end.length < 6 || end.readInt32BE(end.length - 5) !== 5) return false;
  return end[end.length - 6] === "Z".charCodeAt(0) && isWhole(Buffer.concat(pieces));
}

function isWhole(bytes: Buffer): boolean {
  let at = 0;
  while (at + frameHeaderBytes <= bytes.length) at += 1 + bytes.readInt32BE(at + 1);
  return at === bytes.length;
}

/** Uses the embedded database's session exclusively until `work` ends. */
export async function withEmbeddedWire<T>(
  database: Database,
  work: (wire: Wire) => Promise<T>,
): Promise<T> {
  const session = await openSession(database);
  try {
    const result = Promise.withResolvers<T>();
    result.promise.catch(() => {});
    await session.hold(
      async (speak) => {
        const send = async (bytes: Uint8Array) => {
          const pieces: Uint8Array[] = [];
          await speak(
            { bytes },
            {
              receive: (piece, read) => {
                pieces.push(piece);
                read();
              },
              onWantsData: (take) => take(frame("f", "there is nothing to copy")),
            },
          );
          return Buffer.concat(pieces);
        };
        try {
          result.resolve(await work({ reported: session.reported, send, close: async () => {} }));
        } catch (error) {
          result.reject(error);
        }
        await send(frame("Q", "rollback"));
      },
      { aborted: false },
    );
    return await result.promise;
  } finally {
    await session.close(frame("S", Buffer.alloc(0)));
  }
}

async function openSession(database: Database): Promise<ProgramSession> {
  const session = await database.openSession?.({
    user: "postgres",
    settings: { client_encoding: "UTF8" },
    onNotify: () => {},
    onLoss: () => {},
  });
  if (!session) throw new DatabaseUnavailable("This database is not the embedded one.");
  return session;
}

/** Returns the server's messages after authentication. */
export function welcome({ reported }: Wire): Buffer {
  return Buffer.concat([
    frame("R", int32(0)),
    ...Object.entries(reported).map(([name, value]) => frame("S", name, value)),
    frame("K", int32(1), int32(1)),
    frame("Z", Buffer.from("I")),
  ]);
}
