import { TOTP } from "otpauth";
import { withAccessToken } from "../src/data/access-token.ts";
import type { TestBackend } from "./backend.ts";
import { authClient, clientsOf, type TestUser } from "./user.ts";

/** A second factor of a user. */
export interface SecondFactor {
  /** Confirms the session of a client. This can be another client than the one that added the factor. */
  confirm(auth: TestUser["auth"]): Promise<void>;
}

/** Adds an authenticator app, which also confirms the user's session. */
export async function addSecondFactor({ auth }: Pick<TestUser, "auth">): Promise<SecondFactor> {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "app" });
  if (error) throw error;
  const app = new TOTP({ secret: data.totp.secret });
  let usedCount = 0;
  const confirm = async (client: TestUser["auth"]) => {
    // Each code works once, but the code of the next 30 seconds is also accepted.
    const code = app.generate({ timestamp: Date.now() + usedCount * 30_000 });
    usedCount += 1;
    const verification = await client.mfa.challengeAndVerify({ factorId: data.id, code });
    if (verification.error) throw verification.error;
  };
  await confirm(auth);
  return { confirm };
}

/** Signs a user in again, without the second factor. */
export async function signInAgain(backend: TestBackend, user: TestUser): Promise<TestUser> {
  const { email, password } = user;
  const auth = authClient(backend);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { email, password, auth, ...clientsOf(backend, withAccessToken(auth, fetch)) };
}
