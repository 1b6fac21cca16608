import { DatabaseError } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Realtime } from "../context.ts";
import { type Told, UserPayload } from "../frames/frame.ts";
import { Refusal } from "../refusal.ts";

/** A row of `realtime.messages`, with its payload as JSON text. */
export interface StoredMessage {
  readonly id: string;
  readonly event: string;
  readonly payload: string | null;
  readonly binary_payload: Uint8Array | null;
}

/** The message that clients get of a row. */
export function toldOf({
  id,
  event,
  payload,
  binary_payload: binary,
}: StoredMessage): Told & { readonly id: string } {
  const content = binary
    ? new UserPayload(event, "binary", Buffer.from(binary))
    : new UserPayload(event, "json", Buffer.from(payload ?? "null"));
  return { event: "broadcast", payload: content, id };
}

/** In milliseconds: the latest date that JavaScript and PostgreSQL's `timestamp` both have. */
const latest = 8.64e15;

/**
 * The last messages of a private topic, the oldest first.
 *
 * Source: supabase/realtime (`lib/realtime/messages.ex`).
 *
 * @throws {Refusal} {DatabaseUnavailable}
 */
export async function storedMessages(
  { database, limits }: Realtime,
  topic: string,
  { since, limit }: { readonly since: unknown; readonly limit: unknown },
): Promise<readonly ReturnType<typeof toldOf>[]> {
  if (!Number.isInteger(since) || !Number.isInteger(limit) || Math.abs(Number(since)) > latest) {
    throw new Refusal("UnableToReplayMessages", "Replay params are not valid");
  }
  const count = Math.max(1, Math.min(Number(limit), limits.replayed));
  const from = new Date(Number(since));
  try {
    const { rows } = await database.query<StoredMessage>(sql`
      select id, event, payload::text as payload, binary_payload from realtime.messages
      where topic = ${topic} and private is true and extension = 'broadcast' and event is not null
        and inserted_at >= ${from}::timestamptz::timestamp
        and inserted_at < now()::timestamp + interval '1 minute'
      order by inserted_at desc limit ${count}`);
    return rows.reverse().map(toldOf);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Refusal("UnableToReplayMessages", "Realtime was unable to replay messages");
  }
}
