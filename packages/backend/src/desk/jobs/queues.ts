import type { Connection } from "../../database/port.ts";
import { identifier, sql } from "../../database/sql.ts";
import { noQueue } from "../errors.ts";
import { hasTable } from "../has-table.ts";

/** A queue of pgmq. */
export interface Queue {
  readonly name: string;
  /** The number of all messages, including those that are hidden because a consumer has read them. */
  readonly length: number;
  /** The number of messages that the next consumer can read. */
  readonly visible: number;
  readonly oldestSeconds: number | null;
  /** The number of messages that were ever sent. */
  readonly total: number;
  readonly archived: number;
}

/** A message in a queue or in its archive. */
export interface QueueMessage {
  /** The id, which is a bigint, as text. */
  readonly id: string;
  /** How often the message was read. */
  readonly reads: number;
  readonly enqueuedAt: Date;
  /** When other consumers can read the message again. */
  readonly visibleAt: Date;
  readonly archivedAt: Date | null;
  /** The JSON of the message as text. */
  readonly message: string | null;
  readonly isCut: boolean;
}

const maxQueues = 200;
const maxMessages = 100;
const maxMessageCharacters = 4_000;

/** Returns the queues, or undefined without pgmq. */
export async function loadQueues(database: Connection): Promise<readonly Queue[] | undefined> {
  if (!(await hasTable(database, "pgmq.meta"))) return undefined;
  const { rows } = await database.query<{ readonly name: string }>(sql`
    select queue_name as name from pgmq.meta order by queue_name limit ${maxQueues}`);
  return Promise.all(rows.map(({ name }) => loadQueue(database, name)));
}

async function loadQueue(database: Connection, name: string): Promise<Queue> {
  const { rows } = await database.query<Omit<Queue, "name">>(sql`
    select queue_length::float8 as length, queue_visible_length::float8 as visible,
      oldest_msg_age_sec::float8 as "oldestSeconds", total_messages::float8 as total,
      (select count(*) from ${tableOf(name, "a")})::float8 as archived
    from pgmq.metrics(${name}::text)`);
  const emptyQueue = { length: 0, visible: 0, oldestSeconds: null, total: 0, archived: 0 };
  return { name, ...(rows[0] ?? emptyQueue) };
}

/** Returns the oldest messages of a queue, or the newest of its archive, without removing them. */
export async function readMessages(
  database: Connection,
  name: string,
  isArchive: boolean,
): Promise<readonly QueueMessage[]> {
  await requireQueue(database, name);
  const archivedAt = isArchive ? sql`archived_at` : sql`null::timestamptz`;
  const order = isArchive ? sql`msg_id desc` : sql`msg_id`;
  const { rows } = await database.query<QueueMessage>(sql`
    select msg_id::text as id, read_ct as reads, enqueued_at as "enqueuedAt", vt as "visibleAt",
      ${archivedAt} as "archivedAt", left(message::text, ${maxMessageCharacters}) as message,
      coalesce(length(message::text), 0) > ${maxMessageCharacters} as "isCut"
    from ${tableOf(name, isArchive ? "a" : "q")} order by ${order} limit ${maxMessages}`);
  return rows;
}

/** Adds a message, and returns its id. @param message JSON */
export async function sendMessage(
  database: Connection,
  name: string,
  message: string,
): Promise<string | undefined> {
  await requireQueue(database, name);
  const { rows } = await database.query<{ readonly id: string }>(sql`
    select id::text from pgmq.send(${name}::text, ${message}::text::jsonb) as sent (id)`);
  return rows[0]?.id;
}

/** Deletes a message, or moves it to the archive. Returns whether it existed. */
export async function removeMessage(
  database: Connection,
  name: string,
  id: string,
  how: "archive" | "delete",
): Promise<boolean> {
  await requireQueue(database, name);
  const { rows } = await database.query<{ readonly isDone: boolean }>(
    how === "archive"
      ? sql`select pgmq.archive(${name}::text, ${id}::bigint) as "isDone"`
      : sql`select pgmq.delete(${name}::text, ${id}::bigint) as "isDone"`,
  );
  return rows[0]?.isDone === true;
}

async function requireQueue(database: Connection, name: string): Promise<void> {
  const isInstalled = await hasTable(database, "pgmq.meta");
  const found = isInstalled
    ? await database.query(sql`select from pgmq.meta where queue_name = ${name}::text`)
    : undefined;
  if (!found?.rows.length) throw noQueue(name);
}

/** Returns the name of a queue's table. pgmq writes these names in lower case. */
const tableOf = (queue: string, prefix: "a" | "q") =>
  identifier("pgmq", `${prefix}_${queue}`.toLowerCase());
