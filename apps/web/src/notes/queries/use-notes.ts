import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useData } from "../../data/data-client.tsx";
import type { Invitation, Note } from "../../data/schema.ts";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
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
export const noteKeys = {
  all: (user: string) => ["notes", user] as const,
  lists: (user: string) => ["notes", user, "list"] as const,
  list: (user: string, filter: NoteFilter) => ["notes", user, "list", filter] as const,
  details: (user: string) => ["notes", user, "one"] as const,
  detail: (user: string, id: string) => ["notes", user, "one", id] as const,
  statistics: (user: string) => ["notes", user, "statistics"] as const,
  invitations: (user: string) => ["notes", user, "invitations"] as const,
  sharedWithMe: (user: string) => ["notes", user, "shared with me"] as const,
  blocked: (user: string) => ["notes", user, "blocked"] as const,
};

/** Queries a page of notes. The previous page stays visible while the next one loads. */
export function useNotePage(filter: NoteFilter) {
  const data = useData();
  const user = useSignedInUser();
  return useQuery({
    queryKey: noteKeys.list(user.id, filter),
    queryFn: ({ signal }) => listNotes(data, filter, signal),
    placeholderData: keepPreviousData,
  });
}

/** Queries a note, starting with the copy in a cached list. */
export function useNote(id: string) {
  const data = useData();
  const user = useSignedInUser();
  const cache = useQueryClient();
  return useQuery({
    queryKey: noteKeys.detail(user.id, id),
    queryFn: ({ signal }) => findNote(data, id, signal),
    initialData: () => findInLists(cache, user.id, id),
    // Refetch the note, because the list's copy may be outdated.
    staleTime: 0,
  });
}

/** Queries statistics of the user's notes. */
export function useNoteStatistics() {
  const data = useData();
  const user = useSignedInUser();
  return useQuery({
    queryKey: noteKeys.statistics(user.id),
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
  const { refresh, user } = useNoteCache();
  const cache = useQueryClient();
  const change = async (
    { id, user_id }: Note,
    { draft, since }: { draft: Draft; since: string },
  ) => {
    const { title, body } = draft;
    try {
      return await changeNote(data, id, user_id === user.id ? draft : { title, body }, since);
    } catch (cause) {
      if (!isGone(cause)) throw cause;
      const current = await findNote(data, id, new AbortController().signal);
      cache.setQueryData(noteKeys.detail(user.id, id), current);
      throw new OutdatedNoteError("The note was changed or deleted.", { cause });
    }
  };
  return useMutation({
    mutationFn: (input: { draft: Draft; since: string }) =>
      note ? change(note, input) : createNote(data, input.draft),
    onSuccess: (note) => {
      cache.setQueryData(noteKeys.detail(user.id, note.id), note);
      return refresh();
    },
  });
}

/** Pins or unpins a note, as an optimistic update. */
export function usePinNote() {
  const data = useData();
  const { refresh, user } = useNoteCache();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) => changeNote(data, note.id, { pinned: !note.pinned }),
    onMutate: (note) =>
      editLists(cache, user.id, (page) => ({
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
  const { refresh, user } = useNoteCache();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) => deleteNote(data, note.id),
    onMutate: (note) =>
      editLists(cache, user.id, (page) => ({
        notes: page.notes.filter((item) => item.id !== note.id),
        total: page.total - (page.notes.some((item) => item.id === note.id) ? 1 : 0),
      })),
    onError: (_error, _note, undo) => undo?.(),
    onSettled: (_data, _error, note) => {
      cache.removeQueries({ queryKey: noteKeys.detail(user.id, note.id) });
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

/** Returns functions that access the cached notes. */
export function useNoteCache() {
  const cache = useQueryClient();
  const user = useSignedInUser();
  return {
    user,
    /** Refetches all notes of the user. */
    refresh: () => cache.invalidateQueries({ queryKey: noteKeys.all(user.id) }),
    /** Returns whether a note, share or invitation with this id is cached. */
    has: (id: string): boolean => {
      const lists = cache.getQueriesData<NotePage>({ queryKey: noteKeys.lists(user.id) });
      const cachedNotes = cache.getQueriesData<Note>({ queryKey: noteKeys.details(user.id) });
      const sharedWithMe = cache.getQueryData<NotePage>(noteKeys.sharedWithMe(user.id));
      const invitations = cache.getQueryData<readonly Invitation[]>(noteKeys.invitations(user.id));
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
  const queryKey = noteKeys.lists(userId);
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
    .getQueriesData<NotePage>({ queryKey: noteKeys.lists(userId) })
    .flatMap(([, page]) => page?.notes ?? [])
    .find((note) => note.id === id);
}
