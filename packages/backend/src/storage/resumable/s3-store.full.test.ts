import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeS3Bucket, startS3Server } from "../../../test/servers/s3-server.ts";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";
import { bearer, uploadFile, uploadPartly, versionOf } from "../../../test/servers/tus-wire.ts";
import type { S3StoreSettings } from "../../config/environment/settings.ts";

const mebibyte = 1024 * 1024;

let store: Awaited<ReturnType<typeof startS3Server>>;
let client: S3Client;
let settings: S3StoreSettings;
let wire: StorageServer;
beforeAll(async () => {
  store = await startS3Server();
  ({ client, settings } = await makeS3Bucket(store));
  wire = await startStorageServer({
    fileSizeLimit: "20MiB",
    env: {
      STORAGE_S3_BUCKET: `${settings.bucket}/project`,
      STORAGE_S3_ENDPOINT: store.endpoint,
      AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    },
  });
});
afterAll(async () => {
  await wire.close();
  client.destroy();
  await store.close();
});

describe("a resumable upload to an S3 store", () => {
  test("a resumable upload to an S3 store is kept on this machine until it is complete", async () => {
    const name = `${wire.ada.id}/large.bin`;
    const content = randomBytes(12 * mebibyte);
    const options = {
      endpoint: `${wire.url}/upload/resumable`,
      retryDelays: null,
      headers: bearer(wire.ada),
      metadata: { bucketName: "private", objectName: name },
      chunkSize: 5 * mebibyte,
    };
    const uploadUrl = await uploadPartly(content, options, 5 * mebibyte);
    const key = `${settings.prefix}${versionOf(uploadUrl)}`;
    const keys = async () => {
      const list = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: settings.prefix });
      return (await client.send(list)).Contents?.map(({ Key }) => Key) ?? [];
    };
    expect(await keys()).not.toContain(key);

    await uploadFile(content, { ...options, uploadUrl });
    expect(await keys()).toContain(key);
    const { data } = await wire.ada.from("private").download(name);
    expect(content.equals(Buffer.from(await (data as Blob).arrayBuffer()))).toBe(true);
    const unfinished = await readdir(join(wire.files, "unfinished"));
    expect(unfinished).toEqual([`${versionOf(uploadUrl)}.json`]);

    // A client that missed the last response requests the offset again, and learns that the upload is complete.
    await uploadFile(content, { ...options, uploadUrl });
    await wire.ada.from("private").remove([name]);
    expect(await keys()).not.toContain(key);
  });
});
