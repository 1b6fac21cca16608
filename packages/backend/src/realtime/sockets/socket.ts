import type { RawData, WebSocket } from "ws";
import { toChannelError } from "../answer.ts";
import { Channel } from "../channels/channel.ts";
import { parseJoinPayload } from "../channels/join-payload.ts";
import type { SocketConnection } from "../channels/socket-connection.ts";
import type { RealtimeContext } from "../context.ts";
import {
  joinTooLarge,
  messageTooSlow,
  privateOnly,
  RealtimeError,
  tooManyChannels,
  tooManyJoins,
  tooManyMessages,
  tooManyUnreadMessages,
  topicNameRequired,
  unknownChannelError,
  unmatchedTopic,
} from "../errors.ts";
import type { EncodedFrame, Frame, Protocol, Push } from "../frames/frame.ts";
import { RollingRate } from "../rolling-rate.ts";
import { parseTopicName } from "../topic.ts";
import type { BufferShare } from "./buffer-budget.ts";
import type { UnfinishedMessage } from "./unfinished-messages.ts";

/** The client that has opened a socket. */
export interface SocketClient {
  readonly protocol: Protocol;
  /** The API key or token that opened the socket. */
  readonly credential: string;
  /** The headers that policies can read: those whose names start with `x-`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string | undefined;
}

/** The counters of the data that is buffered for a socket. */
export interface SocketBuffers {
  readonly unfinished: Pick<UnfinishedMessage, "startedAt">;
  /** Messages that the client has not read. */
  readonly unread: Pick<BufferShare, "set">;
}

/** Unread data up to this size is not counted in the budget of the process. Most sockets never have more. */
const minCountedUnreadBytes = 64 * 1024;

/** WebSocket close codes (RFC 6455 and IANA's registry). */
export const closeCodes = { normal: 1000, policy: 1008, restart: 1012 } as const;

/** A client that does not answer the close frame within this time is disconnected. */
const closeTimeoutMs = 5_000;

/** A client's WebSocket with its channels (Phoenix.Socket). */
export class Socket implements SocketConnection {
  readonly protocol: Protocol;
  readonly credential: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly presenceBudget = { trackedBytes: 0 };
  readonly #address: string;
  readonly #context: RealtimeContext;
  readonly #webSocket: WebSocket;
  readonly #unfinished: SocketBuffers["unfinished"];
  readonly #unread: SocketBuffers["unread"];
  readonly #channels = new Map<string, Channel>();
  readonly #messageRate: RollingRate;
  readonly #joinRate: RollingRate;
  #lastActivityAt = performance.now();
  #lastChannelAt = performance.now();
  #isClosing = false;
  #reservedBytes = 0;
  #pauseCount = 0;

