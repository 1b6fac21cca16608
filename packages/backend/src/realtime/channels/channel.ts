import type { Extension } from "../authorization.ts";
import type { Realtime } from "../context.ts";
import type { Encoded, Frame, Protocol, Ref, Told } from "../frames/frame.ts";
import type { Subscriber } from "../hub.ts";
import { storedMessages } from "../messages/stored.ts";
import { mayNotRead, Refusal, refusalOf } from "../refusal.ts";
import type { Topic } from "../topic.ts";
import { Identity } from "./identity.ts";
import { isTable, type Wishes } from "./join-payload.ts";
import type { Join, Line } from "./line.ts";
import { privateRights, publicRights, type Rights } from "./rights.ts";
import { type Speaker, Speech } from "./speech.ts";
import { numbered, TableSubscription } from "./table-changes.ts";

/** How many messages wait while a policy is asked, before the client's next ones are left unread. */
const longestQueue = 16;

export const tooManyMessages = "Too many messages per second";

const both: readonly Extension[] = ["broadcast", "presence"];

/**
 * A client's channel, from its join to its end.
 *
 * Source: supabase/realtime (`lib/realtime_web/channels/realtime_channel.ex`).
 */
export class Channel implements Subscriber, Speaker {
  readonly protocol: Protocol;
  readonly joinRef: Ref;
  readonly #realtime: Realtime;
  readonly #line: Line;
  readonly #frameTopic: string;
  readonly #topic: Topic;
  readonly #wishes: Wishes;
  readonly #identity: Identity;
  readonly #speech: Speech;
  readonly #onEnd: (channel: Channel) => void;
  #rights: Rights = publicRights;
  #state: "joining" | "joined" | "ended" = "joining";
  /** Messages from the client that wait for one before them. */
  #queue: Frame[] | undefined = [];
  #isPaused = false;
  /** Sends what waits for the answer to the join. */
  #held: (() => void)[] = [];
  /** The ids of the messages that the client gets as stored ones. */
  #replayed: ReadonlySet<string> = new Set();
  #unsubscribe = () => {};
  #changes: TableSubscription | undefined;

  /** @param onEnd called when the channel has ended by itself */
  constructor(
    realtime: Realtime,
    line: Line,
    { frame, topic, wishes }: Join,
    onEnd: (channel: Channel) => void,
  ) {
    this.#realtime = realtime;
    this.#line = line;
    this.protocol = line.protocol;
    this.joinRef = frame.joinRef;
    this.#frameTopic = frame.topic;
    this.#topic = topic;
    this.#wishes = wishes;
    this.#onEnd = onEnd;
    const { token = line.credential } = wishes;
    // The client sends its key as a token, too, as long as nobody has signed in.
    const credential = token.startsWith("sb_") ? line.credential : token;
    this.#identity = new Identity(realtime, credential, (error) => this.#refuse(error));
    this.#speech = new Speech(realtime, { topic, wishes }, this, line.budget);
  }

