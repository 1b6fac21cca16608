import { randomUUID } from "node:crypto";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3StoreSettings } from "../../src/config/environment/settings.ts";
import { startServer } from "../../src/server/server.ts";
import { silentLog } from "../auth/auth-fixture.ts";
import { makeTestStorage } from "../databases/test-database.ts";
import { temporaryFolder } from "../project-folder.ts";

interface S3Server {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  close(): Promise<void>;
}

/** Returns an S3 server: the server that TEST_S3_ENDPOINT names, or else this backend's S3 API. */
export async function startS3Server(): Promise<S3Server> {
  const endpoint = process.env["TEST_S3_ENDPOINT"];
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  return endpoint ? { endpoint, credentials, close: async () => {} } : startOwnServer();
}

async function startOwnServer(): Promise<S3Server> {
  const folder = await temporaryFolder({});
  const { storage, drop } = await makeTestStorage();
  const server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    storage,
    env: {},
    log: silentLog,
  });
  const { accessKey = "", secret = "" } = server.s3Keys ?? {};
  return {
    endpoint: `${server.origin}/storage/v1/s3`,
    credentials: { accessKeyId: accessKey, secretAccessKey: secret },
    close: async () => {
      await server.close();
      await drop();
      await folder.remove();
    },
  };
}

/** Creates a new bucket on the server. */
export async function makeS3Bucket({ endpoint, credentials }: S3Server): Promise<{
  readonly settings: S3StoreSettings;
  readonly client: S3Client;
}> {
  const settings = {
    bucket: `files-${randomUUID()}`,
    prefix: "project/",
    region: "us-east-1",
    endpoint,
    credentials,
    forcePathStyle: true,
    timeout: 10_000,
  };
  const { bucket, region, forcePathStyle } = settings;
  const client = new S3Client({ endpoint, credentials, region, forcePathStyle });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return { settings, client };
}
