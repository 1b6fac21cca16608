/// <reference path="./interruption/web-assembly.d.ts" />
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { MessageChannel, Worker } from "node:worker_threads";
import { processClock } from "../../clock.ts";
import { DatabaseUnavailable } from "../errors.ts";
import type { SessionClient } from "../program-session.ts";
import { createConversationBuffer, Feeder } from "./conversation.ts";
import { pgliteFolder } from "./extensions.ts";
import { adaptModule } from "./interruption/compilation.ts";
import { createInterruptBuffer, Interrupter } from "./interruption/interrupts.ts";
import type { Request, ThreadData, WorkerMessage } from "./worker-protocol.ts";

/** A reply to a request. */
export type Reply = Exclude<
  WorkerMessage,
  { readonly kind: "notified" | "heard" | "opened" | "lost" | "piece" | "wants more" }
>;

/** A request that the thread has not answered yet. */
export interface PendingRequest<Turn> {
  readonly number: number;
  /** The turn that sent the request. */
  readonly turn: Turn;
  /** Called with the answer, or with the error that prevented it. */
  readonly settle: (reply: Reply | Error) => void;
  readonly client: SessionClient | undefined;
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
  readonly onEnd: (unanswered: readonly PendingRequest<Turn>[], reason: Error) => void;
}

/**
 * Deep recursion in SQL becomes recursion of compiled code. It uses several times as much of the thread's stack as
 * PostgreSQL counts, and even more before the engine has optimized it. The main thread's stack of 1 MB would overflow
 * before `max_stack_depth` is reached: statements would seem to succeed, and the instance would be lost. With a stack
 * of this size, `max_stack_depth` is reached first (see also `interruption/stack-frames.ts`).
 */
const stackSizeMb = 32;

/**
 * V8's limit for a statement's JavaScript objects. The heap grows to four times this size, and does not shrink again.
 */
const maxYoungGenerationSizeMb = 24;

let compiledModule: Promise<WebAssembly.Module> | undefined;

/** Returns the compiled module, which all threads share, including its optimizations. */
function compileModule(): Promise<WebAssembly.Module> {
  compiledModule ??= readFile(join(pgliteFolder(), "pglite.wasm")).then((file) =>
    WebAssembly.compile(adaptModule(file)),
  );
  return compiledModule;
}

/** The thread of the embedded database. Because statements run in it, the main thread stays responsive. */
export class Thread<Turn> {
  readonly interrupter: Interrupter;
  readonly #worker: Worker;
  readonly #options: ThreadOptions<Turn>;
  /** The pending requests in the order in which they were sent, which is also the order of their replies. */
  readonly #sent: PendingRequest<Turn>[] = [];
  readonly #feeder: Feeder;
  #pendingCount = 0;
  #lastNumber = 0;
  #hasEnded = false;
  #ending: Promise<void> | undefined;

