import { sql } from "../database/sql.ts";
import type { Job } from "../http/wire.ts";
import { removeContent } from "../storage/content.ts";
import type { StorageContext } from "../storage/context.ts";
import { hourMs } from "../storage/jobs.ts";

export const jobs: readonly Job<Pick<StorageContext, "database" | "files" | "log">>[] = [
  {
    name: "abandoned uploads",
    intervalMs: hourMs,
    failureMessage: "abandoned uploads could not be removed",
    run: removeAbandonedUploads,
  },
];

/**
 * Removes multipart uploads that have been inactive for a day.
 *
 * @returns the number of removed uploads
 */
export async function removeAbandonedUploads(
  context: Pick<StorageContext, "database" | "files" | "log">,
): Promise<number> {
  const { rows } = await context.database.query<{ id: string; versions: readonly string[] }>(sql`
    with abandoned as (
      select id from storage.s3_multipart_uploads as upload
      where created_at < now() - interval '1 day' and not exists (
        select from storage.s3_multipart_uploads_parts as part
        where part.upload_id = upload.id and part.created_at > now() - interval '1 day')
    ), parts as (
      select upload_id, version from storage.s3_multipart_uploads_parts
      where upload_id in (select id from abandoned)
    ), deleted as (
      delete from storage.s3_multipart_uploads where id in (select id from abandoned) returning id
    )
    select id, coalesce(
      (select array_agg(version) from parts where upload_id = deleted.id), '{}') as versions
    from deleted`);
  await removeContent(
    context,
    rows.flatMap(({ versions }) => versions),
  );
  return rows.length;
}
