import { AsyncLocalStorage } from "node:async_hooks";
import {
  AcquisitionTimeout,
  CallerSuspended,
  DatabaseError,
  DatabaseUnavailable,
  TooManyWaiting,
} from "../errors.ts";
import { defaultMaxWaitingPerCaller } from "../fair-queue.ts";
import type { SessionClient, SessionResult } from "../program-session.ts";
import { canceledError, type Result } from "../sessions/session.ts";
import { AheadLimit } from "./ahead-limit.ts";
import { StatementWatch } from "./statement-watch.ts";
import { type PendingRequest, reopenedError, Thread, type ThreadOptions } from "./thread.ts";
import {
  closedError,
  createTurn,
  isRecalled,
  mustGiveWay,
  resultsOf,
  type Turn,
  type TurnOptions,
} from "./turn.ts";
import { TurnQueue } from "./turn-queue.ts";
import type { Request } from "./worker-protocol.ts";

type Results = readonly Result[];

/** Sends one request of a transaction that has exclusive use of the session. */
export type SendRequest = (request: Request) => Promise<Results>;

/** Sends messages of a program on the database's port. */
export type SendMessages = (
  request: Extract<Request, { readonly kind: "process messages" }>,
  client: SessionClient,
) => Promise<SessionResult>;

export interface SchedulerOptions extends Omit<ThreadOptions<Turn>, "onEnd"> {
  /** Called when the database's thread has ended, with the reason. */
  readonly onLoss: (reason: Error) => void;
  /** Called when the database has been reopened. */
  readonly onReopened: () => void;
}

/** The time between two checks of the running statement. */
const checkIntervalMs = 50;
/** How long waiting turns may still run when the database closes. */
const closingGraceMs = 1_000;
/** How long PostgreSQL's final checkpoint may take. */
const maxCloseMs = 3_000;
/** The pause between a failed attempt to reopen the database and the next attempt. */
const reopenDelayMs = 1_000;

