import { randomUUID } from "node:crypto";
import type { Log } from "../../log/log.ts";
import { all, Queue } from "../queue.ts";
import type { Bus, BusListener, Word } from "./port.ts";
import type { Transport } from "./transport.ts";
import { type Greeting, read, written } from "./words.ts";

/** In milliseconds: how often a process says that it is there, and when one that does not is gone. */
const pulse = 10_000;
const longestSilence = 35_000;

/** In characters: how much may wait for the transport. */
const longestQueue = 32 * 1024 * 1024;

/** In milliseconds: the pause after messages were lost. */
const pause = 1_000;

/** A bus between processes. One that hears of no other sends nothing but its pulse. */
export class ProcessBus implements Bus {
  readonly #transport: Transport;
  readonly #log: Log;
  readonly #listener: BusListener;
  readonly #id = randomUUID();
  /** When each other process was heard last. */
  readonly #others = new Map<string, number>();
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  readonly #queue = new Queue<string>({
    sizeOf: (sentence) => sentence.length,
    limit: longestQueue,
    take: all,
    work: (sentences) => this.#transport.send(sentences),
    onLoss: ({ error: err }) => {
      this.#log.error({ err }, "messages to other processes are lost");
      // The others may have missed a change of the members.
      setTimeout(() => this.#listener.onCome(), pause).unref();
    },
  });

  constructor(transport: Transport, log: Log, listener: BusListener) {
    this.#transport = transport;
    this.#log = log;
    this.#listener = listener;
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
    await this.#transport.close();
  }

  async #open(): Promise<void> {
    await this.#transport.open({
      onSentence: (sentence) => this.#hear(sentence),
      onGap: () => {
        this.#say("hello");
        this.#listener.onCome();
      },
    });
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

  #hear(sentence: string): void {
    const { from, said } = read(sentence);
    if (from === this.#id) return;
    const isKnown = this.#others.has(from);
    this.#others.set(from, performance.now());
    if (said === "bye") {
      this.#forget(from);
      return;
    }
    if (said === "hello") {
      this.#say("here");
      this.#listener.onCome();
      return;
    }
    // Its members are not known either.
    if (!isKnown && said === "here") this.#say("hello");
    if (said !== "here") this.#listener.onWord(from, said);
  }

  #forget(other: string): void {
    this.#others.delete(other);
    this.#listener.onGone(other);
  }

  #say(said: Greeting | Word): void {
    this.#queue.add(written({ from: this.#id, number: ++this.#count, said }));
  }
}
