import { randomBytes } from "node:crypto";
import type { Connection, Database } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { mimeSource } from "../mime-source.ts";
import type { Message } from "../transport.ts";
import { searchCondition } from "./search.ts";

/** How many messages are kept. When there are more, the oldest are deleted. */
const maxMessages = 500;

/** The channel on which every process receives changes to the inbox. */
export const inboxChannel = "portico_inbox";

/** A message as it appears in a list. */
export interface MessageSummary {
  readonly id: string;
  readonly channel: "email" | "sms";
  readonly kind: string;
  readonly sender_name: string;
  readonly sender_address: string;
  readonly recipient: string;
  readonly subject: string;
  readonly snippet: string;
  readonly link: string | null;
  readonly code: string | null;
  readonly message_id: string;
  readonly size: number;
  readonly is_read: boolean;
  readonly created_at: Date;
}

export interface StoredMessage extends MessageSummary {
  readonly html: string;
  readonly text: string;
  readonly source: string;
}

export interface MessageCounts {
  readonly total: number;
  readonly unread: number;
}

const summaryColumns = sql`
  id, channel, kind, sender_name, sender_address, recipient, subject, snippet, link, code,
  message_id, size, is_read, created_at`;

/** The messages in the database. Every change is published on {@link inboxChannel}. */
export class Mailbox {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stores a message, and deletes the oldest messages beyond the capacity. */
  async add(message: Message): Promise<void> {
    const { source, messageId } = await composeSource(message);
    const isEmail = message.channel === "email";
    const subject = isEmail ? message.subject : "";
    await this.#database.transaction(async (connection) => {
      await connection.query(sql`
        insert into portico.inbox_messages (
          id, channel, kind, sender_name, sender_address, recipient, subject, html, text, snippet,
          link, code, message_id, source
        ) values (
          ${newId()}, ${message.channel}, ${isEmail ? message.kind : ""},
          ${isEmail ? message.from.name : ""}, ${isEmail ? message.from.address : ""},
          ${withoutNul(message.to)}, ${withoutNul(subject)}, ${withoutNul(isEmail ? message.html : "")},
          ${withoutNul(message.text)}, ${createSnippet(withoutNul(message.text))},
          ${isEmail ? message.link : undefined}, ${message.code}, ${messageId}, ${source}
        )`);
      await connection.query(sql`
        delete from portico.inbox_messages where position <= (
          select position from portico.inbox_messages
          order by position desc offset ${maxMessages} limit 1
        )`);
      await notify(connection, { event: "new", to: message.to.slice(0, 320) });
    });
  }

  /** Lists messages, the newest first. A limit of 0 means no limit, as in Mailpit. */
  async list(query: string, start: number, limit: number): Promise<MessageSummary[]> {
    const { rows } = await this.#database.query<MessageSummary>(sql`
      select ${summaryColumns} from portico.inbox_messages where ${searchCondition(query)}
      order by position desc offset ${start} limit ${limit === 0 ? maxMessages : limit}`);
    return rows;
  }

  async count(query = ""): Promise<MessageCounts> {
    const { rows } = await this.#database.query<MessageCounts>(sql`
      select count(*) as total, count(*) filter (where not is_read) as unread
      from portico.inbox_messages where ${searchCondition(query)}`);
    return rows[0] ?? { total: 0, unread: 0 };
  }

  /** Returns the tags of all messages. */
  async tags(): Promise<string[]> {
    const { rows } = await this.#database.query(sql`
      select 1 from portico.inbox_messages where channel = 'sms' limit 1`);
    return rows.length > 0 ? ["sms"] : [];
  }

  /** @param id the id of the message, or `latest` for the newest one that matches the query */
  async find(id: string, query = ""): Promise<StoredMessage | undefined> {
    const condition = id === "latest" ? searchCondition(query) : sql`id = ${id}`;
    const { rows } = await this.#database.query<StoredMessage>(sql`
      select ${summaryColumns}, html, text, source from portico.inbox_messages where ${condition}
      order by position desc limit 1`);
    return rows[0];
  }

  markIds(ids: readonly string[], isRead: boolean): Promise<void> {
    return this.#mark(sql`id = any (${ids}::text[])`, isRead);
  }

  markMatching(query: string, isRead: boolean): Promise<void> {
    return this.#mark(searchCondition(query), isRead);
  }

  deleteIds(ids: readonly string[]): Promise<void> {
    return this.#change(sql`delete from portico.inbox_messages where id = any (${ids}::text[])`);
  }

  deleteMatching(query: string): Promise<void> {
    return this.#change(sql`delete from portico.inbox_messages where ${searchCondition(query)}`);
  }

  #mark(condition: Sql, isRead: boolean): Promise<void> {
    return this.#change(sql`
      update portico.inbox_messages set is_read = ${isRead}
      where is_read <> ${isRead} and ${condition}`);
  }

  async #change(statement: Sql): Promise<void> {
    await this.#database.transaction(async (connection) => {
      const { affected } = await connection.query(statement);
      if (affected > 0) await notify(connection, { event: "change" });
    });
  }
}

/** A change to the inbox, as listeners receive it. */
export type InboxChange =
  | { readonly event: "new"; readonly to: string }
  | { readonly event: "change" };

async function notify(connection: Connection, change: InboxChange): Promise<void> {
  await connection.query(sql`select pg_notify(${inboxChannel}, ${JSON.stringify(change)})`);
}

/** Returns a message as a mail server would receive it. A text message only has a body. */
async function composeSource(message: Message): Promise<{ source: string; messageId: string }> {
  if (message.channel === "sms") {
    return { source: `To: ${message.to}\r\n\r\n${withoutNul(message.text)}\r\n`, messageId: "" };
  }
  return mimeSource(message);
}

/** Returns 22 letters and digits, the format of Mailpit's ids. */
function newId(): string {
  const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  // There are 57 characters, so some are slightly more likely than others, which does no harm.
  return Array.from(randomBytes(22), (byte) => alphabet[byte % alphabet.length]).join("");
}

/** Removes NUL, which PostgreSQL's text type cannot contain. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}

/** Returns the beginning of a message as one line. */
function createSnippet(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 200 ? line : `${line.slice(0, 200).toWellFormed()}...`;
}
