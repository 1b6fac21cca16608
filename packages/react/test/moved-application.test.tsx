import { AuthClient } from "@supabase/auth-js";
import type { ComponentProps } from "react";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import * as kit from "../src/index.ts";
import {
  Auth,
  AuthCard,
  type BaseAppearance,
  darkThemes,
  en,
  ForgottenPassword,
  type I18nVariables,
  MagicLink,
  minimal,
  type OtpType,
  type ProviderScopes,
  type RedirectTo,
  SignIn,
  SignUp,
  SocialAuth,
  type SocialButtonSize,
  type SocialLayout,
  SocialLayouts,
  supabase,
  type Theme,
  ThemeMinimal,
  ThemeSupa,
  type ThemeVariables,
  UpdatePassword,
  VerifyOtp,
  VIEWS,
  type ViewType,
} from "../src/index.ts";
import { testClient } from "./client.ts";
import "../src/theme/styles.css";

/*
 * An application that was written for @supabase/auth-ui-react 0.4.7 and @supabase/auth-ui-shared 0.1.8, with only its
 * import changed. It must compile, so it tests the types too.
 */

test("the package exports every name of the two archived packages", () => {
  expect(Object.keys(kit)).toEqual(
    expect.arrayContaining([
      "Auth",
      "AuthCard",
      "SignUp",
      "SignIn",
      "MagicLink",
      "SocialAuth",
      "ForgottenPassword",
      "UpdatePassword",
      "VerifyOtp",
      "supabase",
      "minimal",
      "darkThemes",
      "ThemeSupa",
      "ThemeMinimal",
      "generateClassNames",
      "VIEWS",
      "PREPENDED_CLASS_NAMES",
      "CLASS_NAMES",
      "SocialLayouts",
      "merge",
      "template",
      "en",
    ]),
  );
  expect(VIEWS).toEqual({
    SIGN_IN: "sign_in",
    SIGN_UP: "sign_up",
    FORGOTTEN_PASSWORD: "forgotten_password",
    MAGIC_LINK: "magic_link",
    UPDATE_PASSWORD: "update_password",
    VERIFY_OTP: "verify_otp",
  });
  expect([SocialLayouts.horizontal, SocialLayouts[1]]).toEqual([0, "vertical"]);
  expect(supabase).toBe(ThemeSupa.default);
  expect(minimal).toBe(ThemeMinimal.default);
  expect(darkThemes).toEqual({ supabase: ThemeSupa.dark, minimal: ThemeMinimal.dark });
});

test("the parts are properties of Auth", () => {
  expect({ ...Auth }).toEqual({
    SignIn,
    SignUp,
    MagicLink,
    SocialAuth,
    ForgottenPassword,
    UpdatePassword,
    VerifyOtp,
    UserContextProvider: kit.UserContextProvider,
    useUser: kit.useUser,
  });
});

test("the default confirmations are those of the archived kit", () => {
  expect([
    en.sign_up.confirmation_text,
    en.magic_link.confirmation_text,
    en.forgotten_password.confirmation_text,
    en.update_password.confirmation_text,
  ]).toEqual([
    "Check your email for the confirmation link",
    "Check your email for the magic link",
    "Check your email for the password reset link",
    "Your password has been updated",
  ]);
});

const customTheme: Theme = {
  default: { colors: { brand: "hsl(var(--primary))", brandAccent: "darkred" } },
  dark: { colors: { inputText: "white" } },
  evening: { colors: { inputText: "gold" } },
};
const overrides: ThemeVariables = {
  space: { buttonPadding: "12px", inputPadding: "12px" },
  fontSizes: { baseButtonSize: "16px" },
  fonts: { bodyFontFamily: "Georgia" },
  borderWidths: { buttonBorderWidth: "2px" },
  radii: { borderRadiusButton: "0", inputBorderRadius: "0" },
};
const appearance: BaseAppearance = {
  theme: customTheme,
  variables: { default: overrides, dark: { colors: { brand: "red" } } },
  className: { anchor: "a", button: "b", container: "c", divider: "d", input: "i" },
  prependedClassName: "acme",
  extend: true,
};
const translations: I18nVariables = { sign_in: { email_label: "E-mail", button_label: "Enter" } };
const layout: SocialLayout = "horizontal";
const size: SocialButtonSize = "medium";
const redirectTo: RedirectTo = undefined;
const otpType: OtpType = "email";
const scopes: Partial<ProviderScopes> = { github: "repo", linkedin_oidc: "openid" };
const view: ViewType = "sign_in";

test("a page with every prop of the archived kit renders", async () => {
  const { client } = testClient();
  const { getByLabelText, getByRole } = await render(
    <AuthCard appearance={{ className: "their-card" }}>
      <Auth
        supabaseClient={client}
        socialLayout={layout}
        providers={["google", "github", "linkedin_oidc"]}
        providerScopes={scopes}
        queryParams={{ access_type: "offline" }}
        view={view}
        {...(redirectTo !== undefined && { redirectTo })}
        onlyThirdPartyProviders={false}
        magicLink
        showLinks
        otpType={otpType}
        additionalData={{ plan: "free", seats: 3 }}
        dark={false}
        localization={{ variables: translations }}
        theme="default"
        passwordLimit
        appearance={{ ...appearance, style: { button: { letterSpacing: "1px" } } }}
      >
        <input name="full_name" aria-label="Full name" />
      </Auth>
    </AuthCard>,
  );
  const button = getByRole("button", { name: "Enter" });
  await expect.element(getByLabelText("E-mail")).toBeVisible();
  await expect.element(button).toHaveClass("acme_ui-button", "b");
  await expect.element(button).toHaveStyle({ letterSpacing: "1px", padding: "12px" });
  expect(document.querySelector(".supabase-auth-ui_ui-card.their-card")).not.toBeNull();
  expect(size).toBe("medium");
});

