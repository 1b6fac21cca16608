/**
 * A topic that messages are told to. A public and a private channel of one name hear nothing of each other
 * (`tenant_topic` of supabase/realtime).
 */
export interface Topic {
  /** The name without the prefix of its frames. */
  readonly name: string;
  readonly isPrivate: boolean;
}

const prefix = "realtime:";

/** In characters: policies compare names with columns, and an index has them. */
export const longestName = 1024;

/** Returns the name of a frame's topic; undefined where that is not a channel's, or too long for one. */
export function nameOf(frameTopic: string): string | undefined {
  const name = frameTopic.slice(prefix.length);
  return frameTopic.startsWith(prefix) && name.length <= longestName ? name : undefined;
}

export const frameTopicOf = ({ name }: Topic) => prefix + name;

/** A topic as the key of a map. */
export const keyOf = ({ name, isPrivate }: Topic) => (isPrivate ? "private:" : "public:") + name;
