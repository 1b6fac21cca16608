import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useData } from "../../data/data-client.tsx";
import type { Invitation, Note } from "../../data/schema.ts";
import { usePerson } from "../../shell/person.tsx";
import {
  type Choice,
  changeNote,
  createNote,
  type Draft,
  deleteNote,
  endShares,
  findNote,
  isGone,
  listNotes,
  type NotePage,
  noteStatistics,
  restoreNote,
  shareNote,
} from "./notes.ts";

/** The keys of the cache: everything of one person under one key, so that it goes in one stroke. */
export const keys = {
  all: (person: string) => ["notes", person] as const,
  lists: (person: string) => ["notes", person, "list"] as const,
  list: (person: string, choice: Choice) => ["notes", person, "list", choice] as const,
  ones: (person: string) => ["notes", person, "one"] as const,
  one: (person: string, id: string) => ["notes", person, "one", id] as const,
  statistics: (person: string) => ["notes", person, "statistics"] as const,
  invitations: (person: string) => ["notes", person, "invitations"] as const,
  foreign: (person: string) => ["notes", person, "foreign"] as const,
  blocked: (person: string) => ["notes", person, "blocked"] as const,
};

/** A page of notes; the page before stays in sight while the next one loads. */
export function useNotePage(choice: Choice) {
  const data = useData();
  const person = usePerson();
  return useQuery({
    queryKey: keys.list(person.id, choice),
    queryFn: ({ signal }) => listNotes(data, choice, signal),
    placeholderData: keepPreviousData,
  });
}

/** One note, shown from the list at once if it was there. */
export function useNote(id: string) {
  const data = useData();
  const person = usePerson();
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.one(person.id, id),
    queryFn: ({ signal }) => findNote(data, id, signal),
    initialData: () => inLists(cache, person.id, id),
    // The list's copy may be old; a save must not build on it for long.
    staleTime: 0,
  });
}

/** The person's notes in numbers. */
export function useNoteStatistics() {
  const data = useData();
  const person = usePerson();
  return useQuery({
    queryKey: keys.statistics(person.id),
    queryFn: ({ signal }) => noteStatistics(data, signal),
  });
}

/** A save was refused, as somebody has changed or deleted the note; how it is now has been read. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

/**
 * Saves what was written: a change of a note, or a new note. It throws {@link Outdated} rather than overwrite
 * words that the writer has not seen.
 *
 * @param note the note as it was; null for a new one
 */
export function useSaveNote(note: Note | null) {
  const data = useData();
  const { refresh, person } = useNoteCache();
  const cache = useQueryClient();
  const change = async (
    { id, user_id }: Note,
    { draft, since }: { draft: Draft; since: string },
  ) => {
    const { title, body } = draft;
    try {
      return await changeNote(data, id, user_id === person.id ? draft : { title, body }, since);
    } catch (cause) {
      if (!isGone(cause)) throw cause;
      const now = await findNote(data, id, new AbortController().signal);
      cache.setQueryData(keys.one(person.id, id), now);
      throw new Outdated("The note was changed or deleted.", { cause });
    }
  };
  return useMutation({
    mutationFn: (written: { draft: Draft; since: string }) =>
      note ? change(note, written) : createNote(data, written.draft),
    onSuccess: (note) => {
      cache.setQueryData(keys.one(person.id, note.id), note);
      return refresh();
    },
  });
}

/** Pins or unpins, seen at once and taken back if the server refuses. */
export function usePinNote() {
  const data = useData();
  const { refresh, person } = useNoteCache();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) => changeNote(data, note.id, { pinned: !note.pinned }),
    onMutate: (note) =>
      editLists(cache, person.id, (page) => ({
        ...page,
        notes: page.notes.map((one) =>
          one.id === note.id ? { ...one, pinned: !note.pinned } : one,
        ),
      })),
    onError: (_error, _note, undo) => undo?.(),
    onSettled: () => void refresh(),
  });
}

/** Deletes, seen at once and taken back if the server refuses. */
export function useDeleteNote() {
  const data = useData();
  const { refresh, person } = useNoteCache();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) => deleteNote(data, note.id),
    onMutate: (note) =>
      editLists(cache, person.id, (page) => ({
        notes: page.notes.filter((one) => one.id !== note.id),
        total: page.total - (page.notes.some((one) => one.id === note.id) ? 1 : 0),
      })),
    onError: (_error, _note, undo) => undo?.(),
    onSettled: (_data, _error, note) => {
      cache.removeQueries({ queryKey: keys.one(person.id, note.id) });
      void refresh();
    },
  });
}

/** Puts a deleted note back. */
export function useRestoreNote() {
  const data = useData();
  const { refresh } = useNoteCache();
  return useMutation({
    mutationFn: (note: Note) => restoreNote(data, note),
    onSettled: () => void refresh(),
  });
}

/** Shares a note with an address. */
export function useShareNote(note: Note) {
  const data = useData();
  const { refresh } = useNoteCache();
  return useMutation({
    mutationFn: (address: string) => shareNote(data, note.id, [address]),
    onSuccess: () => refresh(),
  });
}

/** Ends shares. */
export function useEndShares() {
  const data = useData();
  const { refresh } = useNoteCache();
  return useMutation({
    mutationFn: (shares: readonly string[]) => endShares(data, shares),
    onSuccess: () => void refresh(),
  });
}

/** The notes that were read. */
export function useNoteCache() {
  const cache = useQueryClient();
  const person = usePerson();
  return {
    person,
    /** Reads all of a person's notes again. What comes of a change is said without waiting for that. */
    refresh: () => cache.invalidateQueries({ queryKey: keys.all(person.id) }),
    /** True when a note, a share or an invitation with this id was read. */
    knows: (id: string): boolean => {
      const lists = cache.getQueriesData<NotePage>({ queryKey: keys.lists(person.id) });
      const ones = cache.getQueriesData<Note>({ queryKey: keys.ones(person.id) });
      const foreign = cache.getQueryData<NotePage>(keys.foreign(person.id));
      const invitations = cache.getQueryData<readonly Invitation[]>(keys.invitations(person.id));
      const notes = [
        ...[...lists.map(([, page]) => page), foreign].flatMap((page) => page?.notes ?? []),
        ...ones.map(([, note]) => note),
      ];
      return (
        notes.some((note) => note?.id === id || note?.shares.some((share) => share.id === id)) ||
        invitations?.some((invitation) => invitation.id === id) === true
      );
    },
  };
}

/** Edits every cached page; gives back how to undo it. */
async function editLists(
  cache: QueryClient,
  person: string,
  edit: (page: NotePage) => NotePage,
): Promise<() => void> {
  const queryKey = keys.lists(person);
  // A refresh under way would bring the old state back.
  await cache.cancelQueries({ queryKey });
  const before = cache.getQueriesData<NotePage>({ queryKey });
  cache.setQueriesData<NotePage>({ queryKey }, (page) => page && edit(page));
  return () => {
    for (const [key, page] of before) cache.setQueryData(key, page);
  };
}

function inLists(cache: QueryClient, person: string, id: string): Note | undefined {
  return cache
    .getQueriesData<NotePage>({ queryKey: keys.lists(person) })
    .flatMap(([, page]) => page?.notes ?? [])
    .find((note) => note.id === id);
}
