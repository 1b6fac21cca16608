import { type Asking, type Extension, isWritable, readable } from "../authorization.ts";
import type { Realtime } from "../context.ts";

/** A client's rights in its channel. */
export interface Rights {
  mayRead(extension: Extension): boolean;
  /**
   * Asks for reading, unless it was asked.
   *
   * @throws {DatabaseError} {DatabaseUnavailable}
   */
  askToRead(extensions: readonly Extension[]): Promise<void>;
  /** Undefined when it has to be asked for. */
  knownToWrite(extension: Extension): boolean | undefined;
  /** @throws {DatabaseError} {DatabaseUnavailable} */
  mayWrite(extension: Extension): Promise<boolean>;
}

/** Anybody who has a key may use a public topic. */
export const publicRights: Rights = {
  mayRead: () => true,
  askToRead: async () => {},
  knownToWrite: () => true,
  mayWrite: async () => true,
};

/** The rights in a private topic. Policies are asked once for each join and token. */
export function privateRights(realtime: Realtime, asking: Asking): Rights {
  const reading = new Map<Extension, boolean>();
  const writing = new Map<Extension, boolean>();
  const rights: Rights = {
    mayRead: (extension) => reading.get(extension) ?? false,
    askToRead: async (extensions) => {
      const unknown = extensions.filter((extension) => !reading.has(extension));
      if (unknown.length === 0) return;
      const seen = await readable(realtime, asking, unknown);
      for (const extension of unknown) reading.set(extension, seen.has(extension));
    },
    knownToWrite: (extension) => writing.get(extension),
    mayWrite: async (extension) => {
      const may = await isWritable(realtime, asking, extension);
      // A client that is present without having asked for presence hears of it from now on.
      if (extension === "presence") await rights.askToRead(["presence"]);
      writing.set(extension, may);
      return may;
    },
  };
  return rights;
}
