import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useData } from "../data/data-client.tsx";
import type { Note } from "../data/schema.ts";
import { usePerson } from "../shell/person.tsx";
import {
  type Choice,
  changeNote,
  createNote,
  type Draft,
  deleteNote,
  findNote,
  listNotes,
  type NotePage,
  noteStatistics,
  restoreNote,
} from "./notes.ts";

/** The keys of the cache: everything of one person under one key, so that it goes in one stroke. */
const keys = {
  all: (person: string) => ["notes", person] as const,
  lists: (person: string) => ["notes", person, "list"] as const,
  list: (person: string, choice: Choice) => ["notes", person, "list", choice] as const,
  one: (person: string, id: string) => ["notes", person, "one", id] as const,
  statistics: (person: string) => ["notes", person, "statistics"] as const,
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

/** Saves what was written: a change of the note with this id, or a new note when there is no id. */
export function useSaveNote(id: string | null) {
  const data = useData();
  const { refresh, person } = useRefresh();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) => (id ? changeNote(data, id, draft) : createNote(data, draft)),
    onSuccess: (note) => {
      cache.setQueryData(keys.one(person.id, note.id), note);
      return refresh();
    },
  });
}

/** Pins or unpins, seen at once and taken back if the server refuses. */
export function usePinNote() {
  const data = useData();
  const { refresh, person } = useRefresh();
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
  const { refresh, person } = useRefresh();
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
  const { refresh } = useRefresh();
  return useMutation({
    mutationFn: (note: Note) => restoreNote(data, note),
    onSettled: () => void refresh(),
  });
}

/** Reads all of a person's notes again. What comes of a change is said without waiting for that. */
function useRefresh() {
  const cache = useQueryClient();
  const person = usePerson();
  return {
    person,
    refresh: () => cache.invalidateQueries({ queryKey: keys.all(person.id) }),
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
