import type { FileStore } from "./port.ts";

/** A file store that can postpone removals during a backup. */
export interface HoldingStore extends FileStore {
  /** Postpones all removals until the returned function is called. */
  hold(): () => Promise<void>;
}

/** Wraps a store to postpone removals. If the process is killed while removals are postponed, unused files remain. */
export function withHeldRemovals(store: FileStore): HoldingStore {
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
