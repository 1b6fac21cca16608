import { randomUUID } from "node:crypto";
import { DatabaseError, DatabaseUnavailable } from "../../database/errors.ts";
import type { Extension } from "../authorization.ts";
import type { RealtimeContext } from "../context.ts";
import {
  broadcastTooLarge,
  presencePayloadInvalid,
  presencePayloadTooLarge,
  tooManyPresenceCalls,
} from "../errors.ts";
import { type Frame, type OutgoingMessage, type Ref, UserPayload } from "../frames/frame.ts";
import type { TopicSubscriber } from "../hub.ts";
import type { Topic } from "../topic.ts";
import type { ChannelPermissions } from "./channel-permissions.ts";
import { ChannelPresence, type PresenceBudget } from "./channel-presence.ts";
import { isObject, type JoinConfig } from "./join-payload.ts";
import type { JoinRequest } from "./socket-connection.ts";

/** The channel that a {@link ClientPublisher} publishes for. */
export interface PublishingChannel extends TopicSubscriber {
  readonly permissions: ChannelPermissions;
  /** @param response JSON text */
  reply(ref: Ref, status: "ok" | "error", response: string): void;
  /** Sends the client an error message and closes the channel. */
  closeWithError(message: string): void;
}

/** Publishes a client's broadcasts and presence to the other clients of its topic. */
export class ClientPublisher {
  readonly #context: RealtimeContext;
  readonly #topic: Topic;
  readonly #config: JoinConfig;
  readonly #channel: PublishingChannel;
  readonly #presence: ChannelPresence;
  #isClosed = false;

  constructor(
    context: RealtimeContext,
    { topic, config }: Omit<JoinRequest, "frame">,
    channel: PublishingChannel,
    presenceBudget: PresenceBudget,
  ) {
    this.#context = context;
    this.#topic = topic;
    this.#config = config;
    this.#channel = channel;
    const key = config.presenceKey ?? randomUUID();
    this.#presence = new ChannelPresence(context, { topic, key }, presenceBudget);
  }

  /** Handles the client's `broadcast` event. */
  broadcast(frame: Frame): Promise<void> | undefined {
    return this.#ifWritable("broadcast", () => this.#publish(frame));
  }

  /** Handles the client's `presence` event. */
  updatePresence({ ref, payload }: Frame): Promise<void> | undefined {
    const { event, payload: trackedPayload = {} } = isObject(payload) ? payload : {};
    const reply = (status: "ok" | "error") => this.#channel.reply(ref, status, "{}");
    if (event === undefined) return void reply("ok");
    if (!this.#presence.countCall()) {
      return void this.#channel.closeWithError(tooManyPresenceCalls);
    }
    switch (String(event).toLowerCase()) {
      case "track":
        return this.#ifWritable(
          "presence",
          () => this.#track(ref, trackedPayload),
          () => reply("error"),
        );
      case "untrack":
        this.#presence.untrack();
        return void reply("ok");
      default:
        return void reply("error");
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#presence.untrack();
  }

  /** Calls `onPermitted` if the client may write. Calls `onDenied` if it may not, or if the policies failed. */
  #ifWritable(
    extension: Extension,
    onPermitted: () => void,
    onDenied: () => void = () => {},
  ): Promise<void> | undefined {
    const { permissions } = this.#channel;
    const cachedPermission = permissions.cachedWritePermission(extension);
    if (cachedPermission !== undefined) return void (cachedPermission ? onPermitted() : onDenied());
    return permissions.checkWritePermission(extension).then(
      (isPermitted) => {
        // The client may have left while the policies were queried.
        if (!this.#isClosed) (isPermitted ? onPermitted : onDenied)();
      },
      (error: unknown) => {
        if (!(error instanceof DatabaseError || error instanceof DatabaseUnavailable)) throw error;
        this.#context.log.error({ err: error }, "a policy of realtime.messages failed");
        onDenied();
      },
    );
  }

  #publish({ ref, payload }: Frame): void {
    const { receivesOwnBroadcasts, acknowledgesBroadcasts } = this.#config;
    const isUserPayload = payload instanceof UserPayload;
    if (!isUserPayload && !isObject(payload)) return;
    const content = isUserPayload ? payload : JSON.stringify(payload);
    const bytes = typeof content === "string" ? Buffer.byteLength(content) : content.body.length;
    if (bytes <= this.#context.limits.payloadBytes) {
      const message: OutgoingMessage = { event: "broadcast", payload: content };
      const sender = receivesOwnBroadcasts ? undefined : this.#channel;
      this.#context.hub.publish(this.#topic, message, sender);
      this.#context.bus.publish({ kind: "broadcast", topic: this.#topic, message });
      if (acknowledgesBroadcasts) this.#channel.reply(ref, "ok", "{}");
    } else if (acknowledgesBroadcasts) {
      this.#channel.reply(ref, "error", JSON.stringify(broadcastTooLarge));
    }
  }

  #track(ref: Ref, payload: unknown): void {
    if (!isObject(payload)) {
      this.#channel.reply(ref, "error", JSON.stringify({ reason: presencePayloadInvalid }));
    } else if (this.#presence.track(payload)) {
      this.#channel.reply(ref, "ok", "{}");
    } else {
      this.#channel.closeWithError(presencePayloadTooLarge);
    }
  }
}
