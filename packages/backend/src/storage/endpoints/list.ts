import { sql } from "../../database/sql.ts";
import { invalidParameter } from "../errors.ts";
import { checkBucketName, mayBeInName } from "../names.ts";
import { namePrefixCondition } from "../objects.ts";
import { bucketOf, scopeOf } from "../request.ts";
import { queryAs } from "../scope.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type Input,
  readEnum,
  readInput,
  readInteger,
  readMember,
  readRequiredMember,
} from "./input.ts";

const maxPageSize = 1000;

/** PostgreSQL's largest `integer`. */
const maxInteger = 2 ** 31 - 1;

interface Entry {
  readonly key?: string;
  readonly name: string;
  /** The id of the object. Null for a folder. */
  readonly id: string | null;
  readonly updated_at: Date | null;
  readonly created_at: Date | null;
  readonly last_accessed_at: Date | null;
  readonly metadata: object | null;
}

/** `POST /object/list/bucket`: lists a page of a folder. */
export const list: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.list");
  const bucket = bucketOf(c);
  checkBucketName(bucket);
  const input = await readInput(c.req.raw);
  const folder = readRequiredMember(input, "prefix", "string");
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
  const search = readMember(input, "search", "string") ?? "";
  const limit = Math.min(readInteger(input, "limit", 1) ?? 100, maxInteger);
  const offset = Math.min(readInteger(input, "offset", 0) ?? 0, maxInteger);
  const { column, order } = sortingIn(input, [
    ...(["name", "updated_at", "created_at", "last_accessed_at"] as const),
  ]);
  if (isForOtherVersions(input) || !mayBeInName(prefix + search)) return c.json([]);
  const levels = `${prefix}${search}`.split("/").length;
  const { rows } = await queryAs<Entry>(
    context,
    scope,
    sql`select name, id, updated_at, created_at, last_accessed_at, metadata
      from storage.search(${prefix}, ${bucket}, ${limit}::integer, ${levels}::integer,
        ${offset}::integer, ${search}, ${column}, ${order})`,
    { readOnly: true },
  );
  return c.json(rows);
};

/** `POST /object/list-v2/bucket`: lists a page after a cursor, with folders and objects in separate lists. */
export const listV2: Endpoint = async (context, c) => {
  const scope = await scopeOf(context, c, "storage.object.list_v2");
  const bucket = bucketOf(c);
  checkBucketName(bucket);
  const input = await readInput(c.req.raw);
  const prefix = readMember(input, "prefix", "string") ?? "";
  const limit = Math.min(readInteger(input, "limit", 1) ?? maxPageSize, maxPageSize);
  const sorting = sortingIn(input, ["name", "updated_at", "created_at"]);
  const cursorText = readMember(input, "cursor", "string");
  const cursor = cursorText === undefined ? { afterName: "", ...sorting } : readCursor(cursorText);
  if (isForOtherVersions(input) || !mayBeInName(prefix)) {
    return c.json({ hasNext: false, folders: [], objects: [] });
  }
  const { rows } = await queryAs<Entry>(
    context,
    scope,
    readMember(input, "with_delimiter", "boolean")
      ? folderPage(bucket, prefix, cursor, limit + 1)
      : flatPage(bucket, prefix, cursor, limit + 1),
    { readOnly: true },
  );
  const page = rows.slice(0, limit);
  const lastEntry = page.at(-1);
  const nextCursor = rows.length > limit && lastEntry ? cursorAfter(lastEntry, cursor) : undefined;
  const entries = page.map((entry) =>
    entry.id === null && !entry.name.endsWith("/") ? { ...entry, name: `${entry.name}/` } : entry,
  );
  return c.json({
    hasNext: nextCursor !== undefined,
    ...(nextCursor !== undefined && { nextCursor, nextCursorKey: lastEntry?.name }),
    folders: entries.filter(({ id }) => id === null),
    objects: entries.filter(({ id }) => id !== null),
  });
};

