/** The limits of the realtime wire. */
export interface Limits {
  /** Open sockets in this process. */
  readonly connections: number;
  /** Open sockets in this process from one network. Loopback connections do not count. */
  readonly networkConnections: number;
  /** Channels of one socket. */
  readonly channels: number;
  /** Joins of one socket, averaged over the last minute. */
  readonly joinsPerSecond: number;
  /** Messages from one socket, averaged over the last minute. */
  readonly messagesPerSecond: number;
  /** Messages that one caller sends over HTTP to this process, averaged over the last minute. */
  readonly httpMessagesPerSecond: number;
  /** The payload of one message. */
  readonly payloadBytes: number;
  /** One frame from a client. */
  readonly frameBytes: number;
  /** The time from the first to the last byte of a message. */
  readonly messageArrivalMs: number;
  /** Incomplete messages that this process buffers. */
  readonly unfinishedBytes: number;
  /** Incomplete messages that this process buffers for one network. Loopback connections do not count. */
  readonly networkUnfinishedBytes: number;
  /** The frame of one join. */
  readonly joinBytes: number;
  /** The body of one HTTP request. */
  readonly bodyBytes: number;
  /** Calls of `track` and `untrack` in one channel within {@link presenceWindowMs}. */
  readonly presenceCalls: number;
  readonly presenceWindowMs: number;
  /** How long a socket may stay silent. */
  readonly silenceMs: number;
  /** How long a socket may stay open without a channel. */
  readonly noChannelMs: number;
  /** How often a channel's token is verified again. */
  readonly tokenCheckMs: number;
  /**
   * Frames of one channel that wait for its join or for a policy's decision. Above one of these limits, the server
   * stops reading from the socket.
   */
  readonly queuedFrames: number;
  readonly queuedBytes: number;
  /** Messages that are buffered for one client because it has not read them. */
  readonly unreadBytes: number;
  /** Unread messages of all clients of this process. */
  readonly processUnreadBytes: number;
  /** Unread messages of the clients of one network. Loopback connections do not count. */
  readonly networkUnreadBytes: number;
  /** Entries of `postgres_changes` in one channel. */
  readonly changeEntries: number;
  /** The payloads and keys that all members of one topic track. */
  readonly topicPresenceBytes: number;
  /** Stored messages that a channel may request when it joins. */
  readonly replayedMessages: number;
}

/**
 * The hosted service's limits for a project without a spend cap (https://supabase.com/docs/guides/realtime/limits), and
 * the settings of supabase/realtime (`config/runtime.exs`, `lib/realtime_web/endpoint.ex`). The hosted service counts
 * rates per project, because the project's owner pays for the sum. This wire counts them per client, so that no client
 * can use up the rate of another.
 */
export const hostedLimits: Limits = {
  // The limit "Concurrent connections" is 10,000. More are possible here, because an idle socket takes only 17 kB
  // (idle.full.test.ts).
  connections: 20_000,
  // Not in the reference: prevents one network from taking every connection.
  networkConnections: 1_000,
  // "Channels per connection", TENANT_MAX_CHANNELS_PER_CLIENT.
  channels: 100,
  // TENANT_MAX_JOINS_PER_SECOND.
  joinsPerSecond: 100,
  // "Messages per second".
  messagesPerSecond: 2_500,
  httpMessagesPerSecond: 2_500,
  // "Broadcast payload size" of 3,000 KB, and the padding of lib/realtime/tenants.ex.
  payloadBytes: 3_000 * 1_000 + 500,
  // max_frame_size.
  frameBytes: 5_000_000,
  // Not in the reference, where an incomplete message can take forever: Cowboy restarts its timeout with each byte, and
  // pings keep a socket alive.
  messageArrivalMs: 60_000,
  // Not in the reference: allows a dozen of the largest frames, or four from one network.
  unfinishedBytes: 64 * 1024 * 1024,
  networkUnfinishedBytes: 20_000_000,
  // Not in the reference: a channel keeps its join config in memory, and parsed JSON takes 20 times the memory of its
  // text.
  joinBytes: 100_000,
  // Plug.Conn.read_body's default.
  bodyBytes: 8_000_000,
  // CLIENT_PRESENCE_MAX_CALLS, CLIENT_PRESENCE_WINDOW_MS.
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  // The `timeout` of Phoenix's transport.
  silenceMs: 60_000,
  // NO_CHANNEL_TIMEOUT_IN_MS.
  noChannelMs: 10 * 60_000,
  // @confirm_token_ms_interval of realtime_channel.ex.
  tokenCheckMs: 5 * 60_000,
  // Not in the reference: without these limits, each of 100 channels could hold several of the largest frames.
  queuedFrames: 16,
  queuedBytes: 100_000,
  // Not in the reference: enough for two messages of the maximum size.
  unreadBytes: 8 * 1024 * 1024,
  // Not in the reference: without this limit, a thousand sockets that read nothing could hold 8 GB.
  processUnreadBytes: 128 * 1024 * 1024,
  networkUnreadBytes: 32 * 1024 * 1024,
  // Not in the reference: an entry costs as much as a channel.
  changeEntries: 100,
  // Not in the reference: the whole presence state is sent to every client that joins.
  topicPresenceBytes: 3_000 * 1_000,
  // @hard_limit of lib/realtime/messages.ex.
  replayedMessages: 25,
};
