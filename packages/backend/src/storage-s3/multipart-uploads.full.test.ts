import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { mebibyte, refusal, type S3Wire, startS3Wire } from "../../test/servers/s3-wire.ts";
import { sql } from "../database/sql.ts";
import { machine } from "../storage/files/lock-file.ts";
import { removeAbandonedUploads } from "./jobs.ts";

let s3: S3Wire;
beforeAll(async () => {
  s3 = await startS3Wire();
});
afterAll(() => s3.close());

describe("uploads in parts", () => {
  const targetOf = (Key: string) => ({ Bucket: "main", Key });
  const startUpload = async (Key: string, client = s3.admin, rest: object = {}) => {
    const command = new CreateMultipartUploadCommand({ ...targetOf(Key), ...rest });
    return { ...targetOf(Key), UploadId: (await client.send(command)).UploadId };
  };
  type StartedUpload = Awaited<ReturnType<typeof startUpload>>;
  const uploadPart = async (
    upload: StartedUpload,
    PartNumber: number,
    Body: Buffer | string,
    client = s3.admin,
  ) => {
    const command = new UploadPartCommand({ ...upload, PartNumber, Body });
    return { PartNumber, ETag: (await client.send(command)).ETag };
  };
  const completeUpload = (
    upload: StartedUpload,
    Parts?: { PartNumber: number; ETag?: string | undefined }[],
  ) =>
    s3.admin.send(
      new CompleteMultipartUploadCommand({
        ...upload,
        ...(Parts && { MultipartUpload: { Parts: Parts as [] } }),
      }),
    );

  test("multipart uploads become one object", async () => {
    const upload = await startUpload("whole", s3.admin, {
      ContentType: "text/x-a",
      Metadata: { a: "1" },
    });
    const initialFileCount = await s3.wire.fileCount();
    const secondPart = await uploadPart(upload, 2, "world");
    await uploadPart(upload, 1, "replaced");
    const firstPart = await uploadPart(upload, 1, "hello ");
    await uploadPart(upload, 7, "left out");
    const { Parts } = await s3.admin.send(new ListPartsCommand(upload));
    expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 6],
      [2, 5],
      [7, 8],
    ]);
    const page = await s3.admin.send(new ListPartsCommand({ ...upload, MaxParts: 2 }));
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: "2" });
    const { Uploads } = await s3.admin.send(new ListMultipartUploadsCommand({ Bucket: "main" }));
    expect(Uploads).toContainEqual(
      expect.objectContaining({ Key: "whole", UploadId: upload.UploadId }),
    );
    const { ETag } = await completeUpload(upload, [firstPart, secondPart]);
    const md5 = (data: string | Buffer) => createHash("md5").update(data).digest();
    expect(ETag).toBe(`"${md5(Buffer.concat([md5("hello "), md5("world")])).toString("hex")}-2"`);
    expect(await s3.textOf("whole")).toBe("hello world");
    expect(await s3.admin.send(new HeadObjectCommand(targetOf("whole")))).toMatchObject({
      ETag,
      ContentType: "text/x-a",
      ContentLength: 11,
      Metadata: { a: "1" },
    });
    expect(await s3.wire.fileCount()).toBe(initialFileCount + 1);
    expect(await refusal(completeUpload(upload, [firstPart, secondPart]))).toEqual([
      "NoSuchUpload",
      404,
    ]);
  });

  test("the SDK uploads a large stream in parts", async () => {
    const content = randomBytes(12 * mebibyte);
    const body = Readable.from(
      (function* () {
        for (let from = 0; from < content.length; from += 500_000) {
          yield content.subarray(from, from + 500_000);
        }
      })(),
    );
    await new Upload({ client: s3.admin, params: { ...targetOf("large"), Body: body } }).done();
    const { Body } = await s3.admin.send(new GetObjectCommand(targetOf("large")));
    expect(content.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
  });

  test("parts can be copied from other objects", async () => {
    await s3.put("source-of-parts", "0123456789");
    const upload = await startUpload("copied-parts");
    const copy = async (PartNumber: number, range: object) => {
      const { CopyPartResult } = await s3.admin.send(
        new UploadPartCopyCommand({
          ...upload,
          PartNumber,
          CopySource: "main/source-of-parts",
          ...range,
        }),
      );
      return { PartNumber, ETag: CopyPartResult?.ETag };
    };
    const parts = [await copy(1, { CopySourceRange: "bytes=5-9" }), await copy(2, {})];
    await completeUpload(upload, parts);
    expect(await s3.textOf("copied-parts")).toBe("567890123456789");
  });

  test("multipart uploads are completed with existing parts, in order", async () => {
    const upload = await startUpload("refused");
    const firstPart = await uploadPart(upload, 1, "a");
    const secondPart = await uploadPart(upload, 2, "b");
    const other = { PartNumber: 2, ETag: firstPart.ETag };
    expect(await refusal(completeUpload(upload, [secondPart, firstPart]))).toEqual([
      "InvalidPartOrder",
      400,
    ]);
    expect(await refusal(completeUpload(upload, [firstPart, firstPart]))).toEqual([
      "InvalidPartOrder",
      400,
    ]);
    expect(await refusal(completeUpload(upload, [firstPart, other]))).toEqual(["InvalidPart", 400]);
    expect(await refusal(completeUpload(upload, [{ ...firstPart, PartNumber: 3 }]))).toEqual([
      "InvalidPart",
      400,
    ]);
    await completeUpload(upload);
    expect(await s3.textOf("refused")).toBe("ab");
  });

  test.each([0, -1, 10_001, 1.5, Number.MAX_SAFE_INTEGER])(
    "the part number %d is refused",
    async (number) => {
      const upload = await startUpload("numbers");
      expect(await refusal(uploadPart(upload, number, "a"))).toEqual(["InvalidParameter", 400]);
    },
  );

  test("aborted multipart uploads leave nothing behind", async () => {
    const initialFileCount = await s3.wire.fileCount();
    const upload = await startUpload("aborted");
    await uploadPart(upload, 1, "a");
    await s3.admin.send(new AbortMultipartUploadCommand(upload));
    expect(await s3.wire.fileCount()).toBe(initialFileCount);
    expect(await refusal(uploadPart(upload, 2, "b"))).toEqual(["NoSuchUpload", 404]);
    expect(await s3.wire.fileCount()).toBe(initialFileCount);
  });

  test("a multipart upload belongs to one object", async () => {
    const upload = await startUpload("own");
    for (const other of [{ Key: "another" }, { Bucket: "private" }, { UploadId: "'; drop" }]) {
      const { Bucket, Key, UploadId } = { ...upload, ...other };
      expect(await refusal(uploadPart({ Bucket, Key, UploadId }, 1, "a"))).toEqual([
        "NoSuchUpload",
        404,
      ]);
    }
  });

  test("a multipart upload is no larger than an object may be", async () => {
    const upload = await startUpload("too-large");
    const initialFileCount = await s3.wire.fileCount();
    const content = Buffer.alloc(16 * mebibyte);
    const firstPart = await uploadPart(upload, 1, content);
    expect(await refusal(uploadPart(upload, 2, content))).toEqual(["EntityTooLarge", 413]);
    expect(await s3.wire.fileCount()).toBe(initialFileCount + 1);
    // A part is no longer valid after it was replaced.
    await uploadPart(upload, 1, "small");
    await uploadPart(upload, 2, content);
    expect(await refusal(completeUpload(upload, [firstPart]))).toEqual(["InvalidPart", 400]);
    await s3.admin.send(new AbortMultipartUploadCommand(upload));
  });

  test.each([
    ["a user", () => s3.ada],
    ["the secret key", () => s3.admin],
  ])(
    "parts that a killed process was receiving leave room to send them again: %s",
    async (_, clientOf) => {
      const client = clientOf();
      const key = client === s3.ada ? `${s3.wire.ada.id}/killed` : "killed";
      const own = client === s3.ada ? { Bucket: "private" } : {};
      const upload = { ...(await startUpload(key, client, own)), ...own };
      const content = Buffer.alloc(16 * mebibyte);
      const killed = { size: content.length, machine, pid: 2 ** 30, at: Date.now() - 1000 };
      await s3.wire.server.database.query(sql`
      update storage.s3_multipart_uploads set in_progress_size = in_progress_size + ${killed.size},
        metadata = metadata || ${JSON.stringify({ receiving: { request: killed } })}::jsonb
      where id = ${upload.UploadId}`);
      await uploadPart(upload, 1, content, client);
      expect(await refusal(uploadPart(upload, 2, content, client))).toEqual([
        "EntityTooLarge",
        413,
      ]);
      const { rows } = await s3.wire.server.database.query(sql`
      select in_progress_size::int as bytes, metadata -> 'receiving' as receiving
      from storage.s3_multipart_uploads where id = ${upload.UploadId}`);
      expect(rows).toEqual([{ bytes: content.length, receiving: {} }]);
      await client.send(new AbortMultipartUploadCommand(upload));
    },
  );

  test("an abandoned multipart upload is removed after a day", async () => {
    const [oldUpload, activeUpload, newUpload] = [
      await startUpload("old"),
      await startUpload("active"),
      await startUpload("young"),
    ];
    for (const upload of [oldUpload, activeUpload, newUpload]) await uploadPart(upload, 1, "a");
    const initialFileCount = await s3.wire.fileCount();
    await s3.wire.server.database.query(sql`
      update storage.s3_multipart_uploads set created_at = now() - interval '25 hours'
      where id in (${oldUpload.UploadId}, ${activeUpload.UploadId})`);
    await s3.wire.server.database.query(sql`
      update storage.s3_multipart_uploads_parts set created_at = now() - interval '25 hours'
      where upload_id = ${oldUpload.UploadId}`);
    const { openDirectory } = await import("../storage/files/directory.ts");
    const files = await openDirectory(s3.wire.files);
    const { database: connection } = s3.wire.server;
    expect(await removeAbandonedUploads({ database: connection, files, log: silentLog })).toBe(1);
    expect(await s3.wire.fileCount()).toBe(initialFileCount - 1);
    expect(await refusal(uploadPart(oldUpload, 2, "b"))).toEqual(["NoSuchUpload", 404]);
    await uploadPart(activeUpload, 2, "b");
    await uploadPart(newUpload, 2, "b");
  });

  test("a multipart upload that is aborted while it is completed does not become an empty object", async () => {
    for (let round = 0; round < 5; round++) {
      const upload = await startUpload(`aborted-${round}`);
      await uploadPart(upload, 1, "content");
      const [completion] = await Promise.allSettled([
        completeUpload(upload),
        s3.admin.send(new AbortMultipartUploadCommand(upload)),
      ]);
      if (completion.status === "fulfilled") expect(await s3.textOf(upload.Key)).toBe("content");
      else expect(completion.reason).toMatchObject({ name: "NoSuchUpload" });
    }
  });

  test("an upload that is aborted while a part is recorded leaves no content behind", async () => {
    const initialFileCount = await s3.wire.fileCount();
    const [upload, otherUpload] = [await startUpload("recorded"), await startUpload("other")];
    await uploadPart(otherUpload, 1, "content");
    const { database } = s3.wire.server;
    let abortion: Promise<unknown> | undefined;
    await database.transaction(async (connection) => {
      await connection.query(
        sql`select from storage.s3_multipart_uploads where id = ${upload.UploadId} for update`,
      );
      await connection.query(sql`update storage.s3_multipart_uploads_parts
        set upload_id = ${upload.UploadId} where upload_id = ${otherUpload.UploadId}`);
      abortion = s3.admin.send(new AbortMultipartUploadCommand(upload));
      // On the embedded database, which has one session, the request waits for the whole transaction.
      if (process.env["TEST_DATABASE_URL"] === undefined) return;
      const waitingStatements = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => (await connection.query(waitingStatements)).rows.length)
        .toBe(1);
    });
    await abortion;
    await s3.admin.send(new AbortMultipartUploadCommand(otherUpload));
    expect(await s3.wire.fileCount()).toBe(initialFileCount);
  });

  test("a multipart upload belongs to one user", async () => {
    const upload = await startUpload(`${s3.wire.ada.id}/parts.txt`, s3.ada, { Bucket: "private" });
    const ownUpload = { ...upload, Bucket: "private" };
    const adasPart = await uploadPart(ownUpload, 1, "mine", s3.ada);
    expect(await refusal(uploadPart(ownUpload, 2, "theirs", s3.mallory))).toEqual([
      "AccessDenied",
      403,
    ]);
    const list = new ListPartsCommand(ownUpload);
    expect(await refusal(s3.mallory.send(list))).toEqual(["AccessDenied", 403]);
    const abort = new AbortMultipartUploadCommand(ownUpload);
    expect(await refusal(s3.mallory.send(abort))).toEqual(["AccessDenied", 403]);
    const finish = new CompleteMultipartUploadCommand({
      ...ownUpload,
      MultipartUpload: { Parts: [adasPart] },
    });
    expect(await refusal(s3.mallory.send(finish))).toEqual(["AccessDenied", 403]);
    await s3.ada.send(finish);
    expect(await s3.textOf(ownUpload.Key, s3.ada, "private")).toBe("mine");
  });
});
