import type { Draft } from "../queries/notes.ts";

/**
 * Joins what two have made of the same note: each field as whoever changed it left it.
 *
 * @returns null when both have changed the same field, and differently
 */
export function merged(base: Draft, mine: Draft, theirs: Draft): Draft | null {
  const clashes = (name: keyof Draft) =>
    mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name];
  if (clashes("title") || clashes("body")) return null;
  return {
    title: mine.title === base.title ? theirs.title : mine.title,
    body: mine.body === base.body ? theirs.body : mine.body,
    // With two states two who change it agree.
    pinned: mine.pinned === base.pinned ? theirs.pinned : mine.pinned,
  };
}
