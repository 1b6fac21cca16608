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

/** The name of a frame's topic; undefined for one that is no channel's. */
export function nameOf(frameTopic: string): string | undefined {
  return frameTopic.startsWith(prefix) ? frameTopic.slice(prefix.length) : undefined;
}

export const frameTopicOf = ({ name }: Topic) => prefix + name;

/** A topic as the key of a map. */
export const keyOf = ({ name, isPrivate }: Topic) => (isPrivate ? "private:" : "public:") + name;
