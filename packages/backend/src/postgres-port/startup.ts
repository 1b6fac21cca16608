import type { Socket } from "node:net";
import { frame, int32, readText } from "../database/sessions/frames.ts";
import type { Incoming } from "./incoming.ts";
import { fatalError } from "./messages.ts";

/** The first message of a connection. It either opens a session or cancels another client's statement. */
export type FirstMessage =
  | { readonly kind: "session"; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: "cancel"; readonly id: number; readonly secret: number };

/** PostgreSQL's own limit. The first bytes of HTTP and TLS exceed it when they are read as a length. */
const maxBytes = 10_000;
const sslRequest = 80877103;
const gssRequest = 80877104;
const cancelRequest = 80877102;

/**
 * Reads the first message of a connection.
 *
 * @returns undefined if the client does not speak the protocol, or has disconnected
 * @throws {DatabaseError} if it requests an unsupported feature
 */
export async function readFirstMessage(
  socket: Socket,
  incoming: Incoming,
): Promise<FirstMessage | undefined> {
  // A client may request each kind of encryption before the startup message.
  for (let packets = 0; packets < 3; packets++) {
    const length = (await incoming.takeBytes(4))?.readInt32BE() ?? 0;
    if (length < 8 || length > maxBytes) return undefined;
    const body = await incoming.takeBytes(length - 4);
    if (!body) return undefined;
    const code = body.readInt32BE();
    if (code === sslRequest || code === gssRequest) {
      socket.write("N");
    } else if (code === cancelRequest) {
      if (body.length !== 12) return undefined;
      return { kind: "cancel", id: body.readInt32BE(4), secret: body.readInt32BE(8) };
    } else {
      if (code >> 16 !== 3) return undefined;
      const parameters = parseParameters(body.subarray(4));
      negotiateVersion(socket, code & 0xffff, parameters);
      return { kind: "session", parameters };
    }
  }
  return undefined;
}

function parseParameters(body: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  for (let position = 0; position < body.length && body[position] !== 0; ) {
    const name = readText(body, position);
    const value = readText(body, name.next);
    parameters.set(name.text, value.text);
    position = value.next;
  }
  return parameters;
}

/** Negotiates version 3.0 with a client that requests a later minor version. */
function negotiateVersion(socket: Socket, minor: number, parameters: Map<string, string>): void {
  const unknown = [...parameters.keys()].filter((name) => name.startsWith("_pq_."));
  for (const name of unknown) parameters.delete(name);
  if (minor === 0 && unknown.length === 0) return;
  socket.write(frame("v", int32(0), int32(unknown.length), ...unknown));
}

/**
 * Returns the settings of a new session: its parameters, and the settings in `options`, which has the format of a
 * command line.
 *
 * @throws {DatabaseError}
 */
export function parseSettings(parameters: ReadonlyMap<string, string>): Record<string, string> {
  const settings: Record<string, string> = {};
  if ((parameters.get("replication") ?? "false") !== "false") {
    throw fatalError("0A000", "the embedded database has no replication");
  }
  const words = (parameters.get("options") ?? "").match(/(?:\\.|[^\s\\])+/gs) ?? [];
  const options = words.map((part) => part.replaceAll(/\\(.)/gs, "$1"));
  for (let index = 0; index < options.length; index++) {
    const option = options[index] ?? "";
    const text = option === "-c" ? (options[++index] ?? "") : option.replace(/^(-c|--)/, "");
    const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(text) ?? [];
    if (!name)
      throw fatalError("42601", `invalid command-line argument for server process: ${option}`);
    settings[name.replaceAll("-", "_")] = value ?? "";
  }
  for (const [name, value] of parameters) {
    if (!["user", "database", "options", "replication"].includes(name)) settings[name] = value;
  }
  return settings;
}
