import type * as AuthJs from "@supabase/auth-js";
import type * as SupabaseJs from "@supabase/supabase-js";

/*
 * The types of the client, in the version that the application has installed: those of `supabase-js`, or of `auth-js`
 * if only that is installed. A package that is not installed has the type `any`, because the build marks its import as
 * one that may fail.
 */

export type Session = Installed<SupabaseJs.Session, AuthJs.Session>;
export type User = Installed<SupabaseJs.User, AuthJs.User>;
export type AuthError = Installed<SupabaseJs.AuthError, AuthJs.AuthError>;
export type Provider = Installed<SupabaseJs.Provider, AuthJs.Provider>;
export type OtpType = Installed<
  SupabaseJs.EmailOtpType | SupabaseJs.MobileOtpType,
  AuthJs.EmailOtpType | AuthJs.MobileOtpType
>;

/** The client methods with these names, if the client's version has them. */
export type Calls<Name extends string> = Pick<AuthClient, Extract<Name, keyof AuthClient>>;

type AuthClient = Installed<SupabaseJs.SupabaseClient["auth"], AuthJs.GoTrueClient>;

type Installed<First, Second> = IsAny<First> extends true ? Second : First;
type IsAny<Type> = 0 extends 1 & Type ? true : false;
