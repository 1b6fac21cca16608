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
 * The calls of a client that the forms make: the `auth` of a Supabase client, or anything with its shape.
 * It is the only thing that they know of a server.
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
 * The calls of {@link AuthUiClient} as the forms make them: an option that is undefined is one left
 * out. The reference client reads both alike, but its types tell them apart.
 */
export interface AuthCalls extends Pick<AuthUiClient["auth"], "updateUser" | "verifyOtp"> {
  signInWithPassword(
    asked: Lenient<SignInWithPasswordCredentials>,
  ): ReturnType<GoTrueClient["signInWithPassword"]>;
  signUp(asked: Lenient<SignUpWithPasswordCredentials>): ReturnType<GoTrueClient["signUp"]>;
  signInWithOtp(
    asked: Lenient<SignInWithPasswordlessCredentials>,
  ): ReturnType<GoTrueClient["signInWithOtp"]>;
  signInWithOAuth(
    asked: Lenient<SignInWithOAuthCredentials>,
  ): ReturnType<GoTrueClient["signInWithOAuth"]>;
  resetPasswordForEmail(
    email: string,
    options?: { captchaToken?: string | undefined; redirectTo?: string | undefined },
  ): ReturnType<GoTrueClient["resetPasswordForEmail"]>;
  resend(
    asked: ({ email: string } | { phone: string }) & {
      type: OtpType;
      options?: { captchaToken?: string; emailRedirectTo?: string | undefined } | undefined;
    },
  ): ReturnType<GoTrueClient["resend"]>;
}

type Lenient<Asked> = Asked extends { options?: infer Options }
  ? Omit<Asked, "options"> & {
      options?: { [Key in keyof Options]: Options[Key] | undefined } | undefined;
    }
  : Asked;

/** The calls of a client that the session's context makes. */
export interface SessionClient {
  auth: Calls<"getSession" | "onAuthStateChange">;
}
