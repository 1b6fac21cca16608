import type { GoTrueClient, User } from "@supabase/auth-js";
import type { DataClient } from "../data/data-client.tsx";

/** Why the database refused, with the code of the auth server that it gave as its hint. */
class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;
  /** The HTTP status; 0 where the backend did not answer, which has no code and no words of its own. */
  readonly status: number;

  constructor(message: string, code: string, status: number) {
    super(message);
    this.code = code;
    this.status = code === "" ? 0 : status;
  }
}

interface DeletionClients {
  /** The data client of the person. */
  readonly data: DataClient;
  /** An auth client beside the session of the page. */
  readonly passing: GoTrueClient;
  /** Removes all files of the person. */
  readonly removeFiles: () => Promise<void>;
}

/** The name of an account in a password sign-in. */
type Person = Pick<User, "email" | "email_confirmed_at" | "phone">;

/**
 * Deletes the account of the person who is signed in. The auth server judges the password by one more
 * sign-in, for it limits the tries. The database asks for the session which that opened, unless the
 * account has no password (supabase/migrations).
 *
 * @param password empty for an account without one
 * @throws {AuthError} when the password cannot be tried now
 * @throws {Refusal} with the code `current_password_invalid` where the password is wrong
 */
export async function deleteAccount(
  { data, passing, removeFiles }: DeletionClients,
  person: Person,
  password: string,
): Promise<void> {
  const proof = await sessionBy(password, person, passing);
  const attempt = () => data.rpc("delete_account", proof === undefined ? {} : { proof });
  let { error, status } = await attempt();
  // The database asks for this after everything else: nothing is removed by a wrong password.
  if (error?.hint === "files_remain") {
    await removeFiles();
    ({ error, status } = await attempt());
  }
  if (!error) return;
  if (proof !== undefined) await passing.signOut({ scope: "local" });
  throw new Refusal(error.message, error.code && (error.hint ?? error.code), status);
}

/** The id of the session that the password opens; undefined where it opens none. */
async function sessionBy(
  password: string,
  { email, email_confirmed_at, phone }: Person,
  auth: GoTrueClient,
): Promise<string | undefined> {
  // A guest has neither.
  if (password === "" || (!email && !phone)) return undefined;
  const name = email && (email_confirmed_at || !phone) ? { email } : { phone: phone ?? "" };
  const { error } = await auth.signInWithPassword({ ...name, password });
  // It is wrong, or the account has none: the database knows which.
  if (error?.code === "invalid_credentials") return undefined;
  if (error) throw error;
  const { data, error: unreadable } = await auth.getClaims();
  if (unreadable) throw unreadable;
  return data?.claims.session_id;
}
