import { expect, test } from "vitest";
import { apiError } from "../../../test/client.ts";
import { show, signInLabels } from "../../../test/show.tsx";
import { singleSignOn } from "./single-sign-on.tsx";

const plugins = [singleSignOn()];

test("single sign-on sends the domain of the e-mail and shows the error for an unknown one", async () => {
  const requests: unknown[] = [];
  const signInWithSSO = async (params: unknown) => {
    requests.push(params);
    return { data: null, error: apiError("SAML 2.0 is disabled", "saml_provider_disabled", 404) };
  };
  // A real client has this method, although the forms do not require it.
  const otherMethods: object = { signInWithSSO };
  const form = await show(
    { plugins, redirectTo: { social: "https://app.example.com/" } },
    otherMethods,
  );
  await form.label(signInLabels.email).fill("ada@Example.com");
  await form.button("Use single sign-on").click();
  await expect.element(form.label("Work email address")).toHaveFocus();
  await form.button("Continue").click();
  await expect.element(form.getByText("SAML 2.0 is disabled")).toBeVisible();
  expect(requests).toEqual([
    { domain: "example.com", options: { redirectTo: "https://app.example.com/" } },
  ]);

  await form.button("Sign in another way").click();
  await expect.element(form.button("Use single sign-on")).toHaveFocus();
  await expect.element(form.label(signInLabels.email)).toHaveValue("ada@Example.com");
});

test("single sign-on is hidden if the client does not support it", async () => {
  const form = await show({ plugins });
  await expect.element(form.button("Sign in")).toBeVisible();
  expect(form.container.textContent).not.toContain("single sign-on");
});
