import { malformedFrame } from "../errors.ts";
import {
  createFrame,
  type EncodedFrame,
  type Frame,
  metaJson,
  type OutgoingMessage,
  type Protocol,
  type Push,
  parseJson,
  payloadJson,
  UserPayload,
} from "./frame.ts";

/** The first byte of a binary frame (supabase/realtime, `lib/realtime_web/socket/v2_serializer.ex`). */
const frameKinds = { userBroadcastPush: 3, userBroadcast: 4 } as const;
const jsonEncoding = 1;

/** Version 2.0.0: frames are JSON arrays, or binary for broadcasts. */
export const version2: Protocol = {
  decode(data, isBinary) {
    if (isBinary) return decodeBinary(data);
    const frame = parseJson(data);
    if (!Array.isArray(frame) || frame.length < 5) {
      throw malformedFrame("A frame of version 2.0.0 must be an array of five elements.");
    }
    const [joinRef, ref, topic, event, payload] = frame;
    return createFrame({ joinRef, ref, topic, event, payload });
  },
  encodePush,
  encodeMessage(topic, message) {
    const binary = encodeBinary(topic, message);
    if (binary) return binary;
    const payload = payloadJson(message);
    if (payload === undefined) return undefined;
    const { event } = message;
    const { data } = encodePush({ joinRef: null, ref: null, topic, event, payload });
    return { data: Buffer.from(data), isBinary: false };
  },
};

function encodePush({
  joinRef,
  ref,
  topic,
  event,
  payload,
}: Push): EncodedFrame & { data: string } {
  const head = JSON.stringify([joinRef, ref, topic, event]);
  return { data: `${head.slice(0, -1)},${payload}]`, isBinary: false };
}

/** @throws {RealtimeError} */
function decodeBinary(data: Buffer): Frame {
  const [kind, joinRefSize, refSize, topicSize, eventSize, metadataSize, encoding] = data;
  if (kind !== frameKinds.userBroadcastPush || encoding === undefined) {
    throw malformedFrame("Clients may only send binary frames of kind 3.");
  }
  let offset = 7;
  const readText = (size = 0): string => {
    if (offset + size > data.length) throw malformedFrame("The binary frame is truncated.");
    offset += size;
    return data.toString("utf8", offset - size, offset);
  };
  const joinRef = readText(joinRefSize);
  const ref = readText(refSize);
  const topic = readText(topicSize);
  const event = readText(eventSize);
  const persist = parsePersist(readText(metadataSize));
  const body = data.subarray(offset);
  // JSON clients receive the body inside a text frame; invalid JSON would corrupt that frame.
  if (encoding === jsonEncoding) parseJson(body);
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: "broadcast",
    payload: new UserPayload(event, encoding === jsonEncoding ? "json" : "binary", body, persist),
  };
}

/**
 * Returns `persist`, the only metadata that realtime-js sends. The reference reads the metadata and does not forward
 * it.
 *
 * @throws {RealtimeError} if the metadata is not JSON
 */
function parsePersist(metadata: string): unknown {
  if (metadata === "") return undefined;
  const { persist } = (parseJson(Buffer.from(metadata)) ?? {}) as { readonly persist?: unknown };
  return persist;
}

/** Returns undefined if the payload is not a client's binary frame, or if a name exceeds its one-byte length. */
function encodeBinary(topic: string, message: OutgoingMessage): EncodedFrame | undefined {
  const { payload } = message;
  if (typeof payload === "string") return undefined;
  const parts = [topic, payload.event, metaJson(message) ?? ""].map((text) => Buffer.from(text));
  const sizes = parts.map(({ length }) => length);
  if (sizes.some((size) => size > 255)) return undefined;
  const encoding = payload.encoding === "json" ? jsonEncoding : 0;
  const head = Buffer.from([frameKinds.userBroadcast, ...sizes, encoding]);
  return { data: Buffer.concat([head, ...parts, payload.body]), isBinary: true };
}
