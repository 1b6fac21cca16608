/** Somebody who is present in a topic: a `track` of a channel. */
export interface Member {
  /** The key under which clients list it; several members may share one. */
  readonly key: string;
  /** Unique; a new one for each update. */
  readonly ref: string;
  /** JSON text of what clients see: the tracked payload with `phx_ref`. */
  readonly meta: string;
}
