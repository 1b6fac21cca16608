import { randomUUID } from "node:crypto";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";
import { all, Queue } from "../queue.ts";
import { channel, kinds, type Listener, type Notifications } from "./notifications.ts";
import type { Bus, BusListener, Word } from "./port.ts";
import { type Greeting, read, type Sentence, written } from "./words.ts";

/** In milliseconds: how often a process says that it is there, and when one that does not is gone. */
const pulse = 10_000;
const longestSilence = 35_000;

/** In bytes: what a notification holds (PostgreSQL: less than 8,000), with what stands before a sentence. */
const largestNotification = 7_900;

/** In characters: how much may wait for the database. */
const longestQueue = 32 * 1024 * 1024;

/** In milliseconds: the pause after messages were lost. */
const pause = 1_000;

/**
 * A bus over the database that all processes share: NOTIFY, and a table for what is too large for it. A process
 * that hears of no other sends nothing but its pulse.
 */
export class DatabaseBus implements Bus, Listener {
  readonly #database: Database;
  readonly #log: Log;
  readonly #listener: BusListener;
  readonly #id = randomUUID();
  /** When each other process was heard last. */
  readonly #others = new Map<string, number>();
  #notifications: Notifications | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  readonly #queue = new Queue<string>({
    sizeOf: (sentence) => sentence.length,
    limit: longestQueue,
    take: all,
    work: (sentences) => this.#send(sentences),
    onLoss: (err) => {
      this.#log.error({ err }, "messages to other processes are lost");
      // The others may have missed a change of the members.
      setTimeout(() => this.#listener.onCome(), pause).unref();
    },
  });

  constructor(database: Database, log: Log, listener: BusListener) {
    this.#database = database;
    this.#log = log;
    this.#listener = listener;
  }

  /** Hears by these. */
  attach(notifications: Notifications): void {
    this.#notifications = notifications;
  }

  open(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  tell(word: Word): void {
    if (this.#others.size > 0) this.#say(word);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#opening) return;
    await this.#opening.catch(() => {});
    this.#say("bye");
    await this.#queue.idle();
    await this.#notifications?.close();
  }

  async onNotified(payload: string): Promise<void> {
    const { from, said } = await this.#understand(payload);
    if (from === this.#id) return;
    const isKnown = this.#others.has(from);
    this.#others.set(from, performance.now());
    if (said === "bye") return this.#forget(from);
    if (said === "hello") {
      this.#say("here");
      this.#listener.onCome();
      return;
    }
    // Its members are not known either.
    if (!isKnown && said === "here") this.#say("hello");
    if (said !== "here") this.#listener.onWord(from, said);
  }

  onGap(): void {
    this.#say("hello");
    this.#listener.onCome();
  }

  async #open(): Promise<void> {
    await this.#notifications?.open();
    this.#timer = setInterval(() => {
      this.#say("here");
      const now = performance.now();
      for (const [other, heardAt] of this.#others) {
        if (now - heardAt > longestSilence) this.#forget(other);
      }
    }, pulse).unref();
    this.#say("hello");
    await this.#queue.idle();
  }

  #forget(other: string): void {
    this.#others.delete(other);
    this.#listener.onGone(other);
  }

  /** The sentence of a notification, which may be the id of where it stands. */
  async #understand(payload: string): Promise<Sentence> {
    if (payload.startsWith("{")) return read(payload);
    const { rows } = await this.#database.query<{ content: string }>(
      sql`select content from portico.realtime_words where id = ${payload}`,
    );
    const [row] = rows;
    if (!row) throw new Error("A large word of another process is gone.");
    return read(row.content);
  }

  #say(said: Greeting | Word): void {
    this.#queue.add(written({ from: this.#id, number: ++this.#count, said }));
  }

  async #send(sentences: readonly string[]): Promise<void> {
    const large: { readonly id: string; readonly content: string }[] = [];
    const payloads = sentences.map((content) => {
      if (Buffer.byteLength(content) <= largestNotification) return kinds.word + content;
      const id = randomUUID();
      large.push({ id, content });
      return kinds.word + id;
    });
    await this.#database.batch([
      ...large.map(
        ({ id, content }) =>
          sql`insert into portico.realtime_words (id, content) values (${id}, ${content})`,
      ),
      sql`
        select pg_notify(${channel}, payload)
        from unnest(${payloads}::text[]) with ordinality as told (payload, place) order by place`,
    ]);
  }
}
