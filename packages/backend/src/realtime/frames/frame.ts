import { nestsDeeperThan } from "../../http/body/nesting.ts";
import { malformedFrame } from "../errors.ts";

/** A message from a client. */
export interface Frame {
  /** The ref of the join that opened the channel of the message. */
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

/** The reference number of a message, which its client has chosen. */
export type Ref = string | number | null;

/** A client's broadcast from a binary frame. Its body is forwarded unchanged. */
export class UserPayload {
  readonly event: string;
  readonly encoding: "json" | "binary";
  readonly body: Buffer;
  /** The frame's `persist`: whether the message is to be stored for replay, and for how long. Not forwarded. */
  readonly persist: unknown;

  constructor(event: string, encoding: "json" | "binary", body: Buffer, persist?: unknown) {
    this.event = event;
    this.encoding = encoding;
    this.body = body;
    this.persist = persist;
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
export interface OutgoingMessage {
  readonly event: "broadcast" | "presence_diff" | "postgres_changes";
  /** JSON text, except for a client's binary frame. */
  readonly payload: string | UserPayload;
  /** The id of a stored message. Clients receive it as `meta.id`. */
  readonly id?: string | undefined;
  /** Whether a stored message is sent again because a channel has joined. */
  readonly isReplayed?: boolean | undefined;
}

/** The data of a WebSocket message to a client. */
export interface EncodedFrame {
  readonly data: string | Buffer;
  readonly isBinary: boolean;
}

/** One version of the protocol. */
export interface Protocol {
  /** @throws {RealtimeError} if the frame is malformed */
  decode(data: Buffer, isBinary: boolean): Frame;
  encodePush(push: Push): EncodedFrame;
  /** Returns undefined if this version cannot carry the message. */
  encodeMessage(topic: string, message: OutgoingMessage): EncodedFrame | undefined;
}

/** Deeper JSON is refused, because `JSON.stringify` would overflow the stack on it. */
export const maxNestingDepth = 500;

/** @throws {RealtimeError} */
export function parseJson(data: Buffer): unknown {
  const text = data.toString();
  if (nestsDeeperThan(maxNestingDepth, text)) throw malformedFrame("The frame nests too deeply.");
  try {
    return JSON.parse(text);
  } catch {
    throw malformedFrame("The frame is not JSON.");
  }
}

/**
 * Checks the types of a frame's parts.
 *
 * @throws {RealtimeError}
 */
export function createFrame(parts: Readonly<Record<keyof Frame, unknown>>): Frame {
  const { joinRef, ref, topic, event, payload } = parts;
  if (typeof topic !== "string" || typeof event !== "string") {
    throw malformedFrame("The topic and the event of a frame must be strings.");
  }
  return { joinRef: parseRef(joinRef), ref: parseRef(ref), topic, event, payload };
}

function parseRef(value: unknown): Ref {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  throw malformedFrame("The ref of a frame must be a string.");
}

/** Returns the payload as JSON text, or undefined if it is binary. */
export function payloadJson(message: OutgoingMessage): string | undefined {
  const { payload } = message;
  if (typeof payload === "string") return payload;
  if (payload.encoding !== "json") return undefined;
  const meta = metaJson(message);
  const event = JSON.stringify(payload.event);
  const suffix = meta === undefined ? "" : `,"meta":${meta}`;
  return `{"type":"broadcast","event":${event},"payload":${payload.body}${suffix}}`;
}

/** Returns the `meta` of a stored message as JSON text. Other messages have none. */
export function metaJson({ id, isReplayed }: OutgoingMessage): string | undefined {
  if (id === undefined) return undefined;
  return JSON.stringify({ ...(isReplayed && { replayed: true }), id });
}
