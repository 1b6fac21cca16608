import { randomUUID } from "node:crypto";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3StoreSettings } from "../src/config/environment/s3-store.ts";

export const hasS3Server = process.env["TEST_S3_ENDPOINT"] !== undefined;

/** A fresh bucket on the S3 server that TEST_S3_ENDPOINT names. */
export async function startS3Server(): Promise<{
  readonly settings: S3StoreSettings;
  readonly client: S3Client;
  close(): Promise<void>;
}> {
  const settings: S3StoreSettings = {
    bucket: `files-${randomUUID()}`,
    prefix: "project/",
    region: "us-east-1",
    endpoint: process.env["TEST_S3_ENDPOINT"],
    forcePathStyle: true,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
    timeout: 10_000,
  };
  const { region, endpoint = "", forcePathStyle, credentials } = settings;
  const client = new S3Client({
    ...{ region, endpoint, forcePathStyle },
    ...(credentials && { credentials }),
  });
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  return { settings, client, close: async () => client.destroy() };
}
