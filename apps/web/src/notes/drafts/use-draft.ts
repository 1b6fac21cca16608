import { useEffect, useState } from "react";
import type { Note } from "../../data/schema.ts";
import type { Draft } from "../queries/notes.ts";
import type { DraftSlot, StoredDraft } from "./drafts.ts";
import { mergeDrafts } from "./merge.ts";

/** The text of a note at a point in time. */
interface Version extends Draft {
  /** The `updated_at` of the note; empty for a note that is not saved yet. */
  readonly changedAt: string;
}

interface Editing {
  /** The version that the draft is based on. */
  readonly base: Version;
  /** The server's version; differs from `base` while there is an unresolved conflict. */
  readonly latest: Version;
  readonly draft: Draft;
  /** True if the text was loaded from a stored draft. */
  readonly isRestored: boolean;
  /** True if changes of others were just merged into the draft. */
  readonly wasMerged: boolean;
  /** The user's text, after they have chosen the server's version. */
  readonly replacedDraft: Draft | null;
}

/**
 * Manages the text in the editor. Every change is stored as a draft until it is saved or discarded. If the note changes
 * elsewhere in the meantime, changes of different fields are merged; for the same field the user chooses.
 */
export function useDraft(note: Note | null, slot: DraftSlot) {
  const [editing, setEditing] = useState(() => startEditing(note, slot.draft));
  const [isStored, setIsStored] = useState(true);
  const current = versionOf(note);
  const state = isSameVersion(current, editing.latest) ? editing : mergeLatest(editing, current);
  if (state !== editing) setEditing(state);
  const { base, latest, draft, replacedDraft } = state;

  const update = (next: Editing) => {
    setEditing(next);
    const { draft, base } = next;
    if (isSameVersion(draft, base)) slot.remove();
    else setIsStored(slot.save(draft, base.changedAt));
  };
  const resolvedState = { base: latest, isRestored: false, wasMerged: false };
  const isDirty = !isSameVersion(draft, base);
  useLeaveWarning(isDirty && !isStored);

  return {
    draft,
    /** The `updated_at` of the version that the draft is based on. */
    since: base.changedAt,
    /** True if the text differs from the note. */
    isDirty,
    isRestored: state.isRestored,
    wasMerged: state.wasMerged,
    /** True if the note was changed elsewhere in a way that cannot be merged. */
    hasConflict: base !== latest,
    change: (changes: Partial<Draft>) =>
      update({ ...state, draft: { ...draft, ...changes }, wasMerged: false, replacedDraft: null }),
    /** Replaces the text with the server's version. `restoreMine` undoes it. */
    showLatest: () => update({ ...state, ...resolvedState, draft: latest, replacedDraft: draft }),
    /** Keeps the user's text, which will overwrite the server's version. */
    keepMine: () => update({ ...state, ...resolvedState }),
    /** Restores the user's text; undefined if it was not replaced. */
    restoreMine: replacedDraft
      ? () => update({ ...state, draft: replacedDraft, replacedDraft: null })
      : undefined,
  };
}

/** Lets the browser ask before it leaves the page, if the draft could not be stored. */
function useLeaveWarning(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isEnabled]);
}

function startEditing(note: Note | null, storedDraft: StoredDraft | undefined): Editing {
  const latest = versionOf(note);
  const isOutdated =
    storedDraft?.since !== undefined &&
    storedDraft.since !== latest.changedAt &&
    !isSameVersion(draftOf(storedDraft), latest);
  return {
    // An older draft stores only the `updated_at` of the version that it is based on, not that version's text.
    base: isOutdated ? { ...latest, changedAt: storedDraft.since ?? "" } : latest,
    latest,
    draft: storedDraft ? draftOf(storedDraft) : draftOf(latest),
    isRestored: storedDraft !== undefined,
    wasMerged: false,
    replacedDraft: null,
  };
}

function mergeLatest(editing: Editing, latest: Version): Editing {
  const { base, draft } = editing;
  if (base !== editing.latest) {
    // There is a conflict, unless this is the version that the draft is based on.
    return { ...editing, base: latest.changedAt === base.changedAt ? latest : base, latest };
  }
  const mergedDraft = mergeDrafts(base, draft, latest);
  if (!mergedDraft) return { ...editing, latest };
  const wasMerged = mergedDraft.title !== draft.title || mergedDraft.body !== draft.body;
  return { ...editing, base: latest, latest, draft: mergedDraft, wasMerged };
}

const draftOf = ({ title, body, pinned }: Draft): Draft => ({ title, body, pinned });

function versionOf(note: Note | null): Version {
  if (!note) return { title: "", body: "", pinned: false, changedAt: "" };
  return { ...draftOf(note), changedAt: note.updated_at };
}

function isSameVersion(item: Draft & { changedAt?: string }, version: Version): boolean {
  return (
    item.title === version.title &&
    item.body === version.body &&
    item.pinned === version.pinned &&
    (item.changedAt ?? version.changedAt) === version.changedAt
  );
}
