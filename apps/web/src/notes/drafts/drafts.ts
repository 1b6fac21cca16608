import { readStored, removeStored, storedKeys, writeStored } from "../../browser/device-storage.ts";
import { randomName } from "../../browser/random-name.ts";
import type { Draft } from "../queries/notes.ts";

/*
 * Unsaved text is stored in this browser until it is saved or discarded, so that a reload, a closed tab or the end of
 * the session loses nothing. The key of a draft contains the user id, and only that user sees it.
 */

const prefix = "portico.draft.";

/** Used in place of a note's id while the note is not saved yet. */
export const newNote = "new";

/** Limits for the drafts of all users in this browser; the oldest are removed first. A character takes two bytes. */
export const draftLimits = { count: 50, characters: 1_000_000, ageMs: 90 * 24 * 3_600_000 };

/** Unsaved text of a note. */
export interface StoredDraft extends Draft {
  /** The id of the note, or {@link newNote}. */
  readonly note: string;
  /** Distinguishes several drafts of one note. */
  readonly name: string;
  /** The `updated_at` of the version that the draft is based on. */
  readonly since?: string;
  /** The time of the last change (Unix time in milliseconds). */
  readonly at: number;
}

interface DraftEntry {
  readonly key: string;
  readonly userId: string;
  readonly raw: string;
  readonly draft: StoredDraft;
}

const listeners = new Set<() => void>();
/** Drafts that the browser could not store; they are lost with the page. */
const unsavedEntries = new Map<string, string>();
/** The drafts of each user. `draftsOf` returns the same array until a draft changes. */
const cachedDrafts = new Map<string, readonly StoredDraft[]>();
let parsedEntries = new Map<string, DraftEntry>();

/** Returns the drafts of a user, the newest first. */
export function draftsOf(userId: string): readonly StoredDraft[] {
  const cached = cachedDrafts.get(userId);
  if (cached) return cached;
  const ownEntries = readEntries().filter(
    (entry) => entry.userId === userId && !isExpired(entry.draft),
  );
  const drafts = ownEntries.map(({ draft }) => draft);
  cachedDrafts.set(userId, drafts);
  return drafts;
}

