/// <reference path="./interruption/web-assembly.d.ts" />
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { processClock } from "../../clock.ts";
import { DatabaseUnavailable, type SessionPartner } from "../port.ts";
import { conversationWords, Feeder } from "./conversation.ts";
import { pgliteFolder } from "./extensions.ts";
import { adaptModule } from "./interruption/compilation.ts";
import { createInterruptBuffer, Interrupter } from "./interruption/interrupts.ts";
import type { Answer, Request, ThreadData } from "./worker.ts";

/** A reply to a request. */
export type ThreadAnswer = Exclude<
  Answer,
  { readonly kind: "notified" | "heard" | "opened" | "lost" | "piece" | "wants more" }
>;

/** A request that the thread has not answered yet. */
export interface PendingRequest<Turn> {
  readonly number: number;
  /** The turn that it belongs to. */
  readonly turn: Turn;
  /** Called with the answer, or with the error that prevented it. */
  readonly settle: (answer: ThreadAnswer | Error) => void;
  readonly partner: SessionPartner | undefined;
  /** Whether the request is already settled because it was recalled. */
  isRecalled: boolean;
}

export interface ThreadOptions<Turn> extends Pick<ThreadData, "dataDir" | "postgis" | "settings"> {
  /** Called when the thread is running, before it opens the database. */
  readonly onThread?: (() => void) | undefined;
  readonly onNotify: (channel: string, payload: string) => void;
  /** Called for a notification that a program on the database's port listens for. */
  readonly onProgramNotify: (session: number, channel: string, payload: string) => void;
  /** Called once when the thread has ended, with the unanswered requests and the reason. */
  readonly onEnd: (unanswered: readonly PendingRequest<Turn>[], why: Error) => void;
}

/**
 * Deep recursion in SQL becomes recursion of compiled code. It uses several times as much of the thread's stack as
 * PostgreSQL counts, and even more before the engine has optimized it. The main thread's stack of 1 MB would overflow
 * before `max_stack_depth` is reached: statements would seem to succeed, and the instance would be lost. With a stack
 * of this size, `max_stack_depth` is reached first (see also `interruption/stack-frames.ts`).
 */
const stackSizeMb = 32;

/**
 * The V8 limit for the JavaScript objects of a statement. The heap grows to four times this size, and does not shrink
 * again.
 */
const maxYoungGenerationSizeMb = 24;

let compilation: Promise<WebAssembly.Module> | undefined;

/** Returns the compiled module, which all threads share, including its optimizations. */
function compiled(): Promise<WebAssembly.Module> {
  compilation ??= readFile(join(pgliteFolder(), "pglite.wasm")).then((file) =>
    WebAssembly.compile(adaptModule(file)),
  );
  return compilation;
}

/** The thread of the embedded database. Because statements run in it, the main thread stays responsive. */
export class Thread<Turn> {
  readonly interrupter: Interrupter;
  readonly #worker: Worker;
  readonly #options: ThreadOptions<Turn>;
  /** The pending requests in the order in which they were sent, which is also the order of their replies. */
  readonly #sent: PendingRequest<Turn>[] = [];
  readonly #feeder: Feeder;
  #load = 0;
  #lastNumber = 0;
  #hasEnded = false;
  #ending: Promise<void> | undefined;

