import type { Draft } from "../queries/notes.ts";

/**
 * Merges two changes of the same note, field by field.
 *
 * @returns null if both changed the title, or both changed the text, to different values
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft | null {
  const conflicts = (name: keyof Draft) =>
    mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name];
  if (conflicts("title") || conflicts("body")) return null;
  return {
    title: mine.title === base.title ? theirs.title : mine.title,
    body: mine.body === base.body ? theirs.body : mine.body,
    // Two changes of a boolean never conflict.
    pinned: mine.pinned === base.pinned ? theirs.pinned : mine.pinned,
  };
}
