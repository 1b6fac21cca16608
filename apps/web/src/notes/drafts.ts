import type { Draft } from "./notes.ts";

/**
 * Unsaved text, kept in this tab until it is saved: a reload, the Back button or a
 * lost session loses no words. Keyed by person and note, so that nobody meets another's words.
 */
const prefix = "portico.draft.";

/** Unsaved text, and when the words that it was written on were last changed. */
export type KeptDraft = Draft & { readonly since?: string };

const key = (person: string, note: string) => `${prefix}${person}.${note}`;

/** The unsaved text of a note; null if there is none, or if the browser forbids storage. */
export function keptDraft(person: string, note: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(person, note)) ?? "null");
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps unsaved text; null forgets it. */
export function keepDraft(person: string, note: string, draft: KeptDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(key(person, note), JSON.stringify(draft));
    else sessionStorage.removeItem(key(person, note));
  } catch {
    // A browser that forbids storage keeps the text only while the editor is open.
  }
}

/** How the library for uploads begins its entries in the browser's storage: the names of unfinished ones. */
const uploadMemory = "tus::";

/** Forgets all unsaved text and unfinished uploads: whoever signs out here leaves nothing behind. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(prefix)) sessionStorage.removeItem(name);
    }
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(uploadMemory)) localStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept.
  }
}

function isDraft(value: unknown): value is KeptDraft {
  return (
    typeof value === "object" &&
    value !== null &&
    "title" in value &&
    typeof value.title === "string" &&
    "body" in value &&
    typeof value.body === "string" &&
    "pinned" in value &&
    typeof value.pinned === "boolean" &&
    (!("since" in value) || typeof value.since === "string")
  );
}
