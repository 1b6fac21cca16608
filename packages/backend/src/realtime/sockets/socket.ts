import type { RawData, WebSocket } from "ws";
import { Channel, tooManyMessages } from "../channels/channel.ts";
import { readJoin } from "../channels/join-payload.ts";
import type { Line } from "../channels/line.ts";
import type { Realtime } from "../context.ts";
import {
  type Encoded,
  type Frame,
  MalformedFrame,
  type Protocol,
  type Push,
} from "../frames/frame.ts";
import { Rate } from "../rate.ts";
import { Refusal, refusalOf } from "../refusal.ts";
import { nameOf } from "../topic.ts";
import type { UnfinishedMessage } from "./unfinished-messages.ts";

/** The client that opened a socket. */
export interface Caller {
  readonly protocol: Protocol;
  /** The key or token by which the socket was opened. */
  readonly credential: string;
  /** The headers that policies see: those whose names begin with `x-`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string | undefined;
}

/** Codes of RFC 6455 and IANA's registry, with which a socket is closed. */
export const closing = { normal: 1000, policy: 1008, restart: 1012 } as const;

/** In milliseconds: how long a closing socket has for its goodbye. */
const farewell = 5_000;

/** A client's WebSocket, which carries its channels (Phoenix.Socket). */
export class Socket implements Line {
  readonly protocol: Protocol;
  readonly credential: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly budget = { tracked: 0 };
  readonly #address: string;
  readonly #realtime: Realtime;
  readonly #webSocket: WebSocket;
  readonly #unfinished: Pick<UnfinishedMessage, "since">;
  readonly #channels = new Map<string, Channel>();
  readonly #messages: Rate;
  readonly #joins: Rate;
  #heardAt = performance.now();
  #hadChannelAt = performance.now();
  #isClosing = false;
  #pauses = 0;

