import { Buffer } from "node:buffer";
import type { Action } from "./wanted.ts";

/** A table as the stream tells of it before its first change. */
export interface Relation {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly typeOid: number;
    /** True for the columns of the replica identity. */
    readonly isKey: boolean;
  }[];
}

/** The texts of a row's values. A long value that did not change is left out. */
export type Texts = Readonly<Record<string, string | null>>;

/** A change of a row, its values as PostgreSQL's texts. */
export interface TextChange {
  readonly relation: Relation;
  readonly type: Action;
  readonly at: Date;
  readonly record: Texts | undefined;
  readonly before: Texts | undefined;
  /** In bytes. */
  readonly size: number;
}

/** PostgreSQL counts microseconds from 2000. */
const epoch = 946_684_800_000n;

/**
 * Reads the messages of `pgoutput`, version 1, in which transactions come one after the other, as they are committed
 * (https://www.postgresql.org/docs/18/protocol-logicalrep-message-formats.html).
 */
export class PgOutput {
  readonly #relations = new Map<number, Relation>();
  #at = new Date(0);

  /** Reads a message: the change in it, if it has one. */
  read(bytes: Uint8Array): TextChange | undefined {
    const message = new Message(bytes);
    switch (message.letter()) {
      case "B":
        message.skip(8);
        this.#at = new Date(Number(message.int64() / 1000n + epoch));
        return undefined;
      case "R":
        this.#readRelation(message);
        return undefined;
      case "I":
        return this.#change("INSERT", message, bytes.length);
      case "U":
        return this.#change("UPDATE", message, bytes.length);
      case "D":
        return this.#change("DELETE", message, bytes.length);
      default:
        return undefined;
    }
  }

  #readRelation(message: Message): void {
    const [oid, schema, name] = [message.int32(), message.text(), message.text()];
    message.skip(1);
    const columns = Array.from({ length: message.int16() }, () => {
      const isKey = message.int8() === 1;
      const column = { name: message.text(), typeOid: message.int32(), isKey };
      message.skip(4);
      return column;
    });
    // A schema without a name is pg_catalog.
    this.#relations.set(oid, { oid, schema: schema || "pg_catalog", name, columns });
  }

  #change(type: Action, message: Message, size: number): TextChange | undefined {
    const relation = this.#relations.get(message.int32());
    if (!relation) return undefined;
    let [record, before]: (Texts | undefined)[] = [];
    while (!message.isAtEnd) {
      const kind = message.letter();
      if (kind === "N") record = message.row(relation);
      else if (kind === "K") before = keyOf(relation, message.row(relation));
      else before = message.row(relation);
    }
    // The stream leaves a key out that did not change.
    if (type === "UPDATE" && record) before ??= keyOf(relation, record);
    // A long value that did not change is in the old row, if that is whole.
    if (record && before) record = { ...missing(before, record, relation), ...record };
    return { relation, type, at: this.#at, record, before, size };
  }
}

function keyOf({ columns }: Relation, row: Texts): Texts {
  return Object.fromEntries(
    columns.flatMap(({ name, isKey }) => {
      const text = row[name];
      return isKey && text !== undefined ? [[name, text] as const] : [];
    }),
  );
}

function missing(before: Texts, record: Texts, { columns }: Relation): Texts {
  return Object.fromEntries(
    columns.flatMap(({ name }) => {
      const text = before[name];
      return name in record || text === undefined ? [] : [[name, text] as const];
    }),
  );
}

class Message {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#place >= this.#bytes.length;
  }

  skip(count: number): number {
    this.#place += count;
    return this.#place - count;
  }

  int8 = () => this.#bytes.readUInt8(this.skip(1));
  int16 = () => this.#bytes.readUInt16BE(this.skip(2));
  int32 = () => this.#bytes.readUInt32BE(this.skip(4));
  int64 = () => this.#bytes.readBigInt64BE(this.skip(8));
  letter = () => String.fromCharCode(this.int8());

  text(): string {
    const end = this.#bytes.indexOf(0, this.#place);
    const text = this.#bytes.toString("utf8", this.#place, end);
    this.#place = end + 1;
    return text;
  }

  row({ columns }: Relation): Texts {
    const row: Record<string, string | null> = {};
    const count = this.int16();
    for (let index = 0; index < count; index++) {
      const name = columns[index]?.name ?? "";
      const kind = this.letter();
      if (kind === "n") row[name] = null;
      if (kind !== "t") continue;
      const length = this.int32();
      const from = this.skip(length);
      row[name] = this.#bytes.toString("utf8", from, from + length);
    }
    return row;
  }
}
