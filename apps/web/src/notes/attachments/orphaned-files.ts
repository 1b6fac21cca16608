import { useQuery } from "@tanstack/react-query";
import { useData } from "../../data/data-client.tsx";
import { useFiles, useHasFiles } from "../../data/files.ts";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { orphanedPaths, removeAttachments } from "./attachments.ts";

/**
 * Returns a function that removes the files of a deleted note. If that fails, {@link useOrphanCleanup} removes them
 * later.
 */
export function useRemoveFilesOfNote(): (note: string) => Promise<void> {
  const remove = useRemove();
  const hasFiles = useHasFiles();
  return async (note) => {
    if (hasFiles) await remove(note).catch(() => {});
  };
}

/** Removes files of notes that were deleted earlier, for example when the page was closed too soon. Runs once. */
export function useOrphanCleanup(isReady: boolean): void {
  const remove = useRemove();
  const hasFiles = useHasFiles();
  const user = useSignedInUser();
  useQuery({
    queryKey: ["orphaned files", user.id],
    queryFn: async () => {
      await remove();
      return null;
    },
    enabled: isReady && hasFiles === true,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function useRemove() {
  const data = useData();
  const loadFiles = useFiles();
  return async (note?: string) => {
    const paths = await orphanedPaths(data, note);
    if (paths.length > 0) await removeAttachments(await loadFiles(), paths);
  };
}
