import type { Outbox } from "../mail/outbox.ts";

/** Returns an outbox that also passes the kind of each message to `record`. */
export function recordMessages(outbox: Outbox, record: (kind: string) => void): Outbox {
  return {
    ...outbox,
    add: (connection, message) => {
      record(message.kind.slice(0, 100));
      return outbox.add(connection, message);
    },
  };
}
