import { randomInt, randomUUID } from "node:crypto";
import type { Account } from "./account.ts";
import { ExpectedValue } from "./expected-value.ts";

const maxNotes = 20;
let lastNumber = 0;

/** The private rows of a person. */
export class Notes {
  readonly #account: Account;
  readonly #notes = new Map<string, ExpectedValue<string>>();

  constructor(account: Account) {
    this.#account = account;
  }

  get size(): number {
    return this.#notes.size;
  }

  async read(): Promise<void> {
    const outcome = await this.#account.send({
      name: "select",
      method: "GET",
      path: "/rest/v1/notes?select=id,text,owner",
    });
    if (outcome.kind !== "good") return;
    const rows = new Map<string, string>();
    for (const { id, text, owner } of outcome.response.body) {
      if (owner !== this.#account.id) this.#account.addFault("reads another user's note");
      if (!this.#notes.has(id)) this.#account.addFault(`reads a note that does not exist: ${text}`);
      rows.set(id, text);
    }
    for (const [id, note] of this.#notes) {
      if (!note.observe(rows.get(id))) {
        this.#account.addFault(`reads ${rows.get(id)} instead of ${note.possible.join(" or ")}`);
      }
      if (!rows.has(id)) this.#notes.delete(id);
    }
  }

  async add(): Promise<void> {
    if (this.#notes.size >= maxNotes) return this.delete();
    const [id, text] = [randomUUID(), `text ${++lastNumber}`];
    const outcome = await this.#account.send({
      name: "insert",
      method: "POST",
      path: "/rest/v1/notes",
      json: { id, text },
    });
    if (outcome.kind === "refused") return;
    const note = new ExpectedValue<string>(undefined);
    note.write(text, outcome.kind);
    this.#notes.set(id, note);
  }

  #randomCertainNote(): [string, ExpectedValue<string>] | undefined {
    const certain = [...this.#notes].filter(([, note]) => note.isCertain);
    return certain[randomInt(Math.max(1, certain.length))];
  }

  async change(): Promise<void> {
    const [id, note] = this.#randomCertainNote() ?? [];
    if (!id || !note) return this.read();
    const text = `text ${++lastNumber} ${"of some length ".repeat(randomInt(20))}`;
    const outcome = await this.#account.send({
      name: "update",
      method: "PATCH",
      path: `/rest/v1/notes?id=eq.${id}`,
      json: { text },
      headers: { prefer: "return=representation" },
    });
    if (outcome.kind === "good" && outcome.response.body[0]?.text !== text)
      this.#account.addFault("updated nothing");
    note.write(text, outcome.kind);
  }

  async delete(): Promise<void> {
    const [id, note] = this.#randomCertainNote() ?? [];
    if (!id || !note) return this.read();
    const path = `/rest/v1/notes?id=eq.${id}`;
    const outcome = await this.#account.send({ name: "delete", method: "DELETE", path });
    note.write(undefined, outcome.kind);
    if (outcome.kind === "good") this.#notes.delete(id);
  }

  async count(): Promise<void> {
    const outcome = await this.#account.send({
      name: "rpc",
      method: "POST",
      path: "/rest/v1/rpc/own_notes",
    });
    const notes = [...this.#notes.values()];
    if (outcome.kind !== "good" || !notes.every((note) => note.isCertain)) return;
    if (outcome.response.body !== notes.length) {
      this.#account.addFault(`counts ${outcome.response.body} notes instead of ${notes.length}`);
    }
  }
}
