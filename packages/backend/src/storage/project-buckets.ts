import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { hasPrivateName, isProjectFile } from "../config/boundary.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { StorageError } from "./errors.ts";
import type { FileStore } from "./files/port.ts";
import { metadataOf } from "./metadata.ts";
import { checkBucketName, checkObjectName } from "./names.ts";

/** The buckets of config.toml. */
export interface BucketSource {
  readonly buckets: Config["storage"]["buckets"];
  /** The maximum size of an object in bytes. Buckets may have a lower limit. */
  readonly fileSizeLimitBytes: number;
  /** The project folder. Paths in config.toml are relative to its folder `supabase`. */
  readonly project: string;
}

/**
 * Creates the buckets of config.toml, and uploads the files of their folders that are missing in the buckets.
 *
 * @returns an error message for each bucket and each file that was not accepted
 */
export async function createProjectBuckets(
  database: Database,
  files: FileStore,
  { buckets, fileSizeLimitBytes, project }: BucketSource,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const [bucket, options] of Object.entries(buckets)) {
    const { public: isPublic, file_size_limit: size, allowed_mime_types: types } = options;
    try {
      checkBucketName(bucket);
    } catch {
      warnings.push(
        `[storage.buckets] "${bucket}" is not a valid bucket name. The bucket is not created`,
      );
      continue;
    }
    await database.query(sql`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values (${bucket}, ${bucket}, ${isPublic}, ${size ?? null}, ${types.length > 0 ? types : null})
      on conflict (id) do update set public = excluded.public,
        file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types,
        updated_at = now()
      where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
        is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`);
    if (options.objects_path === undefined) continue;
    const folder = resolve(project, "supabase", options.objects_path);
    if (!(await isProjectFile(project, folder))) {
      warnings.push(
        `[storage.buckets.${bucket}] objects_path leads to ${folder}, which is outside the project, or may have secrets of this machine: nothing is uploaded. Copy the files into a folder of the project`,
      );
      continue;
    }
    const limit = Math.min(size ?? fileSizeLimitBytes, fileSizeLimitBytes);
    for (const path of await filesIn(folder)) {
      // Do not upload files with private names, because the bucket may be public and the folder may be the project
      // folder itself.
      if (hasPrivateName(relative(folder, path))) continue;
      const name = relative(folder, path).replaceAll(sep, "/");
      try {
        checkObjectName(name);
        await uploadMissing(database, files, { bucket, name, path, limit });
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        warnings.push(`${path} is not uploaded to the bucket "${bucket}": ${error.message}`);
      }
    }
  }
  return warnings;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

interface LocalFile {
  readonly bucket: string;
  readonly name: string;
  readonly path: string;
  readonly limit: number;
}

async function uploadMissing(
  database: Database,
  files: FileStore,
  { bucket, name, path, limit }: LocalFile,
): Promise<void> {
  const { rows } = await database.query(
    sql`select from storage.objects where bucket_id = ${bucket} and name = ${name}`,
  );
  if (rows.length > 0) return;
  const version = randomUUID();
  const file = await files.write(version, createReadStream(path), limit);
  const metadata = metadataOf(file, {
    mimetype: getMimeType(name) ?? "application/octet-stream",
    cacheControl: "max-age=3600",
  });
  const { affected } = await database.query(sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    values (${bucket}, ${name}, ${version}, ${JSON.stringify(metadata)}::jsonb)
    on conflict (bucket_id, name) do nothing`);
  // If another process has created the row first, the content is not needed.
  if (affected === 0) await files.remove([version]);
}
