import { randomUUID } from "node:crypto";
import { DatabaseError, DatabaseUnavailable } from "../../database/errors.ts";
import type { Extension } from "../authorization.ts";
import type { RealtimeContext } from "../context.ts";
import {
  broadcastTooLarge,
  presencePayloadInvalid,
  presencePayloadTooLarge,
  RealtimeError,
  storingFailed,
  tooManyPresenceCalls,
} from "../errors.ts";
import { type Frame, type OutgoingMessage, type Ref, UserPayload } from "../frames/frame.ts";
import type { TopicSubscriber } from "../hub.ts";
import { requireStorable, storeMessage } from "../messages/stored-messages.ts";
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
  /**
   * The ids of messages that the client has stored, that are not delivered yet, and that the client must not receive
   * itself.
   */
  readonly #ownStoredIds = new Set<string>();
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

  /**
   * Returns whether the client has stored the message itself and must not receive it. Forgets the id, because every
   * message is delivered only once.
   */
  takeOwnMessage(id: string): boolean {
    return this.#ownStoredIds.delete(id);
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
          () => void this.#track(ref, trackedPayload),
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
    onPermitted: () => Promise<void> | undefined,
    onDenied: () => void = () => {},
  ): Promise<void> | undefined {
    const { permissions } = this.#channel;
    const cachedPermission = permissions.cachedWritePermission(extension);
    if (cachedPermission !== undefined) return cachedPermission ? onPermitted() : void onDenied();
    return permissions.checkWritePermission(extension).then(
      (isPermitted) => {
        // The client may have left while the policies were queried.
        if (this.#isClosed) return undefined;
        return isPermitted ? onPermitted() : onDenied();
      },
      (error: unknown) => {
        if (!(error instanceof DatabaseError || error instanceof DatabaseUnavailable)) throw error;
        this.#context.log.error({ err: error }, "a policy of realtime.messages failed");
        onDenied();
      },
    );
  }

  #publish({ ref, payload }: Frame): Promise<void> | undefined {
    const isUserPayload = payload instanceof UserPayload;
    if (!isUserPayload && !isObject(payload)) return;
    const content = isUserPayload ? payload : JSON.stringify(payload);
    const bytes = typeof content === "string" ? Buffer.byteLength(content) : content.body.length;
    if (bytes > this.#context.limits.payloadBytes) {
      return void this.#acknowledge(ref, "error", JSON.stringify(broadcastTooLarge));
    }
    if (isUserPayload && payload.persist) return this.#store(ref, payload);
    const message: OutgoingMessage = { event: "broadcast", payload: content };
    const sender = this.#config.receivesOwnBroadcasts ? undefined : this.#channel;
    this.#context.hub.publish(this.#topic, message, sender);
    this.#context.bus.publish({ kind: "broadcast", topic: this.#topic, message });
    return void this.#acknowledge(ref, "ok", "{}");
  }

  /**
   * Stores a message for replay. All channels receive it from the database, including this one if the client wants its
   * own messages.
   */
  async #store(ref: Ref, payload: UserPayload): Promise<void> {
    const id = randomUUID();
    if (!this.#config.receivesOwnBroadcasts) this.#ownStoredIds.add(id);
    try {
      const { persist } = payload;
      requireStorable(this.#topic, isObject(persist) ? persist["ttl"] : undefined);
      await storeMessage(this.#context, this.#topic.name, payload, id);
      this.#acknowledge(ref, "ok", "{}");
    } catch (error) {
      this.#ownStoredIds.delete(id);
      if (!(error instanceof RealtimeError || error instanceof DatabaseUnavailable)) throw error;
      const refusal = error instanceof RealtimeError ? error : storingFailed();
      this.#acknowledge(ref, "error", JSON.stringify(refusal.body()));
    }
  }

  #acknowledge(ref: Ref, status: "ok" | "error", response: string): void {
    if (this.#config.acknowledgesBroadcasts) this.#channel.reply(ref, status, response);
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
