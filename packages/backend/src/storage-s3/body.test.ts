import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mebibyte, refusal, type S3Wire, startS3Wire } from "../../test/servers/s3-wire.ts";

let s3: S3Wire;
beforeAll(async () => {
  s3 = await startS3Wire();
});
afterAll(() => s3.close());

describe("bodies", () => {
  const targetOf = (Key: string) => ({ Bucket: "main", Key });
  const bytesOf = async (Key: string) => {
    const { Body } = await s3.admin.send(new GetObjectCommand(targetOf(Key)));
    return (await Body?.transformToByteArray()) ?? Buffer.alloc(0);
  };

  test.each(["CRC32", "SHA1", "SHA256", "CRC32C"] as const)(
    "a body arrives in chunks with a checksum by %s",
    async (ChecksumAlgorithm) => {
      const content = randomBytes(300_000);
      const Body = Readable.from([content.subarray(0, 100_001), content.subarray(100_001)]);
      const ContentLength = content.length;
      await s3.admin.send(
        new PutObjectCommand({ ...targetOf("checked"), Body, ContentLength, ChecksumAlgorithm }),
      );
      expect(content.equals(await bytesOf("checked"))).toBe(true);
    },
  );

  test("a body whose digest is signed arrives completely", async () => {
    const client = s3.clientOf({ requestChecksumCalculation: "WHEN_REQUIRED" });
    const content = randomBytes(300_000);
    await client.send(new PutObjectCommand({ ...targetOf("digested"), Body: content }));
    expect(content.equals(await bytesOf("digested"))).toBe(true);
  });

  test("a body that does not match its checksum is refused", async () => {
    const initialFileCount = await s3.wire.fileCount();
    const putWithChecksum = (rest: object) =>
      refusal(
        s3.admin.send(new PutObjectCommand({ ...targetOf("wrong"), Body: "content", ...rest })),
      );
    expect(await putWithChecksum({ ChecksumCRC32: "AAAAAA==" })).toEqual(["BadDigest", 400]);
    expect(await putWithChecksum({ ContentMD5: createHash("md5").digest("base64") })).toEqual([
      "BadDigest",
      400,
    ]);
    expect(await refusal(s3.textOf("wrong"))).toEqual(["NoSuchKey", 404]);
    expect(await s3.wire.fileCount()).toBe(initialFileCount);
  });
});

describe("documents", () => {
  const send = async (Key: string, query: string, body: string) => {
    // Send a document from an attacker to a signed URL. The SDK itself would not send a body.
    const signer = s3.clientOf({ requestChecksumCalculation: "WHEN_REQUIRED" });
    signer.middlewareStack.add(
      (next) => async (args) => {
        const request = args.request as {
          method: string;
          path: string;
          query: object;
          body: string;
        };
        request.method = "POST";
        request.query = Object.fromEntries(new URLSearchParams(query));
        request.body = body;
        return next(args);
      },
      { step: "build" },
    );
    return refusal(signer.send(new GetObjectCommand({ Bucket: "main", Key })));
  };
  const partList = (inner: string) => `<CompleteMultipartUpload>${inner}</CompleteMultipartUpload>`;

  test.each([
    [
      "entities that unfold",
      `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${partList("&b;")}`,
    ],
    [
      "a file of the server",
      `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${partList("&a;")}`,
    ],
    ["a depth without end", "<a>".repeat(500_000)],
    ["no end", partList("").slice(0, -5)],
    ["another root", "<Delete/>"],
    ["a part that is no number", partList("<Part><PartNumber>x</PartNumber></Part>")],
    ["a part above 10,000", partList("<Part><PartNumber>10001</PartNumber></Part>")],
  ])("an XML document with %s is refused", async (_, document) => {
    expect(await send("documents", "uploadId=x", document)).toEqual(["MalformedXML", 400]);
  });

  test("an XML document that is too large is refused", async () => {
    const largeDocument = partList(" ".repeat(4 * mebibyte));
    expect(await send("documents", "uploadId=x", largeDocument)).toEqual(["EntityTooLarge", 413]);
  });
});
