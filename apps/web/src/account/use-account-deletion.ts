import { useBackend } from "../data/backend.tsx";

/** Why the database refused, with the code of the auth server that it gave as its hint. */
class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Deletes the account of whoever is signed in, if the password is theirs (supabase/migrations). */
export function useAccountDeletion(): (password: string) => Promise<void> {
  const { data } = useBackend();
  return async (password) => {
    const { error } = await data.rpc("delete_account", { password });
    if (error) throw new Refusal(error.message, error.hint ?? error.code);
  };
}
