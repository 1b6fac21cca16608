import type * as OldReact from "@supabase/auth-ui-react";
import type * as Old from "@supabase/auth-ui-shared";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { ComponentProps } from "react";
import { describe, expectTypeOf, test } from "vitest";
import type * as Kit from "../../src/index.ts";

/*
 * Compares the archived packages' declarations with the kit's: the kit must accept the archived inputs, and its outputs
 * must be compatible. The type checker runs this comparison, and reports a missing prop or name.
 */

/** Compiles if the kit's input accepts the archived one. */
type Accepts<KitType, ArchivedType extends KitType> = ArchivedType;
/** Compiles if the kit's output is assignable to the archived one. */
type Returns<ArchivedType, KitType extends ArchivedType> = KitType;

/** Compiles if the kit has every archived prop by name. */
type HasEveryName<
  ArchivedType,
  KitType extends { [Name in keyof ArchivedType]?: unknown },
> = KitType;

type Props<Component extends (props: never) => unknown> = Parameters<Component>[0];

export type Components = [
  Accepts<Props<typeof Kit.Auth>, Props<typeof OldReact.Auth>>,
  Accepts<Props<typeof Kit.SignIn>, Props<typeof OldReact.SignIn>>,
  Accepts<Props<typeof Kit.SignUp>, Props<typeof OldReact.SignUp>>,
  Accepts<Props<typeof Kit.MagicLink>, Props<typeof OldReact.MagicLink>>,
  Accepts<Props<typeof Kit.SocialAuth>, Props<typeof OldReact.SocialAuth>>,
  Accepts<Props<typeof Kit.ForgottenPassword>, Props<typeof OldReact.ForgottenPassword>>,
  Accepts<Props<typeof Kit.UpdatePassword>, Props<typeof OldReact.UpdatePassword>>,
  Accepts<Props<typeof Kit.VerifyOtp>, Props<typeof OldReact.VerifyOtp>>,
  Accepts<Props<typeof Kit.AuthCard>, Props<typeof OldReact.AuthCard>>,
  Accepts<
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
  Returns<ReturnType<typeof OldReact.Auth.useUser>, ReturnType<typeof Kit.Auth.useUser>>,
  Returns<typeof Old.ThemeSupa, typeof Kit.ThemeSupa>,
  Returns<typeof Old.ThemeMinimal, typeof Kit.ThemeMinimal>,
  Returns<typeof Old.supabase, typeof Kit.supabase>,
  Returns<typeof Old.minimal, typeof Kit.minimal>,
  Returns<typeof Old.darkThemes, typeof Kit.darkThemes>,
  Returns<typeof Old.VIEWS, typeof Kit.VIEWS>,
  Returns<typeof Old.CLASS_NAMES, typeof Kit.CLASS_NAMES>,
  Returns<typeof Old.PREPENDED_CLASS_NAMES, typeof Kit.PREPENDED_CLASS_NAMES>,
  Returns<typeof Old.en, typeof Kit.en>,
  Returns<typeof Old.template, typeof Kit.template>,
  Accepts<Parameters<typeof Kit.generateClassNames>, Parameters<typeof Old.generateClassNames>>,
];

export type Types = [
  Accepts<Kit.AnimationTailwindClasses, Old.AnimationTailwindClasses>,
  Accepts<Kit.AuthProviders, Old.AuthProviders>,
  Accepts<Kit.BaseAppearance, Old.BaseAppearance>,
  Accepts<Kit.BaseAuth, Old.BaseAuth>,
  Accepts<Kit.I18nVariables, Old.I18nVariables>,
  Accepts<Kit.Localization, Old.Localization>,
  Accepts<Kit.OtpType, Old.OtpType>,
  Accepts<Kit.ProviderScopes, Old.ProviderScopes>,
  Accepts<Kit.RedirectTo, Old.RedirectTo>,
  Accepts<Kit.SocialButtonSize, Old.SocialButtonSize>,
  Accepts<Kit.SocialLayout, Old.SocialLayout>,
  Accepts<Kit.Theme, Old.Theme>,
  Accepts<Kit.ThemeVariables, Old.ThemeVariables>,
  Accepts<Kit.ViewType, Old.ViewType>,
  Accepts<Kit.ViewsMap, Old.ViewsMap>,
];

describe("a type of the archived packages", () => {
  test("a union of string literals equals that of the archived packages", () => {
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
