import type { FileStore } from "./port.ts";

/** A store whose files can be made to stay while somebody copies them. */
export interface HoldingStore extends FileStore {
  /** Puts off all removals until the returned function is called. */
  hold(): () => Promise<void>;
}

/** A process that is killed meanwhile leaves files that nothing names, as it may at any time. */
export function holding(store: FileStore): HoldingStore {
  let holds = 0;
  let removed: string[] = [];
  return {
    ...store,
    async remove(versions) {
      if (holds === 0) await store.remove(versions);
      else removed.push(...versions);
    },
    hold() {
      holds += 1;
      return async () => {
        holds -= 1;
        if (holds > 0) return;
        const versions = removed;
        removed = [];
        await store.remove(versions);
      };
    },
  };
}
