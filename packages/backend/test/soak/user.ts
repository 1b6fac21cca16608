import { randomInt } from "node:crypto";
import { Account, nextPassword } from "./account.ts";
import { ExpectedValue } from "./expected-value.ts";
import { Files } from "./files.ts";
import type { SoakMailbox } from "./mailbox.ts";
import { Notes } from "./notes.ts";
import { Recovery } from "./recovery.ts";
import type { SoakRecord } from "./soak-record.ts";

let lastNumber = 0;

/** A user who performs random actions, and remembers what the server has acknowledged. */
export class SoakUser {
  readonly notes: Notes;
  readonly files: Files;
  readonly recovery: Recovery;
  /** More accounts that this user has created. */
  readonly accounts: { readonly email: string; readonly password: string }[] = [];
  readonly #account: Account;
  readonly #mark = new ExpectedValue<number>(undefined);

  constructor(record: SoakRecord, mailbox: SoakMailbox) {
    this.#account = new Account(record);
    this.notes = new Notes(this.#account);
    this.files = new Files(this.#account);
    this.recovery = new Recovery(this.#account, mailbox);
  }

  signUp(): Promise<void> {
    return this.#account.signUp();
  }

  /** Performs one random action. */
  async step(): Promise<void> {
    const account = this.#account;
    if (!account.isSignedIn) return account.signIn();
    if (account.isStale && randomInt(3) === 0) return account.refresh();
    const actions: readonly [number, () => Promise<void>][] = [
      [18, () => this.notes.read()],
      [12, () => this.notes.add()],
      [14, () => this.notes.change()],
      [6, () => this.notes.delete()],
      [6, () => this.notes.count()],
      [8, () => this.#readUser()],
      [4, () => this.#changeUser()],
      [8, () => account.refresh()],
      [3, () => account.signOut()],
      [2, () => this.#signUpAnotherUser()],
      [4, () => this.recovery.recover()],
      [6, () => this.files.upload()],
      [8, () => this.files.download()],
      [4, () => this.files.list()],
      [2, () => this.files.remove()],
    ];
    let remaining = randomInt(actions.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, act] of actions) {
      remaining -= weight;
      if (remaining < 0) return act();
    }
  }

  /** Checks that everything that was acknowledged can be read. */
  async check(): Promise<void> {
    const account = this.#account;
    if (!account.isSignedIn) await account.signIn();
    await account.refresh();
    await account.signIn();
    await this.notes.read();
    await this.notes.count();
    await this.#readUser();
    for (const name of this.files.names) await this.files.download(name);
    await this.files.list();
    for (const { email, password } of this.accounts) {
      await account.record.send({
        name: "final sign-in",
        method: "POST",
        path: "/auth/v1/token?grant_type=password",
        json: { email, password },
      });
    }
  }

  async #readUser(): Promise<void> {
    const outcome = await this.#account.send({
      name: "user",
      method: "GET",
      path: "/auth/v1/user",
    });
    if (outcome.kind !== "good") return;
    const { mark } = outcome.response.body.user_metadata;
    if (!this.#mark.observe(mark)) {
      this.#account.addFault(`has mark ${mark} instead of ${this.#mark.possible.join(" or ")}`);
    }
  }

  async #changeUser(): Promise<void> {
    const mark = ++lastNumber;
    const outcome = await this.#account.send({
      name: "change user",
      method: "PUT",
      path: "/auth/v1/user",
      json: { data: { mark } },
    });
    this.#mark.write(mark, outcome.kind);
  }

  async #signUpAnotherUser(): Promise<void> {
    const account = { email: `other${++lastNumber}@example.com`, password: nextPassword() };
    const outcome = await this.#account.record.send({
      name: "sign up",
      method: "POST",
      path: "/auth/v1/signup",
      json: account,
    });
    if (outcome.kind === "good") this.accounts.push(account);
  }
}
