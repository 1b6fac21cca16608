import type { Socket } from "node:net";
import {
  DatabaseError,
  DatabaseUnavailable,
  type ProgramSession,
  type SessionPartner,
  type SpeakInTurn,
} from "../database/port.ts";
import { ClientStatements } from "./client-statements.ts";
import { copyFail, readCopyData } from "./copy.ts";
import { type Frame, type Incoming, maxMessageBytes } from "./incoming.ts";
import {
  backendKey,
  errorResponse,
  fatalError,
  idle,
  notification,
  parameterStatus,
  query,
  sync,
} from "./messages.ts";
import type { OtherDatabases } from "./other-databases.ts";

/** How long a transaction may be idle, or a response unread, while others wait. */
export const defaultMaxIdleMs = 5_000;
/** Shorter waits of others do not count. */
const minWaitMs = 1_000;
const checkIntervalMs = 250;

/** The state that all clients share. */
export interface Programs {
  /** How many times the prepared statements of all clients were dropped. */
  drops: number;
}

export interface ProgramOptions {
  readonly socket: Socket;
  readonly incoming: Incoming;
  readonly id: number;
  readonly secret: number;
  readonly shared: Programs;
  readonly others: OtherDatabases;
  readonly maxIdleMs?: number | undefined;
}

/**
 * Messages that are processed together: up to a Sync, a Flush, a Query, or an Execute with further messages behind it.
 */
type Unit = readonly Frame[];

