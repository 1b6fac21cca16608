import { DatabaseError } from "../../database/errors.ts";
import { canWrite } from "../authorization.ts";
import {
  type FieldErrors,
  invalidMessages,
  payloadTooLargeMessage,
  tooLongMessage,
} from "../errors.ts";
import type { OutgoingMessage } from "../frames/frame.ts";
import { maxNameLength } from "../topic.ts";
import {
  enforceRateLimit,
  identifySender,
  parseJsonBody,
  publish,
  rateLimitKey,
  readBody,
} from "./broadcast-request.ts";
import type { Endpoint } from "./endpoint.ts";

interface BatchMessage {
  readonly topic: string;
  readonly event: string;
  readonly payload: object;
  readonly isPrivate: boolean;
  /** Clients receive it as `meta.id`. */
  readonly id: string | undefined;
}

/**
 * `POST /api/broadcast`: publishes messages to several topics. Messages that the policies reject are skipped
 * silently, as in the reference.
 *
 * Source: supabase/realtime (`lib/realtime/tenants/batch_broadcast.ex`).
 */
export const broadcastBatch: Endpoint = async (context, c) => {
  const { limits, httpRates } = context;
  const caller = await identifySender(context, c);
  const rate = httpRates.get(rateLimitKey(c, caller));
  // Check the rate before reading the body, so that a caller above the limit cannot make the server read 8 MB.
  enforceRateLimit(c, rate, limits.httpMessagesPerSecond, 0);
  const body = parseJsonBody(await readBody(c, limits.bodyBytes));
  const messages = parseMessages(body, limits.payloadBytes);
  enforceRateLimit(c, rate, limits.httpMessagesPerSecond, messages.length);
  const decisions = new Map<string, Promise<boolean>>();
  const isAllowed = async ({ topic, isPrivate }: BatchMessage): Promise<boolean> => {
    if (!isPrivate) return true;
    const decision = decisions.get(topic) ?? canWrite(context, { ...caller, topic }, "broadcast");
    decisions.set(topic, decision);
    return decision.catch((error: unknown) => {
      if (error instanceof DatabaseError) return false;
      throw error;
    });
  };
  for (const message of messages) {
    if (!(await isAllowed(message))) continue;
    const { topic, isPrivate } = message;
    await publish(context, { name: topic, isPrivate }, toOutgoingMessage(message));
  }
  return c.body(null, 202);
};

function toOutgoingMessage({ event, payload, id }: BatchMessage): OutgoingMessage {
  const meta = id === undefined ? undefined : { id };
  const json = JSON.stringify({ payload, event, type: "broadcast", meta });
  return { event: "broadcast", payload: json, id };
}

/** @throws {RealtimeError} with the errors of each message */
function parseMessages(body: unknown, maxPayloadBytes: number): readonly BatchMessage[] {
  const { messages = [] } = isObject(body) ? body : {};
  if (!Array.isArray(messages) || !messages.every(isObject)) throw invalidMessages(["is invalid"]);
  if (messages.length === 0) throw invalidMessages(["can't be blank"]);
  const errors = messages.map((message) => validateMessage(message, maxPayloadBytes));
  if (errors.some((error) => Object.keys(error).length > 0)) throw invalidMessages(errors);
  return messages.map(({ topic, event, payload, private: isPrivate, id }) => ({
    topic: topic as string,
    event: event as string,
    payload: payload as object,
    isPrivate: castBoolean(isPrivate) === true,
    id: typeof id === "string" ? id : undefined,
  }));
}

/** Returns the errors of a message in the wording of Ecto. */
function validateMessage(message: Record<string, unknown>, maxPayloadBytes: number): FieldErrors {
  const errors: Record<string, string[]> = {};
  const isBlank = (value: unknown) => value === undefined || value === null || value === "";
  for (const name of ["topic", "event"]) {
    const value = message[name];
    if (isBlank(value)) errors[name] = ["can't be blank"];
    else if (typeof value !== "string") errors[name] = ["is invalid"];
    else if (value.trim() === "") errors[name] = ["can't be blank"];
    else if (value.length > maxNameLength) errors[name] = [tooLongMessage];
  }
  const { payload, private: isPrivate } = message;
  if (isBlank(payload)) errors["payload"] = ["can't be blank"];
  else if (!isObject(payload)) errors["payload"] = ["is invalid"];
  else if (Buffer.byteLength(JSON.stringify(payload)) > maxPayloadBytes) {
    errors["payload"] = [payloadTooLargeMessage];
  }
  if (castBoolean(isPrivate) === undefined) errors["private"] = ["is invalid"];
  return errors;
}

/** Casts a value as Ecto does. Returns false for a missing value and undefined for an invalid one. */
function castBoolean(value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === "") return false;
  if (["true", "1", true].includes(value as string)) return true;
  return ["false", "0", false].includes(value as string) ? false : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
