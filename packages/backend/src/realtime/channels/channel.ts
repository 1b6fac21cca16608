import { randomUUID } from "node:crypto";
import { DatabaseError, DatabaseUnavailable } from "../../database/port.ts";
import type { Extension } from "../authorization.ts";
import type { Realtime } from "../context.ts";
import {
  type Encoded,
  type Frame,
  type Protocol,
  type Ref,
  type Told,
  UserPayload,
} from "../frames/frame.ts";
import type { Subscriber } from "../hub.ts";
import { storedMessages } from "../messages/stored.ts";
import { mayNotRead, Refusal, refusalOf } from "../refusal.ts";
import type { Topic } from "../topic.ts";
import { Identity } from "./identity.ts";
import { isTable, type Wishes } from "./join-payload.ts";
import { Membership } from "./membership.ts";
import { privateRights, publicRights, type Rights } from "./rights.ts";
import { numbered, TableSubscription } from "./table-changes.ts";

/** The socket of a channel. */
export interface Line {
  readonly protocol: Protocol;
  /** The key or token by which the socket was opened. */
  readonly credential: string;
  readonly headers: Readonly<Record<string, string>>;
  send(encoded: Encoded): void;
  /** Called when the channel has ended by itself. */
  onEnd(channel: Channel): void;
}

/** The frame of a join. */
export interface Join {
  readonly frame: Frame;
  readonly topic: Topic;
  readonly wishes: Wishes;
}

/** The most messages that wait while a policy is asked. */
const longestQueue = 1_000;

export const tooManyMessages = "Too many messages per second";

const both: readonly Extension[] = ["broadcast", "presence"];

/**
 * A client's channel, from its join to its end.
 *
 * Source: supabase/realtime (`lib/realtime_web/channels/realtime_channel.ex`).
 */
export class Channel implements Subscriber {
  readonly protocol: Protocol;
  readonly joinRef: Ref;
  readonly #realtime: Realtime;
  readonly #line: Line;
  readonly #frameTopic: string;
  readonly #topic: Topic;
  readonly #wishes: Wishes;
  readonly #identity: Identity;
  readonly #membership: Membership;
  #rights: Rights = publicRights;
  #state: "joining" | "joined" | "ended" = "joining";
  /** Messages from the client that wait for one before them. */
  #queue: Frame[] | undefined = [];
  /** Messages to the client that wait for the answer to the join. */
  #held: { readonly encoded: Encoded; readonly told: Told }[] = [];
  /** The ids of the messages that the client gets as stored ones. */
  #replayed: ReadonlySet<string> = new Set();
  #unsubscribe = () => {};
  #changes: TableSubscription | undefined;

  constructor(realtime: Realtime, line: Line, { frame, topic, wishes }: Join) {
    this.#realtime = realtime;
    this.#line = line;
    this.protocol = line.protocol;
    this.joinRef = frame.joinRef;
    this.#frameTopic = frame.topic;
    this.#topic = topic;
    this.#wishes = wishes;
    const { token = line.credential, presenceKey = randomUUID() } = wishes;
    // The client sends its key as a token, too, as long as nobody has signed in.
    const credential = token.startsWith("sb_") ? line.credential : token;
    this.#identity = new Identity(realtime, credential, (error) => this.#refuse(error));
    this.#membership = new Membership(realtime, topic, presenceKey);
  }

