import { createHash, randomBytes, randomInt } from "node:crypto";
import type { Caller } from "./caller.ts";
import { ExpectedValue } from "./kept.ts";

const max = 4;
const digest = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** The files of a person, in a private folder. */
export class Files {
  readonly #caller: Caller;
  readonly #files = new Map<string, ExpectedValue<string>>();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Returns the number of files, as far as it is known. */
  get size(): number {
    return [...this.#files.values()].filter((file) => file.possible[0] !== undefined).length;
  }

  /** Returns the names of all files that were ever written. */
  get names(): Iterable<string> {
    return this.#files.keys();
  }

  #pathOf(name: string): string {
    return `/storage/v1/object/soak/${this.#caller.id}/${name}`;
  }

  async upload(): Promise<void> {
    const name = `file-${randomInt(max)}`;
    const content = randomBytes(1_000 + randomInt(200_000));
    const path = this.#pathOf(name);
    const end = await this.#caller.send({ name: "upload", method: "POST", path, content });
    const file = this.#files.get(name) ?? new ExpectedValue<string>(undefined);
    file.write(digest(content), end.kind);
    this.#files.set(name, file);
  }

  async download(name = `file-${randomInt(max)}`): Promise<void> {
    const file = this.#files.get(name);
    if (!file) return;
    const startedAt = Date.now();
    const isPossiblyAbsent = file.possible.includes(undefined);
    const mayBeHidden = this.#caller.wasStale(startedAt);
    const end = await this.#caller.send({
      name: "download",
      method: "GET",
      path: this.#pathOf(name),
      refusals: isPossiblyAbsent || mayBeHidden ? [404] : [],
    });
    if (end.kind === "unknown") return;
    // Storage treats a refused token like a missing one, and the bucket is invisible without a token.
    if (mayBeHidden && end.answer.body?.code === "NoSuchBucket") return this.#caller.refresh();
    const isRead = end.kind === "good";
    if (!isRead && end.status !== 404) return;
    if (!file.see(isRead ? digest(end.answer.bytes) : undefined)) {
      this.#caller.fault(`${name} has another content (${end.answer.status})`);
    }
  }

  async list(): Promise<void> {
    const end = await this.#caller.send({
      name: "list files",
      method: "POST",
      path: "/storage/v1/object/list/soak",
      json: { prefix: this.#caller.id },
    });
    if (end.kind !== "good") return;
    const names = new Set(end.answer.body.map(({ name }: { name: string }) => name));
    for (const [name, file] of this.#files) {
      const isThere = names.has(name);
      const fits = file.possible.some((content) => (content !== undefined) === isThere);
      if (!fits) this.#caller.fault(`${name} is ${isThere ? "still" : "not"} in the list`);
    }
  }

  async remove(): Promise<void> {
    const [name, file] = [...this.#files][0] ?? [];
    if (!name || !file) return;
    const end = await this.#caller.send({
      name: "remove a file",
      method: "DELETE",
      path: this.#pathOf(name),
      refusals: file.possible.includes(undefined) ? [404] : [],
    });
    file.write(undefined, end.kind);
  }
}
