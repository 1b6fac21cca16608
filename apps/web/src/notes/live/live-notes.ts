import type { RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import type { LoadLiveClient } from "../../data/live-client.ts";

/** `off`: there was no connection yet, or there can be none. `lost`: there was one. */
export type Standing = "off" | "on" | "lost";

/** The listeners, by event. */
export interface LiveEvents {
  /** A row that the caller sees is new, or has changed. */
  onChange(): void;
  /** A row of somebody's is gone, perhaps of another person's. */
  onDelete(id: string): void;
  /** From now on all changes are heard; some before may have been missed. */
  onCaughtUp(): void;
}

/** How often a first connection is tried before it is taken to be impossible here. */
const attempts = 3;
/** How long after its end a channel is opened anew, in milliseconds. */
const pause = 5_000;

/** Listens to changes of notes and shares for as long as it is open, and says how that goes. */
export class LiveNotes {
  readonly #load: LoadLiveClient;
  readonly #topic: string;
  #events: LiveEvents | undefined;
  readonly #listeners = new Set<() => void>();
  #standing: Standing = "off";
  #client: RealtimeClient | undefined;
  #isOpen = false;
  #isStarting = false;
  #failures = 0;
  #leaving: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param person the id of the user who is signed in */
  constructor(load: LoadLiveClient, person: string) {
    this.#load = load;
    this.#topic = `changes:${person}`;
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** The client that {@link meet} was called with; undefined while there is none. */
  get connection(): object | undefined {
    return this.#client;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Connects, unless it is connected or about to be. */
  async open(events = this.#events): Promise<void> {
    this.#events = events;
    this.#isOpen = true;
    if (this.#client || this.#isStarting) return;
    this.#isStarting = true;
    this.#failures = 0;
    try {
      const client = await this.#load();
      if (!this.#isOpen) return;
      this.#client = client;
      this.#tell();
      this.#listen(client);
    } catch {
      // The code did not arrive: the next look at the page tries again.
    } finally {
      this.#isStarting = false;
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#drop();
    this.#stand("off");
  }

  /**
   * Meets whoever else is at a topic.
   *
   * @param onPresent hears who is there, by the key that each gave
   * @returns leaves
   */
  meet(
    topic: string,
    me: { readonly key: string; readonly about: Readonly<Record<string, unknown>> },
    onPresent: (present: Readonly<Record<string, readonly object[]>>) => void,
  ): () => void {
    const client = this.#client;
    let channel: RealtimeChannel | undefined;
    let isOver = false;
    // The client knows one channel a topic; who comes back at once has yet to leave.
    void this.#leaving.then(() => {
      if (isOver || !client) return;
      const config = { private: true, presence: { key: me.key } };
      const joined = client.channel(topic, { config });
      channel = joined;
      joined
        .on("presence", { event: "sync" }, () => onPresent(joined.presenceState()))
        .subscribe((status) => {
          if (status === "SUBSCRIBED") void joined.track(me.about);
        });
    });
    return () => {
      isOver = true;
      if (client && channel) this.#leaving = client.removeChannel(channel);
    };
  }

  #listen(client: RealtimeClient): void {
    // Private: to a public channel anybody with the publishable key sends what they like.
    const channel = client.channel(this.#topic, { config: { private: true } });
    for (const table of ["notes", "note_shares"]) {
      channel.on<{ id: string }>(
        "postgres_changes",
        { event: "*", schema: "public", table },
        ({ eventType, old }) => {
          if (eventType !== "DELETE") this.#events?.onChange();
          else if ("id" in old && old.id) this.#events?.onDelete(old.id);
        },
      );
    }
    channel.on("system", {}, ({ extension, status }) => {
      if (extension !== "postgres_changes") return;
      if (status === "ok") this.#stand("on");
      // An error says that something may have been missed.
      this.#events?.onCaughtUp();
    });
    channel.subscribe((status) => {
      if (this.#client !== client || status === "SUBSCRIBED") return;
      if (this.#standing === "on") this.#stand("lost");
      if (status === "CLOSED") this.#again();
      else this.#count();
    });
  }

  /** The server has ended the channel, which the client does not open again by itself. */
  #again(): void {
    this.#drop();
    this.#timer = setTimeout(() => void this.open(), pause);
  }

  #count(): void {
    this.#failures += 1;
    if (this.#standing === "off" && this.#failures >= attempts) this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.#tell();
    void client?.removeAllChannels().finally(() => client.disconnect());
  }

  #stand(standing: Standing): void {
    this.#standing = standing;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