  /** @throws {Error} when the database cannot be opened */
  static async start<Turn>(options: ThreadOptions<Turn>): Promise<Thread<Turn>> {
    const opening = Promise.withResolvers<void>();
    const { dataDir, postgis, settings, onEnd } = options;
    const words = createInterruptBuffer();
    const { port1: own, port2: port } = new MessageChannel();
    own.unref();
    const conversation = { words: conversationWords(), port };
    const { shared: clock } = processClock();
    const workerData: ThreadData = { dataDir, postgis, settings, words, conversation, clock };
    const thread = new Thread<Turn>(workerData, new Feeder(conversation.words, own), {
      ...options,
      onEnd: (unanswered, why) => {
        opening.reject(why);
        onEnd(unanswered, why);
      },
    });
    thread.#opened = opening.resolve;
    compiled().then((module) => thread.#worker.postMessage(module), opening.reject);
    try {
      await opening.promise;
    } catch (error) {
      await thread.end(error);
      throw error;
    }
    return thread;
  }

  #opened = () => {};
  #why = new Error("The thread of the database has ended.");

  private constructor(workerData: ThreadData, feeder: Feeder, options: ThreadOptions<Turn>) {
    this.#options = options;
    this.#feeder = feeder;
    this.interrupter = new Interrupter(workerData.words);
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData,
      transferList: [workerData.conversation.port],
      resourceLimits: { stackSizeMb, maxYoungGenerationSizeMb },
    });
    this.#worker.once("online", () => options.onThread?.());
    this.#worker.on("error", (error) => {
      this.#why = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.once("exit", () => this.#ended());
    this.#worker.on("message", (answer: Answer) => this.#handle(answer));
    // A document may be nested too deeply for the thread's stack to copy it.
    this.#worker.on("messageerror", (error) => this.#settleNext(error));
  }

  /** Returns the number of unanswered requests. */
  get load(): number {
    return this.#load;
  }

  /** Returns the request that is running. */
  get running(): PendingRequest<Turn> | undefined {
    const { running } = this.interrupter;
    return running === 0 ? undefined : this.#sent.find(({ number }) => number === running);
  }

  /** Sends a request. The thread replies after all earlier requests. */
  send(
    request: Request,
    turn: Turn,
    settle: PendingRequest<Turn>["settle"],
    partner?: SessionPartner,
  ): void {
    if (this.#hasEnded) {
      settle(reopenedError());
      return;
    }
    if (this.#sent.length === 0) {
      this.#lastNumber = 0;
      this.interrupter.resetCount();
    }
    const number = ++this.#lastNumber;
    this.#sent.push({ number, turn, settle, partner, isRecalled: false });
    this.#load++;
    this.#worker.postMessage({ ...request, number });
  }

  /** Recalls the requests that the thread has not started. */
  recall(): void {
    this.interrupter.recall(this.#lastNumber);
    // The thread marks a request as started before it checks whether the request was recalled.
    const { begun } = this.interrupter;
    for (const sent of this.#sent) {
      if (sent.number <= begun || sent.isRecalled) continue;
      sent.isRecalled = true;
      this.#load--;
      sent.settle({ kind: "recalled" });
    }
  }

  /** Terminates the thread immediately, like a killed process. Committed data is already on the disk. */
  end(why?: unknown): Promise<void> {
    if (why instanceof Error) this.#why = why;
    this.#ending ??= this.#worker.terminate().then(() => this.#ended());
    return this.#ending;
  }

  #handle(answer: Answer): void {
    switch (answer.kind) {
      case "notified":
        this.#options.onNotify(answer.channel, answer.payload);
        break;
      case "heard":
        this.#options.onProgramNotify(answer.session, answer.channel, answer.payload);
        break;
      case "piece":
        this.#pass(answer.bytes);
        break;
      case "wants more":
        this.#fetch();
        break;
      case "opened":
        if (answer.flags) this.interrupter.expose(answer.flags);
        this.#opened();
        break;
      case "lost":
        this.#settleNext(reopenedError(new Error(answer.message)));
        void this.end(new Error(answer.message));
        break;
      default:
        this.#settleNext(answer);
    }
  }

  #pass(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#sent[0]?.partner?.receive(bytes, () => this.#feeder.acknowledge(length));
  }

  #fetch(): void {
    const [sent] = this.#sent;
    if (!sent?.partner) return;
    const { number, partner } = sent;
    partner.onWantsData((bytes) => this.#feeder.feed({ number, bytes }));
  }

  #settleNext(answer: ThreadAnswer | Error): void {
    const sent = this.#sent.shift();
    if (!sent || sent.isRecalled) return;
    this.#load--;
    sent.settle(answer);
  }

  #ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#load = 0;
    const unanswered = this.#sent.splice(0).filter(({ isRecalled }) => !isRecalled);
    this.#options.onEnd(unanswered, this.#why);
  }
}

/** Returns the error for a transaction that was open when its thread ended. */
export const reopenedError = (cause?: unknown) =>
  new DatabaseUnavailable("The database had to be reopened.", { cause });
