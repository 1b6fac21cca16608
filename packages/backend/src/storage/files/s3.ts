import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import { ConfigError } from "../../config/config-error.ts";
import type { S3StoreSettings } from "../../config/environment/settings.ts";
import { StorageError, storeFailed } from "../errors.ts";
import { isUuid } from "../names.ts";
import { concatenate } from "./concatenation.ts";
import type { ListedFile } from "./listing.ts";
import { createMeasure } from "./measure.ts";
import { type FileStore, maxUploadMs } from "./port.ts";

/** S3's minimum size for every part except the last. */
const minPartBytes = 5 * 1024 * 1024;
/** The maximum number of parts of a multipart upload in S3. */
const maxParts = 10_000;
const maxDeletions = 1000;

const connectTimeoutMs = 5000;

/** Stores files in a bucket of an S3-compatible store, which many processes can share. */
export interface S3Store extends FileStore {
  /**
   * Checks the bucket, and removes unfinished uploads of dead processes.
   *
   * @returns the reason why the bucket cannot be used, if any
   */
  check(): Promise<string | undefined>;
  /** Lists all files. */
  list(): Promise<readonly ListedFile[]>;
  close(): void;
}

/** @throws {ConfigError} when the AWS SDK is not installed */
export async function openS3Store(settings: S3StoreSettings): Promise<S3Store> {
  const { bucket: Bucket, prefix } = settings;
  const { s3, Upload } = await loadSdk();
  const client = clientOf(s3.S3Client, settings);
  // Check the version, because it comes from a table that projects can write to.
  const keyOf = (version: string) =>
    isUuid(version) ? `${prefix}${version.toLowerCase()}` : undefined;
  const objectOf = (version: string) => ({ Bucket, Key: keyOf(version) as string });
  const copySourceOf = (version: string) => encodeURI(`${Bucket}/${keyOf(version)}`);

  const store: S3Store = {
    async write(version, content, limit) {
      const { stream, measure } = createMeasure(limit);
      const contentEnd = pipeline(content, stream).catch(() => {});
      const upload = new Upload({
        client,
        params: { ...objectOf(version), Body: stream },
        // Send one part at a time to save memory. Each upload still buffers about three parts.
        queueSize: 1,
        partSize: Number.isFinite(limit)
          ? Math.max(minPartBytes, Math.ceil(limit / maxParts))
          : 16 * minPartBytes,
      });
      try {
        // If the upload fails, `done` waits until the store has removed the uploaded parts.
        await upload.done();
      } catch (error) {
        // If the content itself failed, for example because of its size, the store is not at fault.
        const contentError = content.errored ?? stream.errored;
        if (contentError) throw contentError;
        stream.destroy();
        throw toStorageFailure(error);
      } finally {
        await contentEnd;
      }
      return measure();
    },

    async adopt(version, path) {
      const { size } = await stat(path);
      const writtenFile = await store.write(version, createReadStream(path), size);
      await rm(path, { force: true });
      return writtenFile;
    },

    async read(version, range) {
      if (!keyOf(version)) return undefined;
      const Range = range && `bytes=${range.from}-${range.to}`;
      const command = new s3.GetObjectCommand({ ...objectOf(version), ...(Range && { Range }) });
      const response = await client.send(command).catch(ifMissing);
      return response?.Body as Readable | undefined;
    },

    async copy(from, to) {
      if (!keyOf(from)) return false;
      const command = new s3.CopyObjectCommand({ ...objectOf(to), CopySource: copySourceOf(from) });
      return (await client.send(command).catch(ifMissing)) !== undefined;
    },

    async join(parts, to) {
      if (!parts.every(({ version }) => keyOf(version))) return false;
      const canCopyParts = parts.slice(0, -1).every(({ size }) => size >= minPartBytes);
      if (!canCopyParts) return concatenate(store, parts, to);
      const { UploadId } = await client
        .send(new s3.CreateMultipartUploadCommand(objectOf(to)))
        .catch(fail);
      const upload = { ...objectOf(to), UploadId };
      try {
        const Parts = [];
        for (const [index, { version }] of parts.entries()) {
          const PartNumber = index + 1;
          const { CopyPartResult } = await client.send(
            new s3.UploadPartCopyCommand({
              ...upload,
              PartNumber,
              CopySource: copySourceOf(version),
            }),
          );
          Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
        }
        const completion = { ...upload, MultipartUpload: { Parts } };
        await client.send(new s3.CompleteMultipartUploadCommand(completion));
        return true;
      } catch (error) {
        await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => {});
        return ifMissing(error) ?? false;
      }
    },

    async remove(versions) {
      const keys = versions.flatMap((version) => keyOf(version) ?? []);
      for (let start = 0; start < keys.length; start += maxDeletions) {
        const Objects = keys.slice(start, start + maxDeletions).map((Key) => ({ Key }));
        const command = new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
        await client.send(command).catch(fail);
      }
    },

    async list() {
      const files: ListedFile[] = [];
      let ContinuationToken: string | undefined;
      do {
        const command = new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken });
        const page = await client.send(command).catch(fail);
        for (const { Key = "", Size: size = 0, LastModified: modified } of page.Contents ?? []) {
          const version = Key.slice(prefix.length);
          if (isUuid(version)) files.push({ version, size, modified: modified ?? new Date(0) });
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return files;
    },

    async check() {
      try {
        await client.send(new s3.HeadBucketCommand({ Bucket }));
        await removeAbandoned();
        return undefined;
      } catch (error) {
        return messageOf(error);
      }
    },

    close: () => client.destroy(),
  };

  async function removeAbandoned() {
    const list = new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix });
    // Some stores do not support this list, or do not allow it with this access key.
    const { Uploads = [] } = await client.send(list).catch(() => ({ Uploads: [] }));
    for (const { Key, UploadId, Initiated } of Uploads) {
      const isOurs = Key !== undefined && isUuid(Key.slice(prefix.length));
      if (!isOurs || !Initiated || Date.now() - Initiated.getTime() < maxUploadMs) continue;
      await client
        .send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        .catch(() => {});
    }
  }

  return store;
}

