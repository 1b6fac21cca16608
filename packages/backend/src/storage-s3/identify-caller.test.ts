import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, type S3Wire, startS3Wire } from "../../test/servers/s3-wire.ts";
import { sql } from "../database/sql.ts";

let s3: S3Wire;
beforeAll(async () => {
  s3 = await startS3Wire();
});
afterAll(() => s3.close());

describe("a session token", () => {
  test("a session token allows what the policies allow its user", async () => {
    const Key = `${s3.wire.ada.id}/note.txt`;
    const target = { Bucket: "private", Key };
    await s3.ada.send(new PutObjectCommand({ ...target, Body: "mine" }));
    expect(await s3.textOf(Key, s3.ada, "private")).toBe("mine");
    const { rows } = await s3.wire.server.database.query<{ owner_id: string }>(
      sql`select owner_id from storage.objects where name = ${Key}`,
    );
    expect(rows).toEqual([{ owner_id: s3.wire.ada.id }]);
    expect((await s3.ada.send(new ListObjectsV2Command({ Bucket: "private" }))).KeyCount).toBe(1);
    expect(await refusal(s3.ada.send(new CreateBucketCommand({ Bucket: "adas" })))).toEqual([
      "AccessDenied",
      403,
    ]);
    expect((await s3.ada.send(new ListBucketsCommand())).Buckets).toEqual([]);
  });

  test("a session token of another user reads and changes nothing", async () => {
    const target = { Bucket: "private", Key: `${s3.wire.ada.id}/note.txt` };
    expect(await refusal(s3.mallory.send(new GetObjectCommand(target)))).toEqual([
      "NoSuchKey",
      404,
    ]);
    expect(await refusal(s3.mallory.send(new HeadObjectCommand(target)))).toEqual([
      "NotFound",
      404,
    ]);
    expect(await refusal(s3.mallory.send(new PutObjectCommand({ ...target, Body: "a" })))).toEqual([
      "AccessDenied",
      403,
    ]);
    expect(await refusal(s3.mallory.send(new DeleteObjectCommand(target)))).toEqual([
      "AccessDenied",
      403,
    ]);
    const CopySource = `private/${target.Key}`;
    const copy = new CopyObjectCommand({ Bucket: "private", Key: "mine", CopySource });
    expect(await refusal(s3.mallory.send(copy))).toEqual(["NoSuchKey", 404]);
    const list = await s3.mallory.send(
      new ListObjectsV2Command({ Bucket: "private", Delimiter: "/" }),
    );
    expect(list).toMatchObject({ KeyCount: 0 });
    const many = new DeleteObjectsCommand({
      Bucket: "private",
      Delete: { Objects: [{ Key: target.Key }] },
    });
    expect((await s3.mallory.send(many)).Errors).toMatchObject([{ Code: "AccessDenied" }]);
    expect(await s3.textOf(target.Key, s3.ada, "private")).toBe("mine");
  });

  test("a session token must be valid and signed with the public key", async () => {
    const list = (credentials: object) =>
      refusal(s3.clientOf({ credentials: credentials as never }).send(new ListBucketsCommand()));
    const forgedToken = `${s3.wire.ada.token.slice(0, -10)}AAAAAAAAAA`;
    expect(await list(s3.sessionOf(forgedToken))).toEqual(["AccessDenied", 403]);
    expect(await list({ ...s3.sessionOf(s3.wire.ada.token), secretAccessKey: "guessed" })).toEqual([
      "SignatureDoesNotMatch",
      403,
    ]);
    // An access key must not be combined with a session token.
    expect(await list({ ...s3.keys, sessionToken: s3.wire.ada.token })).toEqual([
      "SignatureDoesNotMatch",
      403,
    ]);
  });
});

