/** The limits of the wire. */
export interface Limits {
  /** Sockets that are open at a time, in this process. */
  readonly connections: number;
  /** Sockets that are open at a time from one network, in this process. The machine itself is not counted. */
  readonly networkConnections: number;
  /** Channels of a socket. */
  readonly channels: number;
  /** Joins of a socket, for each second of the last minute. */
  readonly joinsPerSecond: number;
  /** Messages from a socket, for each second of the last minute. */
  readonly messagesPerSecond: number;
  /** Messages of a caller over HTTP to this process, for each second of the last minute. */
  readonly postedPerSecond: number;
  /** The size of a message's payload, in bytes. */
  readonly payload: number;
  /** The size of a frame from a client, in bytes. */
  readonly frame: number;
  /** In milliseconds: how long a message may take to arrive. */
  readonly arrival: number;
  /** In bytes: how much of unfinished messages this process holds. */
  readonly unfinished: number;
  /** In bytes: the same of one network. The machine itself is not counted. */
  readonly networkUnfinished: number;
  /** The size of the frame of a join, in bytes. */
  readonly join: number;
  /** The size of a body over HTTP, in bytes. */
  readonly body: number;
  /** Calls of `track` and `untrack` of a channel in {@link presenceWindow}. */
  readonly presenceCalls: number;
  /** In milliseconds. */
  readonly presenceWindow: number;
  /** In milliseconds: how long a socket may be silent. */
  readonly silence: number;
  /** In milliseconds: how long a socket may have no channel. */
  readonly withoutChannel: number;
  /** In milliseconds: how often a channel's token is verified again. */
  readonly tokenCheck: number;
  /** In bytes: how much may wait for a client that does not read. */
  readonly unread: number;
  /** Entries of `postgres_changes` of a channel. */
  readonly changes: number;
  /** The size of all that the members of a topic track, and of their keys, in bytes. */
  readonly present: number;
  /** How many stored messages a channel may ask for when it joins. */
  readonly replayed: number;
}

/**
 * The hosted service's limits for a project without a spend cap
 * (https://supabase.com/docs/guides/realtime/limits), and the settings of supabase/realtime
 * (`config/runtime.exs`, `lib/realtime_web/endpoint.ex`). There a project's clients share the numbers for
 * each second, since its owner pays for their sum. Here each client has its own, so that no client can use
 * up those of the others.
 */
export const hostedLimits: Limits = {
  // "Concurrent connections".
  connections: 10_000,
  // Ours: one network is not to take them all.
  networkConnections: 1_000,
  // "Channels per connection", TENANT_MAX_CHANNELS_PER_CLIENT.
  channels: 100,
  // TENANT_MAX_JOINS_PER_SECOND.
  joinsPerSecond: 100,
  // "Messages per second".
  messagesPerSecond: 2_500,
  postedPerSecond: 2_500,
  // "Broadcast payload size" of 3,000 KB, and the padding of lib/realtime/tenants.ex.
  payload: 3_000 * 1_000 + 500,
  // max_frame_size.
  frame: 5_000_000,
  // Ours. Cowboy's clock starts anew with each byte, and pings keep a socket alive.
  arrival: 60_000,
  // Ours: a dozen of the largest frames, and four from one network.
  unfinished: 64 * 1024 * 1024,
  networkUnfinished: 20_000_000,
  // Ours: a channel keeps its topic and its wishes, which take twenty times as much once they are read.
  join: 100_000,
  // Plug.Conn.read_body's default.
  body: 8_000_000,
  // CLIENT_PRESENCE_MAX_CALLS, CLIENT_PRESENCE_WINDOW_MS.
  presenceCalls: 5,
  presenceWindow: 30_000,
  // The `timeout` of Phoenix's transport.
  silence: 60_000,
  // NO_CHANNEL_TIMEOUT_IN_MS.
  withoutChannel: 10 * 60_000,
  // @confirm_token_ms_interval of realtime_channel.ex.
  tokenCheck: 5 * 60_000,
  // Ours. It holds the two largest messages.
  unread: 8 * 1024 * 1024,
  // Ours: an entry costs as much as a channel.
  changes: 100,
  // Ours: each who joins is sent all of it.
  present: 3_000 * 1_000,
  // @hard_limit of lib/realtime/messages.ex.
  replayed: 25,
};
