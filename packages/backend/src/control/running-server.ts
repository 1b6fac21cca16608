import { type IncomingMessage, request } from "node:http";
import { withSocket } from "./address.ts";
import {
  challengeHeader,
  isValidProof,
  newChallenge,
  proofHeader,
  readControlKey,
} from "./proof.ts";

/** The status that a running server reports to commands of the same user. */
export interface ServerStatus {
  readonly pid: number;
  readonly version: string;
  /** The project folder. */
  readonly project: string;
  /** When the server became ready (ISO 8601). */
  readonly startedAt: string;
  /**
   * Whether the server is clearly for development: reachable from this machine only, with the embedded database, and
   * without `NODE_ENV=production`.
   */
  readonly isDevelopment: boolean;
  /** URLs and keys under the names in `supabase status`. They include secrets. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Thrown if the server does not respond, or refuses a command. */
export class ServerRefusal extends Error {
  override readonly name = "ServerRefusal";
}

/**
 * Returns the status of the server that uses a data directory.
 *
 * @returns undefined if no server uses it
 * @throws {ServerRefusal} if it is starting or stopping
 */
export async function readStatus(directory: string): Promise<ServerStatus | undefined> {
  const response = await send(directory, "GET", "/status").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ECONNREFUSED") return undefined;
    throw error;
  });
  return response && JSON.parse(await textOf(response));
}

/**
 * Sends a command to the server that uses a data directory. Resolves when the server has started to execute it.
 *
 * @throws {ServerRefusal} with the server's reason
 */
export async function sendCommand(
  directory: string,
  path: "/backup" | "/stop" | "/migrate" | `/replace${string}`,
): Promise<IncomingMessage> {
  return send(directory, "POST", path).catch((error: unknown) => {
    if (error instanceof ServerRefusal) throw error;
    throw new ServerRefusal(
      `${directory} is in use, and the process that uses it does not respond (${(error as Error).message}).`,
    );
  });
}

/** What a running server reports once its database and files no longer change. */
export interface HeldState {
  /** The location of the files' content, if it is not in the data directory. */
  readonly filesElsewhere?: string | undefined;
  /**
   * The names of the first and the last segment of the write-ahead log that a copy needs. PostgreSQL has prepared the
   * other segments for later use. They are empty, but can be several times as large as the database.
   */
  readonly logSegments?: { readonly first: string; readonly last: string } | undefined;
}

/** A running server whose database and files do not change until it is released. */
export interface HeldServer {
  readonly state: HeldState;
  /**
   * Lets the server continue.
   *
   * @throws {ServerRefusal} if it has already continued, because it waited too long
   */
  release(): Promise<void>;
}

/**
 * Pauses the server that uses a data directory, after it has finished its current work. The server continues when it is
 * released or this process ends.
 *
 * @throws {ServerRefusal} with the server's reason
 */
export async function holdServer(directory: string): Promise<HeldServer> {
  const { clientRequest, responsePromise } = await startRequest(directory, "POST", "/hold");
  clientRequest.flushHeaders();
  const response = await responsePromise;
  // The first chunk arrives when the server has paused, and the second when it has been released.
  const chunks = response.setEncoding("utf8")[Symbol.asyncIterator]();
  const nextChunk = (): Promise<string | undefined> =>
    chunks.next().then(
      ({ value }) => value,
      () => undefined,
    );
  const firstChunk = await nextChunk();
  if (firstChunk === undefined)
    throw new ServerRefusal("The server ended before it could be paused.");
  return {
    state: JSON.parse(firstChunk),
    release: async () => {
      clientRequest.end();
      if ((await nextChunk()) === undefined) {
        throw new ServerRefusal(
          "The server did not stay paused until the copy was complete, because it took too long or the server was stopped.",
        );
      }
    },
  };
}

async function send(directory: string, method: string, path: string): Promise<IncomingMessage> {
  const { clientRequest, responsePromise } = await startRequest(directory, method, path);
  clientRequest.end();
  return responsePromise;
}

/** Starts a request. The caller ends its body. */
async function startRequest(directory: string, method: string, path: string) {
  const received = Promise.withResolvers<IncomingMessage>();
  const challenge = newChallenge();
  // If the connection fails, the other promise rejects for the caller, so ignore this one.
  received.promise.catch(() => {});
  const clientRequest = await withSocket(directory, async (socketPath) => {
    const newRequest = request(
      { socketPath, method, path, headers: { [challengeHeader]: challenge } },
      received.resolve,
    );
    newRequest.on("error", received.reject);
    await new Promise<void>((resolve, reject) => {
      newRequest.once("error", reject);
      newRequest.once("socket", (socket) => {
        if (socket.connecting) socket.once("connect", resolve);
        else resolve();
      });
    });
    return newRequest;
  });
  const verifiedResponse = received.promise.then(async (response) => {
    // Read the key now: the server writes it before it listens, and another server may have started since the
    // connection was opened.
    const key = await readControlKey(directory);
    if (isValidProof(key, challenge, response.headers[proofHeader])) return throwIfFailed(response);
    response.destroy();
    throw new ServerRefusal(
      `The process that listens for ${directory} has not proved that it can read that directory. It may belong to another user, or to another release of Portico: stop it, and start the project again.`,
    );
  });
  verifiedResponse.catch(() => {});
  return { clientRequest, responsePromise: verifiedResponse };
}

async function throwIfFailed(response: IncomingMessage): Promise<IncomingMessage> {
  if ((response.statusCode ?? 500) < 300) return response;
  throw new ServerRefusal(await textOf(response));
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return text;
}

/** The outcome of `POST /migrate`. */
export interface AppliedFiles {
  /** The names of the files that were applied. */
  readonly applied: readonly string[];
  /** Descriptions of statements that were changed before they were executed. */
  readonly notes: readonly string[];
}

/**
 * Makes the server that uses a data directory apply the new migrations and seeds of its project folder.
 *
 * @throws {ServerRefusal} with the message of the failed migration
 */
export const applyOnServer = async (directory: string): Promise<AppliedFiles> =>
  JSON.parse(await textOf(await sendCommand(directory, "/migrate")));

/**
 * Lets the server that uses a data directory examine its database and files, and returns the findings.
 *
 * @throws {ServerRefusal} with the server's reason
 */
export const examineOnServer = async (
  directory: string,
): Promise<
  readonly {
    readonly severity: "wrong" | "doubtful";
    readonly cause: string;
    readonly fix: string;
  }[]
> => JSON.parse(await textOf(await send(directory, "GET", "/findings")));

/** Returns whether a process exists. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