/** An authenticated client. */
export class Program {
  readonly #options: ProgramOptions;
  readonly #names: ClientStatements;
  #session: ProgramSession | undefined;
  /** Whether the client is currently using the session. */
  #isRunning = false;
  #isCanceled = false;
  #isLeaving = false;
  #isLost = false;
  /** The error that ends the client's connection. */
  #fault: DatabaseError | undefined;
  #seenDrops: number;
  /** The client's last activity while others may wait (`performance.now()`). */
  #lastActivity = 0;
  #notifications: Buffer[] = [];

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#names = new ClientStatements(options.id);
    this.#seenDrops = options.shared.drops;
  }

  /** Returns whether the running statement must be cancelled. */
  get aborted(): boolean {
    const { incoming } = this.#options;
    return !this.#isLeaving && (this.#isCanceled || incoming.hasEnded);
  }

  cancel(): void {
    if (this.#isRunning) this.#isCanceled = true;
  }

  notify(channel: string, payload: string): void {
    this.#notifications.push(notification(this.#options.id, channel, payload));
    if (!this.#isRunning) this.#flushNotifications();
  }

  /** Ends the connection, because the database was reopened and all sessions were lost. */
  lose(): void {
    this.#isLost = true;
    this.#options.incoming.wake();
  }

  /**
   * Serves the client until it disconnects.
   *
   * @throws {DatabaseError} {DatabaseUnavailable} if the connection must end
   */
  async serve(session: ProgramSession): Promise<void> {
    this.#session = session;
    const { socket, id, secret } = this.#options;
    for (const [name, value] of Object.entries(session.reported)) {
      socket.write(parameterStatus(name, value));
    }
    socket.write(backendKey(id, secret));
    socket.write(idle);
    const watch = setInterval(() => this.#checkProgress(), checkIntervalMs);
    try {
      for (;;) {
        const messages = await this.#unit();
        if (!messages) return;
        const answer = await this.#options.others.answer(messages);
        if (answer) socket.write(answer);
        else await this.#useSession(session, messages);
      }
    } finally {
      clearInterval(watch);
      this.#isLeaving = true;
      await session.close(Buffer.concat([...this.#names.closing(), sync])).catch(() => {});
    }
  }

  /** Uses the session until no transaction is open. */
  async #useSession(session: ProgramSession, first: Unit): Promise<void> {
    this.#isRunning = true;
    this.#isCanceled = false;
    try {
      await session.hold(async (speak) => {
        try {
          let status = await this.#speak(speak, first, this.#lostStatements(first));
          while (status !== "I") {
            this.#lastActivity = performance.now();
            const messages = await this.#unit(session);
            if (!messages) return;
            // If a Query interrupts a pipeline, PostgreSQL 17 does not end its transaction properly, and the next
            // statement fails, even if it comes from another client.
            const isAmid = status === undefined && "QF".includes(messages.at(-1)?.type ?? "");
            status = await this.#speak(speak, messages, isAmid ? [sync] : []);
          }
        } finally {
          if (this.#isHolding) {
            this.#isLeaving = true;
            await speak({ bytes: Buffer.concat([sync, query("rollback")]) }, discard);
          }
        }
      }, this);
    } catch (error) {
      // The statement was cancelled while it waited in the queue.
      if (!(error instanceof DatabaseError) || error.code !== "57014") throw error;
      this.#options.socket.write(errorResponse("ERROR", error));
      await this.#skipToSync(first);
      this.#options.socket.write(idle);
    } finally {
      this.#isRunning = false;
    }
    this.#flushNotifications();
  }

  #isHolding = false;

  /** @param before messages to send first; their responses are discarded */
  async #speak(
    speak: SpeakInTurn,
    messages: Unit,
    before: readonly Buffer[],
  ): Promise<string | undefined> {
    const { shared } = this.#options;
    const bytes = Buffer.concat(messages.map((message) => this.#names.renamed(message)));
    this.#isHolding = true;
    this.#isCanceled = false;
    const { status, parsed, hasForgotten } = await speak(
      { bytes, before: before.length > 0 ? Buffer.concat(before) : undefined },
      this.#partner(),
    );
    this.#names.settled(parsed);
    if (hasForgotten) {
      this.#names.forget();
      this.#seenDrops = ++shared.drops;
    }
    this.#isHolding = status !== "I";
    return status;
  }

  /** Returns the messages that prepare again the statements that were lost while other clients used the session. */
  #lostStatements(messages: Unit): Buffer[] {
    const { shared } = this.#options;
    const unnamed = this.#names.unnamedFor(messages);
    const all = this.#seenDrops === shared.drops ? [] : this.#names.again();
    this.#seenDrops = shared.drops;
    const lostStatements = unnamed ? [...all, unnamed] : all;
    return lostStatements.length > 0 ? [...lostStatements, sync] : [];
  }

  #partner(): SessionPartner {
    const { socket } = this.#options;
    let isOver = false;
    return {
      receive: (bytes, read) => {
        this.#lastActivity = performance.now();
        socket.write(bytes, () => {
          this.#lastActivity = performance.now();
          read();
        });
      },
      onWantsData: (take) => {
        if (isOver) return;
        this.#lastActivity = performance.now();
        readCopyData(this.#options.incoming, () => this.#endOfCopy())
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
    if (this.#isStalled()) return "no data arrived while others waited";
    if (this.#isCanceled) return "canceling statement due to user request";
    return undefined;
  }

  /**
   * Reads the next messages that are processed together.
   *
   * @param session the session, if a transaction is open
   * @returns undefined if the client disconnects
   */
  async #unit(session?: ProgramSession): Promise<Unit | undefined> {
    const { incoming } = this.#options;
    const messages: Frame[] = [];
    let length = 0;
    for (;;) {
      if (this.#fault) throw this.#fault;
      if (this.#isLost) throw fatalError("57P02", "the database was reopened");
      // If the Execute starts a COPY, the next messages belong to it.
      const { nextType } = incoming;
      if (messages.at(-1)?.type === "E" && nextType !== undefined && nextType !== "S")
        return messages;
      const message = incoming.frame(maxMessageBytes);
      if (message) {
        const { type, bytes } = message;
        if (type === "X") return undefined;
        // Skip the rest of a COPY that PostgreSQL has already ended.
        if ("dcf".includes(type)) continue;
        if (!"QPBDECSHF".includes(type)) throw fatalError("08P01", "invalid frontend message type");
        // There is nothing to flush.
        if (type === "H" && messages.length === 0) continue;
        messages.push(message);
        length += bytes.length;
        if (length > maxMessageBytes) throw fatalError("54000", "too many messages without a Sync");
        if ("QSHF".includes(type)) return messages;
        continue;
      }
      if (incoming.hasEnded) return undefined;
      if (session && this.#isStalled()) {
        throw fatalError(
          "25P03",
          "terminating connection due to idle-in-transaction timeout",
          "The embedded database has one session: others waited for this transaction.",
        );
      }
      await incoming.changed();
    }
  }

  async #skipToSync(messages: Unit): Promise<void> {
    let last = messages.at(-1)?.type;
    while (last === "H" || last === "E") last = (await this.#unit())?.at(-1)?.type;
  }

  #isStalled(): boolean {
    const { maxIdleMs = defaultMaxIdleMs } = this.#options;
    const longestWait = this.#session?.longestWait ?? 0;
    return longestWait >= minWaitMs && performance.now() - this.#lastActivity >= maxIdleMs;
  }

  /** Disconnects the client if it keeps others waiting. */
  #checkProgress(): void {
    const { socket, incoming } = this.#options;
    if (!this.#isRunning) return;
    if (socket.writableLength > 0 && this.#isStalled()) socket.destroy();
    incoming.wake();
  }

  #flushNotifications(): void {
    for (const message of this.#notifications.splice(0)) this.#options.socket.write(message);
  }
}

const discard: SessionPartner = {
  receive: (_, read) => read(),
  onWantsData: (take) => take(copyFail("the program has disconnected")),
};

/** Returns the message for the error that ends a connection. */
export function finalError(error: unknown): Buffer {
  if (error instanceof DatabaseError) return errorResponse("FATAL", error);
  if (error instanceof DatabaseUnavailable) {
    return errorResponse("FATAL", { code: "57P01", message: error.message });
  }
  return errorResponse("FATAL", { code: "XX000", message: "internal error" });
}
