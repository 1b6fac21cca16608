import type { Socket } from "node:net";
import {
  DatabaseError,
  DatabaseUnavailable,
  type ProgramSession,
  type SessionPartner,
  type SpeakInTurn,
} from "../database/port.ts";
import { copiedBy, copyFail } from "./copy.ts";
import { type Frame, type Incoming, longestMessage } from "./incoming.ts";
import {
  backendKey,
  errorResponse,
  idle,
  notification,
  parameterStatus,
  query,
  refusal,
  sync,
} from "./messages.ts";
import type { OtherDatabases } from "./other-databases.ts";
import { StatementNames } from "./statement-names.ts";

// In milliseconds.
/** How long a transaction may do nothing, or an answer go unread, while others wait. */
export const mostIdle = 5_000;
/** Others wait once they have waited this long. */
const shortestWait = 1_000;
const interval = 250;

/** The parts that all programs share. */
export interface Programs {
  /** Counted up when the prepared statements of all were dropped. */
  forgotten: number;
}

export interface ProgramOptions {
  readonly socket: Socket;
  readonly incoming: Incoming;
  readonly id: number;
  readonly secret: number;
  readonly shared: Programs;
  readonly others: OtherDatabases;
  readonly patience?: number | undefined;
}

/** Messages that are processed together: up to a Sync, a Flush or a query, or to an Execute that others follow. */
type Unit = readonly Frame[];

