/**
 * A topic that messages are published to. A public and a private channel with the same name are separate topics
 * (`tenant_topic` of supabase/realtime).
 */
export interface Topic {
  /** The name without the prefix that frames add. */
  readonly name: string;
  readonly isPrivate: boolean;
}

const framePrefix = "realtime:";

/** Policies compare topic names with indexed columns, and PostgreSQL limits the size of an index entry. */
export const maxNameLength = 1024;

/** Returns the topic name in a frame, or undefined if the frame's topic is not a channel's or is too long. */
export function parseTopicName(frameTopic: string): string | undefined {
  const name = frameTopic.slice(framePrefix.length);
  return frameTopic.startsWith(framePrefix) && name.length <= maxNameLength ? name : undefined;
}

export const toFrameTopic = ({ name }: Topic) => framePrefix + name;

/** Returns a map key that is unique for each topic. */
export const topicKey = ({ name, isPrivate }: Topic) => (isPrivate ? "private:" : "public:") + name;
