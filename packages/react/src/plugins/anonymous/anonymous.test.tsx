import type { Session, User } from "@supabase/auth-js";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { apiError, someSession, someUser, testClient } from "../../../test/client.ts";
import { show } from "../../../test/show.tsx";
import { Auth } from "../auth.tsx";
import { anonymousSignIn } from "./anonymous-sign-in.tsx";
import { AnonymousUpgrade } from "./anonymous-upgrade.tsx";
import "../plugins.css";

const guest: User = { ...someUser, email: "", is_anonymous: true };
const guestSession: Session = { ...someSession, user: guest };

/** Returns a test client that also has the methods for guests. */
function guestClient(responses: Parameters<typeof testClient>[0] = {}) {
  const { client, ...backend } = testClient(responses);
  const signInAnonymously = vi.fn(async () => ({
    data: { user: guest, session: guestSession },
    error: null,
  }));
  const linkIdentity = vi.fn(async () => ({
    data: { provider: "github" as const, url: "https://auth.example.com/authorize" },
    error: null,
  }));
  const auth = { ...client.auth, signInAnonymously, linkIdentity };
  return { ...backend, client: { auth }, signInAnonymously, linkIdentity };
}

test("a button signs in as a guest if the client supports it", async () => {
  const { client, signInAnonymously } = guestClient();
  const onSuccess = vi.fn();
  const options = { plugins: [anonymousSignIn()], onSuccess, captchaToken: "token" };
  const unsupportedForm = await show(options);
  expect(unsupportedForm.button("Continue as guest").query()).toBeNull();
  await unsupportedForm.unmount();
  const page = await render(<Auth {...options} supabaseClient={client} />);
  await page.getByRole("button", { name: "Continue as guest" }).click();
  expect(signInAnonymously).toHaveBeenCalledExactlyOnceWith({ options: { captchaToken: "token" } });
  expect(onSuccess).toHaveBeenCalledWith({ view: "sign_in", user: guest, session: guestSession });
});

async function openUpgrade(responses: Parameters<typeof testClient>[0] = {}) {
  const backend = guestClient(responses);
  const onUpgraded = vi.fn();
  const page = await render(
    <AnonymousUpgrade
      supabaseClient={backend.client}
      providers={["github"]}
      codeLength={6}
      onUpgraded={onUpgraded}
    />,
  );
  const label = (name: string) => page.getByLabelText(name, { exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const callsOf = (method: string) =>
    backend.calls.filter((call) => call.method === method).map((call) => call.args);
  return { ...page, ...backend, onUpgraded, label, button, callsOf };
}

test("a guest account is upgraded by an e-mail and its code, without creating a second account", async () => {
  const page = await openUpgrade({
    updateUser: async () => ({
      data: { user: { ...guest, new_email: "ada@x.org" } },
      error: null,
    }),
  });
  await page.label("Email address").fill("ada@x.org");
  await page.label("Create a password").fill("correct horse");
  await page.button("Create account").click();
  await expect.element(page.getByRole("heading", { name: "Check your email" })).toHaveFocus();
  expect(page.callsOf("updateUser")).toEqual([[{ email: "ada@x.org", password: "correct horse" }]]);
  expect(page.callsOf("signUp")).toEqual([]);
  await page.button("Wrong address?").click();
  await expect.element(page.label("Email address")).toHaveValue("ada@x.org");
  await page.label("Create a password").fill("correct horse");
  await page.button("Create account").click();
  await page.label("One-time code").fill("123456");
  await expect
    .poll(() => page.callsOf("verifyOtp"))
    .toEqual([[{ email: "ada@x.org", token: "123456", type: "email_change" }]]);
  page.emit("SIGNED_IN");
  expect(page.onUpgraded).toHaveBeenCalledExactlyOnceWith(someUser);
});

test("a guest account is upgraded by a social provider, and shows its error", async () => {
  const page = await openUpgrade({
    updateUser: async () => ({
      data: { user: null },
      error: apiError(
        "A user with this email address has already been registered",
        "email_exists",
        422,
      ),
    }),
  });
  await page.button("Continue with GitHub").click();
  expect(page.linkIdentity).toHaveBeenCalledExactlyOnceWith({ provider: "github", options: {} });
  await page.label("Email address").fill("ada@x.org");
  await page.button("Create account").click();
  await expect.element(page.getByText(/^A user with this email address has already/)).toBeVisible();
});
