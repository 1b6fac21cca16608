import { type IncomingMessage, request } from "node:http";
import { withSocket } from "./address.ts";

/** What a running server says of itself to commands of the same user. */
export interface ServerStatus {
  readonly pid: number;
  readonly version: string;
  /** The project folder. */
  readonly project: string;
  /** When it became ready (ISO 8601). */
  readonly startedAt: string;
  /** Addresses and keys by the names that `supabase status` gives them. It contains secrets. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The server does not respond, or refuses a command. */
export class ServerRefusal extends Error {
  override readonly name = "ServerRefusal";
}

/**
 * Returns the status of the server that has a data directory open.
 *
 * @returns undefined if no server does
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
 * Sends a command to the server that has a data directory open. It has begun when this resolves.
 *
 * @throws {ServerRefusal} with the server's reason
 */
export async function sendCommand(
  directory: string,
  path: "/backup" | "/stop" | "/replace" | "/migrate",
): Promise<IncomingMessage> {
  return send(directory, "POST", path).catch((error: unknown) => {
    if (error instanceof ServerRefusal) throw error;
    throw new ServerRefusal(
      `${directory} is in use, and the process that uses it does not respond (${(error as Error).message}).`,
    );
  });
}

async function send(directory: string, method: string, path: string): Promise<IncomingMessage> {
  const response = await withSocket(directory, (socketPath) => {
    const received = Promise.withResolvers<IncomingMessage>();
    request({ socketPath, method, path }, received.resolve).on("error", received.reject).end();
    return received.promise;
  });
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
  /** What was executed differently from its file. */
  readonly notes: readonly string[];
}

/**
 * Lets the server that has a data directory open apply the new migrations and seeds of its project folder.
 *
 * @throws {ServerRefusal} with the message of the migration that PostgreSQL refuses
 */
export const applyOnServer = async (directory: string): Promise<AppliedFiles> =>
  JSON.parse(await textOf(await sendCommand(directory, "/migrate")));

/** Returns whether a process exists. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
