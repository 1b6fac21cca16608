import { passingClientOf } from "../data/auth-client.ts";
import { useBackend } from "../data/backend.tsx";
import { useData } from "../data/data-client.tsx";
import { usePerson } from "../shell/person.tsx";
import { deleteAccount } from "./delete-account.ts";

/** Deletes the account of the person who is signed in, by their password if it has one. */
export function useAccountDeletion(): (password: string) => Promise<void> {
  const { configuration } = useBackend();
  const data = useData();
  const person = usePerson();
  return (password) =>
    deleteAccount({ data, passing: passingClientOf(configuration) }, person, password);
}