test.each([
  ["SignIn", SignIn, "auth-sign-in"],
  ["SignUp", SignUp, "auth-sign-up"],
  ["MagicLink", MagicLink, "auth-magic-link"],
  ["ForgottenPassword", ForgottenPassword, "auth-forgot-password"],
  ["UpdatePassword", UpdatePassword, "auth-update-password"],
  ["VerifyOtp", VerifyOtp, "auth-verify-otp"],
  ["SocialAuth", SocialAuth, undefined],
] as const)("the component %s renders only its view", async (name, Part, id) => {
  const { client } = testClient();
  const { container } = await render(
    <Part supabaseClient={client} appearance={{ theme: ThemeSupa }} />,
  );
  expect(container.querySelector("form")?.id).toBe(id);
  // In the archived kit the one-time code view had no link back.
  expect(container.querySelectorAll("a").length).toBe(name === "VerifyOtp" ? 1 : 0);
});

test("the Supabase client is accepted without a cast", async () => {
  const auth = new AuthClient({ url: "http://127.0.0.1:9", autoRefreshToken: false });
  const { getByRole } = await render(
    <kit.UserContextProvider supabaseClient={{ auth }}>
      <Auth supabaseClient={{ auth }} />
    </kit.UserContextProvider>,
  );
  await expect.element(getByRole("heading", { name: "Sign in" })).toBeVisible();
});

describe("a migrated application", () => {
  const showForm = async (props: Partial<ComponentProps<typeof Auth>> = {}) => {
    const { client, ...rest } = testClient();
    const appearance = { theme: ThemeSupa };
    const form = <Auth supabaseClient={client} appearance={appearance} {...props} />;
    return { ...rest, client, ...(await render(form)) };
  };

  test("a migrated application shows only its own heading, and screen readers read the form's", async () => {
    const { getByRole } = await showForm();
    const { width, height } = getByRole("heading", { name: "Sign in" })
      .element()
      .getBoundingClientRect();
    expect([width, height]).toEqual([1, 1]);
  });

  test("a migrated application shows the form's heading by its prop or on a card", async () => {
    const { client, getByRole, rerender } = await showForm({ showHeading: true });
    const height = () =>
      getByRole("heading", { name: "Sign in" }).element().getBoundingClientRect().height;
    expect(height()).toBeGreaterThan(20);
    await rerender(
      <AuthCard>
        <Auth supabaseClient={client} appearance={{ theme: ThemeSupa }} />
      </AuthCard>,
    );
    expect(height()).toBeGreaterThan(20);
  });

  test("a migrated application hides the heading without the style sheet's classes", async () => {
    const { getByRole } = await showForm({ appearance: { extend: false } });
    expect(getByRole("heading").element().getBoundingClientRect().height).toBe(1);
  });

  test("a migrated application's form has no attribute that other style sheets select by", async () => {
    const { container } = await showForm({ theme: "dark" });
    expect(container.querySelector("[data-theme], [data-mode], [data-bs-theme]")).toBeNull();
  });

  test("a migrated application renders nothing for an unknown view", async () => {
    const view: ViewType = Object("email").valueOf();
    const { client, container, getByRole, rerender } = await showForm({ view });
    expect(container.innerHTML).toBe("");
    await rerender(<Auth supabaseClient={client} view="sign_up" />);
    await expect.element(getByRole("button", { name: "Sign up" })).toBeVisible();
  });

  test("a migrated application may pass props that the archived kit ignored", async () => {
    const ignoredProps = { onViewChange: ({ view }: { view: string }) => view.length };
    const { getByRole } = await showForm({ ...Object(ignoredProps) });
    await getByRole("link", { name: "Don't have an account? Sign up" }).click();
    await expect.element(getByRole("button", { name: "Sign up" })).toBeVisible();
  });

  test("a migrated application's address does not change", async () => {
    const { getByRole } = await showForm();
    const { href } = location;
    const { length } = history;
    await getByRole("link", { name: "Don't have an account? Sign up" }).click();
    await expect.element(getByRole("button", { name: "Sign up" })).toBeVisible();
    expect([location.href, history.length]).toEqual([href, length]);
  });

  test("a migrated application has all links at the end, in their order", async () => {
    const { container } = await showForm({ magicLink: true });
    const order = [...container.querySelectorAll("input, button[type=submit], a")].map(
      (element) => element.getAttribute("href") ?? element.getAttribute("name") ?? "button",
    );
    expect(order).toEqual([
      "email",
      "password",
      "button",
      "#auth-magic-link",
      "#auth-forgot-password",
      "#auth-sign-up",
    ]);
  });

  test("a migrated application may extend the list of providers and use the layout's type", () => {
    const providers: ComponentProps<typeof Auth>["providers"] = ["google"];
    providers.push("github");
    const layout: SocialLayouts = SocialLayouts.horizontal;
    expect([providers.length, layout]).toEqual([2, 0]);
  });
});
