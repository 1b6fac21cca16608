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
  changeNote,
  createNote,
  type Draft,
  deleteNote,
  endShares,
  findNote,
  isGone,
  listNotes,
  type NoteFilter,
  type NotePage,
  noteStatistics,
  restoreNote,
  shareNote,
} from "./notes.ts";

/** The query keys. All begin with the user, so that one call can invalidate everything. */
export const keys = {
  all: (person: string) => ["notes", person] as const,
  lists: (person: string) => ["notes", person, "list"] as const,
  list: (person: string, filter: NoteFilter) => ["notes", person, "list", filter] as const,
  details: (person: string) => ["notes", person, "one"] as const,
  detail: (person: string, id: string) => ["notes", person, "one", id] as const,
  statistics: (person: string) => ["notes", person, "statistics"] as const,
  invitations: (person: string) => ["notes", person, "invitations"] as const,
  sharedWithMe: (person: string) => ["notes", person, "shared with me"] as const,
  blocked: (person: string) => ["notes", person, "blocked"] as const,
};

/** Queries a page of notes. The previous page stays visible while the next one loads. */
export function useNotePage(filter: NoteFilter) {
  const data = useData();
  const person = usePerson();
  return useQuery({
    queryKey: keys.list(person.id, filter),
    queryFn: ({ signal }) => listNotes(data, filter, signal),
    placeholderData: keepPreviousData,
  });
}

/** Queries a note, starting with the copy in a cached list. */
export function useNote(id: string) {
  const data = useData();
  const person = usePerson();
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.detail(person.id, id),
    queryFn: ({ signal }) => findNote(data, id, signal),
    initialData: () => findInLists(cache, person.id, id),
    // The list's copy may be outdated.
    staleTime: 0,
  });
}

/** Queries statistics of the user's notes. */
export function useNoteStatistics() {
  const data = useData();
  const person = usePerson();
  return useQuery({
    queryKey: keys.statistics(person.id),
    queryFn: ({ signal }) => noteStatistics(data, signal),
  });
}

/**
 * Thrown when a note was not saved because it was changed or deleted in the meantime. The cache then has the current
 * version.
 */
export class OutdatedNoteError extends Error {
  override readonly name = "OutdatedNoteError";
}

/**
 * Saves a changed or new note. Throws {@link OutdatedNoteError} instead of overwriting changes that the user has not
 * seen.
 *
 * @param note the note; null for a new one
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
      const current = await findNote(data, id, new AbortController().signal);
      cache.setQueryData(keys.detail(person.id, id), current);
      throw new OutdatedNoteError("The note was changed or deleted.", { cause });
    }
  };
  return useMutation({
    mutationFn: (input: { draft: Draft; since: string }) =>
      note ? change(note, input) : createNote(data, input.draft),
    onSuccess: (note) => {
      cache.setQueryData(keys.detail(person.id, note.id), note);
      return refresh();
    },
  });
}

/** Pins or unpins a note, as an optimistic update. */
export function usePinNote() {
  const data = useData();
  const { refresh, person } = useNoteCache();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) => changeNote(data, note.id, { pinned: !note.pinned }),
    onMutate: (note) =>
      editLists(cache, person.id, (page) => ({
        ...page,
        notes: page.notes.map((item) =>
          item.id === note.id ? { ...item, pinned: !note.pinned } : item,
        ),
      })),
    onError: (_error, _note, undo) => undo?.(),
    onSettled: () => void refresh(),
  });
}

/** Deletes a note, as an optimistic update. */
export function useDeleteNote() {
  const data = useData();
  const { refresh, person } = useNoteCache();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) => deleteNote(data, note.id),
    onMutate: (note) =>
      editLists(cache, person.id, (page) => ({
        notes: page.notes.filter((item) => item.id !== note.id),
        total: page.total - (page.notes.some((item) => item.id === note.id) ? 1 : 0),
      })),
    onError: (_error, _note, undo) => undo?.(),
    onSettled: (_data, _error, note) => {
      cache.removeQueries({ queryKey: keys.detail(person.id, note.id) });
      void refresh();
    },
  });
}

/** Restores a deleted note. */
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

/** Deletes shares. */
export function useEndShares() {
  const data = useData();
  const { refresh } = useNoteCache();
  return useMutation({
    mutationFn: (shares: readonly string[]) => endShares(data, shares),
    onSuccess: () => void refresh(),
  });
}

/** Access to the cached notes. */
export function useNoteCache() {
  const cache = useQueryClient();
  const person = usePerson();
  return {
    person,
    /** Refetches all notes of the user. */
    refresh: () => cache.invalidateQueries({ queryKey: keys.all(person.id) }),
    /** Returns whether a note, share or invitation with this id is cached. */
    has: (id: string): boolean => {
      const lists = cache.getQueriesData<NotePage>({ queryKey: keys.lists(person.id) });
      const cachedNotes = cache.getQueriesData<Note>({ queryKey: keys.details(person.id) });
      const sharedWithMe = cache.getQueryData<NotePage>(keys.sharedWithMe(person.id));
      const invitations = cache.getQueryData<readonly Invitation[]>(keys.invitations(person.id));
      const notes = [
        ...[...lists.map(([, page]) => page), sharedWithMe].flatMap((page) => page?.notes ?? []),
        ...cachedNotes.map(([, note]) => note),
      ];
      return (
        notes.some((note) => note?.id === id || note?.shares.some((share) => share.id === id)) ||
        invitations?.some((invitation) => invitation.id === id) === true
      );
    },
  };
}

/** Edits every cached page, and returns a function that undoes it. */
async function editLists(
  cache: QueryClient,
  userId: string,
  edit: (page: NotePage) => NotePage,
): Promise<() => void> {
  const queryKey = keys.lists(userId);
  // A response that arrives later would restore the old state.
  await cache.cancelQueries({ queryKey });
  const previousPages = cache.getQueriesData<NotePage>({ queryKey });
  cache.setQueriesData<NotePage>({ queryKey }, (page) => page && edit(page));
  return () => {
    for (const [key, page] of previousPages) cache.setQueryData(key, page);
  };
}

function findInLists(cache: QueryClient, userId: string, id: string): Note | undefined {
  return cache
    .getQueriesData<NotePage>({ queryKey: keys.lists(userId) })
    .flatMap(([, page]) => page?.notes ?? [])
    .find((note) => note.id === id);
}
