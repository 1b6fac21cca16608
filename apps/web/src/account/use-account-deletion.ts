import { temporaryAuthClient } from "../data/auth-client.ts";
import { useBackend } from "../data/backend.tsx";
import { useData } from "../data/data-client.tsx";
import { useFiles } from "../data/files.ts";
import { useSignedInUser } from "../shell/signed-in-user.tsx";
import { deleteAccount } from "./delete-account.ts";
import { removeAllFiles } from "./remove-all-files.ts";

/** Returns a function that deletes the account of the signed-in user. */
export function useAccountDeletion(): (password: string) => Promise<void> {
  const { configuration } = useBackend();
  const data = useData();
  const loadFiles = useFiles();
  const user = useSignedInUser();
  return (password) => {
    const temporaryAuth = temporaryAuthClient(configuration);
    const removeFiles = async () => removeAllFiles({ data, files: await loadFiles() }, user.id);
    return deleteAccount({ data, temporaryAuth, removeFiles }, user, password);
  };
}
