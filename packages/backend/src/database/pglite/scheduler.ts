import { AsyncLocalStorage } from "node:async_hooks";
import { mostWaitingOfCaller } from "../fair-queue.ts";
import {
  AcquisitionTimeout,
  DatabaseError,
  DatabaseUnavailable,
  type SessionAnswer,
  type SessionPartner,
  TooManyWaiting,
} from "../port.ts";
import { canceledError, type Result } from "../sessions/session.ts";
import { Queue } from "./queue.ts";
import { type PendingRequest, reopenedError, Thread, type ThreadOptions } from "./thread.ts";
import {
  closed,
  isRecalled,
  mustGiveWay,
  newTurn,
  reasonToStop,
  resultsOf,
  type Turn,
  type Use,
} from "./turn.ts";
import type { Request } from "./worker.ts";

type Results = readonly Result[];

/** Sends one request of a transaction that has exclusive use of the session. */
export type SendRequest = (request: Request) => Promise<Results>;

/** Sends messages of a program on the database's port. */
export type ProcessMessages = (
  request: Extract<Request, { readonly kind: "process messages" }>,
  partner: SessionPartner,
) => Promise<SessionAnswer>;

export interface TurnsOptions extends Omit<ThreadOptions<Turn>, "onEnd"> {
  /** Called when the database's thread has ended, with the reason. */
  readonly onLoss: (why: Error) => void;
  /** Called when the database has been reopened. */
  readonly onReopened: () => void;
}

/** The time between two checks of the running statement. */
const checkIntervalMs = 50;
/** The thread is terminated if an interrupted statement has not ended after this time. */
const graceMs = 1_000;
/** The same for a statement that is stopped because it blocks others or its caller has disconnected. */
const graceForOthersMs = 2_000;
/** How long PostgreSQL's last checkpoint may take. */
const maxCloseMs = 3_000;
/** The pause between a failed attempt to reopen the database and the next attempt. */
const reopenDelayMs = 1_000;

/** The maximum number of requests that are sent to the thread ahead of time. It is reached if all are short. */
const maxAhead = 64;
/** How long the requests that were sent ahead may take together. The next caller has to wait for all of them. */
const maxAheadMs = 50;

/**
 * Decides which turn gets the embedded database's session, and for how long. As long as requests are short, they are
 * sent to the thread ahead of time and answered in order. When a request takes long, the requests behind it are
 * recalled to the queue, where their order can change. A regular check (20 times a second) finds statements that run
 * too long, whose caller has disconnected, or that block others. It interrupts them; if that does not help, the thread
 * is terminated, and a new thread reopens the database.
 */
