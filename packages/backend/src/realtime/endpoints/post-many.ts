import type { Handler } from "hono";
import { DatabaseError } from "../../database/port.ts";
import type { Realtime } from "../context.ts";
import type { Told } from "../frames/frame.ts";
import type { Rates } from "../rate.ts";
import { longestName } from "../topic.ts";
import { bodyOf, callerOf, countPosted, jsonOfBody, mayPost, payerOf, post } from "./post.ts";
import { HttpRefusal, tooLong } from "./refusal.ts";

/** A message of a batch. */
interface Message {
  readonly topic: string;
  readonly event: string;
  readonly payload: object;
  readonly isPrivate: boolean;
  /** Clients get it as `meta.id`. */
  readonly id: string | undefined;
}

/**
 * `POST /api/broadcast`: messages to several topics. As in the reference, those that policies refuse are left
 * out, and the answer does not say so.
 *
 * Source: supabase/realtime (`lib/realtime/tenants/batch_broadcast.ex`).
 */
export function postMany(realtime: Realtime, posted: Rates): Handler {
  const { limits } = realtime;
  return async (c) => {
    const caller = await callerOf(realtime, c);
    const rate = posted.of(payerOf(c, caller));
    // Whoever is over the limit has no body of eight megabytes read.
    countPosted(c, rate, limits.postedPerSecond, 0);
    const body = jsonOfBody(await bodyOf(c, limits.body));
    const messages = readMessages(body, limits.payload);
    countPosted(c, rate, limits.postedPerSecond, messages.length);
    const asked = new Map<string, Promise<boolean>>();
    const isAllowed = async ({ topic, isPrivate }: Message): Promise<boolean> => {
      if (!isPrivate) return true;
      const answer = asked.get(topic) ?? mayPost(realtime, { ...caller, topic });
      asked.set(topic, answer);
      return answer.catch((error: unknown) => {
        if (error instanceof DatabaseError) return false;
        throw error;
      });
    };
    for (const message of messages) {
      if (!(await isAllowed(message))) continue;
      const { topic, isPrivate } = message;
      await post(realtime, { name: topic, isPrivate }, toldOf(message));
    }
    return c.body(null, 202);
  };
}

function toldOf({ event, payload, id }: Message): Told {
  const meta = id === undefined ? undefined : { id };
  const text = JSON.stringify({ payload, event, type: "broadcast", meta });
  return { event: "broadcast", payload: text, id };
}

type Errors = Record<string, string[]>;

const refused = (messages: unknown) => new HttpRefusal(422, { errors: { messages } });

/** @throws {HttpRefusal} with an entry for each message, in the words of Ecto */
function readMessages(body: unknown, largest: number): readonly Message[] {
  const { messages = [] } = isTable(body) ? body : {};
  if (!Array.isArray(messages) || !messages.every(isTable)) throw refused(["is invalid"]);
  if (messages.length === 0) throw refused(["can't be blank"]);
  const errors = messages.map((message) => errorsOf(message, largest));
  if (errors.some((error) => Object.keys(error).length > 0)) throw refused(errors);
  return messages.map(({ topic, event, payload, private: isPrivate, id }) => ({
    topic: topic as string,
    event: event as string,
    payload: payload as object,
    isPrivate: booleanOf(isPrivate) === true,
    id: typeof id === "string" ? id : undefined,
  }));
}

function errorsOf(message: Record<string, unknown>, largest: number): Errors {
  const errors: Errors = {};
  const isBlank = (value: unknown) => value === undefined || value === null || value === "";
  for (const name of ["topic", "event"]) {
    const value = message[name];
    if (isBlank(value)) errors[name] = ["can't be blank"];
    else if (typeof value !== "string") errors[name] = ["is invalid"];
    else if (value.trim() === "") errors[name] = ["can't be blank"];
    else if (value.length > longestName) errors[name] = [tooLong];
  }
  const { payload, private: isPrivate } = message;
  if (isBlank(payload)) errors["payload"] = ["can't be blank"];
  else if (!isTable(payload)) errors["payload"] = ["is invalid"];
  else if (Buffer.byteLength(JSON.stringify(payload)) > largest) {
    errors["payload"] = ["Payload size exceeds tenant limit"];
  }
  if (booleanOf(isPrivate) === undefined) errors["private"] = ["is invalid"];
  return errors;
}

/** As Ecto casts it; false when it is not given. */
function booleanOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === "") return false;
  if (["true", "1", true].includes(value as string)) return true;
  return ["false", "0", false].includes(value as string) ? false : undefined;
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
