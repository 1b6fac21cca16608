import type { GoTrueClient, User } from "@supabase/auth-js";
import type { DataClient } from "../data/data-client.tsx";

/** The error of `delete_account`. The function puts an error code of the auth server into its hint. */
class DeletionError extends Error {
  override readonly name = "DeletionError";
  readonly code: string;
  /** The HTTP status; 0 if the backend did not respond. */
  readonly status: number;

  constructor(message: string, code: string, status: number) {
    super(message);
    this.code = code;
    this.status = code === "" ? 0 : status;
  }
}

interface DeletionClients {
  readonly data: DataClient;
  /** An auth client that does not share the page's session. */
  readonly temporaryAuth: GoTrueClient;
  /** Removes all files of the user. */
  readonly removeFiles: () => Promise<void>;
}

/** Identifies the account in a password sign-in. */
type Account = Pick<User, "email" | "email_confirmed_at" | "phone">;

/**
 * Deletes the account of the signed-in user. The password is checked by another sign-in, because the auth server limits
 * attempts. The database requires the id of the session that this opened, unless the account has no password
 * (supabase/migrations).
 *
 * @param password empty for an account without one
 * @throws {AuthError} if the password cannot be checked now
 * @throws {DeletionError} with the code `current_password_invalid` if the password is wrong
 */
export async function deleteAccount(
  { data, temporaryAuth, removeFiles }: DeletionClients,
  user: Account,
  password: string,
): Promise<void> {
  const proof = await signInForProof(password, user, temporaryAuth);
  const attempt = () => data.rpc("delete_account", proof === undefined ? {} : { proof });
  let { error, status } = await attempt();
  // The database checks this last, so a wrong password removes no files.
  if (error?.hint === "files_remain") {
    await removeFiles();
    ({ error, status } = await attempt());
  }
  if (!error) return;
  if (proof !== undefined) await temporaryAuth.signOut({ scope: "local" });
  throw new DeletionError(error.message, error.code && (error.hint ?? error.code), status);
}

/** Signs in with the password and returns the id of the session; undefined if the password is wrong. */
async function signInForProof(
  password: string,
  { email, email_confirmed_at, phone }: Account,
  auth: GoTrueClient,
): Promise<string | undefined> {
  // A guest (anonymous user) has no email address or phone number to sign in with.
  if (password === "" || (!email && !phone)) return undefined;
  const identifier = email && (email_confirmed_at || !phone) ? { email } : { phone: phone ?? "" };
  const { error } = await auth.signInWithPassword({ ...identifier, password });
  // The password is wrong, or the account has none. The database can tell the two cases apart.
  if (error?.code === "invalid_credentials") return undefined;
  if (error) throw error;
  const { data, error: claimsError } = await auth.getClaims();
  if (claimsError) throw claimsError;
  return data?.claims.session_id;
}
