import { randomInt, randomUUID } from "node:crypto";
import type { Caller } from "./caller.ts";
import { ExpectedValue } from "./kept.ts";

const maximum = 20;
let count = 0;

/** The private rows of a person. */
export class Notes {
  readonly #caller: Caller;
  readonly #notes = new Map<string, ExpectedValue<string>>();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  get size(): number {
    return this.#notes.size;
  }

  async read(): Promise<void> {
    const end = await this.#caller.send({
      name: "select",
      method: "GET",
      path: "/rest/v1/notes?select=id,text,owner",
    });
    if (end.kind !== "good") return;
    const rows = new Map<string, string>();
    for (const { id, text, owner } of end.answer.body) {
      if (owner !== this.#caller.id) this.#caller.fault("reads a note of somebody else");
      if (!this.#notes.has(id)) this.#caller.fault(`reads a note that is not there: ${text}`);
      rows.set(id, text);
    }
    for (const [id, note] of this.#notes) {
      if (!note.see(rows.get(id))) {
        this.#caller.fault(`reads ${rows.get(id)} instead of ${note.possible.join(" or ")}`);
      }
      if (!rows.has(id)) this.#notes.delete(id);
    }
  }

  async add(): Promise<void> {
    if (this.#notes.size >= maximum) return this.delete();
    const [id, text] = [randomUUID(), `text ${++count}`];
    const end = await this.#caller.send({
      name: "insert",
      method: "POST",
      path: "/rest/v1/notes",
      json: { id, text },
    });
    if (end.kind === "refused") return;
    const note = new ExpectedValue<string>(undefined);
    note.write(text, end.kind);
    this.#notes.set(id, note);
  }

  #some(): [string, ExpectedValue<string>] | undefined {
    const certain = [...this.#notes].filter(([, note]) => note.isCertain);
    return certain[randomInt(Math.max(1, certain.length))];
  }

  async change(): Promise<void> {
    const [id, note] = this.#some() ?? [];
    if (!id || !note) return this.read();
    const text = `text ${++count} ${"of some length ".repeat(randomInt(20))}`;
    const end = await this.#caller.send({
      name: "update",
      method: "PATCH",
      path: `/rest/v1/notes?id=eq.${id}`,
      json: { text },
      headers: { prefer: "return=representation" },
    });
    if (end.kind === "good" && end.answer.body[0]?.text !== text)
      this.#caller.fault("updated nothing");
    note.write(text, end.kind);
  }

  async delete(): Promise<void> {
    const [id, note] = this.#some() ?? [];
    if (!id || !note) return this.read();
    const path = `/rest/v1/notes?id=eq.${id}`;
    const end = await this.#caller.send({ name: "delete", method: "DELETE", path });
    note.write(undefined, end.kind);
    if (end.kind === "good") this.#notes.delete(id);
  }

  async count(): Promise<void> {
    const end = await this.#caller.send({
      name: "rpc",
      method: "POST",
      path: "/rest/v1/rpc/own_notes",
    });
    const notes = [...this.#notes.values()];
    if (end.kind !== "good" || !notes.every((note) => note.isCertain)) return;
    if (end.answer.body !== notes.length) {
      this.#caller.fault(`counts ${end.answer.body} notes instead of ${notes.length}`);
    }
  }
}
