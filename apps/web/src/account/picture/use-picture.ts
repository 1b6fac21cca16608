import { useAccount } from "@portico/react/account";
import { useMutation } from "@tanstack/react-query";
import { randomName } from "../../browser/random-name.ts";
import { useBackend } from "../../data/backend.tsx";
import { fileDataOf, useFiles } from "../../data/files.ts";
import { pictureBucket, pictureKey, pictureUrl } from "../../data/picture.ts";

/** Changes the picture of the person who is signed in. */
export function usePicture() {
  const { auth, user, refresh } = useAccount();
  const { configuration } = useBackend();
  const load = useFiles();
  const pictures = async () => (await load()).from(pictureBucket);

  async function write(data: Readonly<Record<string, string | null>>) {
    const { error } = await auth.updateUser({ data });
    if (error) throw error;
    await refresh();
  }

  /** Removes every file of the person's folder but one. */
  async function removeOthers(kept?: string) {
    const files = await pictures();
    const found = fileDataOf(await files.list(user.id));
    const paths = found.map(({ name }) => `${user.id}/${name}`).filter((path) => path !== kept);
    if (paths.length > 0) fileDataOf(await files.remove(paths));
  }

  const save = useMutation({
    mutationFn: async (file: Blob) => {
      const files = await pictures();
      const path = `${user.id}/${randomName()}.${file.type === "image/webp" ? "webp" : "jpg"}`;
      // A new picture has a new name, so that the old one may be kept as long as there is room.
      const options = { contentType: file.type, cacheControl: "31536000" };
      fileDataOf(await files.upload(path, file, options));
      try {
        await write({ [pictureKey]: path, avatar_url: pictureUrl(configuration, path) });
      } catch (error) {
        await files.remove([path]);
        throw error;
      }
      // A picture that cannot be removed now is removed with the next change.
      await removeOthers(path).catch(() => {});
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      // First, so that nobody sees it any more: a picture that does not load shows initials.
      await removeOthers();
      await write({ [pictureKey]: null, avatar_url: null });
    },
  });
  return { user, save, remove };
}