  /**
   * Admits the client, and answers.
   *
   * @throws {Refusal} {TokenRefused} {DatabaseError} {DatabaseUnavailable} The channel has ended then.
   */
  async join(ref: Ref): Promise<void> {
    try {
      await this.#admit();
      const replay = await this.#storedMessages();
      if (this.#state === "ended") return;
      this.#state = "joined";
      const entries = numbered(this.#wishes.changes);
      const told = entries.map(({ id, entry }) => ({ ...entry, id }));
      this.#reply(ref, "ok", JSON.stringify({ postgres_changes: told }));
      if (this.#wishes.isPresent && this.#rights.mayRead("presence")) {
        this.#send("presence_state", this.#realtime.presences.stateOf(this.#topic));
      }
      for (const encoded of replay) this.#line.send(encoded);
      for (const { encoded, told } of this.#held) if (this.wants(told)) this.#line.send(encoded);
      this.#held = [];
      if (this.#wishes.awaitsDatabase) {
        this.#say("system", "ok", "Replication connection established");
      }
      this.#subscribeToTables(new Map(entries.map(({ id, entry }) => [id, entry])));
    } catch (error) {
      this.end();
      throw error;
    }
    this.#goOn();
  }

  /** Takes a message of the client. */
  receive(frame: Frame): void {
    if (this.#state === "ended") return;
    if (this.#queue) {
      if (this.#queue.length < longestQueue) this.#queue.push(frame);
      else this.shutDown(tooManyMessages);
      return;
    }
    const work = this.#handle(frame);
    if (!work) return;
    this.#queue = [];
    void work.catch((error: unknown) => this.#fail(error)).then(() => this.#goOn());
  }

  wants({ event, id }: Told): boolean {
    if (id !== undefined && this.#replayed.has(id)) return false;
    return this.#rights.mayRead(event === "broadcast" ? "broadcast" : "presence");
  }

  take(encoded: Encoded, told: Told): void {
    if (this.#state === "joined") this.#line.send(encoded);
    else this.#held.push({ encoded, told });
  }

  /** Ends the channel, and tells its client why. */
  shutDown(message: string): void {
    this.#say("system", "error", message);
    this.close();
  }

  /** Ends the channel, and tells its client. */
  close(): void {
    this.#endWith("phx_close");
  }

  #fail(error: unknown): void {
    this.#realtime.log.error({ err: error }, "a channel failed");
    this.#endWith("phx_error");
  }

  #endWith(event: string): void {
    if (this.#state === "ended") return;
    this.#send(event, "{}", this.joinRef);
    this.end();
    this.#line.onEnd(this);
  }

  /** Ends the channel in silence. */
  end(): void {
    this.#state = "ended";
    this.#unsubscribe();
    this.#identity.close();
    this.#changes?.close();
    this.#membership.untrack();
  }

  async #admit(): Promise<void> {
    await this.#identity.verify();
    await this.#realtime.bus.open();
    const { name, isPrivate } = this.#topic;
    if (isPrivate) this.#rights = await this.#askToRead();
    if (this.#wishes.replay !== undefined) {
      if (!isPrivate) {
        throw new Refusal("UnableToReplayMessages", "Replay is not allowed for public channels");
      }
      if (!this.#rights.mayRead("broadcast")) throw mayNotRead(name);
    }
    if (this.#state === "ended") return;
    this.#unsubscribe = this.#realtime.hub.subscribe(this.#topic, this);
  }

  async #storedMessages(): Promise<Encoded[]> {
    const { replay } = this.#wishes;
    if (replay === undefined || replay === "nothing") return [];
    const stored = await storedMessages(this.#realtime, this.#topic.name, replay);
    this.#replayed = new Set(stored.map(({ id }) => id));
    return stored
      .map((told) => this.protocol.tell(this.#frameTopic, { ...told, isReplayed: true }))
      .filter((encoded) => encoded !== undefined);
  }

  async #askToRead(): Promise<Rights> {
    const { name } = this.#topic;
    const { claims } = this.#identity;
    const rights = privateRights(this.#realtime, {
      ...{ topic: name, claims },
      headers: this.#line.headers,
    });
    await rights.askToRead(this.#wishes.isPresent ? both : ["broadcast"]);
    if (!both.some((extension) => rights.mayRead(extension))) throw mayNotRead(name);
    return rights;
  }

  /** Ends the channel because of a token. */
  #refuse(error: unknown): void {
    const refusal = refusalOf(error, this.#topic.name);
    if (refusal) this.shutDown(refusal.message);
    else this.#fail(error);
  }

  #goOn(): void {
    const waiting = this.#queue ?? [];
    this.#queue = undefined;
    for (const frame of waiting) this.receive(frame);
  }

  #handle(frame: Frame): Promise<void> | undefined {
    switch (frame.event) {
      case "phx_leave":
        this.#reply(frame.ref, "ok", "{}");
        this.close();
        return undefined;
      case "broadcast":
        return this.#ifWritable("broadcast", () => this.#broadcast(frame));
      case "presence":
        return this.#presence(frame);
      case "access_token":
        return this.#renew(frame.payload);
      default:
        return undefined;
    }
  }

  /** Does what needs a right to write, or something else where there is none, or nobody can be asked. */
  #ifWritable(
    extension: Extension,
    work: () => void,
    otherwise: () => void = () => {},
  ): Promise<void> | undefined {
    const known = this.#rights.knownToWrite(extension);
    if (known !== undefined) return void (known ? work() : otherwise());
    return this.#rights.mayWrite(extension).then(
      (may) => (may ? work() : otherwise()),
      (error: unknown) => {
        if (!(error instanceof DatabaseError || error instanceof DatabaseUnavailable)) throw error;
        this.#realtime.log.error({ err: error }, "a policy of realtime.messages failed");
        otherwise();
      },
    );
  }

  #broadcast({ ref, payload }: Frame): void {
    const { hearsItself, wantsAnswers } = this.#wishes;
    const isUsers = payload instanceof UserPayload;
    if (!isUsers && !isTable(payload)) return;
    const content = isUsers ? payload : JSON.stringify(payload);
    const size = typeof content === "string" ? Buffer.byteLength(content) : content.body.length;
    if (size <= this.#realtime.limits.payload) {
      const told: Told = { event: "broadcast", payload: content };
      this.#realtime.hub.tell(this.#topic, told, hearsItself ? undefined : this);
      this.#realtime.bus.tell({ kind: "broadcast", topic: this.#topic, told });
      if (wantsAnswers) this.#reply(ref, "ok", "{}");
    } else if (wantsAnswers) {
      this.#reply(ref, "error", JSON.stringify("payload_size_exceeded"));
    }
  }

  #presence({ ref, payload }: Frame): Promise<void> | undefined {
    const { event, payload: tracked = {} } = isTable(payload) ? payload : {};
    const answer = (status: "ok" | "error") => this.#reply(ref, status, "{}");
    if (event === undefined) return void answer("ok");
    if (!this.#membership.count()) {
      return void this.shutDown("Client presence rate limit exceeded");
    }
    switch (String(event).toLowerCase()) {
      case "track":
        return this.#ifWritable(
          "presence",
          () => this.#track(ref, tracked),
          () => answer("error"),
        );
      case "untrack":
        this.#membership.untrack();
        return void answer("ok");
      default:
        return void answer("error");
    }
  }

  #track(ref: Ref, payload: unknown): void {
    if (!isTable(payload)) {
      const reason = "Presence track payload must be a map";
      this.#reply(ref, "error", JSON.stringify({ reason }));
    } else if (this.#membership.track(payload)) {
      this.#reply(ref, "ok", "{}");
    } else {
      this.shutDown("Track message size exceeded");
    }
  }

  /** Takes a new token, and asks the policies again. */
  #renew(payload: unknown): Promise<void> | undefined {
    const { access_token: token } = isTable(payload) ? payload : {};
    if (typeof token !== "string" || this.#identity.has(token)) return undefined;
    return this.#takeToken(token).catch((error: unknown) => this.#refuse(error));
  }

  async #takeToken(token: string): Promise<void> {
    await this.#identity.renew(token);
    if (this.#topic.isPrivate) {
      const rights = await this.#askToRead();
      if (both.some((one) => this.#rights.mayRead(one) && !rights.mayRead(one))) {
        const topic = this.#topic.name;
        const message = `You no longer have permission to read from this Channel topic: ${topic}`;
        throw new Refusal("Unauthorized", message);
      }
      this.#rights = rights;
    }
    this.#changes?.renew(this.#identity.claims);
  }

  #subscribeToTables(wanted: ReadonlyMap<number, unknown>): void {
    if (wanted.size === 0) return;
    const { hub } = this.#realtime;
    this.#changes = new TableSubscription(this.#realtime, wanted, this.#identity.claims, {
      changed: (ids, data) => {
        const encoded = hub.changeFor(this.protocol, this.#topic, ids, data);
        if (encoded && this.#state === "joined") this.#line.send(encoded);
      },
      said: (status, message) => this.#say("postgres_changes", status, message),
    });
  }

  #say(extension: string, status: "ok" | "error", message: string): void {
    const channel = this.#topic.name;
    this.#send("system", JSON.stringify({ extension, status, message, channel }));
  }

  #reply(ref: Ref, status: "ok" | "error", response: string): void {
    this.#send("phx_reply", `{"status":"${status}","response":${response}}`, ref);
  }

  #send(event: string, payload: string, ref: Ref = null): void {
    if (this.#state === "ended") return;
    const { joinRef } = this;
    this.#line.send(this.protocol.push({ joinRef, ref, topic: this.#frameTopic, event, payload }));
  }
}