/** Returns whether the request asks only for earlier versions or delete markers, which this server does not have. */
function isForOtherVersions(input: Input): boolean {
  return (["noncurrentVersions", "deleteMarkers"] as const).some(
    (name) => readEnum(input[name], `body/${name}`, ["exclude", "include", "only"]) === "only",
  );
}

type Column = "name" | "updated_at" | "created_at";

interface Cursor {
  /** The name of the previous page's last entry. Empty for the first page. */
  readonly afterName: string;
  readonly column: Column;
  readonly order: "asc" | "desc";
  /** The time of the previous page's last entry, if the list is sorted by a time. */
  readonly columnAfter?: string;
}

/** Returns the objects and folders directly below the prefix. */
function folderPage(bucket: string, prefix: string, cursor: Cursor, limit: number) {
  const { afterName, order, column, columnAfter = null } = cursor;
  const levels = prefix === "" ? 1 : prefix.split("/").length;
  return sql`select key, name, id, updated_at, created_at, last_accessed_at, metadata
    from storage.search_v2(${prefix}, ${bucket}, ${limit}::integer, ${levels}::integer, ${afterName},
      ${order}, ${column}, ${columnAfter})`;
}

/** Returns all objects below the prefix, at any depth. */
function flatPage(bucket: string, prefix: string, cursor: Cursor, limit: number) {
  const { afterName, order, column, columnAfter } = cursor;
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const comparison = order === "asc" ? sql`>` : sql`<`;
  const timeColumn =
    column === "name" ? undefined : column === "created_at" ? sql`created_at` : sql`updated_at`;
  const time = timeColumn && sql`date_trunc('milliseconds', ${timeColumn})`;
  const cursorCondition =
    afterName === ""
      ? sql``
      : time && columnAfter !== undefined
        ? sql`and (${time}, name collate "C") ${comparison} (${columnAfter}::timestamptz, ${afterName})`
        : sql`and name collate "C" ${comparison} ${afterName}`;
  return sql`select name, id, updated_at, created_at, last_accessed_at, metadata
    from storage.objects
    where bucket_id = ${bucket} and starts_with(name, ${prefix}) and ${namePrefixCondition(prefix)} ${cursorCondition}
    order by ${time ? sql`${time} ${direction},` : sql``} name collate "C" ${direction}
    limit ${limit}`;
}

function sortingIn<const Name extends string>(input: Input, columns: readonly Name[]) {
  const sortBy = readMember(input, "sortBy", "object") ?? {};
  return {
    column: readEnum(sortBy["column"], "body/sortBy/column", columns) ?? ("name" as Name),
    order: readEnum(sortBy["order"], "body/sortBy/order", ["asc", "desc"]) ?? "asc",
  };
}

/**
 * Returns the cursor after an entry: lines `l:name`, `o:order`, `c:column` and `a:time` in base64, as in the
 * reference.
 */
function cursorAfter(entry: Entry, { column, order }: Cursor): string {
  const time = column === "name" ? undefined : entry[column];
  const lines = [
    `l:${entry.name}`,
    `o:${order}`,
    `c:${column}`,
    ...(time ? [`a:${time.toISOString()}`] : []),
  ];
  return Buffer.from(lines.join("\n")).toString("base64");
}

/** The format that {@link cursorAfter} writes. JavaScript parses many other formats that PostgreSQL does not. */
const isoTime = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** @throws {StorageError} */
function readCursor(text: string): Cursor {
  const lines = Buffer.from(text, "base64").toString().split("\n");
  const parts = new Map(lines.map((line) => [line.slice(0, 1), line.slice(2)]));
  const [afterName, order = "asc", column = "name", columnAfter] = ["l", "o", "c", "a"].map(
    (letter) => parts.get(letter),
  );
  const isTime = columnAfter === undefined || isoTime.test(columnAfter);
  const isColumn = column === "name" || column === "created_at" || column === "updated_at";
  if (
    afterName === undefined ||
    !mayBeInName(afterName) ||
    !isTime ||
    !isColumn ||
    (order !== "asc" && order !== "desc")
  ) {
    throw invalidParameter("continuation token");
  }
  return { afterName, order, column, ...(columnAfter !== undefined && { columnAfter }) };
}
