import type { FileStore } from "./port.ts";

/** A file store that can postpone removals during a backup. */
export interface HoldingStore extends FileStore {
  /** Postpones all removals until the returned function is called. */
  hold(): () => Promise<void>;
}

/** Wraps a store to postpone removals. If the process is killed while removals are postponed, unused files remain. */
export function withHeldRemovals(store: FileStore): HoldingStore {
  let holdCount = 0;
  let postponedVersions: string[] = [];
  return {
    ...store,
    async remove(versions) {
      if (holdCount === 0) await store.remove(versions);
      else postponedVersions.push(...versions);
    },
    hold() {
      holdCount += 1;
      return async () => {
        holdCount -= 1;
        if (holdCount > 0) return;
        const versions = postponedVersions;
        postponedVersions = [];
        await store.remove(versions);
      };
    },
  };
}
