import { readStored, removeStored, store, storedKeys } from "../../browser/device-storage.ts";
import { randomName } from "../../browser/random-name.ts";
import type { Draft } from "../queries/notes.ts";

/*
 * Unsaved text, kept on this device until it is saved or discarded: a closed tab, a reload, Escape, or the end of
 * the session loses no words. Each draft is under the id of its account, and no other account is shown it.
 */

const prefix = "portico.draft.";

/** In the place of a note's id, for a note that is not saved yet. */
export const newNote = "new";

/** Bounds for the drafts of all accounts on this device; the oldest go first. A character takes two bytes. */
export const draftLimits = { count: 50, characters: 1_000_000, ageMs: 90 * 24 * 3_600_000 };

/** Unsaved text of a note. */
export interface KeptDraft extends Draft {
  /** The id of the note, or {@link newNote}. */
  readonly note: string;
  /** Tells the drafts of one note apart. */
  readonly name: string;
  /** When the words that it was written on were last changed. */
  readonly since?: string;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

interface Entry {
  readonly key: string;
  readonly person: string;
  readonly raw: string;
  readonly draft: KeptDraft;
}

const listeners = new Set<() => void>();
/** What the browser refused to store: it lasts as long as the page. */
const passing = new Map<string, string>();
/** The drafts of each account, the same array as long as nothing changes. */
const lists = new Map<string, readonly KeptDraft[]>();
let parsed = new Map<string, Entry>();

/** The drafts of an account, the newest first. */
export function draftsOf(person: string): readonly KeptDraft[] {
  const known = lists.get(person);
  if (known) return known;
  const own = entries().filter((entry) => entry.person === person && !isOld(entry.draft));
  const drafts = own.map(({ draft }) => draft);
  lists.set(person, drafts);
  return drafts;
}

/** Calls the listener when drafts change, in this window or another. */
export function subscribeToDrafts(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

/**
 * Keeps unsaved text.
 *
 * @returns false where it lasts only as long as this page, as the browser has no room or forbids storage
 */
export function keepDraft(person: string, draft: KeptDraft): boolean {
  const key = keyOf(person, draft.note, draft.name);
  const raw = written(draft);
  const isStored = raw.length <= draftLimits.characters && store(key, raw);
  if (isStored) passing.delete(key);
  else passing.set(key, raw);
  prune(key);
  notify();
  return isStored;
}

/** Forgets a draft. */
export function forgetDraft(
  person: string,
  { note, name }: Pick<KeptDraft, "note" | "name">,
): void {
  remove(keyOf(person, note, name));
  notify();
}

/** Forgets all drafts of an account, or those of one of its notes. */
export function forgetDrafts(person: string, note?: string): void {
  for (const entry of entries()) {
    if (entry.person === person && (!note || entry.draft.note === note)) remove(entry.key);
  }
  notify();
}

/** Forgets the drafts that are older than the limit. */
export function forgetOldDrafts(): void {
  prune();
  notify();
}

/** The draft that one editor writes. */
export class DraftSlot {
  readonly note: string;
  /** Identifies this editor. */
  readonly id = randomName();
  readonly #person: string;
  #name: string;
  #last: string | undefined;

  /** @param name the draft to go on with; without one, the newest of the note, or else a new draft */
  constructor(person: string, note: string, name?: string) {
    this.#person = person;
    this.note = note;
    this.#name =
      name ?? draftsOf(person).find((draft) => draft.note === note)?.name ?? randomName();
    this.#last = read(this.#key);
  }

  /** The name of the draft. */
  get name(): string {
    return this.#name;
  }

  /** The draft; undefined where there is none. */
  get draft(): KeptDraft | undefined {
    return draftsOf(this.#person).find(
      ({ name, note }) => name === this.#name && note === this.note,
    );
  }

  /**
   * Keeps what is written. Where another window has written the same draft, this one goes on under a new name.
   *
   * @returns false where it lasts only as long as this page
   */
  keep(draft: Draft, since: string): boolean {
    const stored = read(this.#key);
    if (stored !== undefined && stored !== this.#last) this.#name = randomName();
    const { title, body, pinned } = draft;
    const { note, name } = this;
    const isStored = keepDraft(this.#person, {
      ...{ title, body, pinned, note, name, at: Date.now() },
      ...(since && { since }),
    });
    this.#last = read(this.#key);
    return isStored;
  }

  /** Forgets the draft, unless another window has written it since. */
  forget(): void {
    if (read(this.#key) === this.#last) forgetDraft(this.#person, this);
  }

  get #key(): string {
    return keyOf(this.#person, this.note, this.#name);
  }
}

const keyOf = (person: string, note: string, name: string) => `${prefix}${person}.${note}.${name}`;

const isOld = ({ at }: KeptDraft) => at < Date.now() - draftLimits.ageMs;

function written({ title, body, pinned, since, at }: KeptDraft): string {
  return JSON.stringify({ title, body, pinned, since, at });
}

/** Removes what is old, and the oldest of what is too much. */
function prune(kept?: string): void {
  let characters = 0;
  for (const [index, { key, raw, draft }] of entries().entries()) {
    characters += raw.length;
    const isTooMuch = index >= draftLimits.count || characters > draftLimits.characters;
    if (key !== kept && (isTooMuch || isOld(draft))) remove(key);
  }
}

function notify(): void {
  lists.clear();
  for (const listener of listeners) listener();
}

function onStorage({ key }: StorageEvent): void {
  if (key === null || key.startsWith(prefix)) notify();
}

/** All drafts on this device, the newest first. */
function entries(): readonly Entry[] {
  const found = new Map<string, Entry>();
  for (const key of new Set([...storedKeys(prefix), ...passing.keys()])) {
    const raw = read(key);
    const before = parsed.get(key);
    const entry = before?.raw === raw ? before : entryOf(key, raw);
    if (entry) found.set(key, entry);
  }
  parsed = found;
  return [...found.values()].sort((one, other) => other.draft.at - one.draft.at);
}

function entryOf(key: string, raw: string | undefined): Entry | undefined {
  const [person, note, name, ...rest] = key.slice(prefix.length).split(".");
  if (!person || !note || !name || rest.length > 0 || raw === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(raw);
    return isText(value) ? { key, person, raw, draft: { ...value, note, name } } : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is Omit<KeptDraft, "note" | "name"> {
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

function read(key: string): string | undefined {
  return passing.get(key) ?? readStored(key);
}

function remove(key: string): void {
  passing.delete(key);
  removeStored(key);
}