export class Scheduler {
  readonly #options: TurnsOptions;
  readonly #queue = new Queue<Turn>();
  /** How many requests are currently sent ahead. */
  #ahead = maxAhead;
  /** The moving average of a request's duration. */
  #averageMs = 0;
  #answeredAt = 0;
  /** Undefined until the database is open, and while it is being reopened. */
  #thread: Thread<Turn> | undefined;
  #isOpening = false;
  /** The last attempt to reopen the database, if it failed. */
  #failed: { readonly at: number; readonly error: DatabaseUnavailable } | undefined;
  #alone: Turn | undefined;
  /** The request that was running at the last check. */
  #lastSeen: { readonly sent: PendingRequest<Turn>; readonly since: number } | undefined;
  /** True while requests are not sent ahead because the running request is not short. */
  #isSendingHeld = false;
  #timer: NodeJS.Timeout | undefined;
  #closing: { readonly since: number; readonly idle: PromiseWithResolvers<void> } | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** @throws {Error} if the database cannot be opened */
  async open(): Promise<void> {
    this.#isOpening = true;
    try {
      this.#thread = await Thread.start<Turn>({
        ...this.#options,
        onEnd: (unanswered, why) => this.#lose(unanswered, why),
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
  request(request: Request, use: Use): Promise<Results> {
    return new Promise((resolve, reject) => {
      const turn = newTurn({
        ...use,
        isAlone: false,
        refuse: reject,
        begin: (thread) =>
          thread.send(request, turn, (answer) => {
            if (isRecalled(answer)) {
              this.#queue.putBack(turn);
              return;
            }
            this.#isSendingHeld = false;
            this.#adapt(turn);
            try {
              if (mustGiveWay(turn, answer)) this.#giveWay(turn);
              else resolve(resultsOf(turn, answer));
            } catch (error) {
              reject(error);
            }
            this.#proceed();
          }),
      });
      this.#add(turn);
    });
  }

  /**
   * Runs work that has exclusive use of the session. If its share gives way, the work may run more than once.
   *
   * @throws {DatabaseError} {DatabaseUnavailable} and the errors of the work
   */
  alone<T>(
    work: (sendRequest: SendRequest, processMessages: ProcessMessages) => Promise<T>,
    use: Use,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = newTurn({
        ...use,
        isAlone: true,
        refuse: reject,
        // The previous turn starts this one, so bind the caller's async context, which logs and hooks need.
        begin: AsyncLocalStorage.bind(async (thread: Thread<Turn>) => {
          this.#alone = turn;
          let isInTheWay = false;
          const sendRequest: SendRequest = (request) =>
            new Promise((done, failed) => {
              thread.send(request, turn, (answer) => {
                isInTheWay ||= mustGiveWay(turn, answer);
                try {
                  done(resultsOf(turn, answer));
                } catch (error) {
                  failed(error);
                }
              });
              this.#watch();
            });
          const processMessages: ProcessMessages = (request, partner) =>
            new Promise((done, failed) => {
              // An earlier statement of the same transaction may have been stopped.
              turn.stopped = undefined;
              const settle: PendingRequest<Turn>["settle"] = (answer) => {
                if (answer instanceof Error) failed(answer);
                else if (answer.kind === "done" && answer.sessionAnswer) done(answer.sessionAnswer);
                else failed(reopenedError());
              };
              thread.send(request, turn, settle, partner);
              this.#watch();
            });
          try {
            resolve(await work(sendRequest, processMessages));
          } catch (error) {
            if (isInTheWay && error instanceof DatabaseError) this.#giveWay(turn);
            else reject(error);
          }
          this.#alone = undefined;
          this.#proceed();
        }),
      });
      this.#add(turn);
    });
  }

  /** Returns the longest wait of a turn in milliseconds. */
  get longestWait(): number {
    return this.#queue.longestWait(performance.now());
  }

  /** Lets waiting turns run for a moment, then stops all of them, and closes the database. */
  async close(): Promise<void> {
    this.#closing ??= { since: performance.now(), idle: Promise.withResolvers() };
    this.#proceed();
    await this.#closing.idle.promise;
    const thread = this.#thread;
    if (!thread) return;
    clearTimeout(this.#timer);
    const done = Promise.withResolvers<void>();
    const timer = setTimeout(done.resolve, maxCloseMs);
    const turn = newTurn({ share: {}, isAlone: true, begin: () => {}, refuse: () => {} });
    thread.send({ kind: "close" }, turn, () => done.resolve());
    await done.promise;
    clearTimeout(timer);
    await thread.end();
  }

  #add(turn: Turn): void {
    if (this.#closing) {
      turn.refuse(closed());
    } else if (this.#failed && turn.waitingSince - this.#failed.at < reopenDelayMs) {
      turn.refuse(this.#failed.error);
    } else {
      if (this.#failed) this.#reopen();
      const { caller } = turn;
      if (caller !== undefined && this.#queue.countOf(caller) >= mostWaitingOfCaller) {
        turn.refuse(new TooManyWaiting());
        return;
      }
      this.#queue.add(turn);
      this.#proceed();
    }
  }

  /** Starts the turns that can start. */
  #proceed(): void {
    const now = performance.now();
    while (
      this.#thread &&
      !this.#alone &&
      !this.#isSendingHeld &&
      this.#thread.load < this.#ahead
    ) {
      const next = this.#queue.peek(now);
      if (!next) break;
      // A turn that has given way is not short.
      const needsAll = next.isAlone || next.hasGivenWay;
      if (needsAll && this.#thread.load > 0) break;
      this.#queue.take(now);
      this.#isSendingHeld = needsAll && !next.isAlone;
      next.begunAt = now;
      next.stopped = undefined;
      next.begin(this.#thread);
    }
    this.#watch();
    if (this.#isIdle) this.#closing?.idle.resolve();
  }

  /** Sends fewer requests ahead when requests take longer. */
  #adapt({ begunAt }: Turn): void {
    const now = performance.now();
    const durationMs = now - Math.max(begunAt, this.#answeredAt);
    this.#answeredAt = now;
    this.#averageMs += (durationMs - this.#averageMs) / 4;
    this.#ahead = Math.max(1, Math.min(maxAhead, Math.floor(maxAheadMs / this.#averageMs)));
    if (this.#thread && this.#thread.load > 2 * this.#ahead) this.#thread.recall();
  }

  get #isIdle(): boolean {
    const isBusy = this.#isOpening || this.#alone || (this.#thread?.load ?? 0) > 0;
    return !isBusy && this.#queue.isEmpty;
  }

  get #isToEnd(): boolean {
    return this.#closing !== undefined && performance.now() - this.#closing.since > graceMs;
  }

  #giveWay(turn: Turn): void {
    const now = performance.now();
    turn.spentMs += now - turn.begunAt;
    turn.waitingSince = now;
    turn.hasGivenWay = true;
    this.#queue.add(turn);
  }

  #watch(): void {
    if (this.#timer || this.#isIdle) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#look(performance.now());
    }, checkIntervalMs);
  }

