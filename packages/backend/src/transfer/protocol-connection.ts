import pg from "pg";
import { DatabaseUnavailable } from "../database/errors.ts";
import type { Database } from "../database/port.ts";
import type { ProgramSession } from "../database/program-session.ts";
import { frame, frameHeaderBytes, int32 } from "../database/sessions/frames.ts";

/** A connection that sends messages of PostgreSQL's protocol and returns complete responses. */
export interface ProtocolConnection {
  /** The settings that the server reports to a client when it connects. */
  readonly reported: Readonly<Record<string, string>>;
  /** Sends complete messages. The response to the last one must end with ReadyForQuery. */
  send(bytes: Uint8Array): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a connection to a PostgreSQL server with the driver. */
export async function openProtocolConnection(url: string): Promise<ProtocolConnection> {
  const client = new pg.Client({ connectionString: url, application_name: "portico" });
  const reported: Record<string, string> = {};
  // Cast, because the driver's types do not include the client's connection.
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
  let chunks: Buffer[] = [];
  let response = Promise.withResolvers<Buffer>();
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (!isResponseComplete(chunks)) return;
    response.resolve(Buffer.concat(chunks));
    chunks = [];
  });
  stream.on("close", () => response.reject(new DatabaseUnavailable("The connection broke.")));
  return {
    reported,
    send: (bytes) => {
      response = Promise.withResolvers();
      stream.write(bytes);
      return response.promise;
    },
    close: async () => {
      response.promise.catch(() => {});
      stream.end(frame("X", Buffer.alloc(0)));
    },
  };
}

/** Returns whether the response is complete. Only ReadyForQuery has this form at the end of a response. */
function isResponseComplete(chunks: readonly Buffer[]): boolean {
  const lastChunk = chunks.at(-1) ?? Buffer.alloc(0);
  const tail = lastChunk.length >= 6 ? lastChunk : Buffer.concat(chunks.slice(-6));
  if (tail.length < 6 || tail.readInt32BE(tail.length - 5) !== 5) return false;
  return tail[tail.length - 6] === "Z".charCodeAt(0) && hasCompleteMessages(Buffer.concat(chunks));
}

function hasCompleteMessages(bytes: Buffer): boolean {
  let offset = 0;
  while (offset + frameHeaderBytes <= bytes.length) offset += 1 + bytes.readInt32BE(offset + 1);
  return offset === bytes.length;
}

/** Uses the embedded database's session exclusively until `work` ends. */
export async function withEmbeddedConnection<T>(
  database: Database,
  work: (connection: ProtocolConnection) => Promise<T>,
): Promise<T> {
  const session = await openSession(database);
  try {
    const result = Promise.withResolvers<T>();
    result.promise.catch(() => {});
    await session.hold(
      async (processMessages) => {
        const send = async (bytes: Uint8Array) => {
          const chunks: Uint8Array[] = [];
          await processMessages(
            { bytes },
            {
              receive: (chunk, onRead) => {
                chunks.push(chunk);
                onRead();
              },
              onWantsData: (send) => send(frame("f", "there is nothing to copy")),
            },
          );
          return Buffer.concat(chunks);
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
export function startupResponse({ reported }: ProtocolConnection): Buffer {
  return Buffer.concat([
    frame("R", int32(0)),
    ...Object.entries(reported).map(([name, value]) => frame("S", name, value)),
    frame("K", int32(1), int32(1)),
    frame("Z", Buffer.from("I")),
  ]);
}
