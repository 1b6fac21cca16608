import type { AuthChangeEvent, OAuthResponse, SignInWithOAuthCredentials } from "@supabase/auth-js";
import type { AuthUiClient } from "../../client.ts";
import type { Session } from "../../supabase-types.ts";

/** The calls of a client that the upgrade of an anonymous account makes. */
export interface AnonymousUpgradeClient {
  auth: AuthUiClient["auth"] & {
    linkIdentity(credentials: SignInWithOAuthCredentials): Promise<OAuthResponse>;
  };
}

/**
 * A client whose sign-up makes no new account, but gives the guest's own a way to sign in: an
 * address and a password, or a social provider. Everything that belongs to the guest stays.
 * https://supabase.com/docs/guides/auth/auth-anonymous#convert-an-anonymous-user-to-a-permanent-user
 */
export function upgradingClient({ auth }: AnonymousUpgradeClient): AuthUiClient {
  return {
    auth: {
      async signUp(credentials) {
        if (!("email" in credentials)) return auth.signUp(credentials);
        const { email, password, options: { emailRedirectTo, data } = {} } = credentials;
        const answer = await auth.updateUser(
          { email, password, ...(data && { data }) },
          emailRedirectTo === undefined ? {} : { emailRedirectTo },
        );
        if (answer.error) return { data: { user: null, session: null }, error: answer.error };
        return { data: { user: answer.data.user, session: null }, error: null };
      },
      signInWithOAuth: (credentials) => auth.linkIdentity(credentials),
      signInWithPassword: (credentials) => auth.signInWithPassword(credentials),
      signInWithOtp: (credentials) => auth.signInWithOtp(credentials),
      resetPasswordForEmail: (email, options) => auth.resetPasswordForEmail(email, options),
      updateUser: (attributes, options) => auth.updateUser(attributes, options),
      verifyOtp: (asked) => auth.verifyOtp(asked),
      resend: (asked) => auth.resend(asked),
      onAuthStateChange: (listener: (event: AuthChangeEvent, session: Session | null) => void) =>
        auth.onAuthStateChange(listener),
    },
  };
}
