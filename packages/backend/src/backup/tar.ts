/**
 * The archive's format: tar (POSIX.1-2017, pax, "ustar Interchange Format"), written and read piece by piece.
 * A file that the database writes to meanwhile has to be entered with the size that it had at first, so the
 * size is given and the content filled up.
 */

/** An entry as it is read. Its content has to be read, or is skipped, before the next entry comes. */
export interface ArchiveEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

const block = 512;

/** The archive ends with two blocks of zeros. */
export const end = Buffer.alloc(2 * block);

export const folderHeader = (path: string): Buffer => header(path, 0, "5", 0o700);
export const fileHeader = (path: string, size: number): Buffer => header(path, size, "0", 0o600);

/** The zeros that fill a file's last block. */
export const fillOf = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

function header(path: string, size: number, kind: string, mode: number): Buffer {
  const bytes = Buffer.alloc(block);
  if (bytes.write(path, 0, "latin1") > 100) throw new Error(`${path} is too long for an archive.`);
  bytes.write(octal(mode, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  writeSize(bytes, size);
  bytes.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  bytes.write(" ".repeat(8), 148);
  bytes.write(kind, 156);
  bytes.write("ustar\x0000", 257);
  bytes.write(octal(sumOf(bytes), 7), 148);
  return bytes;
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;

const sumOf = (bytes: Buffer) => bytes.reduce((sum, byte) => sum + byte, 0);

/** Eleven octal digits end at 8 GB; a number in binary with the first bit set is what GNU tar writes then. */
function writeSize(bytes: Buffer, size: number): void {
  if (size < 8 ** 11) {
    bytes.write(octal(size, 12), 124);
  } else {
    bytes[124] = 0x80;
    bytes.writeBigUInt64BE(BigInt(size), 128);
  }
}

/** @throws {Error} when the archive is cut off, or is none */
export async function* entriesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new Reader(chunks);
  for (;;) {
    const bytes = await reader.take(block);
    if (bytes.every((byte) => byte === 0)) break;
    const entry = read(bytes);
    let left = entry.size;
    const content = async function* () {
      while (left > 0) {
        const piece = await reader.some(left);
        left -= piece.length;
        yield piece;
      }
    };
    yield { ...entry, content: content() };
    while (left > 0) left -= (await reader.some(left)).length;
    await reader.take(fillOf(entry.size).length);
  }
  // A sum of the whole, such as gzip's, comes after the last block.
  await reader.drain();
}

function read(bytes: Buffer): Omit<ArchiveEntry, "content"> {
  const text = (from: number, length: number) =>
    bytes.toString("latin1", from, from + length).replace(/\0.*$/s, "");
  const sum = Number.parseInt(text(148, 8), 8);
  bytes.fill(" ", 148, 156);
  if (sum !== sumOf(bytes)) throw new Error("this is no archive");
  const size =
    bytes[124] === 0x80 ? Number(bytes.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  return { path: text(0, 100), isFolder: text(156, 1) === "5", size };
}

/** Takes bytes from a stream, as many as are asked for. */
class Reader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Some bytes, one at least and `most` at most. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) throw new Error("the archive is cut off");
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async take(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = length; left > 0; ) {
      const piece = await this.some(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