  #look(now: number): void {
    this.#dropUnwanted(now);
    const sent = this.#thread?.running;
    if (sent === undefined || sent !== this.#lastSeen?.sent) {
      this.#lastSeen = sent && { sent, since: now };
    } else {
      if (!this.#alone) {
        this.#isSendingHeld = true;
        this.#thread?.recall();
      }
      this.#stop(sent, now - this.#lastSeen.since, now);
    }
    this.#proceed();
  }

  #dropUnwanted(now: number): void {
    if (this.#isToEnd) for (const turn of this.#queue.remove(() => true)) turn.refuse(closed());
    for (const turn of this.#queue.remove(({ signal }) => signal?.aborted === true)) {
      turn.refuse(canceledError("user request"));
    }
    const isImpatient = ({ share, waitingSince }: Turn) =>
      share.acquireTimeoutMs !== undefined && now - waitingSince > share.acquireTimeoutMs;
    for (const turn of this.#queue.remove(isImpatient)) turn.refuse(new AcquisitionTimeout());
  }

  /** Stops the running request if there is a reason to. */
  #stop({ turn, number }: PendingRequest<Turn>, ran: number, now: number): void {
    if (!this.#thread) return;
    const { canInterrupt, overdue } = this.#thread.interrupter;
    const longestWait = this.#queue.longestWait(now);
    const sight = {
      ranMs: ran,
      overdueMs: overdue,
      canInterrupt,
      longestWait,
      isClosing: this.#isToEnd,
    };
    const why = reasonToStop(turn, sight);
    if (why && turn.stopped?.why !== why) turn.stopped = { why, since: now };
    if (!turn.stopped) return;
    // Repeat the interrupt at each check, because a function may have caught the error.
    this.#thread.interrupter.interrupt(number);
    const { why: stop, since } = turn.stopped;
    const stopped = now - since;
    const isGrave = stop === "late" || stop === "closing";
    // PostgreSQL can compile a short regular expression for many seconds without checking the flag.
    const isDeaf = Math.min(stopped, longestWait) > graceForOthersMs;
    if (isDeaf || (isGrave && (!canInterrupt || stopped > graceMs))) {
      if (canInterrupt && turn.caller !== undefined) this.#queue.penalize(turn.caller, now);
      void this.#thread.end(new Error("A statement did not end when it was to."));
    }
  }

  /** Handles the end of the thread, and the requests that it has not answered. */
  #lose(unanswered: readonly PendingRequest<Turn>[], why: Error): void {
    if (!this.#thread) return;
    const { begun } = this.#thread.interrupter;
    this.#thread = undefined;
    this.#lastSeen = undefined;
    if (!this.#closing) {
      this.#options.onLoss(why);
      this.#reopen();
    }
    for (const { number, settle } of unanswered) {
      // A request that had started may or may not have been committed.
      settle(number <= begun ? reopenedError() : { kind: "recalled" });
    }
    this.#isSendingHeld = false;
    this.#proceed();
  }

  #reopen(): void {
    this.#failed = undefined;
    this.open().then(
      () => {
        this.#queue.rest(performance.now());
        this.#options.onReopened();
        this.#proceed();
      },
      (cause: unknown) => {
        const error = new DatabaseUnavailable("The database cannot be reopened.", { cause });
        this.#failed = { at: performance.now(), error };
        for (const turn of this.#queue.remove(() => true)) turn.refuse(error);
        this.#proceed();
      },
    );
  }
}
