import { describe, expect, test } from "vitest";
import { apiError } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { ThemeSupa } from "../index.ts";
import { en } from "./en.ts";
import { resolveTexts } from "./words.ts";

describe("an application's texts", () => {
  test("an application's texts are merged over English without modifying it", () => {
    const originalEnglish = structuredClone(en);
    const texts = resolveTexts({ sign_in: { button_label: "Se connecter" } });
    expect(texts.sign_in.button_label).toBe("Se connecter");
    expect(texts.sign_in.email_label).toBe("Email address");
    expect(en).toEqual(originalEnglish);
    expect(resolveTexts(undefined)).toBe(en);
  });

  test("an application's texts can be changed and restored for one form", async () => {
    const french = {
      variables: { sign_in: { heading: "Connexion", button_label: "Se connecter" } },
      lang: "fr",
    };
    const form = await show({ localization: french });
    await expect.element(form.button("Se connecter")).toBeVisible();
    await form.rerender({ localization: {} });
    await expect.element(form.button("Sign in")).toBeVisible();
    await expect.element(form.heading("Sign in")).toBeVisible();
    const otherForm = await show();
    await expect.element(otherForm.button("Sign in").first()).toBeVisible();
  });

  test("an application's texts can contain a text for an error by its code", async () => {
    const form = await show(
      { localization: { variables: { errors: { invalid_credentials: "Accès refusé" } } } },
      {
        signInWithPassword: async () => ({
          data: { user: null, session: null },
          error: apiError("Invalid login credentials", "invalid_credentials"),
        }),
      },
    );
    await form.enter({ "Email address": "ada@example.com" });
    await form.button("Sign in").click();
    await expect.element(form.alert).toHaveTextContent("Accès refusé");
  });

  test("the English texts are Portico's, or the archived kit's if the form has one of its themes", async () => {
    const form = await show({ view: "sign_up" });
    await expect.element(form.label("Create a password")).toBeVisible();
    await expect.element(form.button("Continue with GitHub")).toBeVisible();
    await form.rerender({ view: "forgotten_password" });
    await expect.element(form.button("Send reset link")).toBeVisible();
    await expect.element(form.link("Back to sign in")).toBeVisible();

    const appearance = { theme: ThemeSupa };
    await form.rerender({ view: "sign_up", appearance });
    await expect.element(form.label("Create a Password")).toBeVisible();
    await expect.element(form.button("Sign in with GitHub")).toBeVisible();
    await form.rerender({ view: "forgotten_password", appearance });
    await expect.element(form.button("Send reset password instructions")).toBeVisible();
    await expect.element(form.link("Already have an account? Sign in")).toBeVisible();
  });

  test("an application's text for the link to sign-in is used for both links", async () => {
    const localization = { variables: { sign_in: { link_text: "Log in" } } };
    const form = await show({ view: "forgotten_password", localization });
    await expect.element(form.link("Log in")).toBeVisible();
  });

  test("a text contains the brand's name in place of its placeholder", async () => {
    const form = await show({
      localization: { variables: { sign_in: { social_provider_text: "Mit {{provider}} weiter" } } },
    });
    await expect.element(form.button("Mit GitHub weiter")).toBeVisible();
  });
});
