import { describe, expect, test } from "vitest";
import { refused } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { en } from "../index.ts";
import { wordsOf } from "./words.ts";

describe("the words of an application", () => {
  test("are laid over English, which stays as it is", () => {
    const before = structuredClone(en);
    const words = wordsOf({ sign_in: { button_label: "Se connecter" } });
    expect(words.sign_in.button_label).toBe("Se connecter");
    expect(words.sign_in.email_label).toBe("Email address");
    expect(en).toEqual(before);
    expect(wordsOf(undefined)).toBe(en);
  });

  test("can be changed on the page and changed back, and belong to one form", async () => {
    const french = {
      variables: { sign_in: { heading: "Connexion", button_label: "Se connecter" } },
      lang: "fr",
    };
    const form = await show({ localization: french });
    await expect.element(form.button("Se connecter")).toBeVisible();
    await form.again({ localization: {} });
    await expect.element(form.button("Sign in")).toBeVisible();
    await expect.element(form.heading("Sign in")).toBeVisible();
    const other = await show();
    await expect.element(other.button("Sign in").first()).toBeVisible();
  });

  test("say an error by its code", async () => {
    const form = await show(
      { localization: { variables: { errors: { invalid_credentials: "Accès refusé" } } } },
      {
        signInWithPassword: async () => ({
          data: { user: null, session: null },
          error: refused("Invalid login credentials", "invalid_credentials"),
        }),
      },
    );
    await form.button("Sign in").click();
    await expect.element(form.alert).toHaveTextContent("Accès refusé");
  });

  test("put the brand where the language wants it", async () => {
    const form = await show({
      localization: { variables: { sign_in: { social_provider_text: "Mit {{provider}} weiter" } } },
    });
    await expect.element(form.button("Mit GitHub weiter")).toBeVisible();
  });
});
