/** A channel's presence in a topic, which the client publishes with `track`. */
export interface PresenceEntry {
  /** The key under which clients list the entry. Several entries may share a key. */
  readonly key: string;
  /** A unique id that changes with each update. */
  readonly ref: string;
  /** The JSON that clients receive: the tracked payload with `phx_ref`. */
  readonly metaJson: string;
}
