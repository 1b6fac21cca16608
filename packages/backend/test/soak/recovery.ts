import { type Account, nextPassword } from "./account.ts";
import type { SoakMailbox } from "./mailbox.ts";

/** A request for a message. */
export interface RecoveryRequest {
  readonly number: number;
  readonly sentAt: number;
  readonly isAcknowledged: boolean;
}

/** The server's `max_frequency`, plus the duration of a request on a busy machine. */
const pauseMs = 3_000;

let lastNumber = 0;

/** The password resets of a person. */
export class Recovery {
  readonly requests: RecoveryRequest[] = [];
  readonly #account: Account;
  readonly #mailbox: SoakMailbox;
  #pending: RecoveryRequest | undefined;

  constructor(account: Account, mailbox: SoakMailbox) {
    this.#account = account;
    this.#mailbox = mailbox;
  }

  /** Requests a reset link, or follows the link that has arrived. */
  async recover(): Promise<void> {
    const pending = this.#pending;
    const mail = pending && this.#mailbox.messagesFor(pending.number).at(-1);
    if (mail) return this.#followLink(mail.link, pending);
    // The request had no response, so the message may or may not have been sent.
    if (pending && (pending.isAcknowledged || Date.now() < pending.sentAt + 200_000)) return;
    if (Date.now() < (this.requests.at(-1)?.sentAt ?? 0) + pauseMs) return;
    const number = ++lastNumber;
    const redirectTo = encodeURIComponent(`http://127.0.0.1:3000/back?request=${number}`);
    const sentAt = Date.now();
    const outcome = await this.#account.record.send({
      name: "recover",
      method: "POST",
      path: `/auth/v1/recover?redirect_to=${redirectTo}`,
      json: { email: this.#account.email },
    });
    if (outcome.kind === "refused") return;
    this.#pending = { number, sentAt, isAcknowledged: outcome.kind === "good" };
    this.requests.push(this.#pending);
  }

  async #followLink(link: string, request: RecoveryRequest): Promise<void> {
    const { sentAt } = request;
    this.#pending = undefined;
    const startedAt = Date.now();
    const path = link.slice(new URL(link).origin.length);
    const outcome = await this.#account.record.send({
      name: "follow the link",
      method: "GET",
      path,
    });
    if (outcome.kind !== "good") return;
    const fragment = new URL(outcome.response.headers.get("location") ?? "").hash.slice(1);
    const parameters = new URLSearchParams(fragment);
    const accessToken = parameters.get("access_token");
    if (!accessToken) {
      const code = parameters.get("error_code");
      this.#account.record.count(`follow the link: ${code}`);
      if (
        code === "unexpected_failure" &&
        this.#account.record.wasDisturbed(startedAt, "database")
      ) {
        this.#pending = request;
        return;
      }
      const isExpired = this.#account.record.wasDisturbed(sentAt, "clock");
      if (!isExpired && !this.#isReplaced(request))
        this.#account.addFault(`followed a link that was not accepted: ${code}`);
      return;
    }
    const refreshToken = parameters.get("refresh_token") ?? "";
    this.#account.setSession({ access_token: accessToken, refresh_token: refreshToken });
    const password = nextPassword();
    const passwordOutcome = await this.#account.send({
      name: "set the password",
      method: "PUT",
      path: "/auth/v1/user",
      json: { password },
    });
    this.#account.password.write(password, passwordOutcome.kind);
  }

  /** Returns whether a later message has arrived, either repeated or sent by a request that had no response. */
  #isReplaced({ number, sentAt }: RecoveryRequest): boolean {
    return this.requests.some((item) => {
      const laterMails = this.#mailbox
        .messagesFor(item.number)
        .filter((mail) => mail.receivedAt > sentAt);
      return laterMails.length > (item.number === number ? 1 : 0);
    });
  }
}
