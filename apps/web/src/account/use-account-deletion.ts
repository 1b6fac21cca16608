import { passingClientOf } from "../data/auth-client.ts";
import { useBackend } from "../data/backend.tsx";
import { useData } from "../data/data-client.tsx";
import { useFiles } from "../data/files.ts";
import { usePerson } from "../shell/person.tsx";
import { deleteAccount } from "./delete-account.ts";
import { removeAllFiles } from "./remove-all-files.ts";

/** Deletes the account of the person who is signed in, by their password if it has one. */
export function useAccountDeletion(): (password: string) => Promise<void> {
  const { configuration } = useBackend();
  const data = useData();
  const load = useFiles();
  const person = usePerson();
  return (password) => {
    const passing = passingClientOf(configuration);
    const removeFiles = async () => removeAllFiles({ data, files: await load() }, person.id);
    return deleteAccount({ data, passing, removeFiles }, person, password);
  };
}
