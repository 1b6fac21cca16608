import { type Caller, nextPassword } from "./caller.ts";
import type { SoakMailbox } from "./post.ts";

/** A request for a message. */
export interface RecoveryRequest {
  readonly number: number;
  readonly at: number;
  readonly isAcknowledged: boolean;
}

/** The server's `max_frequency`, plus the time of a request on a busy machine. */
const pauseMs = 3_000;

let numbers = 0;

/** The password resets of a person. */
export class Recovery {
  readonly requests: RecoveryRequest[] = [];
  readonly #caller: Caller;
  readonly #post: SoakMailbox;
  #waiting: RecoveryRequest | undefined;

  constructor(caller: Caller, post: SoakMailbox) {
    this.#caller = caller;
    this.#post = post;
  }

  /** Requests a reset link, or follows the one that has arrived. */
  async recover(): Promise<void> {
    const waiting = this.#waiting;
    const mail = waiting && this.#post.of(waiting.number).at(-1);
    if (mail) return this.#follow(mail.link, waiting);
    // Without an answer to the request, the message may or may not have been sent.
    if (waiting && (waiting.isAcknowledged || Date.now() < waiting.at + 200_000)) return;
    if (Date.now() < (this.requests.at(-1)?.at ?? 0) + pauseMs) return;
    const number = ++numbers;
    const back = encodeURIComponent(`http://127.0.0.1:3000/back?ask=${number}`);
    const at = Date.now();
    const end = await this.#caller.book.send({
      name: "recover",
      method: "POST",
      path: `/auth/v1/recover?redirect_to=${back}`,
      json: { email: this.#caller.email },
    });
    if (end.kind === "refused") return;
    this.#waiting = { number, at, isAcknowledged: end.kind === "good" };
    this.requests.push(this.#waiting);
  }

  async #follow(link: string, request: RecoveryRequest): Promise<void> {
    const { at } = request;
    this.#waiting = undefined;
    const startedAt = Date.now();
    const path = link.slice(new URL(link).origin.length);
    const end = await this.#caller.book.send({ name: "follow the link", method: "GET", path });
    if (end.kind !== "good") return;
    const fragment = new URL(end.answer.headers.get("location") ?? "").hash.slice(1);
    const finalUrl = new URLSearchParams(fragment);
    const access = finalUrl.get("access_token");
    if (!access) {
      const code = finalUrl.get("error_code");
      this.#caller.book.count(`follow the link: ${code}`);
      if (code === "unexpected_failure" && this.#caller.book.wasDisturbed(startedAt, "database")) {
        this.#waiting = request;
        return;
      }
      const isExpired = this.#caller.book.wasDisturbed(at, "clock");
      if (!isExpired && !this.#isReplaced(request))
        this.#caller.fault(`followed a link in vain: ${code}`);
      return;
    }
    const refresh = finalUrl.get("refresh_token") ?? "";
    this.#caller.enter({ access_token: access, refresh_token: refresh });
    const password = nextPassword();
    const changed = await this.#caller.send({
      name: "set the password",
      method: "PUT",
      path: "/auth/v1/user",
      json: { password },
    });
    this.#caller.password.write(password, changed.kind);
  }

  /** Returns whether a later message has arrived: a repetition, or a message whose request had no answer. */
  #isReplaced({ number, at }: RecoveryRequest): boolean {
    return this.requests.some((item) => {
      const later = this.#post.of(item.number).filter((mail) => mail.at > at);
      return later.length > (item.number === number ? 1 : 0);
    });
  }
}