function clientOf(Client: typeof S3Client, settings: S3StoreSettings): S3Client {
  const { region, endpoint, forcePathStyle, credentials, timeout } = settings;
  return new Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    // Do not use the newer checksums, because many stores do not support them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: timeout,
      throwOnRequestTimeout: true,
      socketTimeout: timeout,
      httpAgent: { keepAlive: true, maxSockets: 200 },
      httpsAgent: { keepAlive: true, maxSockets: 200 },
    },
  });
}

async function loadSdk() {
  try {
    const [s3, { Upload }] = await Promise.all([
      import("@aws-sdk/client-s3"),
      import("@aws-sdk/lib-storage"),
    ]);
    return { s3, Upload };
  } catch {
    throw new ConfigError([
      "STORAGE_S3_BUCKET needs two packages: npm install @aws-sdk/client-s3 @aws-sdk/lib-storage",
    ]);
  }
}

/**
 * An error handler that returns undefined for a missing file. Some stores answer HEAD and copy requests with
 * `NotFound`.
 */
function ifMissing(error: unknown): undefined {
  if (error instanceof Error && /^(NoSuchKey|NotFound)$/.test(error.name)) return undefined;
  throw toStorageFailure(error);
}

function fail(error: unknown): never {
  throw toStorageFailure(error);
}

/** Returns the error for the client. Only the log contains the reason. */
function toStorageFailure(error: unknown): StorageError {
  return error instanceof StorageError ? error : storeFailed(error);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Without a response body, the SDK only knows the status.
  const { $metadata } = error as { $metadata?: { readonly httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  const message = error.message || error.name;
  return status === undefined ? message : `${message}, status ${status}`;
}