  constructor(
    context: RealtimeContext,
    webSocket: WebSocket,
    client: SocketClient,
    { unfinished, unread }: SocketBuffers,
  ) {
    this.#context = context;
    this.#unfinished = unfinished;
    this.#unread = unread;
    this.#webSocket = webSocket;
    this.protocol = client.protocol;
    this.credential = client.credential;
    this.headers = client.headers;
    this.#address = client.address ?? "";
    this.#messageRate = new RollingRate(context.limits.messagesPerSecond);
    this.#joinRate = new RollingRate(context.limits.joinsPerSecond);
    webSocket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    webSocket.on("ping", () => this.#recordActivity());
    webSocket.on("pong", () => this.#recordActivity());
    webSocket.on("error", () => webSocket.terminate());
    webSocket.once("close", () => this.#handleClose());
  }

  send({ data, isBinary }: EncodedFrame): void {
    const { counts, limits } = this.#context;
    if (this.#isClosing) return;
    if (this.#webSocket.bufferedAmount + data.length > limits.unreadBytes) {
      this.#closeForUnreadMessages();
      return;
    }
    counts.sent += 1;
    if (this.#webSocket.bufferedAmount + data.length <= minCountedUnreadBytes) {
      this.#webSocket.send(data, { binary: isBinary });
      return;
    }
    this.#countUnread(data.length);
    this.#webSocket.send(data, { binary: isBinary }, () => this.#countUnread());
  }

  #countUnread(addedBytes = 0): void {
    const bytes = this.#webSocket.bufferedAmount + this.#reservedBytes + addedBytes;
    this.#unread.set(bytes > minCountedUnreadBytes ? bytes : 0);
  }

  reserveUnread(bytes: number): boolean {
    if (this.#isClosing) return false;
    if (this.#reservedBytes + bytes > this.#context.limits.unreadBytes) {
      this.#closeForUnreadMessages();
      return false;
    }
    this.#reservedBytes += bytes;
    this.#countUnread();
    return true;
  }

  releaseUnread(bytes: number): void {
    this.#reservedBytes -= bytes;
    this.#countUnread();
  }

  pause(): void {
    this.#pauseCount += 1;
    this.#webSocket.pause();
  }

  resume(): void {
    this.#pauseCount -= 1;
    if (this.#pauseCount === 0) this.#webSocket.resume();
  }

  /** Closes the socket if it is silent, has no channel, or has not completed a message for too long. */
  checkTimeouts(now: number): void {
    const { silenceMs, noChannelMs, messageArrivalMs } = this.#context.limits;
    if (now - (this.#unfinished.startedAt ?? now) > messageArrivalMs) {
      this.close(closeCodes.policy, messageTooSlow);
    }
    const hasNoChannel = this.#channels.size === 0 && now - this.#lastChannelAt > noChannelMs;
    if (now - this.#lastActivityAt > silenceMs || hasNoChannel) this.close(closeCodes.normal, "");
  }

  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#closeChannelsSilently();
    this.#webSocket.close(code, reason);
    setTimeout(() => this.#webSocket.terminate(), closeTimeoutMs).unref();
  }

  #closeForUnreadMessages(): void {
    this.close(closeCodes.policy, tooManyUnreadMessages);
  }

  #recordActivity(): void {
    this.#lastActivityAt = performance.now();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#recordActivity();
    if (this.#isClosing) return;
    this.#context.counts.received += 1;
    try {
      const frame = this.#decode(data as Buffer, isBinary);
      if (!this.#messageRate.add()) this.#handleRateLimit(frame);
      // The reference also drops malformed frames.
      else if (frame) this.#dispatch(frame, (data as Buffer).length);
    } catch (err) {
      // An uncaught error would end the process and with it every other socket.
      this.#context.log.error({ err }, "a client's message could not be handled");
    }
  }

  #decode(data: Buffer, isBinary: boolean): Frame | undefined {
    try {
      return this.protocol.decode(data, isBinary);
    } catch (error) {
      if (error instanceof RealtimeError) return undefined;
      throw error;
    }
  }

  /** Closes the channel that sends too much, and the socket if the client continues without a channel. */
  #handleRateLimit(frame: Frame | undefined): void {
    const channel = frame && this.#channels.get(frame.topic);
    if (channel) channel.closeWithError(tooManyMessages);
    else this.close(closeCodes.policy, tooManyMessages);
  }

  #dispatch(frame: Frame, bytes: number): void {
    const { joinRef, ref, topic, event } = frame;
    const channel = this.#channels.get(topic);
    if (topic === "phoenix" && event === "heartbeat") {
      this.#reply(frame, "ok", {});
    } else if (event === "phx_join") {
      channel?.close();
      void this.#join(frame, bytes);
    } else if (channel) {
      // Version 1.0.0 sends no join_ref. A frame with another ref belongs to an earlier join.
      if (channel.joinRef === null || channel.joinRef === joinRef) channel.receive(frame, bytes);
    } else if (event === "phx_leave") {
      this.#push({ joinRef, ref, topic, event: "phx_reply", payload: replyPayload("ok", {}) });
    } else {
      this.#reply(frame, "error", { reason: unmatchedTopic });
    }
  }

  async #join(frame: Frame, bytes: number): Promise<void> {
    const { joinRef, ref, topic, payload } = frame;
    const name = parseTopicName(topic);
    if (name === undefined) return this.#reply(frame, "error", { reason: unmatchedTopic });
    const refuse = ({ reason }: RealtimeError) => {
      const reply = replyPayload("error", { reason });
      this.#push({ joinRef, ref, topic, event: "phx_reply", payload: reply });
    };
    if (name === "") return refuse(topicNameRequired());
    const { limits } = this.#context;
    if (!this.#joinRate.add()) {
      const error = tooManyJoins();
      refuse(error);
      return this.close(closeCodes.policy, error.message);
    }
    if (bytes > limits.joinBytes) return refuse(joinTooLarge());
    if (this.#channels.size >= limits.channels) return refuse(tooManyChannels());
    const config = parseJoinPayload(name, payload);
    if (this.#context.isPrivateOnly && !config.isPrivate) return refuse(privateOnly());
    const channel = new Channel(
      this.#context,
      this,
      { frame, config, topic: { name, isPrivate: config.isPrivate } },
      (closedChannel) => this.#removeChannel(topic, closedChannel),
    );
    this.#channels.set(topic, channel);
    this.#context.counts.channels += 1;
    try {
      await channel.join(ref);
    } catch (error) {
      this.#removeChannel(topic, channel);
      const channelError = toChannelError(error, name);
      this.#logFailedJoin(topic, error, channelError);
      refuse(channelError ?? unknownChannelError());
    }
  }

  #logFailedJoin(topic: string, error: unknown, channelError: RealtimeError | undefined): void {
    const { log } = this.#context;
    if (!channelError) log.error({ err: error }, "a channel could not be joined");
    if (channelError?.isAuthFailure) {
      const fields = { path: truncate(topic), remote_addr: this.#address };
      log.warn({ ...fields, error_code: channelError.code }, "join refused");
    }
  }

  #removeChannel(topic: string, channel: Channel): void {
    if (this.#channels.get(topic) !== channel) return;
    this.#channels.delete(topic);
    this.#context.counts.channels -= 1;
    this.#lastChannelAt = performance.now();
  }

  #reply({ ref, topic }: Frame, status: "ok" | "error", response: object): void {
    const payload = replyPayload(status, response);
    this.#push({ joinRef: null, ref, topic, event: "phx_reply", payload });
  }

  #push(push: Push): void {
    this.send(this.protocol.encodePush(push));
  }

  #closeChannelsSilently(): void {
    for (const channel of this.#channels.values()) channel.closeSilently();
    this.#context.counts.channels -= this.#channels.size;
    this.#channels.clear();
  }

  #handleClose(): void {
    this.#isClosing = true;
    this.#closeChannelsSilently();
  }
}

const truncate = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const replyPayload = (status: "ok" | "error", response: object) =>
  JSON.stringify({ status, response });
