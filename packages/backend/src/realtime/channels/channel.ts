import { toChannelError } from "../answer.ts";
import type { Extension } from "../authorization.ts";
import type { RealtimeContext } from "../context.ts";
import { readForbidden, readRevoked, replayNotAllowed, tooManyChangeEntries } from "../errors.ts";
import type { EncodedFrame, Frame, OutgoingMessage, Protocol, Ref } from "../frames/frame.ts";
import { isApiKey } from "../identify-caller.ts";
import { readStoredMessages } from "../messages/stored-messages.ts";
import type { Topic } from "../topic.ts";
import {
  type ChannelPermissions,
  PrivatePermissions,
  publicPermissions,
} from "./channel-permissions.ts";
import { ClientPublisher, type PublishingChannel } from "./client-publisher.ts";
import { DeferredSends } from "./deferred-sends.ts";
import { FrameQueue } from "./frame-queue.ts";
import { Identity } from "./identity.ts";
import { isObject, type JoinConfig } from "./join-payload.ts";
import type { JoinRequest, SocketConnection } from "./socket-connection.ts";
import { assignEntryIds, type NumberedEntry, TableSubscriber } from "./table-subscriber.ts";

const replicationReady = "Replication connection established";

const allExtensions: readonly Extension[] = ["broadcast", "presence"];

/**
 * A client's channel, from its join until it closes.
 *
 * There are four ways to close a channel:
 *
 *     closeSilently       The socket calls this when it closes, and `join` when it fails. The client learns of the end
 *                         from the close frame or from the reply to its join.
 *     close               The socket calls this when the client joins the topic again, the channel when the client
 *                         leaves. It sends `phx_close`, calls `closeSilently`, and reports the end to the socket.
 *     closeWithError      The socket calls this when the client sends too many messages, the publisher when it exceeds
 *                         a presence limit, and the channel when its token is rejected. It sends the client the
 *                         reason and calls `close`.
 *     #closeAfterFailure  The channel calls this when it could not handle a frame or verify a token because of an
 *                         internal error. It logs the error and calls `close`, which sends `phx_error` instead.
 *
 * Source: supabase/realtime (`lib/realtime_web/channels/realtime_channel.ex`).
 */
export class Channel implements PublishingChannel {
  readonly protocol: Protocol;
  readonly joinRef: Ref;
  readonly #context: RealtimeContext;
  readonly #connection: SocketConnection;
  readonly #frameTopic: string;
  readonly #topic: Topic;
  readonly #config: JoinConfig;
  readonly #identity: Identity;
  readonly #publisher: ClientPublisher;
  readonly #onClose: (channel: Channel) => void;
  #permissions: ChannelPermissions = publicPermissions;
  #state: "joining" | "joined" | "closed" = "joining";
  readonly #frames: FrameQueue;
  readonly #deferredSends: DeferredSends;
  /** The ids of the stored messages that the client receives as a replay. */
  #replayedIds: ReadonlySet<string> = new Set();
  #unsubscribe = () => {};
  #tableSubscriber: TableSubscriber | undefined;

