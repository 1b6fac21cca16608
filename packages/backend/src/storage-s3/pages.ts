import { type Sql, sql } from "../database/sql.ts";
import type { StorageContext } from "../storage/context.ts";
import { type FileMetadata, sendableMetadata } from "../storage/metadata.ts";
import { namePrefixCondition } from "../storage/objects.ts";
import { queryAs, type Scope } from "../storage/scope.ts";

/** The parameters for listing one page of a bucket. */
export interface PageQuery {
  readonly bucket: string;
  readonly prefix: string;
  /** The delimiter of folders. If it is empty, all objects below the prefix are listed. */
  readonly delimiter: string;
  /** The page begins after this name, or after all names with this common prefix. */
  readonly startAfter: string;
  readonly limit: number;
}

/** An object, or the common prefix of several. */
export interface PageEntry {
  readonly name: string;
  /** The id of the object. Null for a common prefix. */
  readonly id: string | null;
  readonly updated_at: Date | null;
  readonly metadata: FileMetadata | null;
}

/** Returns a page of the objects that the caller may see, in byte order. */
export async function pageOf(
  context: StorageContext,
  scope: Scope,
  query: PageQuery,
): Promise<{ readonly entries: readonly PageEntry[]; readonly hasMore: boolean }> {
  if (query.limit === 0) return { entries: [], hasMore: false };
  const statement = query.delimiter === "" ? flatPage(query) : foldedPage(query);
  const { rows } = await queryAs<PageEntry>(context, scope, statement, { readOnly: true });
  const entries = rows.slice(0, query.limit).map((entry) => ({
    ...entry,
    metadata: sendableMetadata(entry.metadata),
  }));
  return { entries, hasMore: rows.length > query.limit };
}

function flatPage({ bucket, prefix, startAfter, limit }: PageQuery): Sql {
  return sql`select name, id, updated_at, metadata from storage.objects
    where bucket_id = ${bucket} and starts_with(name, ${prefix})
      and ${namePrefixCondition(prefix)} and name collate "C" > ${startAfter}
    order by name collate "C" limit ${limit + 1}`;
}

/**
 * Returns the query for a page in which common prefixes replace the objects below them. Uses the index to skip from
 * entry to entry, so that those objects are not read. The prefix followed by the last character of Unicode sorts after
 * every name below the prefix.
 */
function foldedPage({ bucket, prefix, delimiter, startAfter, limit }: PageQuery): Sql {
  const firstEntryAfter = (start: Sql) => sql`
    select coalesce(common, name) as name, common is not null as is_prefix,
      case when common is null then id end as id,
      case when common is null then updated_at end as updated_at,
      case when common is null then metadata end as metadata
    from (
      select name, id, updated_at, metadata,
        left(name, length(${prefix}::text) + length(${delimiter}::text) - 1 + nullif(
          position(${delimiter} in substr(name, length(${prefix}::text) + 1)), 0)) as common
      from storage.objects
      where bucket_id = ${bucket} and starts_with(name, ${prefix})
        and ${namePrefixCondition(prefix)} and name collate "C" > ${start}
      order by name collate "C" limit 1
    ) as first`;
  const start = startAfter.endsWith(delimiter)
    ? sql`${startAfter} || chr(1114111)`
    : sql`${startAfter}`;
  return sql`
    with recursive page as (
      (${firstEntryAfter(start)})
      union all
      select following.* from page,
        lateral (${firstEntryAfter(sql`(page.name || case when page.is_prefix then chr(1114111) else '' end)`)}) as following
    )
    select name, id, updated_at, metadata from page limit ${limit + 1}`;
}
