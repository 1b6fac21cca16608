import { useQuery } from "@tanstack/react-query";
import { useData } from "../../data/data-client.tsx";
import { useFiles, useHasFiles } from "../../data/files.ts";
import { usePerson } from "../../shell/person.tsx";
import { leftPaths, removeAttachments } from "./attachments.ts";

/**
 * Removes the files of a note that was deleted and does not come back. What fails is done later, by
 * {@link useLeftFiles}.
 */
export function useRemoveLeftFiles(): (note: string) => Promise<void> {
  const remove = useRemove();
  const hasFiles = useHasFiles();
  return async (note) => {
    if (hasFiles) await remove(note).catch(() => {});
  };
}

/** Removes, once, the files of notes deleted earlier: a page may be left before it has done so. */
export function useLeftFiles(isReady: boolean): void {
  const remove = useRemove();
  const hasFiles = useHasFiles();
  const person = usePerson();
  useQuery({
    queryKey: ["left files", person.id],
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
  const load = useFiles();
  return async (note?: string) => {
    const paths = await leftPaths(data, note);
    if (paths.length > 0) await removeAttachments(await load(), paths);
  };
}
