/**
 * Streaming reader and writer of tar (POSIX.1-2017, pax, "ustar Interchange Format"). A file may change its size while
 * it is copied, so the caller gives the size up front and pads the content.
 */

/** An entry of an archive. Unread content is skipped when the next entry is read. */
export interface ArchiveEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

const blockBytes = 512;

/** The end of an archive: two blocks of zeros. */
export const end = Buffer.alloc(2 * blockBytes);

export const folderHeader = (path: string): Buffer => header(path, 0, "5", 0o700);
export const fileHeader = (path: string, size: number): Buffer => header(path, size, "0", 0o600);

/** Returns the zeros that fill a file's last block. */
export const fillOf = (size: number): Buffer =>
  Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

function header(path: string, size: number, kind: string, mode: number): Buffer {
  const bytes = Buffer.alloc(blockBytes);
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

/** Eleven octal digits reach 8 GB. For larger files, GNU tar writes a binary number with the first bit set. */
function writeSize(bytes: Buffer, size: number): void {
  if (size < 8 ** 11) {
    bytes.write(octal(size, 12), 124);
  } else {
    bytes[124] = 0x80;
    bytes.writeBigUInt64BE(BigInt(size), 128);
  }
}

/** @throws {Error} if the archive is truncated or invalid */
export async function* entriesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new Reader(chunks);
  for (;;) {
    const bytes = await reader.take(blockBytes);
    if (bytes.every((byte) => byte === 0)) break;
    const entry = read(bytes);
    let remaining = entry.size;
    const content = async function* () {
      while (remaining > 0) {
        const chunk = await reader.some(remaining);
        remaining -= chunk.length;
        yield chunk;
      }
    };
    yield { ...entry, content: content() };
    while (remaining > 0) remaining -= (await reader.some(remaining)).length;
    await reader.take(fillOf(entry.size).length);
  }
  // A checksum such as gzip's comes after the last block.
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

/** Reads a given number of bytes from a stream. */
class Reader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns between one and `maxLength` bytes. */
  async some(maxLength: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) throw new Error("the archive is cut off");
      this.#rest = value;
    }
    const chunk = this.#rest.subarray(0, maxLength);
    this.#rest = this.#rest.subarray(chunk.length);
    return chunk;
  }

  async take(length: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (let remaining = length; remaining > 0; ) {
      const chunk = await this.some(remaining);
      chunks.push(chunk);
      remaining -= chunk.length;
    }
    return Buffer.concat(chunks);
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
