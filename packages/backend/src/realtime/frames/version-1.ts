import {
  type Encoded,
  frameOf,
  jsonOf,
  MalformedFrame,
  type Protocol,
  type Push,
  parse,
} from "./frame.ts";

/** Version 1.0.0: JSON objects (Phoenix.Socket.V1.JSONSerializer). */
export const version1: Protocol = {
  decode(data, isBinary) {
    const message = isBinary ? undefined : parse(data);
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      throw new MalformedFrame("Version 1.0.0 sends objects.");
    }
    const { join_ref: joinRef, ref, topic, event, payload } = message as Record<string, unknown>;
    return frameOf({ joinRef, ref, topic, event, payload });
  },
  push,
  tell(topic, told) {
    const payload = jsonOf(told);
    if (payload === undefined) return undefined;
    const { data } = push({ joinRef: null, ref: null, topic, event: told.event, payload });
    return { data: Buffer.from(data), isBinary: false };
  },
};

function push({ ref, topic, event, payload }: Push): Encoded & { data: string } {
  const head = JSON.stringify({ ref, topic, event });
  return { data: `${head.slice(0, -1)},"payload":${payload}}`, isBinary: false };
}
