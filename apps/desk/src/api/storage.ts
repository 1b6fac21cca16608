import { call } from "./call.ts";
import { readKey } from "./key.ts";
import type { RunAs } from "./rows.ts";

/** A bucket as the storage wire describes it. */
export interface Bucket {
  readonly id: string;
  readonly name: string;
  readonly public: boolean;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
  readonly created_at: string;
}

export interface StoredFile {
  /** The full name, including its folders. */
  readonly name: string;
  readonly updated_at: string | null;
  readonly metadata: { readonly size?: number; readonly mimetype?: string } | null;
}

export interface FolderPage {
  /** Full names, each with a slash at the end. */
  readonly folders: readonly { readonly name: string }[];
  readonly objects: readonly StoredFile[];
  readonly hasNext: boolean;
  readonly nextCursor?: string;
}

export interface FileInfo {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  readonly size: number | null;
  readonly content_type: string | null;
  readonly cache_control: string | null;
  readonly etag: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly last_modified: string;
  readonly created_at: string;
}

export type Preview =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  | { readonly kind: "picture" | "sound" | "video" | "pdf"; readonly url: string };

export interface BucketProperties {
  readonly bucket: string;
  readonly isPublic: boolean;
  readonly sizeLimit: number | null;
  readonly types: readonly string[];
}

/** A file, and the role that accesses it. */
export interface FileLocation {
  readonly as: RunAs;
  readonly bucket: string;
  readonly name: string;
}

export const listBuckets = (as: RunAs) =>
  call<{ readonly buckets: readonly Bucket[] }>("/storage/buckets/list", { body: { as } });

export const createBucket = (properties: BucketProperties) =>
  call<unknown>("/storage/buckets/create", { body: properties });

export const updateBucket = (properties: BucketProperties) =>
  call<unknown>("/storage/buckets/update", { body: properties });

export const emptyBucket = (bucket: string) =>
  call<unknown>("/storage/buckets/empty", { body: { bucket } });

export const deleteBucket = (bucket: string) =>
  call<unknown>("/storage/buckets/delete", { body: { bucket } });

export const listFolder = (
  query: {
    readonly as: RunAs;
    readonly bucket: string;
    readonly folder: string;
    readonly search: string;
    readonly cursor?: string | undefined;
  },
  signal: AbortSignal,
) => call<FolderPage>("/storage/objects/list", { body: query, signal });

export const getFileInfo = (location: FileLocation) =>
  call<FileInfo>("/storage/objects/info", { body: location });

export const getPreview = (location: FileLocation) =>
  call<Preview>("/storage/objects/preview", { body: location });

export const moveFile = (
  kind: "move" | "copy",
  location: FileLocation,
  target: { readonly toBucket: string; readonly toName: string },
) => call<unknown>(`/storage/objects/${kind}`, { body: { ...location, ...target } });

export const deleteFiles = (as: RunAs, bucket: string, names: readonly string[]) =>
  call<{ readonly deleted: number }>("/storage/objects/delete", { body: { as, bucket, names } });

export const deleteFolder = (as: RunAs, bucket: string, folder: string) =>
  call<{ readonly deleted: number; readonly isComplete: boolean }>(
    "/storage/objects/delete-folder",
    { body: { as, bucket, folder } },
  );

/**
 * Returns a link that expires. The server returns only its path, because it does not know the origin that users see.
 */
export async function signFile(location: FileLocation, seconds: number): Promise<string> {
  const { link } = await call<{ readonly link: string }>("/storage/objects/sign", {
    body: { ...location, seconds },
  });
  return `${window.location.origin}${link}`;
}

/** Uploads a file with XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export function uploadFile(
  { as, bucket, name }: FileLocation,
  file: File,
  options: {
    readonly replaces: boolean;
    readonly signal: AbortSignal;
    readonly onProgress: (share: number) => void;
  },
): Promise<void> {
  const { replaces, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ bucket, name, replaces: String(replaces) });
    request.open("POST", `/desk/api/storage/upload?${query}`);
    request.setRequestHeader("x-portico-desk", readKey());
    request.setRequestHeader("x-portico-as", JSON.stringify(as));
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 1);
    });
    request.addEventListener("load", () => {
      if (request.status < 400) return resolve();
      reject(
        new Error(messageOf(request.responseText) ?? `The server answered ${request.status}.`),
      );
    });
    request.addEventListener("error", () => {
      reject(new Error("The server does not answer. Is it still running?"));
    });
    request.addEventListener("abort", () => reject(new Error("Cancelled.")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function messageOf(text: string): string | undefined {
  try {
    return JSON.parse(text).message;
  } catch {
    return undefined;
  }
}