  /** @throws {Error} when the database cannot be opened */
  static async start<Turn>(options: ThreadOptions<Turn>): Promise<Thread<Turn>> {
    const opening = Promise.withResolvers<void>();
    const { dataDir, postgis, settings, onEnd } = options;
    const interruptBuffer = createInterruptBuffer();
    const { port1: ownPort, port2: threadPort } = new MessageChannel();
    ownPort.unref();
    const conversation = { words: createConversationBuffer(), port: threadPort };
    const { shared: clock } = processClock();
    const workerData: ThreadData = {
      dataDir,
      postgis,
      settings,
      words: interruptBuffer,
      conversation,
      clock,
    };
    const thread = new Thread<Turn>(workerData, new Feeder(conversation.words, ownPort), {
      ...options,
      onEnd: (unanswered, reason) => {
        opening.reject(reason);
        onEnd(unanswered, reason);
      },
    });
    thread.#resolveOpened = opening.resolve;
    compileModule().then((module) => thread.#worker.postMessage(module), opening.reject);
    try {
      await opening.promise;
    } catch (error) {
      await thread.end(error);
      throw error;
    }
    return thread;
  }

  #resolveOpened = () => {};
  #endReason = new Error("The thread of the database has ended.");

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
      // Emscripten throws objects that are not errors, such as `{ name: "ErrnoError", errno: 51 }`.
      this.#endReason = error instanceof Error ? error : new Error(inspect(error));
    });
    this.#worker.once("exit", () => this.#handleExit());
    this.#worker.on("message", (message: WorkerMessage) => this.#handleMessage(message));
    // The reply cannot be received, for example because a document is nested too deeply for the thread's stack to copy
    // it.
    this.#worker.on("messageerror", (error) => this.#settleNext(error));
  }

  /** Returns the number of unanswered requests. */
  get pendingCount(): number {
    return this.#pendingCount;
  }

  /** Returns the request that is running. */
  get runningRequest(): PendingRequest<Turn> | undefined {
    const { runningRequest: runningNumber } = this.interrupter;
    return runningNumber === 0
      ? undefined
      : this.#sent.find(({ number }) => number === runningNumber);
  }

  /** Sends a request. The thread replies after all earlier requests. */
  send(
    request: Request,
    turn: Turn,
    settle: PendingRequest<Turn>["settle"],
    client?: SessionClient,
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
    this.#sent.push({ number, turn, settle, client, isRecalled: false });
    this.#pendingCount++;
    this.#worker.postMessage({ ...request, number });
  }

  /** Recalls the requests that the thread has not started. */
  recall(): void {
    this.interrupter.recall(this.#lastNumber);
    // The thread marks a request as started before it checks whether the request was recalled.
    const { lastStartedRequest: lastStarted } = this.interrupter;
    for (const request of this.#sent) {
      if (request.number <= lastStarted || request.isRecalled) continue;
      request.isRecalled = true;
      this.#pendingCount--;
      request.settle({ kind: "recalled" });
    }
  }

  /** Terminates the thread immediately, like a killed process. Committed data is already on the disk. */
  end(reason?: unknown): Promise<void> {
    if (reason instanceof Error) this.#endReason = reason;
    this.#ending ??= this.#worker.terminate().then(() => this.#handleExit());
    return this.#ending;
  }

  #handleMessage(message: WorkerMessage): void {
    switch (message.kind) {
      case "notified":
        this.#options.onNotify(message.channel, message.payload);
        break;
      case "heard":
        this.#options.onProgramNotify(message.session, message.channel, message.payload);
        break;
      case "piece":
        this.#forwardPiece(message.bytes);
        break;
      case "wants more":
        this.#requestMore();
        break;
      case "opened":
        if (message.flags) this.interrupter.expose(message.flags);
        this.#resolveOpened();
        break;
      case "lost":
        this.#settleNext(reopenedError(new Error(message.message)));
        void this.end(new Error(message.message));
        break;
      default:
        this.#settleNext(message);
    }
  }

  #forwardPiece(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#sent[0]?.client?.receive(bytes, () => this.#feeder.acknowledge(length));
  }

  #requestMore(): void {
    const [request] = this.#sent;
    if (!request?.client) return;
    const { number, client } = request;
    client.onWantsData((bytes) => this.#feeder.feed({ number, bytes }));
  }

  #settleNext(reply: Reply | Error): void {
    const request = this.#sent.shift();
    if (!request || request.isRecalled) return;
    this.#pendingCount--;
    request.settle(reply);
  }

  #handleExit(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#pendingCount = 0;
    const unanswered = this.#sent.splice(0).filter(({ isRecalled }) => !isRecalled);
    this.#options.onEnd(unanswered, this.#endReason);
  }
}

/** Returns the error for a transaction that was open when its thread ended. */
export const reopenedError = (cause?: unknown) =>
  new DatabaseUnavailable("The database had to be reopened.", { cause });
