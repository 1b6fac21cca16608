import { malformedFrame } from "../errors.ts";
import {
  createFrame,
  type EncodedFrame,
  type Protocol,
  type Push,
  parseJson,
  payloadJson,
} from "./frame.ts";

/** Version 1.0.0: frames are JSON objects (Phoenix.Socket.V1.JSONSerializer). */
export const version1: Protocol = {
  decode(data, isBinary) {
    const frame = isBinary ? undefined : parseJson(data);
    if (typeof frame !== "object" || frame === null || Array.isArray(frame)) {
      throw malformedFrame("A frame of version 1.0.0 must be a JSON object.");
    }
    const { join_ref: joinRef, ref, topic, event, payload } = frame as Record<string, unknown>;
    return createFrame({ joinRef, ref, topic, event, payload });
  },
  encodePush,
  encodeMessage(topic, message) {
    const payload = payloadJson(message);
    if (payload === undefined) return undefined;
    const { event } = message;
    const { data } = encodePush({ joinRef: null, ref: null, topic, event, payload });
    return { data: Buffer.from(data), isBinary: false };
  },
};

function encodePush({ ref, topic, event, payload }: Push): EncodedFrame & { data: string } {
  const head = JSON.stringify({ ref, topic, event });
  return { data: `${head.slice(0, -1)},"payload":${payload}}`, isBinary: false };
}
