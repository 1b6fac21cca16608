import { TOTP } from "otpauth";
import { asWhoeverIsSignedIn } from "../src/data/token.ts";
import type { TestBackend } from "./backend.ts";
import { authClient, clientsOf, type Person } from "./person.ts";

/** A second factor that somebody has, and how they confirm a session with it. */
export interface SecondFactor {
  /** Confirms the session of a client, which may be another one than that which added the factor. */
  confirm(auth: Person["auth"]): Promise<void>;
}

/** Adds an authenticator app to a person's account, which confirms their session as well. */
export async function addSecondFactor({ auth }: Pick<Person, "auth">): Promise<SecondFactor> {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "app" });
  if (error) throw error;
  const app = new TOTP({ secret: data.totp.secret });
  let used = 0;
  const confirm = async (client: Person["auth"]) => {
    // A code counts once. The one of the next half minute is accepted as well.
    const code = app.generate({ timestamp: Date.now() + used * 30_000 });
    used += 1;
    const confirmed = await client.mfa.challengeAndVerify({ factorId: data.id, code });
    if (confirmed.error) throw confirmed.error;
  };
  await confirm(auth);
  return { confirm };
}

/** Signs a person in once more, by the password alone. */
export async function signInAgain(backend: TestBackend, person: Person): Promise<Person> {
  const { email, password } = person;
  const auth = authClient(backend);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { email, password, auth, ...clientsOf(backend, asWhoeverIsSignedIn(auth, fetch)) };
}
