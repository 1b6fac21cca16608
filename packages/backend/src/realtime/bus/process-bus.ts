import { randomUUID } from "node:crypto";
import type { Log } from "../../log/log.ts";
import { takeAll, WorkQueue } from "../work-queue.ts";
import { decodeEnvelope, encodeEnvelope, type ProcessSignal } from "./envelope.ts";
import type { Bus, BusListener, BusMessage } from "./port.ts";
import type { Transport } from "./transport.ts";

const heartbeatMs = 10_000;
/** A process that has sent nothing for this long is treated as gone. */
const processTimeoutMs = 35_000;
const maxQueueChars = 32 * 1024 * 1024;
/** The delay before the presence entries are sent again after messages were lost. */
const resyncDelayMs = 1_000;

/** A bus over a {@link Transport}. While a process does not know any other, it sends only heartbeats. */
export class ProcessBus implements Bus {
  readonly #transport: Transport;
  readonly #log: Log;
  readonly #listener: BusListener;
  readonly #id = randomUUID();
  /** The time of the last message from each other process. */
  readonly #lastSeen = new Map<string, number>();
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sequence = 0;
  readonly #queue = new WorkQueue<string>({
    sizeOf: (message) => message.length,
    maxSize: maxQueueChars,
    takeBatch: takeAll,
    process: (messages) => this.#transport.send(messages),
    onLoss: ({ error: err }) => {
      this.#log.error({ err }, "messages to other processes were lost");
      // Send all presence entries again, because the lost messages may have included presence changes.
      setTimeout(() => this.#listener.onSyncNeeded(), resyncDelayMs).unref();
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

  publish(message: BusMessage): void {
    if (this.#lastSeen.size > 0) this.#send(message);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#opening) return;
    await this.#opening.catch(() => {});
    this.#send("bye");
    await this.#queue.idle();
    await this.#transport.close();
  }

  async #open(): Promise<void> {
    await this.#transport.open({
      onMessage: (message) => this.#receive(message),
      onGap: () => {
        this.#send("hello");
        this.#listener.onSyncNeeded();
      },
    });
    this.#timer = setInterval(() => {
      this.#send("alive");
      this.#removeSilentProcesses();
    }, heartbeatMs).unref();
    this.#send("hello");
    await this.#queue.idle();
  }

  #receive(message: string): void {
    const { from: sender, content } = decodeEnvelope(message);
    if (sender === this.#id) return;
    const isKnown = this.#lastSeen.has(sender);
    this.#lastSeen.set(sender, performance.now());
    if (content === "bye") {
      this.#removeProcess(sender);
      return;
    }
    if (content === "hello") {
      this.#send("alive");
      this.#listener.onSyncNeeded();
      return;
    }
    // Ask an unknown process for its presence entries, which this process has not received yet.
    if (!isKnown && content === "alive") this.#send("hello");
    if (content !== "alive") this.#listener.onMessage(sender, content);
  }

  #removeSilentProcesses(): void {
    const now = performance.now();
    for (const [process, seenAt] of this.#lastSeen) {
      if (now - seenAt > processTimeoutMs) this.#removeProcess(process);
    }
  }

  #removeProcess(process: string): void {
    this.#lastSeen.delete(process);
    this.#listener.onProcessGone(process);
  }

  #send(content: ProcessSignal | BusMessage): void {
    this.#queue.add(encodeEnvelope({ from: this.#id, sequence: ++this.#sequence, content }));
  }
}