describe("a signature", () => {
  const presign = (command: GetObjectCommand | PutObjectCommand, expiresIn = 60) =>
    getSignedUrl(s3.admin, command as GetObjectCommand, { expiresIn });
  const codeOf = async (response: Response) =>
    /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];

  test("a presigned URL allows everyone to read or write one object", async () => {
    const target = { Bucket: "main", Key: "signed file.txt" };
    const upload = await presign(new PutObjectCommand(target));
    expect((await fetch(upload, { method: "PUT", body: "signed" })).status).toBe(200);
    const url = await presign(
      new GetObjectCommand({ ...target, ResponseContentDisposition: "attachment" }),
    );
    const response = await fetch(url, { headers: { range: "bytes=0-3" } });
    expect(await response.text()).toBe("sign");
    expect(response.headers.get("content-disposition")).toBe("attachment");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
  });

  test.each(["text/html", "application/xhtml+xml", "text/xml; charset=utf-8", "image/svg+xml"])(
    "a presigned URL uploads a document of type %s, which is never rendered here",
    async (type) => {
      const target = { Bucket: "main", Key: "page" };
      await s3.put("page", "<h1>Sign in</h1>");
      const overrides = { ResponseContentType: type, ResponseContentDisposition: "inline" };
      const response = await fetch(
        await presign(new GetObjectCommand({ ...target, ...overrides })),
      );
      expect(response.headers.get("content-disposition")).toBe("attachment");
      await s3.admin.send(new PutObjectCommand({ ...target, ContentType: type, Body: "<h1/>" }));
      const storedResponse = await fetch(await presign(new GetObjectCommand(target)));
      expect(storedResponse.headers.get("content-disposition")).toBe("attachment");
    },
  );

  test("a presigned URL is valid for its method, object and parameters only", async () => {
    await s3.put("secret", "secret");
    const url = await presign(new GetObjectCommand({ Bucket: "main", Key: "signed file.txt" }));
    const attempts: [string, RequestInit?][] = [
      [url, { method: "DELETE" }],
      [url, { method: "PUT", body: "mine" }],
      [url.replace("signed%20file.txt", "secret")],
      [url.replace("signed%20file.txt", "x/../secret")],
      [url.replace("X-Amz-Expires=60", "X-Amz-Expires=6000")],
      [`${url}&response-content-type=text%2Fhtml`],
      [`${url}&X-Amz-Expires=6000`],
    ];
    for (const [address, init] of attempts) {
      const response = await fetch(address, init);
      expect([response.status, await codeOf(response)], address).toEqual([
        403,
        "SignatureDoesNotMatch",
      ]);
    }
  });

  test("a presigned URL accepts no unsigned S3 header", async () => {
    await s3.put("secret", "secret");
    const target = { Bucket: "main", Key: "stolen" };
    const response = await fetch(await presign(new PutObjectCommand(target)), {
      method: "PUT",
      headers: { "x-amz-copy-source": "main/secret" },
    });
    expect([response.status, await codeOf(response)]).toEqual([403, "AccessDenied"]);
    expect(await refusal(s3.textOf("stolen"))).toEqual(["NoSuchKey", 404]);
  });

  test("a presigned URL expires at the time that it names", async () => {
    const target = { Bucket: "main", Key: "signed file.txt" };
    const signedAt = (seconds: number, expiresIn: number) =>
      getSignedUrl(s3.admin, new GetObjectCommand(target), {
        expiresIn,
        signingDate: new Date(Date.now() + seconds * 1000),
      });
    const fetchCode = async (url: string) => {
      const response = await fetch(url);
      return [response.status, await codeOf(response)];
    };
    expect(await fetchCode(await signedAt(-61, 60))).toEqual([400, "ExpiredToken"]);
    expect(await fetchCode(await signedAt(-1000, 1100))).toEqual([200, undefined]);
    expect(await fetchCode(await signedAt(1000, 60))).toEqual([403, "RequestTimeTooSkewed"]);
    const longLivedUrl = (await signedAt(0, 60)).replace("Expires=60", "Expires=604801");
    expect(await fetchCode(longLivedUrl)).toEqual([400, "InvalidSignature"]);
    const urlWithoutExpiry = (await signedAt(0, 60)).replace("&X-Amz-Expires=60", "");
    expect(await fetchCode(urlWithoutExpiry)).toEqual([400, "InvalidSignature"]);
  });

  test("a signature with a wrong time is refused", async () => {
    const lateClient = s3.clientOf({ systemClockOffset: -16 * 60 * 1000 });
    expect(await refusal(lateClient.send(new ListBucketsCommand()))).toEqual([
      "RequestTimeTooSkewed",
      403,
    ]);
  });

  test("a signature of an unknown key is refused", async () => {
    const list = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      refusal(s3.clientOf({ credentials }).send(new ListBucketsCommand()));
    const { accessKeyId, secretAccessKey } = s3.keys;
    expect(await list({ accessKeyId, secretAccessKey: "guessed" })).toEqual([
      "SignatureDoesNotMatch",
      403,
    ]);
    expect(await list({ accessKeyId: "guessed", secretAccessKey })).toEqual([
      "InvalidAccessKeyId",
      403,
    ]);
    // The CLI's keys are public in its source code, so they are only valid for a project that also uses the CLI's
    // secret.
    expect(
      await list({
        accessKeyId: "625729a08b95bf1b7ff351a663f3a23c",
        secretAccessKey: "850181e4652dd023b7a98c58ae0d2d34bd487ee0cc3254aed6eda37307425907",
      }),
    ).toEqual(["InvalidAccessKeyId", 403]);
  });

  test.each([
    [{}, 403, "AccessDenied"],
    [{ authorization: "Bearer a" }, 403, "AccessDenied"],
    [{ authorization: "AWS4-HMAC-SHA256 a" }, 400, "InvalidSignature"],
    [
      { authorization: "AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=host, Signature=0" },
      400,
      "InvalidSignature",
    ],
    [
      {
        authorization: `AWS4-HMAC-SHA256 Credential=a/20260101/local/s3/aws4_request, SignedHeaders=host, Signature=${"0".repeat(64)}`,
      },
      400,
      "InvalidSignature",
    ],
  ])("a request without a signature is refused: %j", async (headers, status, code) => {
    const response = await fetch(`${s3.wire.server.origin}/storage/v1/s3/main`, { headers });
    expect(response.headers.get("content-type")).toBe("application/xml");
    expect(response.status).toBe(status);
    // Except for Amazon's JavaScript SDK, SDKs do not find the error code in an element with a namespace.
    expect(await response.text()).toContain(`\n<Error><Code>${code}</Code>`);
  });
});

test("pages of other origins may send S3 requests and read the ETag, also of a refusal", async () => {
  const url = `${s3.wire.server.origin}/storage/v1/s3/main/a.txt`;
  const preflight = await fetch(url, {
    method: "OPTIONS",
    headers: {
      origin: "https://example.com",
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization,x-amz-date",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
  expect(preflight.headers.get("access-control-allow-headers")).toContain("x-amz-date");
  const rejectedResponse = await fetch(url, { headers: { origin: "https://example.com" } });
  expect(rejectedResponse.status).toBe(403);
  expect(rejectedResponse.headers.get("access-control-allow-origin")).toBe("*");
  expect(rejectedResponse.headers.get("access-control-expose-headers")).toContain("ETag");
});
