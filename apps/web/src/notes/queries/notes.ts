import type { PostgrestClient } from "@supabase/postgrest-js";
import { DataFailure, dataOf, expectSuccess } from "../../data/failure.ts";
import type { Database, Note, NoteStatistics } from "../../data/schema.ts";
import { toCsv } from "./csv.ts";
import { rowRange } from "./paging.ts";
import { patternsOf } from "./search.ts";

type Data = PostgrestClient<Database>;

/** The limits of the table. */
export const noteLimits = { title: 200, body: 20_000 };

/** The sort orders. Pinned notes always come first. */
export const sortOrders = ["changed", "created", "heading"] as const;
export type Sort = (typeof sortOrders)[number];

/** The search, order and page of a note list. */
export interface NoteFilter {
  readonly search: string;
  readonly sort: Sort;
  /** The page number, starting at 1. */
  readonly page: number;
}

/** A page of notes, and the total count. */
export interface NotePage {
  readonly notes: readonly Note[];
  readonly total: number;
}

/** The fields that the editor changes. */
export type Draft = Pick<Note, "title" | "body" | "pinned">;

const exportedColumns = ["id", "title", "body", "pinned", "created_at", "updated_at"] as const;
const exportedColumnList = "id,title,body,pinned,created_at,updated_at";
const columns = `${exportedColumnList},user_id,shares:note_shares(id,address,shared_by)` as const;

const orders = {
  changed: { column: "updated_at", ascending: false },
  created: { column: "created_at", ascending: false },
  heading: { column: "heading", ascending: true },
} as const;

/** Selects the notes that match every word of the search. Sorting by `id` last keeps pages from overlapping. */
function selectNotes<Columns extends string>(
  data: Data,
  { search, sort }: Pick<NoteFilter, "search" | "sort">,
  columnList: Columns,
) {
  const { column, ascending } = orders[sort];
  let query = data.from("notes").select(columnList, { count: "exact" });
  for (const pattern of patternsOf(search)) query = query.ilike("content", pattern);
  return query
    .order("pinned", { ascending: false })
    .order(column, { ascending })
    .order("id", { ascending: true });
}

/** Lists a page of notes. A page past the end is empty and still has the total. */
export async function listNotes(
  data: Data,
  filter: NoteFilter,
  signal: AbortSignal,
): Promise<NotePage> {
  const { from, to } = rowRange(filter.page);
  const response = await selectNotes(data, filter, columns).range(from, to).abortSignal(signal);
  // The server rejects a range that starts past the end; notes were deleted in the meantime.
  if (response.error?.code === "PGRST103")
    return { notes: [], total: await countNotes(data, filter) };
  return { notes: dataOf(response), total: response.count ?? 0 };
}

/** Lists the notes that others share with the caller, the last changed first, at most 100. */
export async function listNotesSharedWithMe(
  data: Data,
  userId: string,
  signal: AbortSignal,
): Promise<NotePage> {
  const response = await data
    .from("notes")
    .select(columns, { count: "exact" })
    .neq("user_id", userId)
    .order("updated_at", { ascending: false })
    .order("id", { ascending: true })
    .limit(100)
    .abortSignal(signal);
  return { notes: dataOf(response), total: response.count ?? 0 };
}

async function countNotes(data: Data, filter: NoteFilter): Promise<number> {
  const response = await selectNotes(data, filter, columns).range(0, 0);
  expectSuccess(response);
  return response.count ?? 0;
}

/** Fetches a note; null if it does not exist or the caller may not see it. */
export async function findNote(data: Data, id: string, signal: AbortSignal): Promise<Note | null> {
  const response = await data
    .from("notes")
    .select(columns)
    .eq("id", id)
    .abortSignal(signal)
    .maybeSingle();
  // 22P02 means that the id in the address is not a UUID.
  if (response.error?.code === "22P02") return null;
  expectSuccess(response);
  return response.data;
}

/** Creates a note. */
export async function createNote(data: Data, draft: Draft): Promise<Note> {
  return dataOf(await data.from("notes").insert(draft).select(columns).single());
}

/**
 * Changes a note's text, its pin, or both.
 *
 * @param since the `updated_at` of the version that the user has seen; without it, newer changes are overwritten
 * @throws {DataFailure} if the note was changed after that ({@link isGone} returns true for this error)
 */
export async function changeNote(
  data: Data,
  id: string,
  change: Partial<Draft>,
  since?: string,
): Promise<Note> {
  const update = data.from("notes").update(change).eq("id", id);
  const conditionalUpdate = since === undefined ? update : update.eq("updated_at", since);
  return dataOf(await conditionalUpdate.select(columns).single());
}

/** Deletes a note. {@link restoreNote} creates it again. */
export async function deleteNote(data: Data, id: string): Promise<void> {
  expectSuccess(await data.from("notes").delete().eq("id", id));
}

/** Restores a deleted note with its id, its dates and its shares. It is safe to call twice. */
export async function restoreNote(data: Data, { shares, ...note }: Note): Promise<void> {
  expectSuccess(await data.from("notes").upsert(note));
  await shareNote(
    data,
    note.id,
    shares.map(({ address }) => address),
  );
}

/** The maximum number of addresses that a note can be shared with. */
export const maxShares = 20;

/** Shares a note with addresses, which must be in lower case. Existing shares are not changed. */
export async function shareNote(
  data: Data,
  note: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const rows = addresses.map((address) => ({ note_id: note, address }));
  const options = { onConflict: "note_id,address", ignoreDuplicates: true };
  expectSuccess(await data.from("note_shares").upsert(rows, options));
}

/**
 * Deletes shares, as their owner or as their recipient.
 *
 * @param shares at most 100
 */
export async function endShares(data: Data, shares: readonly string[]): Promise<void> {
  expectSuccess(await data.from("note_shares").delete().in("id", shares));
}

/** Fetches statistics of the caller's notes. */
export async function noteStatistics(data: Data, signal: AbortSignal): Promise<NoteStatistics> {
  return dataOf(await data.rpc("note_statistics", {}, { get: true }).abortSignal(signal).single());
}

/** Exports the notes of all pages as CSV. The server limits the rows of a response, so they are fetched in batches. */
export async function exportNotes(
  data: Data,
  filter: Pick<NoteFilter, "search" | "sort">,
): Promise<{ csv: string; count: number }> {
  const rows: Pick<Note, (typeof exportedColumns)[number]>[] = [];
  for (;;) {
    const response = await selectNotes(data, filter, exportedColumnList).range(
      rows.length,
      rows.length + 999,
    );
    const batch = dataOf(response);
    rows.push(...batch);
    if (batch.length === 0 || rows.length >= (response.count ?? 0)) {
      return { csv: toCsv(exportedColumns, rows), count: rows.length };
    }
  }
}

/** Returns whether a change failed because the note was deleted or changed in the meantime. */
export function isGone(error: unknown): boolean {
  return error instanceof DataFailure && error.code === "PGRST116";
}

/** Returns a note's title, or else the beginning of its first line of text. */
export function headingOf(note: Pick<Note, "title" | "body">, untitled: string): string {
  const title = note.title.trim();
  if (title) return title;
  const firstLine = note.body.trim().split("\n")[0]?.trim() ?? "";
  if (!firstLine) return untitled;
  return firstLine.length > 60 ? `${firstLine.slice(0, 60).trimEnd()}…` : firstLine;
}
