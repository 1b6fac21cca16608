import type { AuthChangeEvent, OAuthResponse, SignInWithOAuthCredentials } from "@supabase/auth-js";
import type { AuthUiClient } from "../../client.ts";
import type { Session } from "../../supabase-types.ts";

/** The client methods that the upgrade of an anonymous account calls. */
export interface AnonymousUpgradeClient {
  auth: AuthUiClient["auth"] & {
    linkIdentity(credentials: SignInWithOAuthCredentials): Promise<OAuthResponse>;
  };
}

/**
 * Returns a client whose sign-up does not create a new account but adds a sign-in method to the guest's account: an
 * address and a password, or a social provider. The guest's data remains
 * (https://supabase.com/docs/guides/auth/auth-anonymous#convert-an-anonymous-user-to-a-permanent-user).
 */
export function createUpgradeClient({ auth }: AnonymousUpgradeClient): AuthUiClient {
  return {
    auth: {
      async signUp(credentials) {
        if (!("email" in credentials)) return auth.signUp(credentials);
        const { email, password, options: { emailRedirectTo, data } = {} } = credentials;
        const response = await auth.updateUser(
          { email, password, ...(data && { data }) },
          emailRedirectTo === undefined ? {} : { emailRedirectTo },
        );
        if (response.error) return { data: { user: null, session: null }, error: response.error };
        return { data: { user: response.data.user, session: null }, error: null };
      },
      signInWithOAuth: (credentials) => auth.linkIdentity(credentials),
      signInWithPassword: (credentials) => auth.signInWithPassword(credentials),
      signInWithOtp: (credentials) => auth.signInWithOtp(credentials),
      resetPasswordForEmail: (email, options) => auth.resetPasswordForEmail(email, options),
      updateUser: (attributes, options) => auth.updateUser(attributes, options),
      verifyOtp: (parameters) => auth.verifyOtp(parameters),
      resend: (credentials) => auth.resend(credentials),
      onAuthStateChange: (listener: (event: AuthChangeEvent, session: Session | null) => void) =>
        auth.onAuthStateChange(listener),
    },
  };
}
