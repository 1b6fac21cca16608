/** Carries the sentences of the processes that serve one project. */
export interface Transport {
  /**
   * Begins to listen.
   *
   * @throws {DatabaseUnavailable} The next call tries again.
   */
  open(listener: TransportListener): Promise<void>;
  /** Sends sentences to all other processes, in their order. */
  send(sentences: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface TransportListener {
  /** Called in the order in which each process has sent. The process hears its own sentences, too. */
  onSentence(sentence: string): void;
  /** Called when sentences may have been missed. */
  onGap(): void;
}