/** A program that is connected and has proven who it is. */
export class Program {
  readonly #options: ProgramOptions;
  readonly #names: StatementNames;
  #session: ProgramSession | undefined;
  /** True while its session is not PostgreSQL's to lose. */
  #isRunning = false;
  #isCanceled = false;
  #isLeaving = false;
  #isLost = false;
  /** Why its connection has to end. */
  #fault: DatabaseError | undefined;
  #known: number;
  /** By `performance.now()`, the last sign of it while others may wait. */
  #lastSign = 0;
  #heard: Buffer[] = [];

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#names = new StatementNames(options.id);
    this.#known = options.shared.forgotten;
  }

  /** True while the running statement is to end. */
  get aborted(): boolean {
    const { incoming } = this.#options;
    return !this.#isLeaving && (this.#isCanceled || incoming.hasEnded);
  }

  cancel(): void {
    if (this.#isRunning) this.#isCanceled = true;
  }

  hear(channel: string, payload: string): void {
    this.#heard.push(notification(this.#options.id, channel, payload));
    if (!this.#isRunning) this.#tellHeard();
  }

  /** The database was opened anew; this session is lost with all others. */
  lose(): void {
    this.#isLost = true;
    this.#options.incoming.wake();
  }

  /**
   * Serves the program until it goes.
   *
   * @throws {DatabaseError} {DatabaseUnavailable} when the connection is to end
   */
  async serve(session: ProgramSession): Promise<void> {
    this.#session = session;
    const { socket, id, secret } = this.#options;
    for (const [name, value] of Object.entries(session.reported)) {
      socket.write(parameterStatus(name, value));
    }
    socket.write(backendKey(id, secret));
    socket.write(idle);
    const watch = setInterval(() => this.#look(), interval);
    try {
      for (;;) {
        const unit = await this.#unit();
        if (!unit) return;
        const answer = await this.#options.others.answer(unit);
        if (answer) socket.write(answer);
        else await this.#turn(session, unit);
      }
    } finally {
      clearInterval(watch);
      this.#isLeaving = true;
      await session.close(Buffer.concat([...this.#names.closing(), sync])).catch(() => {});
    }
  }

  /** Has PostgreSQL until no transaction is open. */
  async #turn(session: ProgramSession, first: Unit): Promise<void> {
    this.#isRunning = true;
    this.#isCanceled = false;
    try {
      await session.hold(async (speak) => {
        try {
          let status = await this.#speak(speak, first, this.#lost(first));
          while (status !== "I") {
            this.#lastSign = performance.now();
            const unit = await this.#unit(session);
            if (!unit) return;
            // PostgreSQL 17 leaves the transaction of a pipeline half ended when a query comes amid it: whatever is
            // next fails, be it another program's.
            const isAmid = status === undefined && "QF".includes(unit.at(-1)?.type ?? "");
            status = await this.#speak(speak, unit, isAmid ? [sync] : []);
          }
        } finally {
          if (this.#isHolding) {
            this.#isLeaving = true;
            await speak({ bytes: Buffer.concat([sync, query("rollback")]) }, nobody);
          }
        }
      }, this);
    } catch (error) {
      // The statement was cancelled before its turn came.
      if (!(error instanceof DatabaseError) || error.code !== "57014") throw error;
      this.#options.socket.write(errorResponse("ERROR", error));
      await this.#skipToSync(first);
      this.#options.socket.write(idle);
    } finally {
      this.#isRunning = false;
    }
    this.#tellHeard();
  }

  #isHolding = false;

  /** @param before messages that go first, and whose answers nobody is told */
  async #speak(
    speak: SpeakInTurn,
    unit: Unit,
    before: readonly Buffer[],
  ): Promise<string | undefined> {
    const { shared } = this.#options;
    const bytes = Buffer.concat(unit.map((message) => this.#names.renamed(message)));
    this.#isHolding = true;
    this.#isCanceled = false;
    const { status, parsed, hasForgotten } = await speak(
      { bytes, before: before.length > 0 ? Buffer.concat(before) : undefined },
      this.#partner(),
    );
    this.#names.settled(parsed);
    if (hasForgotten) {
      this.#names.forget();
      this.#known = ++shared.forgotten;
    }
    this.#isHolding = status !== "I";
    return status;
  }

  /** The messages that make anew what the session has lost while others had PostgreSQL. */
  #lost(unit: Unit): Buffer[] {
    const { shared } = this.#options;
    const unnamed = this.#names.unnamedFor(unit);
    const all = this.#known === shared.forgotten ? [] : this.#names.again();
    this.#known = shared.forgotten;
    const lost = unnamed ? [...all, unnamed] : all;
    return lost.length > 0 ? [...lost, sync] : [];
  }

  #partner(): SessionPartner {
    const { socket } = this.#options;
    let isOver = false;
    return {
      hear: (bytes, read) => {
        this.#lastSign = performance.now();
        socket.write(bytes, () => {
          this.#lastSign = performance.now();
          read();
        });
      },
      give: (take) => {
        if (isOver) return;
        this.#lastSign = performance.now();
        copiedBy(this.#options.incoming, () => this.#endOfCopy())
          .catch((error: DatabaseError) => {
            isOver = true;
            this.#fault = error;
            return copyFail(error.message);
          })
          .then(take);
      },
    };
  }

  #endOfCopy(): string | undefined {
    if (this.#isStalled()) return "nothing came while others waited";
    if (this.#isCanceled) return "canceling statement due to user request";
    return undefined;
  }

  /**
   * Reads the next messages that are processed together.
   *
   * @param session the one whose transaction is open meanwhile
   * @returns undefined when the program goes
   */
  async #unit(session?: ProgramSession): Promise<Unit | undefined> {
    const { incoming } = this.#options;
    const unit: Frame[] = [];
    let length = 0;
    for (;;) {
      if (this.#fault) throw this.#fault;
      if (this.#isLost) throw refusal("57P02", "the database had to be opened anew");
      // If it executes a COPY, the next messages are that statement's.
      const { nextType } = incoming;
      if (unit.at(-1)?.type === "E" && nextType !== undefined && nextType !== "S") return unit;
      const message = incoming.frame(longestMessage);
      if (message) {
        const { type, bytes } = message;
        if (type === "X") return undefined;
        // The rest of a COPY that PostgreSQL has ended.
        if ("dcf".includes(type)) continue;
        if (!"QPBDECSHF".includes(type)) throw refusal("08P01", "invalid frontend message type");
        // There is nothing to flush, and nothing that a Sync would end.
        if (type === "H" && unit.length === 0) continue;
        unit.push(message);
        length += bytes.length;
        if (length > longestMessage) throw refusal("54000", "too many messages without a Sync");
        if ("QSHF".includes(type)) return unit;
        continue;
      }
      if (incoming.hasEnded) return undefined;
      if (session && this.#isStalled()) {
        throw refusal(
          "25P03",
          "terminating connection due to idle-in-transaction timeout",
          "The embedded database has one session: others waited for this transaction.",
        );
      }
      await incoming.changed();
    }
  }

  async #skipToSync(unit: Unit): Promise<void> {
    let last = unit.at(-1)?.type;
    while (last === "H" || last === "E") last = (await this.#unit())?.at(-1)?.type;
  }

  #isStalled(): boolean {
    const { patience = mostIdle } = this.#options;
    const longestWait = this.#session?.longestWait ?? 0;
    return longestWait >= shortestWait && performance.now() - this.#lastSign >= patience;
  }

  /** Looks whether the program keeps others waiting. */
  #look(): void {
    const { socket, incoming } = this.#options;
    if (!this.#isRunning) return;
    if (socket.writableLength > 0 && this.#isStalled()) socket.destroy();
    incoming.wake();
  }

  #tellHeard(): void {
    for (const message of this.#heard.splice(0)) this.#options.socket.write(message);
  }
}

const nobody: SessionPartner = {
  hear: (_, read) => read(),
  give: (take) => take(copyFail("the program has gone")),
};

/** The message for the error that ends a connection. */
export function farewell(error: unknown): Buffer {
  if (error instanceof DatabaseError) return errorResponse("FATAL", error);
  if (error instanceof DatabaseUnavailable) {
    return errorResponse("FATAL", { code: "57P01", message: error.message });
  }
  return errorResponse("FATAL", { code: "XX000", message: "internal error" });
}
