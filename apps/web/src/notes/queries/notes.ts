import type { PostgrestClient } from "@supabase/postgrest-js";
import { DataFailure, dataOf, expectSuccess } from "../../data/failure.ts";
import type { Database, Note, NoteStatistics } from "../../data/schema.ts";
import { csvOf } from "./csv.ts";
import { rowsOf } from "./paging.ts";
import { patternsOf } from "./search.ts";

type Data = PostgrestClient<Database>;

/** Limits of the table; the database refuses what is longer. */
export const limits = { title: 200, body: 20_000 };

/** The orders that a list can be shown in; pinned notes come first in each. */
export const sorts = ["changed", "created", "heading"] as const;
export type Sort = (typeof sorts)[number];

/** Which notes to show. */
export interface Choice {
  readonly search: string;
  readonly sort: Sort;
  /** Counted from 1. */
  readonly page: number;
}

/** A page of notes, and how many there are on all pages. */
export interface NotePage {
  readonly notes: readonly Note[];
  readonly total: number;
}

/** The fields of a note that its author writes. */
export type Draft = Pick<Note, "title" | "body" | "pinned">;

const exported = ["id", "title", "body", "pinned", "created_at", "updated_at"] as const;
const exportedColumns = "id,title,body,pinned,created_at,updated_at";
const columns = `${exportedColumns},user_id,shares:note_shares(id,address,shared_by)` as const;

const orders = {
  changed: { column: "updated_at", ascending: false },
  created: { column: "created_at", ascending: false },
  heading: { column: "heading", ascending: true },
} as const;

/** The notes that match every word of the search, in order; `id` settles ties, so that pages never overlap. */
function chosen<Columns extends string>(
  data: Data,
  { search, sort }: Pick<Choice, "search" | "sort">,
  selected: Columns,
) {
  const { column, ascending } = orders[sort];
  let matching = data.from("notes").select(selected, { count: "exact" });
  for (const pattern of patternsOf(search)) matching = matching.ilike("content", pattern);
  return matching
    .order("pinned", { ascending: false })
    .order(column, { ascending })
    .order("id", { ascending: true });
}

/** One page of the notes chosen. A page past the end is empty, and still says the total. */
export async function listNotes(
  data: Data,
  choice: Choice,
  signal: AbortSignal,
): Promise<NotePage> {
  const { from, to } = rowsOf(choice.page);
  const answer = await chosen(data, choice, columns).range(from, to).abortSignal(signal);
  // The wire refuses a range that starts past the end: somebody deleted what was there.
  if (answer.error?.code === "PGRST103")
    return { notes: [], total: await countNotes(data, choice) };
  return { notes: dataOf(answer), total: answer.count ?? 0 };
}

/** The notes that others share with the caller, the one last changed first: at most 100 of them. */
export async function listForeignNotes(
  data: Data,
  person: string,
  signal: AbortSignal,
): Promise<NotePage> {
  const answer = await data
    .from("notes")
    .select(columns, { count: "exact" })
    .neq("user_id", person)
    .order("updated_at", { ascending: false })
    .order("id", { ascending: true })
    .limit(100)
    .abortSignal(signal);
  return { notes: dataOf(answer), total: answer.count ?? 0 };
}

async function countNotes(data: Data, choice: Choice): Promise<number> {
  const answer = await chosen(data, choice, columns).range(0, 0);
  expectSuccess(answer);
  return answer.count ?? 0;
}

/** The note with this id; null if there is none that the caller may see. */
export async function findNote(data: Data, id: string, signal: AbortSignal): Promise<Note | null> {
  const answer = await data
    .from("notes")
    .select(columns)
    .eq("id", id)
    .abortSignal(signal)
    .maybeSingle();
  // 22P02: the address holds something that is not an id at all.
  if (answer.error?.code === "22P02") return null;
  expectSuccess(answer);
  return answer.data;
}

/** Keeps a new note. */
export async function createNote(data: Data, draft: Draft): Promise<Note> {
  return dataOf(await data.from("notes").insert(draft).select(columns).single());
}

/**
 * Changes a note's words, its pin, or both.
 *
 * @param since when the words were last changed that the caller has seen
 * @throws {DataFailure} for which {@link isGone} is true, when somebody has changed them after that
 */
export async function changeNote(
  data: Data,
  id: string,
  change: Partial<Draft>,
  since?: string,
): Promise<Note> {
  const one = data.from("notes").update(change).eq("id", id);
  const same = since === undefined ? one : one.eq("updated_at", since);
  return dataOf(await same.select(columns).single());
}

/** Deletes a note for good; {@link restoreNote} makes it again. */
export async function deleteNote(data: Data, id: string): Promise<void> {
  expectSuccess(await data.from("notes").delete().eq("id", id));
}

/**
 * Puts a deleted note back as it was: its id, its dates, and with whom it was shared. Doing it twice does no
 * harm.
 */
export async function restoreNote(data: Data, { shares, ...note }: Note): Promise<void> {
  expectSuccess(await data.from("notes").upsert(note));
  await shareNote(
    data,
    note.id,
    shares.map(({ address }) => address),
  );
}

/** How many addresses a note may be shared with. */
export const mostShares = 20;

/** Shares a note of the caller's with addresses, lower case, of which some may have it already. */
export async function shareNote(
  data: Data,
  note: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const rows = addresses.map((address) => ({ note_id: note, address }));
  const how = { onConflict: "note_id,address", ignoreDuplicates: true };
  expectSuccess(await data.from("note_shares").upsert(rows, how));
}

/**
 * Ends shares, by their owner or by whom the notes were shared with.
 *
 * @param shares at most 100
 */
export async function endShares(data: Data, shares: readonly string[]): Promise<void> {
  expectSuccess(await data.from("note_shares").delete().in("id", shares));
}

/** The caller's notes in numbers. */
export async function noteStatistics(data: Data, signal: AbortSignal): Promise<NoteStatistics> {
  return dataOf(await data.rpc("note_statistics", {}, { get: true }).abortSignal(signal).single());
}

/** Exports the notes of all pages as CSV. The server limits the rows of a response, so they are fetched in parts. */
export async function exportNotes(
  data: Data,
  choice: Pick<Choice, "search" | "sort">,
): Promise<{ csv: string; count: number }> {
  const rows: Pick<Note, (typeof exported)[number]>[] = [];
  for (;;) {
    const response = await chosen(data, choice, exportedColumns).range(
      rows.length,
      rows.length + 999,
    );
    const part = dataOf(response);
    rows.push(...part);
    if (part.length === 0 || rows.length >= (response.count ?? 0)) {
      return { csv: csvOf(exported, rows), count: rows.length };
    }
  }
}

/** True when a change failed because the note is no longer there, or not as it was. */
export function isGone(error: unknown): boolean {
  return error instanceof DataFailure && error.code === "PGRST116";
}

/** The title of a note as people see it: its own, else the beginning of its text. */
export function headingOf(note: Pick<Note, "title" | "body">, untitled: string): string {
  const title = note.title.trim();
  if (title) return title;
  const line = note.body.trim().split("\n")[0]?.trim() ?? "";
  if (!line) return untitled;
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line;
}
