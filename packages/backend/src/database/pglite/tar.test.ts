import { packTar, type TarEntry } from "modern-tar";
import { expect, test } from "vitest";
import { readEntries, readEntriesWithCopies } from "./tar.ts";

const link = (linkname: string): TarEntry[] => [
  { header: { name: "a/text.sql", size: 4, type: "file" }, body: "text" },
  { header: { name: "a/link.sql", size: 0, type: "symlink", linkname } },
];

test("a link of an extension's archive to a file beside it is read as a copy of that file", async () => {
  const entries = await readEntriesWithCopies(await packTar(link("text.sql")));
  expect(entries.map(({ path, content }) => [path, String(Buffer.from(content ?? []))])).toEqual([
    ["a/text.sql", "text"],
    ["a/link.sql", "text"],
  ]);
});

test.each(["../a/text.sql", "/etc/passwd", "missing.sql", ".."])(
  "a link of an extension's archive to %s is refused",
  async (target) => {
    const archive = await packTar(link(target));
    await expect(readEntriesWithCopies(archive)).rejects.toThrow("contains a/link.sql, a symlink");
  },
);

test("an archive that is unpacked contains no links", async () => {
  const archive = await packTar(link("text.sql"));
  await expect(readEntries(archive)).rejects.toThrow("contains a/link.sql, a symlink");
});
