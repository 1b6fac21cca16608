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
import { type PendingRequest, reopenedError, Thread, type ThreadOptions } from "./thread.ts";
import {
  closedError,
  createTurn,
  findStopReason,
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
/** The thread is terminated if an interrupted statement has not ended after this time. */
const graceMs = 1_000;
/** The grace period for a statement that is stopped because it blocks others or because its caller has disconnected. */
const graceForOthersMs = 2_000;
/** How long PostgreSQL's final checkpoint may take. */
const maxCloseMs = 3_000;
/** The pause between a failed attempt to reopen the database and the next attempt. */
const reopenDelayMs = 1_000;

/**
 * The maximum number of requests that are sent to the thread ahead of time. The scheduler reaches it when all requests
 * are short.
 */
const maxAhead = 64;
/** How long all requests that were sent ahead may take in total. The next caller has to wait for all of them. */
const maxAheadMs = 50;

/**
 * Decides which turn gets the embedded database's session, and for how long. As long as requests are short, they are
 * sent to the thread ahead of time and answered in order. When a request takes long, the requests behind it are
 * recalled to the queue, where their order can change. A regular check (20 times a second) finds statements that run
 * too long, whose caller has disconnected, or that block others. It interrupts them; if that does not help, the thread
 * is terminated, and a new thread reopens the database.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #queue = new TurnQueue<Turn>();
  /** How many requests are currently sent ahead. */
  #aheadLimit = maxAhead;
  /** The moving average of a request's duration. */
  #averageMs = 0;
  #answeredAt = 0;
  /** Undefined until the database is open, and while it is being reopened. */
  #thread: Thread<Turn> | undefined;
  #isOpening = false;
  /** The last attempt to reopen the database, if it failed. */
  #failure: { readonly failedAt: number; readonly error: DatabaseUnavailable } | undefined;
  #exclusiveTurn: Turn | undefined;
  #penalizedTurn: Turn | undefined;
  /** The request that was running at the last check. */
  #lastCheck: { readonly sent: PendingRequest<Turn>; readonly observedSince: number } | undefined;
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
              // An earlier statement of the same transaction may have been stopped.
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
      const suspensionMs =
        caller === undefined ? 0 : this.#queue.remainingSuspensionMs(caller, performance.now());
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
      this.#thread.pendingCount < this.#aheadLimit
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
    const now = performance.now();
    const durationMs = now - Math.max(startedAt, this.#answeredAt);
    this.#answeredAt = now;
    this.#averageMs += (durationMs - this.#averageMs) / 4;
    this.#aheadLimit = Math.max(1, Math.min(maxAhead, Math.floor(maxAheadMs / this.#averageMs)));
    if (this.#thread && this.#thread.pendingCount > 2 * this.#aheadLimit) this.#thread.recall();
  }

  get #isIdle(): boolean {
    const isBusy = this.#isOpening || this.#exclusiveTurn || (this.#thread?.pendingCount ?? 0) > 0;
    return !isBusy && this.#queue.isEmpty;
  }

  get #isGracePeriodOver(): boolean {
    return this.#closing !== undefined && performance.now() - this.#closing.since > graceMs;
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
    const sent = this.#thread?.runningRequest;
    if (sent === undefined || sent !== this.#lastCheck?.sent) {
      this.#lastCheck = sent && { sent, observedSince: now };
    } else {
      if (!this.#exclusiveTurn) {
        this.#isSendingHeld = true;
        this.#thread?.recall();
      }
      this.#stop(sent, now - this.#lastCheck.observedSince, now);
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

  /** Stops the running request if there is a reason to. */
  #stop({ turn, number }: PendingRequest<Turn>, ranMs: number, now: number): void {
    if (!this.#thread) return;
    const { canInterrupt, overdueMs } = this.#thread.interrupter;
    const longestWaitMs = this.#queue.longestWaitMs(now);
    const progress = {
      ranMs,
      overdueMs: overdueMs,
      canInterrupt,
      longestWaitMs,
      isClosing: this.#isGracePeriodOver,
    };
    const reason = findStopReason(turn, progress);
    if (reason && turn.stopped?.reason !== reason) turn.stopped = { reason, since: now };
    if (!turn.stopped) return;
    // Repeat the interrupt at each check, because a function may have caught the error.
    this.#thread.interrupter.interrupt(number);
    const { reason: stopReason, since } = turn.stopped;
    const stoppedForMs = now - since;
    const mustEnd = stopReason === "late" || stopReason === "closing";
    // PostgreSQL can compile a short regular expression for many seconds without checking the flag.
    const isUnresponsive = Math.min(stoppedForMs, longestWaitMs) > graceForOthersMs;
    if (isUnresponsive || (mustEnd && (!canInterrupt || stoppedForMs > graceMs))) {
      if (canInterrupt) this.#penalize(turn, now);
      void this.#thread.end(new Error("A statement did not end after it was interrupted."));
    }
  }

  /** Penalizes the caller of a turn once, although the thread may take a while to end. */
  #penalize(turn: Turn, now: number): void {
    const { caller } = turn;
    if (caller === undefined || turn === this.#penalizedTurn) return;
    this.#penalizedTurn = turn;
    this.#queue.penalize(caller, now);
    const suspensionMs = this.#queue.remainingSuspensionMs(caller, now);
    if (suspensionMs === 0) return;
    for (const waiting of this.#queue.remove((other) => other.caller === caller))
      waiting.reject(new CallerSuspended(suspensionMs));
  }

  /** Handles the end of the thread and the requests that it left unanswered. */
  #handleThreadEnd(unanswered: readonly PendingRequest<Turn>[], reason: Error): void {
    if (!this.#thread) return;
    const { lastStartedRequest } = this.#thread.interrupter;
    this.#thread = undefined;
    this.#lastCheck = undefined;
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