  /** @param onClose called when the channel closes, but not for {@link closeSilently}, which its owner calls */
  constructor(
    context: RealtimeContext,
    connection: SocketConnection,
    { frame, topic, config }: JoinRequest,
    onClose: (channel: Channel) => void,
  ) {
    this.#context = context;
    this.#connection = connection;
    this.#frames = new FrameQueue(connection, context.limits, {
      handle: (queuedFrame) => this.#handle(queuedFrame),
      onFailure: (error) => this.#closeAfterFailure(error),
    });
    this.#deferredSends = new DeferredSends(connection);
    this.protocol = connection.protocol;
    this.joinRef = frame.joinRef;
    this.#frameTopic = frame.topic;
    this.#topic = topic;
    this.#config = config;
    this.#onClose = onClose;
    const { token = connection.credential } = config;
    // While no user is signed in, the client sends its API key as the token.
    const credential = isApiKey(token) ? connection.credential : token;
    this.#identity = new Identity(context, credential, (error) => this.#rejectToken(error));
    this.#publisher = new ClientPublisher(
      context,
      { topic, config },
      this,
      connection.presenceBudget,
    );
  }

  /**
   * Authorizes the client and replies to its join. Closes the channel silently if this fails.
   *
   * @throws {RealtimeError} {DatabaseError} {DatabaseUnavailable}
   */
  async join(ref: Ref): Promise<void> {
    try {
      if (this.#config.changeEntries.length > this.#context.limits.changeEntries) {
        throw tooManyChangeEntries();
      }
      await this.#authorize();
      const entries = assignEntryIds(this.#config.changeEntries);
      const subscriptionAttempt = this.#subscribeToTables(entries);
      const replay = await this.#loadReplay();
      await subscriptionAttempt;
      if (this.#state === "closed") return;
      this.#state = "joined";
      const changes = entries.map(({ id, entry }) => ({ ...entry, id }));
      this.reply(ref, "ok", JSON.stringify({ postgres_changes: changes }));
      if (this.#config.isPresenceEnabled && this.#permissions.canRead("presence")) {
        this.#send("presence_state", this.#context.presence.stateJson(this.#topic));
      }
      for (const frame of replay) this.#connection.send(frame);
      if (this.#config.reportsReplicationReady) {
        this.#sendSystem("system", "ok", replicationReady);
      }
      this.#deferredSends.flush();
    } catch (error) {
      this.closeSilently();
      throw error;
    }
    this.#frames.start();
  }

  /** Handles a frame from the client. */
  receive(frame: Frame, bytes: number): void {
    this.#frames.add(frame, bytes);
  }

  get permissions(): ChannelPermissions {
    return this.#permissions;
  }

  accepts({ event, id }: OutgoingMessage): boolean {
    if (id !== undefined && (this.#replayedIds.has(id) || this.#publisher.takeOwnMessage(id))) {
      return false;
    }
    return this.#permissions.canRead(event === "broadcast" ? "broadcast" : "presence");
  }

  deliver(frame: EncodedFrame, message: OutgoingMessage): void {
    if (this.#state === "joined") this.#connection.send(frame);
    // Check the message again before sending it, because the replay may contain it by then.
    else {
      this.#deferredSends.add(frame.data.length, () => {
        if (this.accepts(message)) this.#connection.send(frame);
      });
    }
  }

  /** Sends the client an error message and closes the channel. */
  closeWithError(message: string): void {
    this.#sendSystem("system", "error", message);
    this.close();
  }

  /** Sends the client `phx_close`, or `phx_error` after a failure, and closes the channel. */
  close(event: "phx_close" | "phx_error" = "phx_close"): void {
    if (this.#state === "closed") return;
    this.#send(event, "{}", this.joinRef);
    this.closeSilently();
    this.#onClose(this);
  }

  /** Logs an internal error, and closes the channel with `phx_error`. */
  #closeAfterFailure(error: unknown): void {
    this.#context.log.error({ err: error }, "a channel failed");
    this.close("phx_error");
  }

  /** Releases everything that the channel holds. Notifies neither the client nor the channel's owner. */
  closeSilently(): void {
    this.#state = "closed";
    this.#frames.stop();
    this.#deferredSends.discard();
    this.#unsubscribe();
    this.#identity.close();
    this.#tableSubscriber?.close();
    this.#publisher.close();
  }

  async #authorize(): Promise<void> {
    await this.#identity.verify();
    await this.#context.bus.open();
    const { name, isPrivate } = this.#topic;
    const { isPresenceEnabled } = this.#config;
    if (isPrivate) {
      const extensions = isPresenceEnabled ? allExtensions : (["broadcast"] as const);
      this.#permissions = await this.#loadPermissions(extensions);
    }
    if (this.#config.replay !== undefined) {
      if (!isPrivate) throw replayNotAllowed();
      if (!this.#permissions.canRead("broadcast")) throw readForbidden(name);
    }
    if (this.#state === "closed") return;
    this.#unsubscribe = this.#context.hub.subscribe(this.#topic, this);
  }

  async #loadReplay(): Promise<EncodedFrame[]> {
    const { replay } = this.#config;
    if (replay === undefined || replay === "none") return [];
    const messages = await readStoredMessages(this.#context, this.#topic.name, replay);
    this.#replayedIds = new Set(messages.map(({ id }) => id));
    return messages
      .map((message) =>
        this.protocol.encodeMessage(this.#frameTopic, { ...message, isReplayed: true }),
      )
      .filter((frame) => frame !== undefined);
  }

  async #loadPermissions(extensions: readonly Extension[]): Promise<ChannelPermissions> {
    const { name } = this.#topic;
    const permissions = new PrivatePermissions(this.#context, {
      topic: name,
      claims: this.#identity.claims,
      headers: this.#connection.headers,
    });
    await permissions.loadReadPermissions(extensions);
    if (!allExtensions.some((extension) => permissions.canRead(extension))) {
      throw readForbidden(name);
    }
    return permissions;
  }

  /** Closes the channel because its token has been rejected. */
  #rejectToken(error: unknown): void {
    const channelError = toChannelError(error, this.#topic.name);
    if (channelError) this.closeWithError(channelError.message);
    else this.#closeAfterFailure(error);
  }

  #handle(frame: Frame): Promise<void> | undefined {
    switch (frame.event) {
      case "phx_leave":
        this.reply(frame.ref, "ok", "{}");
        this.close();
        return undefined;
      case "broadcast":
        return this.#publisher.broadcast(frame);
      case "presence":
        return this.#publisher.updatePresence(frame);
      case "access_token":
        return this.#handleAccessToken(frame.payload);
      default:
        return undefined;
    }
  }

  #handleAccessToken(payload: unknown): Promise<void> | undefined {
    const { access_token: token } = isObject(payload) ? payload : {};
    if (typeof token !== "string" || this.#identity.isCurrent(token)) return undefined;
    return this.#applyToken(token).catch((error: unknown) => this.#rejectToken(error));
  }

  /** Verifies a new token and queries the policies with its claims. */
  async #applyToken(token: string): Promise<void> {
    await this.#identity.replaceToken(token);
    if (this.#topic.isPrivate) {
      const previouslyReadable = allExtensions.filter((extension) =>
        this.#permissions.canRead(extension),
      );
      const extensions = this.#config.isPresenceEnabled ? allExtensions : previouslyReadable;
      const permissions = await this.#loadPermissions(extensions);
      if (previouslyReadable.some((extension) => !permissions.canRead(extension))) {
        throw readRevoked(this.#topic.name);
      }
      this.#permissions = permissions;
    }
    this.#tableSubscriber?.updateClaims(this.#identity.claims);
  }

  /** Resolves when the subscription has succeeded or failed, or after a maximum wait. */
  async #subscribeToTables(entries: readonly NumberedEntry[]): Promise<void> {
    if (entries.length === 0 || this.#state === "closed") return;
    const { hub } = this.#context;
    const entriesById = new Map(entries.map(({ id, entry }) => [id, entry]));
    const afterReply = (length: number, send: () => void) => {
      if (this.#state === "joining") this.#deferredSends.add(length, send);
      else send();
    };
    this.#tableSubscriber = new TableSubscriber(this.#context, entriesById, this.#identity.claims, {
      client: this.#connection,
      onChange: (ids, data, type) =>
        afterReply(data.length, () => {
          if (this.#config.isLegacyClient) return this.#send(type, data);
          const frame = hub.encodeChange(this.protocol, this.#topic, ids, data);
          if (frame && this.#state === "joined") this.#connection.send(frame);
        }),
      onStatus: (status, message) =>
        afterReply(message.length, () => this.#sendSystem("postgres_changes", status, message)),
    });
    const { changesWaitMs } = this.#config;
    if (changesWaitMs === undefined) await this.#tableSubscriber.waitForFirstAttempt();
    else await this.#tableSubscriber.waitUntilSubscribed(changesWaitMs);
  }

  #sendSystem(extension: string, status: "ok" | "error", message: string): void {
    const channel = this.#topic.name;
    this.#send("system", JSON.stringify({ extension, status, message, channel }));
  }

  /** @param response JSON text */
  reply(ref: Ref, status: "ok" | "error", response: string): void {
    this.#send("phx_reply", `{"status":"${status}","response":${response}}`, ref);
  }

  #send(event: string, payload: string, ref: Ref = null): void {
    if (this.#state === "closed") return;
    const { joinRef } = this;
    const push = { joinRef, ref, topic: this.#frameTopic, event, payload };
    this.#connection.send(this.protocol.encodePush(push));
  }
}
