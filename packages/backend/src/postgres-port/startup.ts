import type { Socket } from "node:net";
import { frame, int32, textAt } from "../database/sessions/frames.ts";
import type { Incoming } from "./incoming.ts";
import { refusal } from "./messages.ts";

/** How a program begins: a session, or the request to cancel another program's statement. */
export type Beginning =
  | { readonly kind: "session"; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: "cancel"; readonly id: number; readonly secret: number };

/** In bytes, as PostgreSQL has it. HTTP and TLS begin with letters that are a greater length. */
const longest = 10_000;
const sslRequest = 80877103;
const gssRequest = 80877104;
const cancelRequest = 80877102;

/**
 * Reads how a program begins.
 *
 * @returns undefined when it does not speak the protocol, or has gone
 * @throws {DatabaseError} when it asks for what there is not
 */
export async function readBeginning(
  socket: Socket,
  incoming: Incoming,
): Promise<Beginning | undefined> {
  // One request for each kind of encryption, and then the beginning itself.
  for (let packets = 0; packets < 3; packets++) {
    const length = (await incoming.bytes(4))?.readInt32BE() ?? 0;
    if (length < 8 || length > longest) return undefined;
    const body = await incoming.bytes(length - 4);
    if (!body) return undefined;
    const code = body.readInt32BE();
    if (code === sslRequest || code === gssRequest) {
      socket.write("N");
    } else if (code === cancelRequest) {
      if (body.length !== 12) return undefined;
      return { kind: "cancel", id: body.readInt32BE(4), secret: body.readInt32BE(8) };
    } else {
      if (code >> 16 !== 3) return undefined;
      const parameters = parametersIn(body.subarray(4));
      negotiate(socket, code & 0xffff, parameters);
      return { kind: "session", parameters };
    }
  }
  return undefined;
}

function parametersIn(body: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  for (let at = 0; at < body.length && body[at] !== 0; ) {
    const name = textAt(body, at);
    const value = textAt(body, name.next);
    parameters.set(name.text, value.text);
    at = value.next;
  }
  return parameters;
}

/** Tells a program that asks for more than version 3.0 that it has to do with it. */
function negotiate(socket: Socket, minor: number, parameters: Map<string, string>): void {
  const unknown = [...parameters.keys()].filter((name) => name.startsWith("_pq_."));
  for (const name of unknown) parameters.delete(name);
  if (minor === 0 && unknown.length === 0) return;
  socket.write(frame("v", int32(0), int32(unknown.length), ...unknown));
}

/**
 * The settings with which a session begins: its parameters, and those in the style of a command line in
 * `options`.
 *
 * @throws {DatabaseError}
 */
export function settingsIn(parameters: ReadonlyMap<string, string>): Record<string, string> {
  const settings: Record<string, string> = {};
  if ((parameters.get("replication") ?? "false") !== "false") {
    throw refusal("0A000", "the embedded database has no replication");
  }
  const words = (parameters.get("options") ?? "").match(/(?:\\.|[^\s\\])+/gs) ?? [];
  const options = words.map((word) => word.replaceAll(/\\(.)/gs, "$1"));
  for (let index = 0; index < options.length; index++) {
    const option = options[index] ?? "";
    const text = option === "-c" ? (options[++index] ?? "") : option.replace(/^(-c|--)/, "");
    const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(text) ?? [];
    if (!name)
      throw refusal("42601", `invalid command-line argument for server process: ${option}`);
    settings[name.replaceAll("-", "_")] = value ?? "";
  }
  for (const [name, value] of parameters) {
    if (!["user", "database", "options", "replication"].includes(name)) settings[name] = value;
  }
  return settings;
}
