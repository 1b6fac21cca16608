import { useEffect, useState } from "react";
import type { Note } from "../../data/schema.ts";
import type { Draft } from "../queries/notes.ts";
import type { DraftSlot, KeptDraft } from "./drafts.ts";
import { merged } from "./merge.ts";

/** A note's words at a time. */
interface Version extends Draft {
  /** When they were last changed; empty for a note that is not saved yet. */
  readonly changedAt: string;
}

interface Editing {
  /** The version that the draft was written on. */
  readonly base: Version;
  /** The note as it is; another one than the base while the two do not go together. */
  readonly latest: Version;
  readonly draft: Draft;
  /** True while the text is an unsaved one, found when the editor was opened. */
  readonly restored: boolean;
  /** True when others' words have just taken the place of those shown. */
  readonly followed: boolean;
  /** The text that was typed before the other version was shown. */
  readonly setAside: Draft | null;
}

/**
 * The text in the editor: the note's, or an unsaved draft. Every change is kept on this device until it is saved
 * or discarded. When the note changes elsewhere meanwhile, what was typed stays: the two are joined where
 * they touch different fields, and the person chooses where they do not.
 */
export function useDraft(note: Note | null, slot: DraftSlot) {
  const [editing, setEditing] = useState(() => begin(note, slot.draft));
  const [isKept, setIsKept] = useState(true);
  const current = versionOf(note);
  const shown = same(current, editing.latest) ? editing : meet(editing, current);
  if (shown !== editing) setEditing(shown);
  const { base, latest, draft, setAside } = shown;

  const keep = (next: Editing) => {
    setEditing(next);
    const { draft, base } = next;
    if (same(draft, base)) slot.forget();
    else setIsKept(slot.keep(draft, base.changedAt));
  };
  const settled = { base: latest, restored: false, followed: false };
  const isDirty = !same(draft, base);
  useQuestionOnLeaving(isDirty && !isKept);

  return {
    draft,
    /** When the words that the draft was written on were last changed. */
    since: base.changedAt,
    /** True while the text is another one than the note's. */
    isDirty,
    restored: shown.restored,
    followed: shown.followed,
    /** True while the note's words are others than those that the draft was written on. */
    clashes: base !== latest,
    change: (part: Partial<Draft>) =>
      keep({ ...shown, draft: { ...draft, ...part }, followed: false, setAside: null }),
    /** Shows the note as it is; what was typed can be brought back. */
    showLatest: () => keep({ ...shown, ...settled, draft: latest, setAside: draft }),
    /** Goes on with what was typed, which takes the place of the other words when it is saved. */
    keepMine: () => keep({ ...shown, ...settled }),
    /** Brings back what was typed; undefined where nothing was set aside. */
    bringBack: setAside ? () => keep({ ...shown, draft: setAside, setAside: null }) : undefined,
  };
}

/** Has the browser ask whether the page is to be left: it could not store what was typed. */
function useQuestionOnLeaving(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isAsked]);
}

function begin(note: Note | null, kept: KeptDraft | undefined): Editing {
  const latest = versionOf(note);
  const isOlder =
    kept?.since !== undefined && kept.since !== latest.changedAt && !same(draftOf(kept), latest);
  return {
    // Of the words that an older draft was written on only the time is known.
    base: isOlder ? { ...latest, changedAt: kept.since ?? "" } : latest,
    latest,
    draft: kept ? draftOf(kept) : draftOf(latest),
    restored: kept !== undefined,
    followed: false,
    setAside: null,
  };
}

function meet(editing: Editing, latest: Version): Editing {
  const { base, draft } = editing;
  if (base !== editing.latest) {
    // The choice is open, unless these are the words that the draft was written on.
    return { ...editing, base: latest.changedAt === base.changedAt ? latest : base, latest };
  }
  const joined = merged(base, draft, latest);
  if (!joined) return { ...editing, latest };
  const followed = joined.title !== draft.title || joined.body !== draft.body;
  return { ...editing, base: latest, latest, draft: joined, followed };
}

const draftOf = ({ title, body, pinned }: Draft): Draft => ({ title, body, pinned });

function versionOf(note: Note | null): Version {
  if (!note) return { title: "", body: "", pinned: false, changedAt: "" };
  return { ...draftOf(note), changedAt: note.updated_at };
}

function same(one: Draft & { changedAt?: string }, other: Version): boolean {
  return (
    one.title === other.title &&
    one.body === other.body &&
    one.pinned === other.pinned &&
    (one.changedAt ?? other.changedAt) === other.changedAt
  );
}
