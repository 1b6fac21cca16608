import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { expect } from "vitest";
import { type Person, type StorageServer, startStorageServer } from "./storage-server.ts";

/** The client that the reference's documentation recommends, with a server. */
export interface TusWire {
  readonly wire: StorageServer;
  endpoint(): string;
  /** The options of the documentation's example. */
  optionsOf(person: Person, bucketName: string, objectName: string): UploadOptions;
  /** Creates an upload without the client, and returns its URL. */
  createUpload(
    person: Person,
    bucketName: string,
    objectName: string,
    size?: number,
  ): Promise<string>;
  contentOf(bucket: string, name: string): Promise<Buffer>;
  /** Returns the names of the files of unfinished uploads. */
  unfinishedNames(): Promise<readonly string[]>;
  /** Returns the content file of an upload by its URL. */
  contentFile(url: string): string;
  close(): Promise<void>;
}

export async function startTusWire(
  options: { readonly fileSizeLimit?: string } = {},
): Promise<TusWire> {
  const wire = await startStorageServer({
    ...options,
    policies: `create policy start on storage.objects for insert to anon
      with check (bucket_id = 'private' and storage.operation() = 'storage.tus.upload.create');`,
  });
  const endpoint = () => `${wire.url}/upload/resumable`;
  const unfinishedFolder = join(wire.files, "unfinished");
  return {
    wire,
    endpoint,

    optionsOf: (person, bucketName, objectName) => ({
      endpoint: endpoint(),
      retryDelays: null,
      headers: bearer(person),
      metadata: { bucketName, objectName, contentType: "image/png", cacheControl: "3600" },
      chunkSize: 100_000,
    }),

    createUpload: async (person, bucketName, objectName, size = 10) => {
      const metadata = Object.entries({ bucketName, objectName, contentType: "image/png" });
      const response = await fetch(endpoint(), {
        method: "POST",
        headers: {
          ...protocol,
          ...bearer(person),
          "upload-length": String(size),
          "upload-metadata": metadata.map(([key, value]) => `${key} ${btoa(value)}`).join(","),
        },
      });
      expect([response.status, await response.text()]).toEqual([201, ""]);
      return response.headers.get("location") ?? "";
    },

    contentOf: async (bucket, name) => {
      const { data, error } = await wire.admin.from(bucket).download(name);
      if (error) throw error;
      return Buffer.from(await data.arrayBuffer());
    },

    unfinishedNames: () => readdir(unfinishedFolder),
    contentFile: (url) => join(unfinishedFolder, versionOf(url)),
    close: () => wire.close(),
  };
}

/** Uploads a file completely. */
export function uploadFile(content: Buffer, options: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      ...options,
      onSuccess: () => resolve(upload),
      onError: reject,
    });
    upload.start();
  });
}

/** Uploads until the server has received this many bytes, and returns the URL of the upload. */
export function uploadPartly(
  content: Buffer,
  options: UploadOptions,
  bytes: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      ...options,
      onChunkComplete: (_, accepted) => {
        if (accepted < bytes) return;
        upload.abort().then(() => resolve(upload.url ?? ""), reject);
      },
      onError: reject,
    });
    upload.start();
  });
}

/** Returns the status and text of the response that an upload failed with. */
export async function refusalOf(
  upload: Promise<unknown>,
): Promise<[number | undefined, string | undefined]> {
  const error: unknown = await upload.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DetailedError)) throw error ?? new Error("The upload was not refused.");
  return [error.originalResponse?.getStatus(), error.originalResponse?.getBody()];
}

/** The headers of every request of the protocol, and the additional headers of a request with content. */
export const protocol = { "tus-resumable": "1.0.0" };
export const patch = { ...protocol, "content-type": "application/offset+octet-stream" };

export const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });

/** Returns the version of the object that an upload creates, from the upload's URL. */
export const versionOf = (url: string) =>
  Buffer.from(basename(url), "base64url").toString().split("/").at(-1) ?? "";

export async function statusOf(target: string, init: RequestInit): Promise<[number, string]> {
  const response = await fetch(target, init);
  return [response.status, await response.text()];
}
