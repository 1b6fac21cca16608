import {
  type Encoded,
  type Frame,
  frameOf,
  jsonOf,
  MalformedFrame,
  metaOf,
  type Protocol,
  type Push,
  parse,
  type Told,
  UserPayload,
} from "./frame.ts";

/** The first byte of a binary frame (supabase/realtime, `lib/realtime_web/socket/v2_serializer.ex`). */
const kinds = { userBroadcastPush: 3, userBroadcast: 4 } as const;
const json = 1;

/** Version 2.0.0: JSON arrays, and binary frames for broadcasts. */
export const version2: Protocol = {
  decode(data, isBinary) {
    if (isBinary) return decodeBinary(data);
    const message = parse(data);
    if (!Array.isArray(message) || message.length < 5) {
      throw new MalformedFrame("Version 2.0.0 sends arrays of five.");
    }
    const [joinRef, ref, topic, event, payload] = message;
    return frameOf({ joinRef, ref, topic, event, payload });
  },
  push,
  tell(topic, told) {
    const encoded = encodeBinary(topic, told);
    if (encoded) return encoded;
    const payload = jsonOf(told);
    if (payload === undefined) return undefined;
    const { data } = push({ joinRef: null, ref: null, topic, event: told.event, payload });
    return { data: Buffer.from(data), isBinary: false };
  },
};

function push({ joinRef, ref, topic, event, payload }: Push): Encoded & { data: string } {
  const head = JSON.stringify([joinRef, ref, topic, event]);
  return { data: `${head.slice(0, -1)},${payload}]`, isBinary: false };
}

/** @throws {MalformedFrame} */
function decodeBinary(data: Buffer): Frame {
  const [kind, joinRefSize, refSize, topicSize, eventSize, metadataSize, encoding] = data;
  if (kind !== kinds.userBroadcastPush || encoding === undefined) {
    throw new MalformedFrame("The binary frame is of no kind that clients send.");
  }
  let offset = 7;
  const take = (size = 0): string => {
    if (offset + size > data.length) throw new MalformedFrame("The binary frame is cut off.");
    offset += size;
    return data.toString("utf8", offset - size, offset);
  };
  const [joinRef, ref, topic, event] = [
    take(joinRefSize),
    take(refSize),
    take(topicSize),
    take(eventSize),
  ];
  // The reference reads the metadata and passes none of it on.
  take(metadataSize);
  const body = data.subarray(offset);
  // Others get it in a text, where it would break the whole.
  if (encoding === json) parse(body);
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: "broadcast",
    payload: new UserPayload(event, encoding === json ? "json" : "binary", body),
  };
}

/** Undefined for what is no user's broadcast, and where a name is too long for its byte of length. */
function encodeBinary(topic: string, told: Told): Encoded | undefined {
  const { payload } = told;
  if (typeof payload === "string") return undefined;
  const parts = [topic, payload.event, metaOf(told) ?? ""].map((text) => Buffer.from(text));
  const sizes = parts.map(({ length }) => length);
  if (sizes.some((size) => size > 255)) return undefined;
  const head = Buffer.from([kinds.userBroadcast, ...sizes, payload.encoding === "json" ? json : 0]);
  return { data: Buffer.concat([head, ...parts, payload.body]), isBinary: true };
}
