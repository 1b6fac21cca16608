import { randomInt } from "node:crypto";
import type { SoakRecord } from "./book.ts";
import { Caller, nextPassword } from "./caller.ts";
import { Files } from "./files.ts";
import { ExpectedValue } from "./kept.ts";
import { Notes } from "./notes.ts";
import type { SoakMailbox } from "./post.ts";
import { Recovery } from "./recovery.ts";

let numbers = 0;

/** A user who performs one action after the other, and remembers what the server has acknowledged. */
export class Person {
  readonly notes: Notes;
  readonly files: Files;
  readonly recovery: Recovery;
  /** The accounts that this user created for others, with their password. */
  readonly accounts: { readonly email: string; readonly password: string }[] = [];
  readonly #caller: Caller;
  readonly #mark = new ExpectedValue<number>(undefined);

  constructor(book: SoakRecord, post: SoakMailbox) {
    this.#caller = new Caller(book);
    this.notes = new Notes(this.#caller);
    this.files = new Files(this.#caller);
    this.recovery = new Recovery(this.#caller, post);
  }

  arrive(): Promise<void> {
    return this.#caller.arrive();
  }

  /** Performs one random action. */
  async step(): Promise<void> {
    const caller = this.#caller;
    if (!caller.isSignedIn) return caller.signIn();
    if (caller.isStale && randomInt(3) === 0) return caller.refresh();
    const deeds: readonly [number, () => Promise<void>][] = [
      [18, () => this.notes.read()],
      [12, () => this.notes.add()],
      [14, () => this.notes.change()],
      [6, () => this.notes.delete()],
      [6, () => this.notes.count()],
      [8, () => this.#readUser()],
      [4, () => this.#changeUser()],
      [8, () => caller.refresh()],
      [3, () => caller.signOut()],
      [2, () => this.#signUpAnotherUser()],
      [4, () => this.recovery.recover()],
      [6, () => this.files.upload()],
      [8, () => this.files.download()],
      [4, () => this.files.list()],
      [2, () => this.files.remove()],
    ];
    let number = randomInt(deeds.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, deed] of deeds) {
      number -= weight;
      if (number < 0) return deed();
    }
  }

  /** Reads everything that was acknowledged. */
  async check(): Promise<void> {
    const caller = this.#caller;
    if (!caller.isSignedIn) await caller.signIn();
    await caller.refresh();
    await caller.signIn();
    await this.notes.read();
    await this.notes.count();
    await this.#readUser();
    for (const name of this.files.names) await this.files.download(name);
    await this.files.list();
    for (const { email, password } of this.accounts) {
      await caller.book.send({
        name: "sign in, at the end",
        method: "POST",
        path: "/auth/v1/token?grant_type=password",
        json: { email, password },
      });
    }
  }

  async #readUser(): Promise<void> {
    const end = await this.#caller.send({ name: "user", method: "GET", path: "/auth/v1/user" });
    if (end.kind !== "good") return;
    const { mark } = end.answer.body.user_metadata;
    if (!this.#mark.see(mark)) {
      this.#caller.fault(`has mark ${mark} instead of ${this.#mark.possible.join(" or ")}`);
    }
  }

  async #changeUser(): Promise<void> {
    const mark = ++numbers;
    const end = await this.#caller.send({
      name: "change user",
      method: "PUT",
      path: "/auth/v1/user",
      json: { data: { mark } },
    });
    this.#mark.write(mark, end.kind);
  }

  async #signUpAnotherUser(): Promise<void> {
    const account = { email: `somebody${++numbers}@example.com`, password: nextPassword() };
    const end = await this.#caller.book.send({
      name: "sign up",
      method: "POST",
      path: "/auth/v1/signup",
      json: account,
    });
    if (end.kind === "good") this.accounts.push(account);
  }
}
