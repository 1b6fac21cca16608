import { CallerSuspended } from "../errors.ts";
import type { PendingRequest, Thread } from "./thread.ts";
import { findStopReason, type Turn } from "./turn.ts";
import type { TurnQueue } from "./turn-queue.ts";

/** The thread is terminated if an interrupted statement has not ended after this time. */
const graceMs = 1_000;
/** The grace period for a statement that is stopped because it blocks others or because its caller has disconnected. */
const graceForOthersMs = 2_000;

/**
 * Stops statements that run too long, whose caller has disconnected, or that block others. It interrupts them; if that
 * does not help, the thread is terminated.
 */
export class StatementWatch {
  readonly #queue: TurnQueue<Turn>;
  /** The request that was running at the last check. */
  #lastCheck: { readonly sent: PendingRequest<Turn>; readonly observedSince: number } | undefined;
  #penalizedTurn: Turn | undefined;

  /** @param queue the turns that wait for the running statement */
  constructor(queue: TurnQueue<Turn>) {
    this.#queue = queue;
  }

  /** Forgets the running request, because its thread has ended. */
  reset(): void {
    this.#lastCheck = undefined;
  }

  /**
   * Returns for how many milliseconds the request has been observed, or undefined if it was not running at the previous
   * check.
   */
  observe(sent: PendingRequest<Turn> | undefined, now: number): number | undefined {
    if (sent !== undefined && sent === this.#lastCheck?.sent)
      return now - this.#lastCheck.observedSince;
    this.#lastCheck = sent && { sent, observedSince: now };
    return undefined;
  }

  /** Stops the observed request if there is a reason to. */
  stop(thread: Thread<Turn>, ranMs: number, now: number, isClosing: boolean): void {
    if (!this.#lastCheck) return;
    const { turn, number } = this.#lastCheck.sent;
    const { canInterrupt, overdueMs } = thread.interrupter;
    const longestWaitMs = this.#queue.longestWaitMs(now);
    const progress = { ranMs, overdueMs, canInterrupt, longestWaitMs, isClosing };
    const reason = findStopReason(turn, progress);
    if (reason && turn.stopped?.reason !== reason) turn.stopped = { reason, since: now };
    if (!turn.stopped) return;
    // Repeat the interrupt at each check, because a function may have caught the error.
    thread.interrupter.interrupt(number);
    const { reason: stopReason, since } = turn.stopped;
    const stoppedForMs = now - since;
    const mustEnd = stopReason === "late" || stopReason === "closing";
    // An interrupt may have no effect: PostgreSQL can compile a short regular expression for many seconds without
    // checking the flag.
    const isUnresponsive = Math.min(stoppedForMs, longestWaitMs) > graceForOthersMs;
    if (isUnresponsive || (mustEnd && (!canInterrupt || stoppedForMs > graceMs))) {
      if (canInterrupt) this.#penalize(turn, now);
      void thread.end(new Error("A statement did not end after it was interrupted."));
    }
  }

  /** Penalizes the caller of a turn once, although the thread may take a while to end. */
  #penalize(turn: Turn, now: number): void {
    if (turn.caller === undefined || turn === this.#penalizedTurn) return;
    this.#penalizedTurn = turn;
    for (const waiting of this.#queue.penalize(turn, now))
      waiting.reject(new CallerSuspended(this.#queue.remainingSuspensionMs(waiting, now)));
  }
}
