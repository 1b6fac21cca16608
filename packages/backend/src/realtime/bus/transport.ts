/** Carries text messages between the processes that serve one project. */
export interface Transport {
  /**
   * Starts to receive messages.
   *
   * @throws {DatabaseUnavailable} The next call tries again.
   */
  open(listener: TransportListener): Promise<void>;
  /** Sends messages to all other processes, in the given order. */
  send(messages: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface TransportListener {
  /** Called for each message. Messages from one process keep their order. A process also receives its own messages. */
  onMessage(message: string): void;
  /** Called when messages may have been missed. */
  onGap(): void;
}
