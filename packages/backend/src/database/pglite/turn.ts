import { DatabaseError, DatabaseUnavailable, type Share } from "../port.ts";
import { canceledError, queryCanceled, type Result } from "../sessions/session.ts";
import type { Waiting } from "./queue.ts";
import { reopenedError, type Thread, type ThreadAnswer } from "./thread.ts";

/** The caller, the share and the limits of a turn. */
export interface Use {
  readonly share: Share;
  readonly signal?: Pick<AbortSignal, "aborted"> | undefined;
  readonly caller?: string | undefined;
}

/** Why a statement is stopped early. */
export type Reason = "late" | "unwanted" | "closing" | "in the way";

/** A turn at the embedded database's session: one request, or the requests of one transaction. */
export interface Turn extends Use, Waiting {
  /** Whether the turn needs exclusive use of the session. */
  readonly isAlone: boolean;
  readonly begin: (thread: Thread<Turn>) => void;
  readonly refuse: (error: Error) => void;
  /** As returned by `performance.now()`. */
  begunAt: number;
  /** The total duration of the runs that gave way. */
  spentMs: number;
  stopped: { readonly why: Reason; readonly since: number } | undefined;
}

export const newTurn = (
  turn: Pick<Turn, "share" | "signal" | "caller" | "isAlone" | "begin" | "refuse">,
): Turn => ({
  ...turn,
  waitingSince: performance.now(),
  begunAt: 0,
  hasGivenWay: false,
  spentMs: 0,
  stopped: undefined,
});

/** A statement that has run for less does not count as blocking. */
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
  readonly longestWait: number;
  readonly isClosing: boolean;
}

export function reasonToStop(turn: Turn, sight: StatementProgress): Reason | undefined {
  const { share, signal, spentMs } = turn;
  const { ranMs, overdueMs, longestWait } = sight;
  if (sight.isClosing) return "closing";
  if (overdueMs !== undefined && overdueMs + spentMs >= 0) return "late";
  if (ranMs > (share.maxStatementMs ?? Number.POSITIVE_INFINITY)) return "late";
  if (!sight.canInterrupt) return undefined;
  if (signal?.aborted) return "unwanted";
  return share.givesWay && ranMs >= minBlockingMs && longestWait >= maxWaitMs
    ? "in the way"
    : undefined;
}

/** Returns whether the turn was stopped for others, and has to run again. */
export const mustGiveWay = ({ stopped }: Turn, answer: ThreadAnswer | Error): boolean =>
  stopped?.why === "in the way" && isCanceled(answer);

export const isRecalled = (answer: ThreadAnswer | Error): boolean =>
  !(answer instanceof Error) && answer.kind === "recalled";

const isCanceled = (answer: ThreadAnswer | Error): boolean =>
  !(answer instanceof Error) && answer.kind === "refused" && answer.fields.code === queryCanceled;

/** @throws {DatabaseError} {DatabaseUnavailable} */
export function resultsOf({ stopped }: Turn, answer: ThreadAnswer | Error): readonly Result[] {
  if (stopped && (answer instanceof Error || isCanceled(answer))) {
    if (stopped.why === "closing") throw closed();
    throw canceledError(stopped.why === "late" ? "statement timeout" : "user request");
  }
  if (answer instanceof Error) throw answer;
  switch (answer.kind) {
    case "done":
      return answer.results;
    case "refused":
      throw new DatabaseError(answer.fields);
    case "failed":
      throw new Error(answer.message);
    case "recalled":
      throw reopenedError();
    default:
      return answer satisfies never;
  }
}

export const closed = () => new DatabaseUnavailable("The database is closed.");
