import type { RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import type { LoadLiveClient } from "../../data/live-client.ts";

/** `off`: not connected yet, or connecting is impossible. `lost`: the connection was interrupted. */
export type ConnectionStatus = "off" | "on" | "lost";

export interface LiveEvents {
  /** A row that is visible to the caller was inserted or updated. */
  onChange(): void;
  /** A row was deleted, perhaps of another user: policies do not filter deletions. */
  onDelete(id: string): void;
  /** The channel has joined. Changes before that may have been missed. */
  onCaughtUp(): void;
}

/** After this many failed attempts, a live connection counts as impossible. */
const maxAttempts = 3;
/** The delay before a closed channel is opened again. */
const reopenDelayMs = 5_000;

/** Subscribes to changes of notes and shares while it is open, and reports the state of the connection. */
export class LiveNotes {
  readonly #createClient: LoadLiveClient;
  readonly #topic: string;
  #events: LiveEvents | undefined;
  readonly #listeners = new Set<() => void>();
  #status: ConnectionStatus = "off";
  #client: RealtimeClient | undefined;
  #isOpen = false;
  #isStarting = false;
  #failures = 0;
  #leaving: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param user the id of the signed-in user */
  constructor(createClient: LoadLiveClient, user: string) {
    this.#createClient = createClient;
    this.#topic = `changes:${user}`;
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** The client that {@link joinPresence} uses; undefined while there is none. */
  get connection(): object | undefined {
    return this.#client;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Connects, unless it is connected or connecting. */
  async open(events = this.#events): Promise<void> {
    this.#events = events;
    this.#isOpen = true;
    if (this.#client || this.#isStarting) return;
    this.#isStarting = true;
    this.#failures = 0;
    try {
      const client = await this.#createClient();
      if (!this.#isOpen) return;
      this.#client = client;
      this.#notify();
      this.#subscribe(client);
    } catch {
      // The code could not be loaded. Opening is retried when the user returns to the page.
    } finally {
      this.#isStarting = false;
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#disconnect();
    this.#setStatus("off");
  }

  /**
   * Shows the user as present at a note, and watches who else is. Each address has its own topic, which policies let
   * only the user with that address join.
   *
   * @param onPresent called with the other addresses that are present
   * @returns a function that leaves
   */
  joinPresence(
    note: string,
    {
      ownAddress,
      otherAddresses,
    }: { readonly ownAddress: string; readonly otherAddresses: readonly string[] },
    onPresent: (addresses: readonly string[]) => void,
  ): () => void {
    const client = this.#client;
    const presentAddresses = new Set<string>();
    let channels: readonly RealtimeChannel[] = [];
    let hasLeft = false;
    // The client has one channel for each topic, so a previous one must be removed first.
    void this.#leaving.then(() => {
      if (hasLeft || !client) return;
      const createChannel = (address: string) =>
        client.channel(`note:${note}:${address}`, {
          config: { private: true, presence: { enabled: true } },
        });
      const ownChannel = createChannel(ownAddress);
      ownChannel.subscribe((status) => {
        if (status === "SUBSCRIBED") void ownChannel.track({});
      });
      const otherChannels = otherAddresses.map((address) => {
        const channel = createChannel(address);
        channel.on("presence", { event: "sync" }, () => {
          if (Object.keys(channel.presenceState()).length > 0) presentAddresses.add(address);
          else presentAddresses.delete(address);
          onPresent([...presentAddresses]);
        });
        return channel.subscribe();
      });
      channels = [ownChannel, ...otherChannels];
    });
    return () => {
      hasLeft = true;
      if (client) this.#leaving = Promise.all(channels.map((item) => client.removeChannel(item)));
    };
  }

  #subscribe(client: RealtimeClient): void {
    // Anyone with the publishable key could send to a public channel.
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
      if (status === "ok") this.#setStatus("on");
      // Changes before the error may have been missed.
      this.#events?.onCaughtUp();
    });
    channel.subscribe((status) => {
      if (this.#client !== client || status === "SUBSCRIBED") return;
      if (this.#status === "on") this.#setStatus("lost");
      if (status === "CLOSED") this.#reopenLater();
      else this.#countFailure();
    });
  }

  /** The client does not reopen a channel that the server has closed. */
  #reopenLater(): void {
    this.#disconnect();
    this.#timer = setTimeout(() => void this.open(), reopenDelayMs);
  }

  #countFailure(): void {
    this.#failures += 1;
    if (this.#status === "off" && this.#failures >= maxAttempts) this.#disconnect();
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.#notify();
    void client?.removeAllChannels().finally(() => client.disconnect());
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
