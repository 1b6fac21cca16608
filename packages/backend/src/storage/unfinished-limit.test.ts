import { CreateMultipartUploadCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Wire, startS3Wire } from "../../test/s3-wire.ts";
import type { Person } from "../../test/storage-server.ts";

let s3: S3Wire;
beforeAll(async () => {
  s3 = await startS3Wire();
});
afterAll(() => s3.close());

describe("the unfinished uploads of one user", () => {
  const resumable = async (person: Person, index: number) => {
    const name = `${person.id}/r${index}`;
    const answer = await fetch(`${s3.wire.url}/upload/resumable`, {
      method: "POST",
      headers: {
        ...{ "tus-resumable": "1.0.0", "upload-length": "1" },
        authorization: `Bearer ${person.token}`,
        "upload-metadata": `bucketName ${btoa("private")},objectName ${btoa(name)}`,
      },
    });
    return answer.status;
  };
  const inParts = async (person: Person, index: number) => {
    const client = person === s3.wire.ada ? s3.ada : s3.mallory;
    const target = { Bucket: "private", Key: `${person.id}/p${index}` };
    const sent = client.send(new CreateMultipartUploadCommand(target));
    return sent.then(
      () => 201,
      (error: { $metadata: { httpStatusCode?: number } }) => error.$metadata.httpStatusCode,
    );
  };

  test("unfinished uploads of one user are limited to a hundred of both kinds, also when they begin at once", async () => {
    const { ada, mallory } = s3.wire;
    const begun = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        index % 2 === 0 ? resumable(ada, index) : inParts(ada, index),
      ),
    );
    expect(begun.filter((status) => status === 201)).toHaveLength(100);
    expect(begun.filter((status) => status === 429)).toHaveLength(20);
    expect([await resumable(mallory, 0), await inParts(mallory, 0)]).toEqual([201, 201]);
  }, 30_000);
});
