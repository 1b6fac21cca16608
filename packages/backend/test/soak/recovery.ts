import { type Caller, nextPassword } from "./caller.ts";
import type { Post } from "./post.ts";

/** A request for a message. */
export interface Asked {
  readonly number: number;
  readonly at: number;
  readonly isAcknowledged: boolean;
}

/** In milliseconds: `max_frequency` of the server, and the time of a request on a busy machine. */
const pause = 3_000;

let numbers = 0;

/** The links to a new password that a person asks for. */
export class Recovery {
  readonly asked: Asked[] = [];
  readonly #caller: Caller;
  readonly #post: Post;
  #waiting: Asked | undefined;

  constructor(caller: Caller, post: Post) {
    this.#caller = caller;
    this.#post = post;
  }

  /** Asks for a link, or follows the one that has come. */
  async recover(): Promise<void> {
    const waiting = this.#waiting;
    const mail = waiting && this.#post.of(waiting.number).at(-1);
    if (mail) return this.#follow(mail.link, waiting);
    // Without an answer, the message may come or not.
    if (waiting && (waiting.isAcknowledged || Date.now() < waiting.at + 200_000)) return;
    if (Date.now() < (this.asked.at(-1)?.at ?? 0) + pause) return;
    const number = ++numbers;
    const back = encodeURIComponent(`http://127.0.0.1:3000/back?ask=${number}`);
    const at = Date.now();
    const end = await this.#caller.book.ask({
      name: "recover",
      method: "POST",
      path: `/auth/v1/recover?redirect_to=${back}`,
      json: { email: this.#caller.email },
    });
    if (end.kind === "refused") return;
    this.#waiting = { number, at, isAcknowledged: end.kind === "good" };
    this.asked.push(this.#waiting);
  }

  async #follow(link: string, asked: Asked): Promise<void> {
    const { at } = asked;
    this.#waiting = undefined;
    const begun = Date.now();
    const path = link.slice(new URL(link).origin.length);
    const end = await this.#caller.book.ask({ name: "follow the link", method: "GET", path });
    if (end.kind !== "good") return;
    const fragment = new URL(end.answer.headers.get("location") ?? "").hash.slice(1);
    const landed = new URLSearchParams(fragment);
    const access = landed.get("access_token");
    if (!access) {
      const code = landed.get("error_code");
      this.#caller.book.count(`follow the link: ${code}`);
      if (code === "unexpected_failure" && this.#caller.book.wasDisturbed(begun, "database")) {
        this.#waiting = asked;
        return;
      }
      const isExpired = this.#caller.book.wasDisturbed(at, "clock");
      if (!isExpired && !this.#isReplaced(asked))
        this.#caller.fault(`followed a link in vain: ${code}`);
      return;
    }
    const refresh = landed.get("refresh_token") ?? "";
    this.#caller.enter({ access_token: access, refresh_token: refresh });
    const password = nextPassword();
    const changed = await this.#caller.ask({
      name: "set the password",
      method: "PUT",
      path: "/auth/v1/user",
      json: { password },
    });
    this.#caller.password.write(password, changed.kind);
  }

  /** True if a later message has come: the same once more, or one whose request had no answer. */
  #isReplaced({ number, at }: Asked): boolean {
    return this.asked.some((one) => {
      const later = this.#post.of(one.number).filter((mail) => mail.at > at);
      return later.length > (one.number === number ? 1 : 0);
    });
  }
}
