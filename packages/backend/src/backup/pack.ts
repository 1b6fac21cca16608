import { createTarPacker, type TarHeader } from "modern-tar";

/**
 * An entry to write. The header's size is the size of the content that is written, even if the file changes while it is
 * copied.
 */
export interface ArchiveEntry {
  readonly header: TarHeader & { readonly size: number };
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export const folderEntry = (path: string): ArchiveEntry => ({
  header: { name: `${path}/`, size: 0, type: "directory", mode: 0o700 },
  content: [],
});

export const fileEntry = (
  path: string,
  size: number,
  content: ArchiveEntry["content"],
): ArchiveEntry => ({ header: { name: path, size, type: "file", mode: 0o600 }, content });

/** Yields an archive in chunks. Reads its entries only as fast as the chunks are consumed. */
export async function* pack(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const write = async () => {
    for await (const { header, content } of entries) {
      const writer = controller.add(header).getWriter();
      for await (const chunk of content) await writer.write(chunk);
      await writer.close();
    }
    controller.finalize();
  };
  const written = write().catch((error: unknown) => controller.error(error));
  try {
    yield* readable;
  } finally {
    // Even if the reader has stopped, wait until the source of the entries is closed.
    await written;
  }
}
