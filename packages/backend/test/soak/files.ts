import { createHash, randomBytes, randomInt } from "node:crypto";
import type { Account } from "./account.ts";
import { ExpectedValue } from "./expected-value.ts";

const maxFiles = 4;
const digest = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** The files of a person, in a private folder. */
export class Files {
  readonly #account: Account;
  readonly #files = new Map<string, ExpectedValue<string>>();

  constructor(account: Account) {
    this.#account = account;
  }

  /** Returns the number of files that are expected to exist. */
  get size(): number {
    return [...this.#files.values()].filter((file) => file.possible[0] !== undefined).length;
  }

  /** Returns the names of all files that were written at any time. */
  get names(): Iterable<string> {
    return this.#files.keys();
  }

  #pathOf(name: string): string {
    return `/storage/v1/object/soak/${this.#account.id}/${name}`;
  }

  async upload(): Promise<void> {
    const name = `file-${randomInt(maxFiles)}`;
    const content = randomBytes(1_000 + randomInt(200_000));
    const path = this.#pathOf(name);
    const outcome = await this.#account.send({ name: "upload", method: "POST", path, content });
    const file = this.#files.get(name) ?? new ExpectedValue<string>(undefined);
    file.write(digest(content), outcome.kind);
    this.#files.set(name, file);
  }

  async download(name = `file-${randomInt(maxFiles)}`): Promise<void> {
    const file = this.#files.get(name);
    if (!file) return;
    const startedAt = Date.now();
    const isPossiblyAbsent = file.possible.includes(undefined);
    const mayBeHidden = this.#account.wasStale(startedAt);
    const outcome = await this.#account.send({
      name: "download",
      method: "GET",
      path: this.#pathOf(name),
      refusals: isPossiblyAbsent || mayBeHidden ? [404] : [],
    });
    if (outcome.kind === "unknown") return;
    // Storage treats a refused token like a missing one, and without a token the bucket is invisible.
    if (mayBeHidden && outcome.response.body?.code === "NoSuchBucket")
      return this.#account.refresh();
    const isRead = outcome.kind === "good";
    if (!isRead && outcome.status !== 404) return;
    if (!file.observe(isRead ? digest(outcome.response.bytes) : undefined)) {
      this.#account.addFault(`${name} has unexpected content (${outcome.response.status})`);
    }
  }

  async list(): Promise<void> {
    const outcome = await this.#account.send({
      name: "list files",
      method: "POST",
      path: "/storage/v1/object/list/soak",
      json: { prefix: this.#account.id },
    });
    if (outcome.kind !== "good") return;
    const names = new Set(outcome.response.body.map(({ name }: { name: string }) => name));
    for (const [name, file] of this.#files) {
      const isListed = names.has(name);
      const isPossible = file.possible.some((content) => (content !== undefined) === isListed);
      if (!isPossible)
        this.#account.addFault(`${name} is ${isListed ? "wrongly" : "not"} in the list`);
    }
  }

  async remove(): Promise<void> {
    const [name, file] = [...this.#files][0] ?? [];
    if (!name || !file) return;
    const outcome = await this.#account.send({
      name: "remove a file",
      method: "DELETE",
      path: this.#pathOf(name),
      refusals: file.possible.includes(undefined) ? [404] : [],
    });
    file.write(undefined, outcome.kind);
  }
}
