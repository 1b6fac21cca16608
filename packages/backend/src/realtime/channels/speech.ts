import { randomUUID } from "node:crypto";
import { DatabaseError, DatabaseUnavailable } from "../../database/port.ts";
import type { Extension } from "../authorization.ts";
import type { Realtime } from "../context.ts";
import { type Frame, type Ref, type Told, UserPayload } from "../frames/frame.ts";
import type { Subscriber } from "../hub.ts";
import type { Topic } from "../topic.ts";
import { isTable, type Wishes } from "./join-payload.ts";
import type { Join } from "./line.ts";
import { type Budget, Membership } from "./membership.ts";
import type { Rights } from "./rights.ts";

/** A channel, whose client speaks. */
export interface Speaker extends Subscriber {
  readonly rights: Rights;
  /** @param response JSON text */
  reply(ref: Ref, status: "ok" | "error", response: string): void;
  /** Ends the channel, and tells its client why. */
  shutDown(message: string): void;
}

/** A client's words to the others of its topic: its broadcasts, and that it is there. */
export class Speech {
  readonly #realtime: Realtime;
  readonly #topic: Topic;
  readonly #wishes: Wishes;
  readonly #speaker: Speaker;
  readonly #membership: Membership;
  #isOver = false;

  constructor(
    realtime: Realtime,
    { topic, wishes }: Omit<Join, "frame">,
    speaker: Speaker,
    budget: Budget,
  ) {
    this.#realtime = realtime;
    this.#topic = topic;
    this.#wishes = wishes;
    this.#speaker = speaker;
    const key = wishes.presenceKey ?? randomUUID();
    this.#membership = new Membership(realtime, { topic, key }, budget);
  }

  broadcast(frame: Frame): Promise<void> | undefined {
    return this.#ifWritable("broadcast", () => this.#tell(frame));
  }

  end(): void {
    this.#isOver = true;
    this.#membership.untrack();
  }

  /** Does what needs a right to write, or something else where there is none, or nobody can be asked. */
  #ifWritable(
    extension: Extension,
    work: () => void,
    otherwise: () => void = () => {},
  ): Promise<void> | undefined {
    const known = this.#speaker.rights.knownToWrite(extension);
    if (known !== undefined) return void (known ? work() : otherwise());
    return this.#speaker.rights.mayWrite(extension).then(
      (may) => {
        // The client may be gone since.
        if (!this.#isOver) (may ? work : otherwise)();
      },
      (error: unknown) => {
        if (!(error instanceof DatabaseError || error instanceof DatabaseUnavailable)) throw error;
        this.#realtime.log.error({ err: error }, "a policy of realtime.messages failed");
        otherwise();
      },
    );
  }

  #tell({ ref, payload }: Frame): void {
    const { hearsItself, wantsAnswers } = this.#wishes;
    const isUsers = payload instanceof UserPayload;
    if (!isUsers && !isTable(payload)) return;
    const content = isUsers ? payload : JSON.stringify(payload);
    const size = typeof content === "string" ? Buffer.byteLength(content) : content.body.length;
    if (size <= this.#realtime.limits.payload) {
      const told: Told = { event: "broadcast", payload: content };
      this.#realtime.hub.tell(this.#topic, told, hearsItself ? undefined : this.#speaker);
      this.#realtime.bus.tell({ kind: "broadcast", topic: this.#topic, told });
      if (wantsAnswers) this.#speaker.reply(ref, "ok", "{}");
    } else if (wantsAnswers) {
      this.#speaker.reply(ref, "error", JSON.stringify("payload_size_exceeded"));
    }
  }

  /** Answers a message about the channel's presence. */
  presence({ ref, payload }: Frame): Promise<void> | undefined {
    const { event, payload: tracked = {} } = isTable(payload) ? payload : {};
    const answer = (status: "ok" | "error") => this.#speaker.reply(ref, status, "{}");
    if (event === undefined) return void answer("ok");
    if (!this.#membership.count()) {
      return void this.#speaker.shutDown("Client presence rate limit exceeded");
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
      this.#speaker.reply(ref, "error", JSON.stringify({ reason }));
    } else if (this.#membership.track(payload)) {
      this.#speaker.reply(ref, "ok", "{}");
    } else {
      this.#speaker.shutDown("Track message size exceeded");
    }
  }
}
