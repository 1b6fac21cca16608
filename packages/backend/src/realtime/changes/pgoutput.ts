import { Buffer } from "node:buffer";
import type { Action } from "./filter-spec.ts";

/** A table's description, which the stream sends before the table's first change. */
export interface Relation {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly typeOid: number;
    /** True if the column is part of the replica identity. */
    readonly isKey: boolean;
  }[];
}

/** A row's values as PostgreSQL's text. Unchanged TOAST values are missing. */
export type TextRow = Readonly<Record<string, string | null>>;

/** A change of one row with its values as text. */
export interface TextChange {
  readonly relation: Relation;
  readonly type: Action;
  readonly timestamp: Date;
  readonly record: TextRow | undefined;
  readonly oldRecord: TextRow | undefined;
  readonly sizeBytes: number;
}

/** The epoch of PostgreSQL's timestamps, the start of the year 2000, in milliseconds since 1970. */
const epochMs = 946_684_800_000n;

/**
 * Decodes the messages of `pgoutput`, version 1, which sends transactions one after another in commit order
 * (https://www.postgresql.org/docs/18/protocol-logicalrep-message-formats.html).
 */
export class PgOutputDecoder {
  readonly #relations = new Map<number, Relation>();
  #committedAt = new Date(0);

  /** Decodes one message. Returns undefined if the message is not a change. */
  decode(bytes: Uint8Array): TextChange | undefined {
    const reader = new MessageReader(bytes);
    switch (reader.readChar()) {
      case "B":
        reader.skip(8);
        this.#committedAt = new Date(Number(reader.readInt64() / 1000n + epochMs));
        return undefined;
      case "R":
        this.#readRelation(reader);
        return undefined;
      case "I":
        return this.#readChange("INSERT", reader, bytes.length);
      case "U":
        return this.#readChange("UPDATE", reader, bytes.length);
      case "D":
        return this.#readChange("DELETE", reader, bytes.length);
      default:
        return undefined;
    }
  }

  #readRelation(reader: MessageReader): void {
    const [oid, schema, name] = [reader.readInt32(), reader.readText(), reader.readText()];
    reader.skip(1);
    const columns = Array.from({ length: reader.readInt16() }, () => {
      const isKey = reader.readInt8() === 1;
      const column = { name: reader.readText(), typeOid: reader.readInt32(), isKey };
      reader.skip(4);
      return column;
    });
    // The protocol sends an empty name for pg_catalog.
    this.#relations.set(oid, { oid, schema: schema || "pg_catalog", name, columns });
  }

  #readChange(type: Action, reader: MessageReader, sizeBytes: number): TextChange | undefined {
    const relation = this.#relations.get(reader.readInt32());
    if (!relation) return undefined;
    let [record, oldRecord]: (TextRow | undefined)[] = [];
    while (!reader.isAtEnd) {
      const kind = reader.readChar();
      if (kind === "N") record = reader.readRow(relation);
      else if (kind === "K") oldRecord = keyFields(relation, reader.readRow(relation));
      else oldRecord = reader.readRow(relation);
    }
    // The stream omits the old key if the key did not change.
    if (type === "UPDATE" && record) oldRecord ??= keyFields(relation, record);
    // The new row omits unchanged TOAST values. With replica identity full, the old row contains them.
    if (record && oldRecord)
      record = { ...unchangedValues(oldRecord, record, relation), ...record };
    return { relation, type, timestamp: this.#committedAt, record, oldRecord, sizeBytes };
  }
}

function keyFields({ columns }: Relation, row: TextRow): TextRow {
  return Object.fromEntries(
    columns.flatMap(({ name, isKey }) => {
      const value = row[name];
      return isKey && value !== undefined ? [[name, value] as const] : [];
    }),
  );
}

function unchangedValues(oldRecord: TextRow, record: TextRow, { columns }: Relation): TextRow {
  return Object.fromEntries(
    columns.flatMap(({ name }) => {
      const value = oldRecord[name];
      return name in record || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

class MessageReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  skip(count: number): number {
    this.#offset += count;
    return this.#offset - count;
  }

  readInt8 = () => this.#bytes.readUInt8(this.skip(1));
  readInt16 = () => this.#bytes.readUInt16BE(this.skip(2));
  readInt32 = () => this.#bytes.readUInt32BE(this.skip(4));
  readInt64 = () => this.#bytes.readBigInt64BE(this.skip(8));
  readChar = () => String.fromCharCode(this.readInt8());

  readText(): string {
    const end = this.#bytes.indexOf(0, this.#offset);
    const text = this.#bytes.toString("utf8", this.#offset, end);
    this.#offset = end + 1;
    return text;
  }

  readRow({ columns }: Relation): TextRow {
    const row: Record<string, string | null> = {};
    const count = this.readInt16();
    for (let index = 0; index < count; index++) {
      const name = columns[index]?.name ?? "";
      const kind = this.readChar();
      if (kind === "n") row[name] = null;
      if (kind !== "t") continue;
      const length = this.readInt32();
      const start = this.skip(length);
      row[name] = this.#bytes.toString("utf8", start, start + length);
    }
    return row;
  }
}
