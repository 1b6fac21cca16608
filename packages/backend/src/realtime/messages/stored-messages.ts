import { randomUUID } from "node:crypto";
import { DatabaseError } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import type { RealtimeContext } from "../context.ts";
import {
  invalidReplay,
  replayFailed,
  storingFailed,
  storingNeedsPrivateChannel,
  storingTimeNotSupported,
} from "../errors.ts";
import { type OutgoingMessage, UserPayload } from "../frames/frame.ts";
import type { Topic } from "../topic.ts";

/** A row of `realtime.messages`. */
export interface StoredMessage {
  readonly id: string;
  readonly event: string;
  /** JSON text. */
  readonly payload: string | null;
  readonly binary_payload: Uint8Array | null;
}

/** Converts a row into the message that clients receive. */
export function toOutgoingMessage({
  id,
  event,
  payload,
  binary_payload: binary,
}: StoredMessage): OutgoingMessage & { readonly id: string } {
  const content = binary
    ? new UserPayload(event, "binary", Buffer.from(binary))
    : new UserPayload(event, "json", Buffer.from(payload ?? "null"));
  return { event: "broadcast", payload: content, id };
}

/**
 * Checks a client's request to store a message (`persist` of realtime-js).
 *
 * @throws {RealtimeError} for a public topic, and for a time other than the one that all messages are kept for
 */
export function requireStorable({ isPrivate }: Topic, ttl: unknown): void {
  if (!isPrivate) throw storingNeedsPrivateChannel();
  if (ttl !== undefined) throw storingTimeNotSupported();
}

/**
 * Stores a message of a private topic. It reaches the topic's channels like a message from the database.
 *
 * @throws {RealtimeError} if PostgreSQL cannot store it
 */
export async function storeMessage(
  { database }: RealtimeContext,
  topic: string,
  { event, encoding, body }: UserPayload,
  id: string = randomUUID(),
): Promise<void> {
  const payload = encoding === "json" ? body.toString() : null;
  const binary = encoding === "binary" ? body : null;
  try {
    await database.query(sql`
      insert into realtime.messages (id, payload, binary_payload, event, topic, private, extension)
      values (${id}, ${payload}::text::jsonb, ${binary}::bytea, ${event}, ${topic}, true, 'broadcast')`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw storingFailed();
  }
}

/** The last date that both JavaScript and PostgreSQL's `timestamp` can represent. */
const maxTimestampMs = 8.64e15;

/**
 * Returns the last messages of a private topic, oldest first.
 *
 * Source: supabase/realtime (`lib/realtime/messages.ex`).
 *
 * @throws {RealtimeError} {DatabaseUnavailable}
 */
export async function readStoredMessages(
  { database, limits }: RealtimeContext,
  topic: string,
  { since, limit }: { readonly since: unknown; readonly limit: unknown },
): Promise<readonly ReturnType<typeof toOutgoingMessage>[]> {
  const isInRange = Math.abs(Number(since)) <= maxTimestampMs;
  if (!Number.isInteger(since) || !Number.isInteger(limit) || !isInRange) throw invalidReplay();
  const count = Math.max(1, Math.min(Number(limit), limits.replayedMessages));
  const sinceDate = new Date(Number(since));
  try {
    const { rows } = await database.query<StoredMessage>(sql`
      select id, event, payload::text as payload, binary_payload from realtime.messages
      where topic = ${topic} and private is true and extension = 'broadcast' and event is not null
        and inserted_at >= ${sinceDate}::timestamptz::timestamp
        and inserted_at < now()::timestamp + interval '1 minute'
      order by inserted_at desc limit ${count}`);
    return rows.reverse().map(toOutgoingMessage);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw replayFailed();
  }
}
