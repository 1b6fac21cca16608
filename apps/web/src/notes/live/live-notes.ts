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
   * Is present at a note by an address of one's own, and watches who else is. Each is at a topic of their own,
   * where policies let nobody else be.
   *
   * @param onPresent is told which of the others are there
   * @returns leaves
   */
  meet(
    note: string,
    { own, others }: { readonly own: string; readonly others: readonly string[] },
    onPresent: (addresses: readonly string[]) => void,
  ): () => void {
    const client = this.#client;
    const present = new Set<string>();
    let channels: readonly RealtimeChannel[] = [];
    let isOver = false;
    // The client knows one channel a topic; who comes back at once has yet to leave.
    void this.#leaving.then(() => {
      if (isOver || !client) return;
      const open = (address: string) =>
        client.channel(`note:${note}:${address}`, {
          config: { private: true, presence: { enabled: true } },
        });
      const me = open(own);
      me.subscribe((status) => {
        if (status === "SUBSCRIBED") void me.track({});
      });
      const watched = others.map((address) => {
        const channel = open(address);
        channel.on("presence", { event: "sync" }, () => {
          if (Object.keys(channel.presenceState()).length > 0) present.add(address);
          else present.delete(address);
          onPresent([...present]);
        });
        return channel.subscribe();
      });
      channels = [me, ...watched];
    });
    return () => {
      isOver = true;
      if (client) this.#leaving = Promise.all(channels.map((one) => client.removeChannel(one)));
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