/**
 * Decides which turn gets the embedded database's session, and for how long. As long as requests are short, they are
 * sent to the thread ahead of time and answered in order. When a request takes long, the requests behind it are
 * recalled to the queue, where their order can change. A regular check (20 times a second) stops statements that
 * must not continue ({@link StatementWatch}). If that ends the thread, a new thread reopens the database.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #queue = new TurnQueue<Turn>();
  readonly #aheadLimit = new AheadLimit();
  readonly #watch = new StatementWatch(this.#queue);
  /** Undefined until the database is open, and while it is being reopened. */
  #thread: Thread<Turn> | undefined;
  #isOpening = false;
  /** The last attempt to reopen the database, if it failed. */
  #failure: { readonly failedAt: number; readonly error: DatabaseUnavailable } | undefined;
  #exclusiveTurn: Turn | undefined;
  /** Whether no more requests are sent ahead, because the running request is not short. */
  #isSendingHeld = false;
  #timer: NodeJS.Timeout | undefined;
  #closing: { readonly since: number; readonly idle: PromiseWithResolvers<void> } | undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** @throws {Error} if the database cannot be opened */
  async open(): Promise<void> {
    this.#isOpening = true;
    try {
      this.#thread = await Thread.start<Turn>({
        ...this.#options,
        onEnd: (unanswered, reason) => this.#handleThreadEnd(unanswered, reason),
      });
    } finally {
      this.#isOpening = false;
    }
  }

  /**
   * Runs one request outside of any transaction.
   *
   * @throws {DatabaseError} {DatabaseUnavailable}
   */
  request(request: Request, options: TurnOptions): Promise<Results> {
    return new Promise((resolve, reject) => {
      const turn = createTurn({
        ...options,
        isExclusive: false,
        reject,
        start: (thread) =>
          thread.send(request, turn, (reply) => {
            if (isRecalled(reply)) {
              this.#queue.putBack(turn);
              return;
            }
            this.#isSendingHeld = false;
            this.#adapt(turn);
            try {
              if (mustGiveWay(turn, reply)) this.#giveWay(turn);
              else resolve(resultsOf(turn, reply));
            } catch (error) {
              reject(error);
            }
            this.#startTurns();
          }),
      });
      this.#enqueue(turn);
    });
  }

  /**
   * Runs work that has exclusive use of the session. If its share gives way, the work may run more than once.
   *
   * @throws {DatabaseError} {DatabaseUnavailable} and the errors of the work
   */
  runExclusive<T>(
    work: (sendRequest: SendRequest, sendMessages: SendMessages) => Promise<T>,
    options: TurnOptions,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = createTurn({
        ...options,
        isExclusive: true,
        reject,
        // The previous turn starts this one, so bind the caller's async context, which logs and hooks need.
        start: AsyncLocalStorage.bind(async (thread: Thread<Turn>) => {
          this.#exclusiveTurn = turn;
          let mustRetry = false;
          const sendRequest: SendRequest = (request) =>
            new Promise((resolveResult, rejectResult) => {
              thread.send(request, turn, (reply) => {
                mustRetry ||= mustGiveWay(turn, reply);
                try {
                  resolveResult(resultsOf(turn, reply));
                } catch (error) {
                  rejectResult(error);
                }
              });
              this.#scheduleCheck();
            });
          const sendMessages: SendMessages = (request, client) =>
            new Promise((resolveResult, rejectResult) => {
              // Forget that an earlier statement of the same transaction may have been stopped.
              turn.stopped = undefined;
              const settle: PendingRequest<Turn>["settle"] = (reply) => {
                if (reply instanceof Error) rejectResult(reply);
                else if (reply.kind === "done" && reply.sessionResult)
                  resolveResult(reply.sessionResult);
                else rejectResult(reopenedError());
              };
              thread.send(request, turn, settle, client);
              this.#scheduleCheck();
            });
          try {
            resolve(await work(sendRequest, sendMessages));
          } catch (error) {
            if (mustRetry && error instanceof DatabaseError) this.#giveWay(turn);
            else reject(error);
          }
          this.#exclusiveTurn = undefined;
          this.#startTurns();
        }),
      });
      this.#enqueue(turn);
    });
  }

  /** Returns the longest wait of a turn in milliseconds. */
  get longestWaitMs(): number {
    return this.#queue.longestWaitMs(performance.now());
  }

  /** Gives waiting turns a moment to run, then stops all of them and closes the database. */
  async close(): Promise<void> {
    this.#closing ??= { since: performance.now(), idle: Promise.withResolvers() };
    this.#startTurns();
    await this.#closing.idle.promise;
    const thread = this.#thread;
    if (!thread) return;
    clearTimeout(this.#timer);
    const closeReply = Promise.withResolvers<void>();
    const timer = setTimeout(closeReply.resolve, maxCloseMs);
    const turn = createTurn({ limits: {}, isExclusive: true, start: () => {}, reject: () => {} });
    thread.send({ kind: "close" }, turn, () => closeReply.resolve());
    await closeReply.promise;
    clearTimeout(timer);
    await thread.end();
  }

  #enqueue(turn: Turn): void {
    if (this.#closing) {
      turn.reject(closedError());
    } else if (this.#failure && turn.waitingSince - this.#failure.failedAt < reopenDelayMs) {
      turn.reject(this.#failure.error);
    } else {
      if (this.#failure) this.#reopen();
      const { caller } = turn;
      const suspensionMs = this.#queue.remainingSuspensionMs(turn, performance.now());
      if (suspensionMs > 0) {
        turn.reject(new CallerSuspended(suspensionMs));
        return;
      }
      if (caller !== undefined && this.#queue.countOf(caller) >= defaultMaxWaitingPerCaller) {
        turn.reject(new TooManyWaiting());
        return;
      }
      this.#queue.add(turn);
      this.#startTurns();
    }
  }

  /** Starts the turns that can start. */
  #startTurns(): void {
    const now = performance.now();
    while (
      this.#thread &&
      !this.#exclusiveTurn &&
      !this.#isSendingHeld &&
      this.#thread.pendingCount < this.#aheadLimit.count
    ) {
      const nextTurn = this.#queue.peek(now);
      if (!nextTurn) break;
      // A turn that has given way takes long, so nothing is sent behind it.
      const needsIdleThread = nextTurn.isExclusive || nextTurn.hasGivenWay;
      if (needsIdleThread && this.#thread.pendingCount > 0) break;
      this.#queue.take(now);
      this.#isSendingHeld = needsIdleThread && !nextTurn.isExclusive;
      nextTurn.startedAt = now;
      nextTurn.stopped = undefined;
      nextTurn.start(this.#thread);
    }
    this.#scheduleCheck();
    if (this.#isIdle) this.#closing?.idle.resolve();
  }

  /** Sends fewer requests ahead when requests take longer. */
  #adapt({ startedAt }: Turn): void {
    this.#aheadLimit.adapt(startedAt, performance.now());
    if (this.#thread && this.#thread.pendingCount > 2 * this.#aheadLimit.count)
      this.#thread.recall();
  }

  get #isIdle(): boolean {
    const isBusy = this.#isOpening || this.#exclusiveTurn || (this.#thread?.pendingCount ?? 0) > 0;
    return !isBusy && this.#queue.isEmpty;
  }

  get #isGracePeriodOver(): boolean {
    return this.#closing !== undefined && performance.now() - this.#closing.since > closingGraceMs;
  }

  #giveWay(turn: Turn): void {
    const now = performance.now();
    turn.spentMs += now - turn.startedAt;
    turn.waitingSince = now;
    turn.hasGivenWay = true;
    this.#queue.add(turn);
  }

  #scheduleCheck(): void {
    if (this.#timer || this.#isIdle) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#checkProgress(performance.now());
    }, checkIntervalMs);
  }

  #checkProgress(now: number): void {
    this.#refuseExpired(now);
    const thread = this.#thread;
    const ranMs = thread && this.#watch.observe(thread.runningRequest, now);
    if (thread && ranMs !== undefined) {
      if (!this.#exclusiveTurn) {
        this.#isSendingHeld = true;
        thread.recall();
      }
      this.#watch.stop(thread, ranMs, now, this.#isGracePeriodOver);
    }
    this.#startTurns();
  }

  #refuseExpired(now: number): void {
    if (this.#isGracePeriodOver)
      for (const turn of this.#queue.remove(() => true)) turn.reject(closedError());
    for (const turn of this.#queue.remove(({ signal }) => signal?.aborted === true)) {
      turn.reject(canceledError("user request"));
    }
    const hasTimedOut = ({ limits, waitingSince }: Turn) =>
      limits.acquireTimeoutMs !== undefined && now - waitingSince > limits.acquireTimeoutMs;
    for (const turn of this.#queue.remove(hasTimedOut)) turn.reject(new AcquisitionTimeout());
  }

  /** Handles the end of the thread and the requests that it left unanswered. */
  #handleThreadEnd(unanswered: readonly PendingRequest<Turn>[], reason: Error): void {
    if (!this.#thread) return;
    const { lastStartedRequest } = this.#thread.interrupter;
    this.#thread = undefined;
    this.#watch.reset();
    if (!this.#closing) {
      this.#options.onLoss(reason);
      this.#reopen();
    }
    for (const { number, settle } of unanswered) {
      // A request that had started may or may not have been committed.
      settle(number <= lastStartedRequest ? reopenedError() : { kind: "recalled" });
    }
    this.#isSendingHeld = false;
    this.#startTurns();
  }

  #reopen(): void {
    this.#failure = undefined;
    this.open().then(
      () => {
        this.#queue.rest(performance.now());
        this.#options.onReopened();
        this.#startTurns();
      },
      (cause: unknown) => {
        const error = new DatabaseUnavailable("The database cannot be reopened.", { cause });
        this.#failure = { failedAt: performance.now(), error };
        for (const turn of this.#queue.remove(() => true)) turn.reject(error);
        this.#startTurns();
      },
    );
  }
}