/** Calls the listener when drafts change in any window. */
export function subscribeToDrafts(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

/**
 * Stores a draft.
 *
 * @returns false if it will be lost with the page, because storage is full or forbidden
 */
export function saveDraft(userId: string, draft: StoredDraft): boolean {
  const key = storageKey(userId, draft.note, draft.name);
  const raw = serialize(draft);
  const isStored = raw.length <= draftLimits.characters && writeStored(key, raw);
  if (isStored) unsavedEntries.delete(key);
  else unsavedEntries.set(key, raw);
  prune(key);
  notify();
  return isStored;
}

/** Removes a draft. */
export function removeDraft(
  userId: string,
  { note, name }: Pick<StoredDraft, "note" | "name">,
): void {
  removeEntry(storageKey(userId, note, name));
  notify();
}

/** Removes all drafts of a user, or those of one note. */
export function removeDrafts(userId: string, note?: string): void {
  for (const entry of readEntries()) {
    if (entry.userId === userId && (!note || entry.draft.note === note)) removeEntry(entry.key);
  }
  notify();
}

/** Removes expired drafts. */
export function removeExpiredDrafts(): void {
  prune();
  notify();
}

/** The draft of one editor. */
export class DraftSlot {
  readonly note: string;
  /** Identifies this editor. */
  readonly id = randomName();
  readonly #userId: string;
  #name: string;
  #lastWritten: string | undefined;

  /** @param name the draft to continue; by default the newest of the note, else a new one */
  constructor(userId: string, note: string, name?: string) {
    this.#userId = userId;
    this.note = note;
    this.#name =
      name ?? draftsOf(userId).find((draft) => draft.note === note)?.name ?? randomName();
    this.#lastWritten = readEntry(this.#key);
  }

  /** The name of the draft. */
  get name(): string {
    return this.#name;
  }

  /** The stored draft, if any. */
  get draft(): StoredDraft | undefined {
    return draftsOf(this.#userId).find(
      ({ name, note }) => name === this.#name && note === this.note,
    );
  }

  /**
   * Stores the text. If another window has written the same draft, this editor continues under a new name.
   *
   * @returns false if the draft will be lost with the page
   */
  save(draft: Draft, since: string): boolean {
    const stored = readEntry(this.#key);
    if (stored !== undefined && stored !== this.#lastWritten) this.#name = randomName();
    const { title, body, pinned } = draft;
    const { note, name } = this;
    const isStored = saveDraft(this.#userId, {
      title,
      body,
      pinned,
      note,
      name,
      at: Date.now(),
      ...(since && { since }),
    });
    this.#lastWritten = readEntry(this.#key);
    return isStored;
  }

  /** Removes the draft, unless another window has written it since. */
  remove(): void {
    if (readEntry(this.#key) === this.#lastWritten) removeDraft(this.#userId, this);
  }

  get #key(): string {
    return storageKey(this.#userId, this.note, this.#name);
  }
}

const storageKey = (user: string, note: string, name: string) => `${prefix}${user}.${note}.${name}`;

const isExpired = ({ at }: StoredDraft) => at < Date.now() - draftLimits.ageMs;

function serialize({ title, body, pinned, since, at }: StoredDraft): string {
  return JSON.stringify({ title, body, pinned, since, at });
}

/** Removes expired drafts, and the oldest ones above the limits. */
function prune(protectedKey?: string): void {
  let characters = 0;
  for (const [index, { key, raw, draft }] of readEntries().entries()) {
    characters += raw.length;
    const isOverLimit = index >= draftLimits.count || characters > draftLimits.characters;
    if (key !== protectedKey && (isOverLimit || isExpired(draft))) removeEntry(key);
  }
}

function notify(): void {
  cachedDrafts.clear();
  for (const listener of listeners) listener();
}

function onStorage({ key }: StorageEvent): void {
  if (key === null || key.startsWith(prefix)) notify();
}

/** Returns all drafts on this device, the newest first. */
function readEntries(): readonly DraftEntry[] {
  const newEntries = new Map<string, DraftEntry>();
  for (const key of new Set([...storedKeys(prefix), ...unsavedEntries.keys()])) {
    const raw = readEntry(key);
    const previousEntry = parsedEntries.get(key);
    const entry = previousEntry?.raw === raw ? previousEntry : parseEntry(key, raw);
    if (entry) newEntries.set(key, entry);
  }
  parsedEntries = newEntries;
  return [...newEntries.values()].sort((item, other) => other.draft.at - item.draft.at);
}

function parseEntry(key: string, raw: string | undefined): DraftEntry | undefined {
  const [userId, note, name, ...rest] = key.slice(prefix.length).split(".");
  if (!userId || !note || !name || rest.length > 0 || raw === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(raw);
    return isStoredDraft(value) ? { key, userId, raw, draft: { ...value, note, name } } : undefined;
  } catch {
    return undefined;
  }
}

function isStoredDraft(value: unknown): value is Omit<StoredDraft, "note" | "name"> {
  return (
    typeof value === "object" &&
    value !== null &&
    "title" in value &&
    typeof value.title === "string" &&
    "body" in value &&
    typeof value.body === "string" &&
    "pinned" in value &&
    typeof value.pinned === "boolean" &&
    "at" in value &&
    typeof value.at === "number" &&
    Number.isFinite(new Date(value.at).getTime()) &&
    (!("since" in value) || typeof value.since === "string")
  );
}

function readEntry(key: string): string | undefined {
  return unsavedEntries.get(key) ?? readStored(key);
}

function removeEntry(key: string): void {
  unsavedEntries.delete(key);
  removeStored(key);
}