  constructor(
    realtime: Realtime,
    webSocket: WebSocket,
    caller: Caller,
    unfinished: Pick<UnfinishedMessage, "since">,
  ) {
    this.#realtime = realtime;
    this.#unfinished = unfinished;
    this.#webSocket = webSocket;
    this.protocol = caller.protocol;
    this.credential = caller.credential;
    this.headers = caller.headers;
    this.#address = caller.address ?? "";
    this.#messages = new Rate(realtime.limits.messagesPerSecond);
    this.#joins = new Rate(realtime.limits.joinsPerSecond);
    webSocket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    webSocket.on("ping", () => this.#heard());
    webSocket.on("pong", () => this.#heard());
    webSocket.on("error", () => webSocket.terminate());
    webSocket.once("close", () => this.#end());
  }

  send({ data, isBinary }: Encoded): void {
    const { counts, limits } = this.#realtime;
    if (this.#isClosing) return;
    if (this.#webSocket.bufferedAmount + data.length > limits.unread) {
      this.close(closing.policy, "Too many unread messages");
      return;
    }
    counts.sent += 1;
    this.#webSocket.send(data, { binary: isBinary });
  }

  pause(): void {
    this.#pauses += 1;
    this.#webSocket.pause();
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#webSocket.resume();
  }

  /** Closes the socket if it was silent for too long, had no channel, or sends a message without an end. */
  check(now: number): void {
    const { silence, withoutChannel, arrival } = this.#realtime.limits;
    if (now - (this.#unfinished.since ?? now) > arrival) {
      this.close(closing.policy, "Message takes too long");
    }
    const isIdle = this.#channels.size === 0 && now - this.#hadChannelAt > withoutChannel;
    if (now - this.#heardAt > silence || isIdle) this.close(closing.normal, "");
  }

  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#endChannels();
    this.#webSocket.close(code, reason);
    // A client that does not read hears no goodbye.
    setTimeout(() => this.#webSocket.terminate(), farewell).unref();
  }

  #heard(): void {
    this.#heardAt = performance.now();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#heard();
    if (this.#isClosing) return;
    this.#realtime.counts.received += 1;
    try {
      const frame = this.#decode(data as Buffer, isBinary);
      if (!this.#messages.add()) this.#refuseMore(frame);
      // As in the reference, what is malformed is dropped.
      else if (frame) this.#dispatch(frame, (data as Buffer).length);
    } catch (err) {
      // Nobody else's socket ends because of it.
      this.#realtime.log.error({ err }, "a message of a client failed");
    }
  }

  #decode(data: Buffer, isBinary: boolean): Frame | undefined {
    try {
      return this.protocol.decode(data, isBinary);
    } catch (error) {
      if (error instanceof MalformedFrame) return undefined;
      throw error;
    }
  }

  /** Ends the channel that sends too much; the socket, when it goes on. */
  #refuseMore(frame: Frame | undefined): void {
    const channel = frame && this.#channels.get(frame.topic);
    if (channel) channel.shutDown(tooManyMessages);
    else this.close(closing.policy, tooManyMessages);
  }

  #dispatch(frame: Frame, size: number): void {
    const { joinRef, ref, topic, event } = frame;
    const channel = this.#channels.get(topic);
    if (topic === "phoenix" && event === "heartbeat") {
      this.#reply(frame, "ok", {});
    } else if (event === "phx_join") {
      channel?.close();
      void this.#join(frame, size);
    } else if (channel) {
      // Version 1.0.0 has no join_ref. What belongs to an earlier join is late.
      if (channel.joinRef === null || channel.joinRef === joinRef) channel.receive(frame);
    } else if (event === "phx_leave") {
      this.#push({ joinRef, ref, topic, event: "phx_reply", payload: answer("ok", {}) });
    } else {
      this.#reply(frame, "error", { reason: "unmatched topic" });
    }
  }

  async #join(frame: Frame, size: number): Promise<void> {
    const { joinRef, ref, topic, payload } = frame;
    const name = nameOf(topic);
    if (name === undefined) return this.#reply(frame, "error", { reason: "unmatched topic" });
    const refuse = ({ reason }: Refusal) =>
      this.#push({ joinRef, ref, topic, event: "phx_reply", payload: answer("error", { reason }) });
    if (name === "") {
      return refuse(new Refusal("TopicNameRequired", "You must provide a topic name"));
    }
    const { limits, log, counts } = this.#realtime;
    if (!this.#joins.add()) {
      refuse(new Refusal("ClientJoinRateLimitReached", "Too many joins per second"));
      return this.close(closing.policy, "Too many joins per second");
    }
    if (size > limits.join) return refuse(new Refusal(undefined, "The join is too large"));
    if (this.#channels.size >= limits.channels) {
      return refuse(new Refusal("ChannelRateLimitReached", "Too many channels"));
    }
    const wishes = readJoin(name, payload);
    if (this.#realtime.isPrivateOnly && !wishes.isPrivate) {
      return refuse(new Refusal("PrivateOnly", "This project only allows private channels"));
    }
    const onEnd = (ended: Channel) => this.#forget(topic, ended);
    const of = { name, isPrivate: wishes.isPrivate };
    const channel = new Channel(this.#realtime, this, { frame, wishes, topic: of }, onEnd);
    this.#channels.set(topic, channel);
    counts.channels += 1;
    try {
      await channel.join(ref);
    } catch (error) {
      this.#forget(topic, channel);
      const refusal = refusalOf(error, name);
      if (!refusal) log.error({ err: error }, "a channel could not be joined");
      if (refusal?.concernsIdentity) {
        const fields = { path: shorten(topic), remote_addr: this.#address };
        log.warn({ ...fields, error_code: refusal.code }, "join refused");
      }
      refuse(refusal ?? new Refusal(undefined, "Unknown Error on Channel"));
    }
  }

  #forget(topic: string, channel: Channel): void {
    if (this.#channels.get(topic) !== channel) return;
    this.#channels.delete(topic);
    this.#realtime.counts.channels -= 1;
    this.#hadChannelAt = performance.now();
  }

  #reply({ ref, topic }: Frame, status: "ok" | "error", response: object): void {
    const payload = answer(status, response);
    this.#push({ joinRef: null, ref, topic, event: "phx_reply", payload });
  }

  #push(push: Push): void {
    this.send(this.protocol.push(push));
  }

  #endChannels(): void {
    for (const channel of this.#channels.values()) channel.end();
    this.#realtime.counts.channels -= this.#channels.size;
    this.#channels.clear();
  }

  #end(): void {
    this.#isClosing = true;
    this.#endChannels();
  }
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const answer = (status: "ok" | "error", response: object) => JSON.stringify({ status, response });
