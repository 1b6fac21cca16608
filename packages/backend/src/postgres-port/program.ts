import type { Socket } from "node:net";
import { DatabaseError } from "../database/errors.ts";
import type {
  ProcessMessages,
  ProgramSession,
  SessionClient,
} from "../database/program-session.ts";
import { ClientStatements } from "./client-statements.ts";
import { copyFail, readCopyData } from "./copy.ts";
import type { Incoming } from "./incoming.ts";
import { type MessageGroup, readMessageGroup } from "./message-group.ts";
import {
  backendKey,
  errorResponse,
  fatalError,
  notification,
  parameterStatus,
  query,
  readyForQuery,
  sync,
} from "./messages.ts";
import type { OtherDatabases } from "./other-databases.ts";

/** How long a transaction may be idle, or a response unread, while others wait. */
export const defaultMaxIdleMs = 5_000;
/** Shorter waits of others do not count. */
const minWaitMs = 1_000;
const checkIntervalMs = 250;

/** The state that all clients share. */
export interface SharedState {
  /** How many times the prepared statements of all clients were dropped. */
  drops: number;
}

export interface ProgramOptions {
  readonly socket: Socket;
  readonly incoming: Incoming;
  readonly id: number;
  readonly secret: number;
  readonly sharedState: SharedState;
  readonly otherDatabases: OtherDatabases;
  readonly maxIdleMs?: number | undefined;
}

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
  #fatalError: DatabaseError | undefined;
  #seenDrops: number;
  /** The client's last activity while others may wait (`performance.now()`). */
  #lastActivity = 0;
  #notifications: Buffer[] = [];

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#names = new ClientStatements(options.id);
    this.#seenDrops = options.sharedState.drops;
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
  endSession(): void {
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
    socket.write(readyForQuery);
    const progressTimer = setInterval(() => this.#checkProgress(), checkIntervalMs);
    try {
      for (;;) {
        const messages = await this.#readMessages();
        if (!messages) return;
        const response = await this.#options.otherDatabases.process(messages);
        if (response) socket.write(response);
        else await this.#useSession(session, messages);
      }
    } finally {
      clearInterval(progressTimer);
      this.#isLeaving = true;
      await session
        .close(Buffer.concat([...this.#names.createCloseMessages(), sync]))
        .catch(() => {});
    }
  }

  /** Uses the session until no transaction is open. */
  async #useSession(session: ProgramSession, firstMessages: MessageGroup): Promise<void> {
    this.#isRunning = true;
    this.#isCanceled = false;
    try {
      await session.hold(async (processMessages) => {
        try {
          let status = await this.#processMessages(
            processMessages,
            firstMessages,
            this.#createLostStatements(firstMessages),
          );
          while (status !== "I") {
            this.#lastActivity = performance.now();
            const messages = await this.#readMessages(session);
            if (!messages) return;
            // If a Query interrupts a pipeline, PostgreSQL 17 does not end its transaction properly, and the next
            // statement fails, even if it comes from another client.
            const isInsidePipeline =
              status === undefined && "QF".includes(messages.at(-1)?.type ?? "");
            status = await this.#processMessages(
              processMessages,
              messages,
              isInsidePipeline ? [sync] : [],
            );
          }
        } finally {
          if (this.#holdsSession) {
            this.#isLeaving = true;
            await processMessages({ bytes: Buffer.concat([sync, query("rollback")]) }, discard);
          }
        }
      }, this);
    } catch (error) {
      // The statement was cancelled while it waited in the queue.
      if (!(error instanceof DatabaseError) || error.code !== "57014") throw error;
      this.#options.socket.write(errorResponse("ERROR", error));
      await this.#skipUntilSync(firstMessages);
      this.#options.socket.write(readyForQuery);
    } finally {
      this.#isRunning = false;
    }
    this.#flushNotifications();
  }

  #holdsSession = false;

  /** @param preamble messages to send first; their responses are discarded */
  async #processMessages(
    processMessages: ProcessMessages,
    messages: MessageGroup,
    preamble: readonly Buffer[],
  ): Promise<string | undefined> {
    const { sharedState } = this.#options;
    const bytes = Buffer.concat(messages.map((message) => this.#names.renameStatements(message)));
    this.#holdsSession = true;
    this.#isCanceled = false;
    const { status, parsed, hasLostStatements } = await processMessages(
      { bytes, before: preamble.length > 0 ? Buffer.concat(preamble) : undefined },
      this.#createClient(),
    );
    this.#names.confirm(parsed);
    if (hasLostStatements) {
      this.#names.clear();
      this.#seenDrops = ++sharedState.drops;
    }
    this.#holdsSession = status !== "I";
    return status;
  }

  /** Returns the messages that restore prepared statements which were lost while other clients used the session. */
  #createLostStatements(messages: MessageGroup): Buffer[] {
    const { sharedState } = this.#options;
    const unnamedStatement = this.#names.unnamedParseMessage(messages);
    const named = this.#seenDrops === sharedState.drops ? [] : this.#names.createParseMessages();
    this.#seenDrops = sharedState.drops;
    const messagesToRepeat = unnamedStatement ? [...named, unnamedStatement] : named;
    return messagesToRepeat.length > 0 ? [...messagesToRepeat, sync] : [];
  }

  #createClient(): SessionClient {
    const { socket } = this.#options;
    let hasFailed = false;
    return {
      receive: (bytes, onRead) => {
        this.#lastActivity = performance.now();
        socket.write(bytes, () => {
          this.#lastActivity = performance.now();
          onRead();
        });
      },
      onWantsData: (send) => {
        if (hasFailed) return;
        this.#lastActivity = performance.now();
        readCopyData(this.#options.incoming, () => this.#findCopyStopReason())
          .catch((error: DatabaseError) => {
            hasFailed = true;
            this.#fatalError = error;
            return copyFail(error.message);
          })
          .then(send);
      },
    };
  }

  #findCopyStopReason(): string | undefined {
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
  #readMessages(session?: ProgramSession): Promise<MessageGroup | undefined> {
    return readMessageGroup(this.#options.incoming, {
      findError: () => {
        if (this.#fatalError) return this.#fatalError;
        return this.#isLost ? fatalError("57P02", "the database was reopened") : undefined;
      },
      findIdleError: () => {
        if (!session || !this.#isStalled()) return undefined;
        return fatalError(
          "25P03",
          "terminating connection due to idle-in-transaction timeout",
          "The embedded database has one session: others waited for this transaction.",
        );
      },
    });
  }

  async #skipUntilSync(messages: MessageGroup): Promise<void> {
    let lastType = messages.at(-1)?.type;
    while (lastType === "H" || lastType === "E")
      lastType = (await this.#readMessages())?.at(-1)?.type;
  }

  #isStalled(): boolean {
    const { maxIdleMs = defaultMaxIdleMs } = this.#options;
    const longestWaitMs = this.#session?.longestWaitMs ?? 0;
    return longestWaitMs >= minWaitMs && performance.now() - this.#lastActivity >= maxIdleMs;
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

const discard: SessionClient = {
  receive: (_, onRead) => onRead(),
  onWantsData: (send) => send(copyFail("the program has disconnected")),
};
