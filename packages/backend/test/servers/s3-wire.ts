import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type PutObjectCommandOutput,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { expect } from "vitest";
import { type StorageServer, startStorageServer } from "./storage-server.ts";

export const mebibyte = 1024 * 1024;

/** Amazon's client, and a server with the buckets `main` and `private`. In `private`, users have folders. */
export interface S3Wire {
  readonly wire: StorageServer;
  /** A client with the access key, which bypasses row-level security. */
  readonly admin: S3Client;
  readonly ada: S3Client;
  readonly mallory: S3Client;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The credentials of a signed-in user. */
  sessionOf(token: string): {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string;
  };
  /** Creates a client with the access key, unless the settings contain other credentials. */
  clientOf(config?: S3ClientConfig): S3Client;
  /** Writes an object into the bucket `main`. */
  put(
    key: string,
    body?: PutObjectCommandInput["Body"],
    client?: S3Client,
  ): Promise<PutObjectCommandOutput>;
  textOf(key: string, client?: S3Client, bucket?: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function startS3Wire(): Promise<S3Wire> {
  const wire = await startStorageServer({ fileSizeLimit: "30MiB" });
  const { server } = wire;
  const { accessKey = "", secret = "" } = server.s3Keys ?? {};
  const keys = { accessKeyId: accessKey, secretAccessKey: secret };
  const clientOf = (config: S3ClientConfig = {}) =>
    new S3Client({
      endpoint: `${wire.url}/s3`,
      region: "local",
      forcePathStyle: true,
      credentials: keys,
      maxAttempts: 1,
      ...config,
    });
  const sessionOf = (sessionToken: string) => ({
    accessKeyId: "project-ref",
    secretAccessKey: server.keys.anon,
    sessionToken,
  });
  const admin = clientOf();
  await admin.send(new CreateBucketCommand({ Bucket: "main" }));
  return {
    wire,
    admin,
    keys,
    sessionOf,
    clientOf,
    ada: clientOf({ credentials: sessionOf(wire.ada.token) }),
    mallory: clientOf({ credentials: sessionOf(wire.mallory.token) }),
    put: (Key, Body = Key, client = admin) =>
      client.send(new PutObjectCommand({ Bucket: "main", Key, Body })),
    textOf: async (Key, client = admin, Bucket = "main") => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Body?.transformToString();
    },
    close: () => wire.close(),
  };
}

/** Returns the code and status of a command's error. */
export async function refusal(command: Promise<unknown>) {
  const error = await command.then(
    () => expect.unreachable("the command was not refused"),
    (reason: { name: string; $metadata: { httpStatusCode?: number } }) => reason,
  );
  return [error.name, error.$metadata.httpStatusCode];
}
