import { invalidRange } from "./errors.ts";

/** Both ends are inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a header `Range` with a single range (RFC 9110, section 14.2).
 *
 * @throws {StorageError} for several ranges, and for a range after the end of the file
 */
export function parseRange(header: string, size: number): ByteRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) {
    throw invalidRange();
  }
  const from = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (!Number.isSafeInteger(from) || from >= size || to < from) throw invalidRange();
  return { from, to };
}
