import type { Waiting } from "./pglite-queue.ts";
import { type Answered, reopened, type Thread } from "./pglite-thread.ts";
import { DatabaseError, DatabaseUnavailable, type Share } from "./port.ts";
import { canceled, queryCanceled, type Result } from "./session.ts";

/** For whom a turn is, and until when it is wanted. */
export interface Use {
  readonly share: Share;
  readonly signal?: AbortSignal | undefined;
}

/** Why a statement is stopped before it has ended by itself. */
export type Reason = "late" | "unwanted" | "closing" | "in the way";

/** What has the one session of the embedded database for a while: a request, or several of one transaction. */
export interface Turn extends Use, Waiting {
  /** Whether it has the session to itself. */
  readonly isAlone: boolean;
  readonly begin: (thread: Thread<Turn>) => void;
  readonly refuse: (error: Error) => void;
  /** By `performance.now()`. */
  begunAt: number;
  /** In milliseconds, how long it had run whenever it gave way. */
  spent: number;
  stopped: { readonly why: Reason; readonly since: number } | undefined;
}

export const newTurn = (
  turn: Pick<Turn, "share" | "signal" | "isAlone" | "begin" | "refuse">,
): Turn => ({
  ...turn,
  waitingSince: performance.now(),
  begunAt: 0,
  hasGivenWay: false,
  spent: 0,
  stopped: undefined,
});

/** In milliseconds. A statement that has run for less is in nobody's way. */
const shortest = 100;
/** In milliseconds. A statement is in the way of one that has waited for so long. */
const mostWaiting = 1_000;

/** What a look finds that a statement runs. */
export interface Sight {
  /** In milliseconds. */
  readonly ran: number;
  /** How long ago it had to be over by `statement_timeout`, negative before. */
  readonly overdue: number | undefined;
  /** Whether it can be stopped, and nothing else with it. */
  readonly isAble: boolean;
  /** How long others have waited. */
  readonly longestWait: number;
  readonly isClosing: boolean;
}

export function reasonToStop(turn: Turn, sight: Sight): Reason | undefined {
  const { share, signal, spent } = turn;
  const { ran, overdue, longestWait } = sight;
  if (sight.isClosing) return "closing";
  if (overdue !== undefined && overdue + spent >= 0) return "late";
  if (ran > (share.longest ?? Number.POSITIVE_INFINITY)) return "late";
  if (!sight.isAble) return undefined;
  if (signal?.aborted) return "unwanted";
  return share.givesWay && ran >= shortest && longestWait >= mostWaiting ? "in the way" : undefined;
}

/** Whether it was stopped for others, and is to be begun anew. */
export const hasToGiveWay = ({ stopped }: Turn, answer: Answered | Error): boolean =>
  stopped?.why === "in the way" && isCanceled(answer);

export const isRecalled = (answer: Answered | Error): boolean =>
  !(answer instanceof Error) && answer.kind === "recalled";

const isCanceled = (answer: Answered | Error): boolean =>
  !(answer instanceof Error) && answer.kind === "refused" && answer.fields.code === queryCanceled;

/** @throws {DatabaseError} {DatabaseUnavailable} */
export function resultsOf({ stopped }: Turn, answer: Answered | Error): readonly Result[] {
  if (stopped && (answer instanceof Error || isCanceled(answer))) {
    if (stopped.why === "closing") throw closed();
    throw canceled(stopped.why === "late" ? "statement timeout" : "user request");
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
      throw reopened();
    default:
      return answer satisfies never;
  }
}

export const closed = () => new DatabaseUnavailable("The database is closed.");