  /**
   * Admits the client, and answers.
   *
   * @throws {Refusal} {TokenRefused} {DatabaseError} {DatabaseUnavailable} The channel has ended then.
   */
  async join(ref: Ref): Promise<void> {
    try {
      if (this.#wishes.changes.length > this.#realtime.limits.changes) {
        throw new Refusal(undefined, "Too many postgres_changes");
      }
      await this.#admit();
      const entries = numbered(this.#wishes.changes);
      const listening = this.#subscribeToTables(entries);
      const replay = await this.#storedMessages();
      await listening;
      if (this.#state === "ended") return;
      this.#state = "joined";
      const told = entries.map(({ id, entry }) => ({ ...entry, id }));
      this.reply(ref, "ok", JSON.stringify({ postgres_changes: told }));
      if (this.#wishes.isPresent && this.#rights.mayRead("presence")) {
        this.#send("presence_state", this.#realtime.presences.stateOf(this.#topic));
      }
      for (const encoded of replay) this.#line.send(encoded);
      if (this.#wishes.awaitsDatabase) {
        this.#say("system", "ok", "Replication connection established");
      }
      for (const send of this.#held) send();
      this.#held = [];
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
      this.#queue.push(frame);
      if (this.#queue.length === longestQueue) this.#pause(true);
      return;
    }
    const work = this.#handle(frame);
    if (!work) return;
    this.#queue = [];
    void work.catch((error: unknown) => this.#fail(error)).then(() => this.#goOn());
  }

  get rights(): Rights {
    return this.#rights;
  }

  wants({ event, id }: Told): boolean {
    if (id !== undefined && this.#replayed.has(id)) return false;
    return this.#rights.mayRead(event === "broadcast" ? "broadcast" : "presence");
  }

  take(encoded: Encoded, told: Told): void {
    if (this.#state === "joined") this.#line.send(encoded);
    else this.#held.push(() => this.wants(told) && this.#line.send(encoded));
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
    this.#onEnd(this);
  }

  /** Ends the channel in silence. */
  end(): void {
    this.#state = "ended";
    this.#pause(false);
    this.#unsubscribe();
    this.#identity.close();
    this.#changes?.close();
    this.#speech.end();
  }

  async #admit(): Promise<void> {
    await this.#identity.verify();
    await this.#realtime.bus.open();
    const { name, isPrivate } = this.#topic;
    const { isPresent } = this.#wishes;
    if (isPrivate) this.#rights = await this.#askToRead(isPresent ? both : ["broadcast"]);
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

  async #askToRead(extensions: readonly Extension[]): Promise<Rights> {
    const { name } = this.#topic;
    const { claims } = this.#identity;
    const rights = privateRights(this.#realtime, {
      ...{ topic: name, claims },
      headers: this.#line.headers,
    });
    await rights.askToRead(extensions);
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
    this.#pause(false);
    for (const frame of waiting) this.receive(frame);
  }

  #pause(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#line.pause();
    else this.#line.resume();
  }

  #handle(frame: Frame): Promise<void> | undefined {
    switch (frame.event) {
      case "phx_leave":
        this.reply(frame.ref, "ok", "{}");
        this.close();
        return undefined;
      case "broadcast":
        return this.#speech.broadcast(frame);
      case "presence":
        return this.#speech.presence(frame);
      case "access_token":
        return this.#renew(frame.payload);
      default:
        return undefined;
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
      const hears = both.filter((one) => this.#rights.mayRead(one));
      const rights = await this.#askToRead(this.#wishes.isPresent ? both : hears);
      if (hears.some((one) => !rights.mayRead(one))) {
        const topic = this.#topic.name;
        const message = `You no longer have permission to read from this Channel topic: ${topic}`;
        throw new Refusal("Unauthorized", message);
      }
      this.#rights = rights;
    }
    this.#changes?.renew(this.#identity.claims);
  }

  /** Resolves when the client hears of changes, or has waited for long enough. */
  async #subscribeToTables(entries: ReturnType<typeof numbered>): Promise<void> {
    if (entries.length === 0 || this.#state === "ended") return;
    const { hub } = this.#realtime;
    const wanted = new Map(entries.map(({ id, entry }) => [id, entry]));
    const afterAnswer = (send: () => void) => {
      if (this.#state === "joining") this.#held.push(send);
      else send();
    };
    this.#changes = new TableSubscription(this.#realtime, wanted, this.#identity.claims, {
      client: this.#line,
      changed: (ids, data, type) =>
        afterAnswer(() => {
          if (this.#wishes.isOfFirstVersion) return this.#send(type, data);
          const encoded = hub.changeFor(this.protocol, this.#topic, ids, data);
          if (encoded && this.#state === "joined") this.#line.send(encoded);
        }),
      said: (status, message) => afterAnswer(() => this.#say("postgres_changes", status, message)),
    });
    await this.#changes.begun();
  }

  #say(extension: string, status: "ok" | "error", message: string): void {
    const channel = this.#topic.name;
    this.#send("system", JSON.stringify({ extension, status, message, channel }));
  }

  /** @param response JSON text */
  reply(ref: Ref, status: "ok" | "error", response: string): void {
    this.#send("phx_reply", `{"status":"${status}","response":${response}}`, ref);
  }

  #send(event: string, payload: string, ref: Ref = null): void {
    if (this.#state === "ended") return;
    const { joinRef } = this;
    this.#line.send(this.protocol.push({ joinRef, ref, topic: this.#frameTopic, event, payload }));
  }
}
