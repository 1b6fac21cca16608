import type { protocol } from "@electric-sql/pglite";
import { type Field, LongRows } from "../sessions/long-rows.ts";

type Parser = InstanceType<typeof protocol.Parser>;
type Callback = Parameters<Parser["parse"]>[1];

/** The long rows of the running statements. */
export interface LongRowBuffers {
  /** The buffer of each long row. Undefined while long rows become strings like all others. */
  buffers: ArrayBuffer[] | undefined;
}

/** Makes a release of PGlite keep long texts as bytes. */
export function collectLongRows(release: { readonly protocol: typeof protocol }): LongRowBuffers {
  const longRows: LongRowBuffers = { buffers: undefined };
  const { Parser, messages } = release.protocol;
  const { parse } = Parser.prototype;
  const readers = new WeakMap<Parser, { readonly rows: LongRows; callback: Callback }>();

  const createReader = (parser: Parser, callback: Callback) => {
    const reader = {
      callback,
      rows: new LongRows({
        forward: (bytes) => parse.call(parser, bytes, reader.callback),
        admit: () => longRows.buffers !== undefined,
        onLongRow: (fields) => {
          const longField = fields.find((field) => field instanceof Uint8Array);
          if (longField) longRows.buffers?.push(longField.buffer);
          reader.callback(dataRow(fields));
        },
      }),
    };
    readers.set(parser, reader);
    return reader;
  };
  // PGlite passes fields to the parsers of their types, which also accept bytes (`values.ts`).
  const dataRow = (fields: readonly Field[]) =>
    new messages.DataRowMessage(0, fields as (string | null)[]);

  Parser.prototype.parse = function read(bytes, callback) {
    const reader = readers.get(this) ?? createReader(this, callback);
    reader.callback = callback;
    reader.rows.read(ArrayBuffer.isView(bytes) ? bytesOf(bytes) : new Uint8Array(bytes));
  };
  return longRows;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
