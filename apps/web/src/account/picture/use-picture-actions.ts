import { useAccount } from "@portico/react/account";
import { useMutation } from "@tanstack/react-query";
import { randomName } from "../../browser/random-name.ts";
import { useBackend } from "../../data/backend.tsx";
import { fileDataOf, useFiles } from "../../data/files.ts";
import { pictureBucket, pictureKey, pictureUrl } from "../../data/picture.ts";

/** Saves and removes the picture of the signed-in user. */
export function usePictureActions() {
  const { auth, user, refresh } = useAccount();
  const { configuration } = useBackend();
  const loadFiles = useFiles();
  const openBucket = async () => (await loadFiles()).from(pictureBucket);

  async function updateMetadata(data: Readonly<Record<string, string | null>>) {
    const { error } = await auth.updateUser({ data });
    if (error) throw error;
    await refresh();
  }

  /** Removes all files of the user's folder except one. */
  async function removeOthers(exceptPath?: string) {
    const files = await openBucket();
    const storedFiles = fileDataOf(await files.list(user.id));
    const paths = storedFiles
      .map(({ name }) => `${user.id}/${name}`)
      .filter((path) => path !== exceptPath);
    if (paths.length > 0) fileDataOf(await files.remove(paths));
  }

  const save = useMutation({
    mutationFn: async (file: Blob) => {
      const files = await openBucket();
      const path = `${user.id}/${randomName()}.${file.type === "image/webp" ? "webp" : "jpg"}`;
      // Each picture has a name of its own, so browsers can cache it for a year.
      const options = { contentType: file.type, cacheControl: "31536000" };
      fileDataOf(await files.upload(path, file, options));
      try {
        await updateMetadata({ [pictureKey]: path, avatar_url: pictureUrl(configuration, path) });
      } catch (error) {
        await files.remove([path]);
        throw error;
      }
      // If this fails, the next change removes the old picture.
      await removeOthers(path).catch(() => {});
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      // Deletes the file before the metadata, so that it is no longer public. The avatar falls back to initials.
      await removeOthers();
      await updateMetadata({ [pictureKey]: null, avatar_url: null });
    },
  });
  return { user, save, remove };
}
