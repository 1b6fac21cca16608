import { type OutgoingMessage, UserPayload } from "../frames/frame.ts";
import type { BusMessage } from "./port.ts";

/** Messages that the bus itself uses to discover processes. */
export type ProcessSignal = "hello" | "alive" | "bye";

/** A bus message with its sender. */
export interface BusEnvelope {
  /** The id of the sending process. */
  readonly from: string;
  /** Makes every envelope unique, because NOTIFY drops duplicates within a transaction. */
  readonly sequence: number;
  readonly content: ProcessSignal | BusMessage;
}

export const encodeEnvelope = (envelope: BusEnvelope) =>
  JSON.stringify(envelope, (_, value: unknown) =>
    value instanceof UserPayload
      ? {
          event: value.event,
          encoding: value.encoding,
          body: value.body.toString(value.encoding === "json" ? "utf8" : "base64"),
        }
      : value,
  );

/** @param text an envelope from a process of the same version */
export function decodeEnvelope(text: string): BusEnvelope {
  const envelope = JSON.parse(text) as BusEnvelope;
  const { content } = envelope;
  if (typeof content === "string" || content.kind !== "broadcast") return envelope;
  return { ...envelope, content: { ...content, message: restorePayload(content.message) } };
}

interface SerializedPayload {
  readonly event: string;
  readonly encoding: UserPayload["encoding"];
  readonly body: string;
}

function restorePayload(message: OutgoingMessage): OutgoingMessage {
  if (typeof message.payload === "string") return message;
  // `JSON.parse` has returned the fields that `encodeEnvelope` writes, not an instance of `UserPayload`.
  const { event, encoding, body } = message.payload as unknown as SerializedPayload;
  const bytes = Buffer.from(body, encoding === "json" ? "utf8" : "base64");
  return { ...message, payload: new UserPayload(event, encoding, bytes) };
}
