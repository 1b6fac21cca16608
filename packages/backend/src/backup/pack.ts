import { createTarPacker, type TarHeader } from "modern-tar";

/** An entry to write. A file may change its size while it is copied, so the header has the size of the content. */
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

/** Yields an archive in chunks. Its entries are read as fast as the chunks are. */
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
  const writing = write().catch((error: unknown) => controller.error(error));
  try {
    yield* readable;
  } finally {
    // The reader may have stopped: the source of the entries must be closed before this returns.
    await writing;
  }
}
