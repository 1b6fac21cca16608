import { randomBytes } from "node:crypto";
import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createTarDecoder, packTar, type TarHeader } from "modern-tar";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/project-folder.ts";
import { fileEntry, folderEntry, pack } from "./pack.ts";
import { unpackArchive } from "./unpack.ts";

const manifest = JSON.stringify({
  format: 1,
  portico: "0.1.0",
  postgres: "18.1",
  date: "2040-01-01T00:00:00Z",
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder({});
});
afterEach(() => folder.remove());

/** Unpacks an archive that contains an additional entry after its manifest. */
async function unpack(header: TarHeader, body = ""): Promise<unknown> {
  const file = join(folder.path, "backup.tar.gz");
  const archive = await packTar([
    { header: { name: "manifest.json", size: manifest.length }, body: manifest },
    { header, body },
  ]);
  await writeFile(file, gzipSync(archive));
  return unpackArchive(file, { directory: join(folder.path, "new") });
}

describe("unpacking a backup", () => {
  test("unpacking a backup writes the files of the database", async () => {
    await unpack({ name: "database/base/1", size: 5 }, "hello");
    expect(await readFile(join(folder.path, "new/database/base/1"), "utf8")).toBe("hello");
  });

  test("unpacking a truncated backup reports that it is damaged", async () => {
    const file = join(folder.path, "backup.tar.gz");
    await unpack({ name: "database/x", size: 100_000 }, randomBytes(50_000).toString("hex"));
    await truncate(file, (await stat(file)).size - 5_000);
    await expect(unpackArchive(file, { directory: folder.path })).rejects.toThrow(
      "damaged or not a backup: unexpected end of file.",
    );
  });

  test.each<[string, TarHeader]>([
    ["leads upwards", { name: "database/../../x", size: 1 }],
    ["is absolute", { name: "/database/x", size: 1 }],
    ["is outside the database", { name: "other/x", size: 1 }],
    ["is a symbolic link", { name: "database/x", type: "symlink", linkname: "/etc", size: 0 }],
    ["is a hard link", { name: "database/x", type: "link", linkname: "/etc/passwd", size: 0 }],
    ["is a device", { name: "database/x", type: "character-device", size: 0 }],
    ["is a pipe", { name: "database/x", type: "fifo", size: 0 }],
  ])("unpacking a backup refuses an entry that %s, and writes nothing", async (_, header) => {
    await expect(unpack(header, "x".repeat(header.size ?? 0))).rejects.toThrow(
      /damaged or not a backup: .*(does not belong to a project|is a \w+)/,
    );
    expect(await readdir(folder.path)).toEqual(["backup.tar.gz"]);
  });
});

describe("packing a backup", () => {
  /** Reads the header of the first entry. */
  async function firstHeader(archive: AsyncIterable<Uint8Array>): Promise<TarHeader> {
    const entries = ReadableStream.from(archive).pipeThrough(createTarDecoder({ strict: true }));
    const reader = entries.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    if (!value) throw new Error("There is no entry.");
    return value.header;
  }

  /** Yields an entry whose content never ends. Calls `onChunk` for each chunk that is read. */
  async function* largeEntry(onChunk: () => void) {
    yield fileEntry(
      "files/large",
      2 ** 34,
      (async function* () {
        for (;;) {
          onChunk();
          yield new Uint8Array(2 ** 20);
        }
      })(),
    );
  }

  test("packing a backup keeps a size above 8 GB, also in backups of earlier releases", async () => {
    expect((await firstHeader(pack(largeEntry(() => {})))).size).toBe(2 ** 34);
    const earlierArchive = await packTar([{ header: { name: "large", size: 0 } }]);
    const block = Buffer.from(earlierArchive.subarray(0, 512));
    // Earlier releases wrote large sizes as binary numbers with the first bit set, like GNU tar, so write such a
    // header.
    block.fill(0, 124, 136)[124] = 0x80;
    block.writeBigUInt64BE(2n ** 34n, 128);
    block.fill(" ", 148, 156);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, "0")}\0`, 148);
    const chunks = async function* () {
      yield block;
      yield new Uint8Array(2 ** 20);
    };
    expect((await firstHeader(chunks())).size).toBe(2 ** 34);
  });

  test("packing a backup reads at most 10 MB ahead and closes its source when abandoned", async () => {
    let chunks = 0;
    let isClosed = false;
    const entries = async function* () {
      try {
        yield folderEntry("database");
        yield* largeEntry(() => {
          chunks += 1;
        });
      } finally {
        isClosed = true;
      }
    };
    const archive = pack(entries());
    for (let readBytes = 0; readBytes < 20 * 2 ** 20; ) {
      const { value } = await archive.next();
      readBytes += value?.length ?? 0;
      expect(chunks * 2 ** 20 - readBytes).toBeLessThan(10 * 2 ** 20);
    }
    await archive.return(undefined);
    expect(isClosed).toBe(true);
  });

  test("packing a backup fails with the error of its source", async () => {
    const entries = async function* () {
      yield folderEntry("database");
      throw new Error("The disk is gone.");
    };
    const readHeader = async () => {
      for await (const _ of pack(entries()));
    };
    await expect(readHeader()).rejects.toThrow("The disk is gone.");
  });
});
