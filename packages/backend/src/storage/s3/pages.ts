import { type Sql, sql } from "../../database/sql.ts";
import type { Storage } from "../context.ts";
import { type FileMetadata, isBelow } from "../objects.ts";
import { queryAs, type Scope } from "../scope.ts";
import { sendableMetadata } from "../sendable-metadata.ts";

/** A part of a bucket's list. */
export interface PageQuery {
  readonly bucket: string;
  readonly prefix: string;
  /** Empty for all objects below the prefix. */
  readonly delimiter: string;
  /** The page begins behind this name, or behind all names of this common prefix. */
  readonly after: string;
  readonly limit: number;
}

/** An object, or the common prefix of several. */
export interface PageEntry {
  readonly name: string;
  /** null for a common prefix. */
  readonly id: string | null;
  readonly updated_at: Date | null;
  readonly metadata: FileMetadata | null;
}

/** A page of a bucket in the order of bytes, as far as the policies show it to the scope's caller. */
export async function pageOf(
  storage: Storage,
  scope: Scope,
  query: PageQuery,
): Promise<{ readonly entries: readonly PageEntry[]; readonly hasMore: boolean }> {
  if (query.limit === 0) return { entries: [], hasMore: false };
  const statement = query.delimiter === "" ? flat(query) : folded(query);
  const { rows } = await queryAs<PageEntry>(storage, scope, statement, { readOnly: true });
  const entries = rows.slice(0, query.limit).map((entry) => ({
    ...entry,
    metadata: sendableMetadata(entry.metadata),
  }));
  return { entries, hasMore: rows.length > query.limit };
}

function flat({ bucket, prefix, after, limit }: PageQuery): Sql {
  return sql`select name, id, updated_at, metadata from storage.objects
    where bucket_id = ${bucket} and starts_with(name, ${prefix})
      and ${isBelow(prefix)} and name collate "C" > ${after}
    order by name collate "C" limit ${limit + 1}`;
}

/**
 * Goes from one entry to the next by the index: what a common prefix hides is not read. No name is behind
 * the prefix and the last character of Unicode.
 */
function folded({ bucket, prefix, delimiter, after, limit }: PageQuery): Sql {
  const next = (begin: Sql) => sql`
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
        and ${isBelow(prefix)} and name collate "C" > ${begin}
      order by name collate "C" limit 1
    ) as first`;
  const begin = after.endsWith(delimiter) ? sql`${after} || chr(1114111)` : sql`${after}`;
  return sql`
    with recursive page as (
      (${next(begin)})
      union all
      select following.* from page,
        lateral (${next(sql`(page.name || case when page.is_prefix then chr(1114111) else '' end)`)}) as following
    )
    select name, id, updated_at, metadata from page limit ${limit + 1}`;
}
