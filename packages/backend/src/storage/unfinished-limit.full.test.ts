import { CreateMultipartUploadCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mebibyte, type S3Wire, startS3Wire } from "../../test/servers/s3-wire.ts";
import type { Person } from "../../test/servers/storage-server.ts";

let s3: S3Wire;
beforeAll(async () => {
  s3 = await startS3Wire();
});
afterAll(() => s3.close());

describe("the unfinished uploads of one user", () => {
  const startResumable = async (person: Person, index: number) => {
    const name = `${person.id}/r${index}`;
    const response = await fetch(`${s3.wire.url}/upload/resumable`, {
      method: "POST",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        authorization: `Bearer ${person.token}`,
        "upload-metadata": `bucketName ${btoa("private")},objectName ${btoa(name)}`,
      },
    });
    return response.status;
  };
  const startMultipart = async (person: Person, index: number) => {
    const client = person === s3.wire.ada ? s3.ada : s3.mallory;
    const target = { Bucket: "private", Key: `${person.id}/p${index}` };
    const sendResult = client.send(new CreateMultipartUploadCommand(target));
    return sendResult.then(
      () => 201,
      (error: { $metadata: { httpStatusCode?: number } }) => error.$metadata.httpStatusCode,
    );
  };

  test("unfinished uploads of one user are limited to a hundred of both kinds, also when they begin at once", async () => {
    const { ada, mallory } = s3.wire;
    const statuses = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        index % 2 === 0 ? startResumable(ada, index) : startMultipart(ada, index),
      ),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect([await startResumable(mallory, 0), await startMultipart(mallory, 0)]).toEqual([
      201, 201,
    ]);
  }, 30_000);
});

describe("the bytes of one user's unfinished uploads", () => {
  /** The server's `file_size_limit`. */
  const maxObjectBytes = 30 * mebibyte;
  const begin = (person: Person, length: Record<string, string>) =>
    fetch(`${s3.wire.url}/upload/resumable`, {
      method: "POST",
      headers: {
        "tus-resumable": "1.0.0",
        ...length,
        authorization: `Bearer ${person.token}`,
        "upload-metadata": `bucketName ${btoa("private")},objectName ${btoa(`${person.id}/${crypto.randomUUID()}`)}`,
      },
    });
  const partsOf = async (person: Person) => {
    const client = s3.clientOf({ credentials: s3.sessionOf(person.token) });
    const target = { Bucket: "private", Key: `${person.id}/parts` };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
    return (PartNumber: number) =>
      client.send(
        new UploadPartCommand({ ...target, UploadId, PartNumber, Body: Buffer.alloc(mebibyte) }),
      );
  };

  test("the bytes of one user's unfinished uploads are limited to ten objects of the maximum size, of both kinds", async () => {
    const [grace, alan] = await Promise.all(
      ["grace@example.com", "alan@example.com"].map((email) => s3.wire.signUp(email)),
    );
    if (!grace || !alan) throw new Error("nobody has signed up");
    const sendPart = await partsOf(grace);
    await sendPart(1);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        begin(
          grace,
          index % 2 ? { "upload-length": `${maxObjectBytes}` } : { "upload-defer-length": "1" },
        ),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(9);
    const refusedResponse = responses.find(({ status }) => status === 429);
    expect(await refusedResponse?.text()).toContain(
      `Unfinished uploads may have ${10 * maxObjectBytes} bytes together`,
    );

    expect((await begin(grace, { "upload-length": `${maxObjectBytes - mebibyte}` })).status).toBe(
      201,
    );
    await expect(sendPart(2)).rejects.toMatchObject({
      name: "TooManyUploads",
      $metadata: { httpStatusCode: 429 },
    });
    expect((await begin(alan, { "upload-length": `${maxObjectBytes}` })).status).toBe(201);

    const uploadUrl = responses.find(({ status }) => status === 201)?.headers.get("location") ?? "";
    const headers = { "tus-resumable": "1.0.0", authorization: `Bearer ${grace.token}` };
    expect((await fetch(uploadUrl, { method: "DELETE", headers })).status).toBe(204);
    await sendPart(2);
  }, 30_000);
});
