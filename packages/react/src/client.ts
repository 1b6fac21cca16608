import type {
  GoTrueClient,
  SignInWithOAuthCredentials,
  SignInWithPasswordCredentials,
  SignInWithPasswordlessCredentials,
  SignUpWithPasswordCredentials,
} from "@supabase/auth-js";
import type { Calls, OtpType as InstalledOtpType } from "./supabase-types.ts";

/** The purpose of a one-time code. */
export type OtpType = "email" | InstalledOtpType;

/**
 * The client methods that the forms call, on the `auth` of a Supabase client or of any object of the same shape. The
 * forms do not depend on anything else from a server.
 */
export interface AuthUiClient {
  auth: Calls<
    | "signInWithPassword"
    | "signUp"
    | "signInWithOtp"
    | "signInWithOAuth"
    | "resetPasswordForEmail"
    | "updateUser"
    | "verifyOtp"
    | "resend"
    | "onAuthStateChange"
  >;
}

/**
 * The methods of {@link AuthUiClient} with options that may be undefined. The client treats an undefined option like a
 * missing one, but its types distinguish the two.
 */
export interface AuthCalls extends Pick<AuthUiClient["auth"], "updateUser" | "verifyOtp"> {
  signInWithPassword(
    credentials: Lenient<SignInWithPasswordCredentials>,
  ): ReturnType<GoTrueClient["signInWithPassword"]>;
  signUp(credentials: Lenient<SignUpWithPasswordCredentials>): ReturnType<GoTrueClient["signUp"]>;
  signInWithOtp(
    credentials: Lenient<SignInWithPasswordlessCredentials>,
  ): ReturnType<GoTrueClient["signInWithOtp"]>;
  signInWithOAuth(
    credentials: Lenient<SignInWithOAuthCredentials>,
  ): ReturnType<GoTrueClient["signInWithOAuth"]>;
  resetPasswordForEmail(
    email: string,
    options?: { captchaToken?: string | undefined; redirectTo?: string | undefined },
  ): ReturnType<GoTrueClient["resetPasswordForEmail"]>;
  resend(
    credentials: ({ email: string } | { phone: string }) & {
      type: OtpType;
      options?: { captchaToken?: string; emailRedirectTo?: string | undefined } | undefined;
    },
  ): ReturnType<GoTrueClient["resend"]>;
}

type Lenient<Credentials> = Credentials extends { options?: infer Options }
  ? Omit<Credentials, "options"> & {
      options?: { [Key in keyof Options]: Options[Key] | undefined } | undefined;
    }
  : Credentials;

/** The client methods that the session context calls. */
export interface SessionClient {
  auth: Calls<"getSession" | "onAuthStateChange">;
}
