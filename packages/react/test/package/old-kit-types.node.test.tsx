import type * as OldReact from "@supabase/auth-ui-react";
import type * as Old from "@supabase/auth-ui-shared";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { ComponentProps } from "react";
import { describe, expectTypeOf, test } from "vitest";
import type * as Kit from "../../src/index.ts";

/*
 * The declarations of the archived packages compared with ours: inputs of theirs are accepted, and outputs are
 * compatible. The type checker runs this, and fails for a missing prop or name.
 */

/** The archived input is assignable to ours. */
type Takes<Ours, Theirs extends Ours> = Theirs;
/** Our output is assignable to the archived one. */
type Gives<Theirs, Ours extends Theirs> = Ours;

/** Every archived prop is one of ours, by name. */
type HasEveryName<Theirs, Ours extends { [Name in keyof Theirs]?: unknown }> = Ours;

type Props<Component extends (props: never) => unknown> = Parameters<Component>[0];

export type Components = [
  Takes<Props<typeof Kit.Auth>, Props<typeof OldReact.Auth>>,
  Takes<Props<typeof Kit.SignIn>, Props<typeof OldReact.SignIn>>,
  Takes<Props<typeof Kit.SignUp>, Props<typeof OldReact.SignUp>>,
  Takes<Props<typeof Kit.MagicLink>, Props<typeof OldReact.MagicLink>>,
  Takes<Props<typeof Kit.SocialAuth>, Props<typeof OldReact.SocialAuth>>,
  Takes<Props<typeof Kit.ForgottenPassword>, Props<typeof OldReact.ForgottenPassword>>,
  Takes<Props<typeof Kit.UpdatePassword>, Props<typeof OldReact.UpdatePassword>>,
  Takes<Props<typeof Kit.VerifyOtp>, Props<typeof OldReact.VerifyOtp>>,
  Takes<Props<typeof Kit.AuthCard>, Props<typeof OldReact.AuthCard>>,
  Takes<
    Props<typeof Kit.Auth.UserContextProvider>,
    Props<typeof OldReact.Auth.UserContextProvider>
  >,
  HasEveryName<Props<typeof OldReact.Auth>, Props<typeof Kit.Auth>>,
  HasEveryName<Props<typeof OldReact.SignIn>, Props<typeof Kit.SignIn>>,
  HasEveryName<Props<typeof OldReact.SignUp>, Props<typeof Kit.SignUp>>,
  HasEveryName<Props<typeof OldReact.MagicLink>, Props<typeof Kit.MagicLink>>,
  HasEveryName<Props<typeof OldReact.SocialAuth>, Props<typeof Kit.SocialAuth>>,
  HasEveryName<Props<typeof OldReact.ForgottenPassword>, Props<typeof Kit.ForgottenPassword>>,
  HasEveryName<Props<typeof OldReact.UpdatePassword>, Props<typeof Kit.UpdatePassword>>,
  HasEveryName<Props<typeof OldReact.VerifyOtp>, Props<typeof Kit.VerifyOtp>>,
];

export type Values = [
  Gives<ReturnType<typeof OldReact.Auth.useUser>, ReturnType<typeof Kit.Auth.useUser>>,
  Gives<typeof Old.ThemeSupa, typeof Kit.ThemeSupa>,
  Gives<typeof Old.ThemeMinimal, typeof Kit.ThemeMinimal>,
  Gives<typeof Old.supabase, typeof Kit.supabase>,
  Gives<typeof Old.minimal, typeof Kit.minimal>,
  Gives<typeof Old.darkThemes, typeof Kit.darkThemes>,
  Gives<typeof Old.VIEWS, typeof Kit.VIEWS>,
  Gives<typeof Old.CLASS_NAMES, typeof Kit.CLASS_NAMES>,
  Gives<typeof Old.PREPENDED_CLASS_NAMES, typeof Kit.PREPENDED_CLASS_NAMES>,
  Gives<typeof Old.en, typeof Kit.en>,
  Gives<typeof Old.template, typeof Kit.template>,
  Takes<Parameters<typeof Kit.generateClassNames>, Parameters<typeof Old.generateClassNames>>,
];

export type Types = [
  Takes<Kit.AnimationTailwindClasses, Old.AnimationTailwindClasses>,
  Takes<Kit.AuthProviders, Old.AuthProviders>,
  Takes<Kit.BaseAppearance, Old.BaseAppearance>,
  Takes<Kit.BaseAuth, Old.BaseAuth>,
  Takes<Kit.I18nVariables, Old.I18nVariables>,
  Takes<Kit.Localization, Old.Localization>,
  Takes<Kit.OtpType, Old.OtpType>,
  Takes<Kit.ProviderScopes, Old.ProviderScopes>,
  Takes<Kit.RedirectTo, Old.RedirectTo>,
  Takes<Kit.SocialButtonSize, Old.SocialButtonSize>,
  Takes<Kit.SocialLayout, Old.SocialLayout>,
  Takes<Kit.Theme, Old.Theme>,
  Takes<Kit.ThemeVariables, Old.ThemeVariables>,
  Takes<Kit.ViewType, Old.ViewType>,
  Takes<Kit.ViewsMap, Old.ViewsMap>,
];

describe("a type of the archived packages", () => {
  test("a type of the archived packages is the same if it is a set of words", () => {
    expectTypeOf<Kit.ViewType>().toEqualTypeOf<Old.ViewType>();
    expectTypeOf<Kit.ViewSignIn>().toEqualTypeOf<Old.ViewSignIn>();
    expectTypeOf<Kit.ViewSignUp>().toEqualTypeOf<Old.ViewSignUp>();
    expectTypeOf<Kit.ViewMagicLink>().toEqualTypeOf<Old.ViewMagicLink>();
    expectTypeOf<Kit.ViewForgottenPassword>().toEqualTypeOf<Old.ViewForgottenPassword>();
    expectTypeOf<Kit.ViewUpdatePassword>().toEqualTypeOf<Old.ViewUpdatePassword>();
    expectTypeOf<Kit.ViewVerifyOtp>().toEqualTypeOf<Old.ViewVerifyOtp>();
    expectTypeOf<Kit.SocialLayout>().toEqualTypeOf<Old.SocialLayout>();
    expectTypeOf<Kit.SocialButtonSize>().toEqualTypeOf<Old.SocialButtonSize>();
    expectTypeOf<Kit.OtpType>().toEqualTypeOf<Old.OtpType>();
    expectTypeOf<Kit.AuthProviders>().toEqualTypeOf<Old.AuthProviders>();
  });

  test("a theme has exactly the variables of the archived packages", () => {
    expectTypeOf<Required<Kit.ThemeVariables>>().toEqualTypeOf<Required<Old.ThemeVariables>>();
    expectTypeOf<Required<NonNullable<Kit.ThemeVariables["colors"]>>>().toEqualTypeOf<
      Required<NonNullable<Old.ThemeVariables["colors"]>>
    >();
  });
});

test("a Supabase client is accepted by the forms and by the session", () => {
  expectTypeOf<SupabaseClient>().toExtend<ComponentProps<typeof Kit.Auth>["supabaseClient"]>();
  expectTypeOf<SupabaseClient>().toExtend<
    ComponentProps<typeof Kit.UserContextProvider>["supabaseClient"]
  >();
});
