import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { DiskSpace, reservedBytes } from "./disk-space.ts";

const mebibyte = 1024 * 1024;

let disk: { free: number; files: number; ffree: number };
beforeEach(() => {
  disk = { free: 0, files: 0, ffree: 0 };
});
const spaceOfDisk = () =>
  new DiskSpace(async () => ({
    bsize: 1,
    bavail: disk.free,
    files: disk.files,
    ffree: disk.ffree,
  }));

/** Writes to the disk until the space is used up. */
function writeToDisk(space: DiskSpace, bytes: number): Promise<void> {
  const pieces = Array.from({ length: bytes / 65_536 }, () => Buffer.alloc(65_536));
  const file = new Writable({
    write: (chunk: Buffer, _, done) => {
      disk.free -= chunk.length;
      done();
    },
  });
  return pipeline(Readable.from(pieces), space.guard(), file);
}

describe("disk space", () => {
  test("disk space is reserved while uploads arrive on several paths at once", async () => {
    disk.free = reservedBytes + 30 * mebibyte;
    const space = spaceOfDisk();
    const writes = Array.from({ length: 20 }, () => writeToDisk(space, 20 * mebibyte));
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ status: 507 });
    }
    expect(disk.free).toBeGreaterThanOrEqual(reservedBytes);
  });

  test("disk space that other programs use during an upload is noticed", async () => {
    disk.free = reservedBytes + 100 * mebibyte;
    const space = spaceOfDisk();
    await writeToDisk(space, 20 * mebibyte);
    disk.free = reservedBytes + mebibyte;
    await expect(writeToDisk(space, 20 * mebibyte)).rejects.toMatchObject({ status: 507 });
    expect(disk.free).toBeGreaterThanOrEqual(reservedBytes - 4 * mebibyte);
    disk.free = reservedBytes + 100 * mebibyte;
    await writeToDisk(space, 20 * mebibyte);
  });

  test("disk space is insufficient where hardly any file can be created", async () => {
    Object.assign(disk, { free: 10 * reservedBytes, files: 10_000, ffree: 999 });
    await expect(spaceOfDisk().require(1)).rejects.toMatchObject({ status: 507 });
    disk.ffree = 1000;
    await spaceOfDisk().require(1);
  });
});
