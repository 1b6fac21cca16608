import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import type { StorageContext } from "../context.ts";
import type { FoundUpload, UnfinishedUpload } from "../files/unfinished.ts";
import { isExpired, unfinishedLifetimeMs } from "../resumable-expiry.ts";
import type { Scope } from "../scope.ts";
import { beginUpload } from "../unfinished-limit.ts";
import { decodeId, encodeId, type UploadId } from "./upload-id.ts";

/** The `@tus/server` data store for unfinished uploads. An id is the last segment of an upload's URL. */
export class UnfinishedDataStore extends DataStore {
  readonly #context: StorageContext;
  readonly #scope: Scope;
  readonly #starter: () => string | undefined;

  constructor(context: StorageContext, scope: Scope, starter: () => string | undefined) {
    super();
    this.#context = context;
    this.#scope = scope;
    this.#starter = starter;
    this.extensions = [
      "creation",
      "creation-with-upload",
      "creation-defer-length",
      "termination",
      "expiration",
    ];
  }

  override getExpiration(): number {
    return unfinishedLifetimeMs;
  }

  override async create(upload: Upload): Promise<Upload> {
    const starter = this.#starter();
    await beginUpload(this.#context, this.#scope, starter, upload.size, () =>
      this.#context.unfinished.create({
        ...decodeId(upload.id),
        size: upload.size,
        metadata: upload.metadata ?? {},
        starter: starter ?? "",
        created: upload.creation_date ?? new Date().toISOString(),
        isFinished: false,
      }),
    );
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { upload, offset } = await findUpload(this.#context, decodeId(id));
    const { size, metadata, created } = upload;
    return new Upload({
      id,
      ...(size !== undefined && { size }),
      // Without content, assume that everything has arrived: the content of a completed upload may already have been
      // moved.
      offset: offset ?? size ?? 0,
      metadata: { ...metadata },
      creation_date: created,
    });
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const { upload } = await findUpload(this.#context, decodeId(id));
    if (offset !== upload.size) {
      return this.#context.unfinished.append(upload.version, content, offset);
    }
    content.resume();
    return offset;
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const { upload } = await findUpload(this.#context, decodeId(id));
    await this.#context.unfinished.update({ ...upload, size });
  }

  override async remove(id: string): Promise<void> {
    const { upload } = await findUpload(this.#context, decodeId(id));
    if (upload.isFinished) throw ERRORS.INVALID_TERMINATION;
    await this.#context.unfinished.remove(upload.version);
  }
}

/** @throws the library's errors: 404 when the upload does not exist, 410 when it has expired */
export async function findUpload(context: StorageContext, id: UploadId): Promise<FoundUpload> {
  const found = await context.unfinished.find(id.version);
  if (!found || !hasSameId(found.upload, id)) throw ERRORS.FILE_NOT_FOUND;
  if (isExpired(found.upload)) throw ERRORS.FILE_NO_LONGER_EXISTS;
  return found;
}

const hasSameId = (upload: UnfinishedUpload, id: UploadId) => encodeId(upload) === encodeId(id);
