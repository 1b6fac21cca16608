import { nestsDeeperThan } from "../../http/nesting.ts";

/** A message from a client. */
export interface Frame {
  /** The ref of the join that the message belongs to. Clients number their messages as they like. */
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

export type Ref = string | number | null;

/** The payload of a client's broadcast in a binary frame: its content is passed on as it is. */
export class UserPayload {
  readonly event: string;
  readonly encoding: "json" | "binary";
  readonly body: Buffer;

  constructor(event: string, encoding: "json" | "binary", body: Buffer) {
    this.event = event;
    this.encoding = encoding;
    this.body = body;
  }
}

/** A message to one client. */
export interface Push {
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
  /** JSON text. */
  readonly payload: string;
}

/** A message to all clients of a topic. */
export interface Told {
  readonly event: "broadcast" | "presence_diff" | "postgres_changes";
  /** JSON text, unless it is a user's. */
  readonly payload: string | UserPayload;
  /** That of a message from the database, which clients see as `meta`. */
  readonly id?: string | undefined;
  /** True for a message that was told before. */
  readonly isReplayed?: boolean | undefined;
}

/** A frame as it is sent. */
export interface Encoded {
  readonly data: string | Buffer;
  readonly isBinary: boolean;
}

/** A version of the protocol. */
export interface Protocol {
  /** @throws {MalformedFrame} */
  decode(data: Buffer, isBinary: boolean): Frame;
  push(push: Push): Encoded;
  /** Undefined for a message that the version cannot carry. */
  tell(topic: string, told: Told): Encoded | undefined;
}

/** A frame that is not of the protocol. */
export class MalformedFrame extends Error {
  override readonly name = "MalformedFrame";
}

/** The deepest JSON that is taken: what nests deeper cannot be written again. */
export const deepest = 500;

/** @throws {MalformedFrame} */
export function parse(data: Buffer): unknown {
  const text = data.toString();
  if (nestsDeeperThan(deepest, text)) throw new MalformedFrame("The frame nests too deeply.");
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedFrame("The frame is not JSON.");
  }
}

/**
 * The frame of these parts.
 *
 * @throws {MalformedFrame}
 */
export function frameOf(parts: Readonly<Record<keyof Frame, unknown>>): Frame {
  const { joinRef, ref, topic, event, payload } = parts;
  if (typeof topic !== "string" || typeof event !== "string") {
    throw new MalformedFrame("A frame has a topic and an event.");
  }
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload };
}

function refOf(value: unknown): Ref {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  throw new MalformedFrame("A ref is a text.");
}

/** The payload in JSON text; undefined for one that is not JSON. */
export function jsonOf(told: Told): string | undefined {
  const { payload } = told;
  if (typeof payload === "string") return payload;
  if (payload.encoding !== "json") return undefined;
  const meta = metaOf(told);
  const event = JSON.stringify(payload.event);
  const rest = meta === undefined ? "" : `,"meta":${meta}`;
  return `{"type":"broadcast","event":${event},"payload":${payload.body}${rest}}`;
}

/** JSON text. */
export function metaOf({ id, isReplayed }: Told): string | undefined {
  if (id === undefined) return undefined;
  return JSON.stringify({ ...(isReplayed && { replayed: true }), id });
}
