import { DatabaseError, DatabaseUnavailable, type Share } from "../port.ts";
import { canceled, queryCanceled, type Result } from "../sessions/session.ts";
import type { Waiting } from "./queue.ts";
import { type Answered, reopened, type Thread } from "./thread.ts";

/** The purpose of a turn, and how long it is wanted. */
export interface Use {
  readonly share: Share;
  readonly signal?: Pick<AbortSignal, "aborted"> | undefined;
  readonly caller?: string | undefined;
}

/** Why a statement is stopped early. */
export type Reason = "late" | "unwanted" | "closing" | "in the way";

/** A hold of the embedded database's one session for a while: a request, or several of one transaction. */
export interface Turn extends Use, Waiting {
  /** True when the turn needs the session to itself. */
  readonly isAlone: boolean;
  readonly begin: (thread: Thread<Turn>) => void;
  readonly refuse: (error: Error) => void;
  /** By `performance.now()`. */
  begunAt: number;
  /** In milliseconds, how long its runs that gave way took together. */
  spent: number;
  stopped: { readonly why: Reason; readonly since: number } | undefined;
}

export const newTurn = (
  turn: Pick<Turn, "share" | "signal" | "caller" | "isAlone" | "begin" | "refuse">,
): Turn => ({
  ...turn,
  waitingSince: performance.now(),
  begunAt: 0,
  hasGivenWay: false,
  spent: 0,
  stopped: undefined,
});

/** In milliseconds. A statement that has run for less blocks nobody. */
const shortest = 100;
/** In milliseconds. A statement blocks a turn that has waited this long. */
const mostWaiting = 1_000;

/** The result of a look at the running statement. */
export interface Sight {
  /** In milliseconds. */
  readonly ran: number;
  /** How far it is past its `statement_timeout`, negative before it. */
  readonly overdue: number | undefined;
  /** True when it can be stopped, and nothing else would be stopped with it. */
  readonly isAble: boolean;
  /** The longest wait of the others. */
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

/** True when the turn was stopped for others, and is to run again. */
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
