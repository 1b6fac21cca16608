/** Options of a {@link ProgramSession}. */
export interface SessionOptions {
  readonly user: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Called with each notification of the channels that the program listens on. */
  readonly onNotify: (channel: string, payload: string) => void;
  /** Called when the database was lost and all sessions have ended. */
  readonly onLoss: () => void;
}

/** A session in PostgreSQL's wire protocol. All sessions take turns in the embedded database's only session. */
export interface ProgramSession {
  /** The settings to report to a program when it connects (`ParameterStatus`). */
  readonly reported: Readonly<Record<string, string>>;
  /** The longest time in milliseconds that others have waited for their turn. */
  readonly longestWaitMs: number;
  /**
   * Occupies PostgreSQL until `work` ends. `work` must not leave a transaction open.
   *
   * @param signal cancels the running statement when it is aborted
   */
  hold(
    work: (processMessages: ProcessMessages) => Promise<void>,
    signal: Pick<AbortSignal, "aborted">,
  ): Promise<void>;
  /** @param messages messages that close the program's remaining objects, such as prepared statements */
  close(messages: Uint8Array): Promise<void>;
}

/** Lets PostgreSQL process complete messages. */
export type ProcessMessages = (
  messages: { readonly bytes: Uint8Array; readonly before?: Uint8Array | undefined },
  client: SessionClient,
) => Promise<SessionResult>;

/** The program that has sent the messages being processed. */
export interface SessionClient {
  /** Receives a piece of the response. Must call `read` when the program has read it. */
  receive(bytes: Uint8Array, read: () => void): void;
  /** Called when PostgreSQL waits for more data (COPY FROM STDIN). */
  onWantsData(send: (bytes: Uint8Array) => void): void;
}

/** The result of a program's messages. */
export interface SessionResult {
  /** As in ReadyForQuery: `I` for idle, `T` in a transaction, `E` in a failed transaction. Undefined before a Sync. */
  readonly status: string | undefined;
  /** The number of parsed statements. */
  readonly parsed: number;
  /** Whether all sessions have lost their prepared statements (`DISCARD ALL`). */
  readonly hasLostStatements: boolean;
}
