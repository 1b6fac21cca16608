import { DatabaseError, DatabaseUnavailable } from "../errors.ts";
import type { ConnectionLimits } from "../port.ts";
import { canceledError, queryCanceled, type Result } from "../sessions/session.ts";
import { type Reply, reopenedError, type Thread } from "./thread.ts";
import type { QueuedTurn } from "./turn-queue.ts";

/** The caller, the share and the limits of a turn. */
export interface TurnOptions {
  readonly limits: ConnectionLimits;
  readonly signal?: Pick<AbortSignal, "aborted"> | undefined;
  readonly caller?: string | undefined;
  readonly network?: string | undefined;
}

/** Why a statement is stopped early. */
export type StopReason = "late" | "unwanted" | "closing" | "in the way";

/** A turn at the embedded database's session: one request, or the requests of one transaction. */
export interface Turn extends TurnOptions, QueuedTurn {
  /** Whether the turn needs exclusive use of the session. */
  readonly isExclusive: boolean;
  readonly start: (thread: Thread<Turn>) => void;
  readonly reject: (error: Error) => void;
  /** The time at which the turn last started, as returned by `performance.now()`. */
  startedAt: number;
  /** The total duration of the runs that gave way. */
  spentMs: number;
  stopped: { readonly reason: StopReason; readonly since: number } | undefined;
}

export const createTurn = (
  turn: Pick<Turn, "limits" | "signal" | "caller" | "network" | "isExclusive" | "start" | "reject">,
): Turn => ({
  ...turn,
  waitingSince: performance.now(),
  startedAt: 0,
  hasGivenWay: false,
  spentMs: 0,
  stopped: undefined,
});

/** A statement that has run for less time does not count as blocking. */
const minBlockingMs = 100;
/** A statement counts as blocking if another turn has waited this long. */
const maxWaitMs = 1_000;

/** The state of the running statement at a check. */
export interface StatementProgress {
  readonly ranMs: number;
  /** How many milliseconds the statement is past its `statement_timeout`; negative before it. */
  readonly overdueMs: number | undefined;
  /** Whether the statement can be stopped without stopping anything else. */
  readonly canInterrupt: boolean;
  /** The longest wait of other turns, in milliseconds. */
  readonly longestWaitMs: number;
  readonly isClosing: boolean;
}

export function findStopReason(turn: Turn, progress: StatementProgress): StopReason | undefined {
  const { limits, signal, spentMs } = turn;
  const { ranMs, overdueMs, longestWaitMs } = progress;
  if (progress.isClosing) return "closing";
  if (overdueMs !== undefined && overdueMs + spentMs >= 0) return "late";
  if (ranMs > (limits.maxStatementMs ?? Number.POSITIVE_INFINITY)) return "late";
  if (!progress.canInterrupt) return undefined;
  if (signal?.aborted) return "unwanted";
  return limits.yieldsToOthers && ranMs >= minBlockingMs && longestWaitMs >= maxWaitMs
    ? "in the way"
    : undefined;
}

/** Returns whether the turn was stopped in favor of others, and has to run again. */
export const mustGiveWay = ({ stopped }: Turn, reply: Reply | Error): boolean =>
  stopped?.reason === "in the way" && isCanceled(reply);

export const isRecalled = (reply: Reply | Error): boolean =>
  !(reply instanceof Error) && reply.kind === "recalled";

const isCanceled = (reply: Reply | Error): boolean =>
  !(reply instanceof Error) && reply.kind === "refused" && reply.fields.code === queryCanceled;

/** @throws {DatabaseError} {DatabaseUnavailable} */
export function resultsOf({ stopped }: Turn, reply: Reply | Error): readonly Result[] {
  if (stopped && (reply instanceof Error || isCanceled(reply))) {
    if (stopped.reason === "closing") throw closedError();
    throw canceledError(stopped.reason === "late" ? "statement timeout" : "user request");
  }
  if (reply instanceof Error) throw reply;
  switch (reply.kind) {
    case "done":
      return reply.results;
    case "refused":
      throw new DatabaseError(reply.fields);
    case "failed":
      throw new Error(reply.message);
    case "recalled":
      throw reopenedError();
    default:
      return reply satisfies never;
  }
}

export const closedError = () => new DatabaseUnavailable("The database is closed.");
