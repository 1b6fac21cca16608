import { AuthClient } from "@supabase/auth-js";
import { expect, inject, test } from "vitest";
import { commands } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Auth, AuthCard, type AuthProps, UserContextProvider, useUser } from "../src/index.ts";
import "./show.tsx";

const { origin, publishableKey } = inject("backend");
const password = "correct horse battery";

function realClient(url = `${origin}/auth/v1`) {
  const auth = new AuthClient({
    url,
    headers: { apikey: publishableKey },
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
  });
  return { auth };
}

function SessionStatus() {
  const { status, user } = useUser();
  return (
    <output aria-label="Session status">{status === "signed-in" ? user?.email : status}</output>
  );
}

/** Renders the forms next to the session context, with the real client and the real server. */
async function open(props: Omit<AuthProps, "supabaseClient"> = {}, client = realClient()) {
  const page = (moreProps: Omit<AuthProps, "supabaseClient">) => (
    <UserContextProvider supabaseClient={client}>
      <AuthCard>
        <Auth supabaseClient={client} magicLink providers={[]} {...props} {...moreProps} />
      </AuthCard>
      <SessionStatus />
    </UserContextProvider>
  );
  const screen = await render(page({}));
  return {
    ...screen,
    client,
    rerender: (changedProps: Omit<AuthProps, "supabaseClient">) =>
      screen.rerender(page(changedProps)),
    label: (name: string) => screen.getByLabelText(name, { exact: true }),
    press: (name: string) => screen.getByRole("button", { name, exact: true }).click(),
    followLink: (name: string) => screen.getByRole("link", { name, exact: true }).click(),
    heading: (name: string) => screen.getByRole("heading", { name, exact: true }),
    alert: screen.getByRole("alert"),
    sessionStatus: screen.getByLabelText("Session status"),
  };
}

const uniqueEmail = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Creates a user with a confirmed e-mail, and returns the e-mail. */
async function createAccount(name: string): Promise<string> {
  const email = uniqueEmail(name);
  const { auth } = realClient();
  await auth.signUp({ email, password });
  const token = await commands.newestCode(origin, email);
  const { error } = await auth.verifyOtp({ email, token, type: "signup" });
  if (error) throw error;
  return email;
}

test("a visitor signs up and confirms with the code of the e-mail", async () => {
  const email = uniqueEmail("ada");
  const page = await open({ view: "sign_up", otpType: "signup" });
  await expect.element(page.sessionStatus).toHaveTextContent("signed-out");
  await page.label("Email address").fill(email);
  await page.label("Create a password").fill(password);
  await page.press("Sign up");
  await expect.element(page.getByText("Check your email for the confirmation link")).toBeVisible();
  await page.rerender({ view: "verify_otp" });
  await expect.element(page.label("Email address")).toHaveValue(email);
  await page.label("One-time code").fill(await commands.newestCode(origin, email));
  await page.press("Verify code");
  await expect.element(page.sessionStatus).toHaveTextContent(email);
});

test("a user signs in with the password, and sees an error when it is wrong", async () => {
  const email = await createAccount("grace");
  const page = await open();
  await page.label("Email address").fill(email);
  await page.label("Your password").fill("wrong");
  await page.press("Sign in");
  await expect.element(page.alert).toHaveTextContent("Invalid login credentials");
  await page.label("Your password").fill(password);
  await expect.element(page.alert).toHaveTextContent("");
  await page.press("Sign in");
  await expect.element(page.sessionStatus).toHaveTextContent(email);
});

test("a new user signs in with the code of a magic link's e-mail", async () => {
  const email = uniqueEmail("alan");
  const page = await open({ view: "magic_link" });
  await page.label("Email address").fill(email);
  await page.press("Send magic link");
  await expect.element(page.getByText("Check your email for the magic link")).toBeVisible();
  await page.rerender({ view: "verify_otp" });
  await page.label("One-time code").fill(await commands.newestCode(origin, email));
  await page.press("Verify code");
  await expect.element(page.sessionStatus).toHaveTextContent(email);
});

test("a user who forgot the password sets a new one, sees the confirmation and signs in with it", async () => {
  const email = await createAccount("edsger");
  const page = await open({ otpType: "recovery" });
  await page.label("Email address").fill(email);
  await page.followLink("Forgot your password?");
  await page.press("Send reset link");
  await expect
    .element(page.getByText("Check your email for the password reset link"))
    .toBeVisible();
  await page.rerender({ view: "verify_otp" });
  await page.label("One-time code").fill(await commands.newestCode(origin, email));
  await page.press("Verify code");
  await expect.element(page.heading("Set a new password")).toBeVisible();
  await page.label("New password").fill("short");
  await page.press("Update password");
  await expect
    .element(page.label("New password"))
    .toHaveAccessibleDescription("Password should be at least 8 characters.");
  await page.label("New password").fill("another horse");
  await page.press("Update password");
  await expect.element(page.heading("Sign in")).toBeVisible();
  await expect.element(page.getByText("Your password has been updated")).toBeVisible();
  await page.client.auth.signOut();
  await expect.element(page.sessionStatus).toHaveTextContent("signed-out");
  await expect.element(page.label("Email address")).toHaveValue(email);
  await page.label("Your password").fill("another horse");
  await page.press("Sign in");
  await expect.element(page.sessionStatus).toHaveTextContent(email);
});

test("a weak password shows the server's message at its field", async () => {
  const page = await open({ view: "sign_up" });
  await page.label("Email address").fill(uniqueEmail("barbara"));
  await page.label("Create a password").fill("short");
  await page.press("Sign up");
  await expect
    .element(page.label("Create a password"))
    .toHaveAccessibleDescription("Password should be at least 8 characters.");
});

test("a wrong code shows the server's message at its field", async () => {
  const page = await open({ view: "verify_otp" });
  await page.label("Email address").fill(uniqueEmail("nobody"));
  await page.label("One-time code").fill("000000");
  await page.press("Verify code");
  await expect
    .element(page.label("One-time code"))
    .toHaveAccessibleDescription("Token has expired or is invalid");
});

test("an expired link shows an error on the page that it leads to", async () => {
  const location = await commands.redirectOf(`${origin}/auth/v1/verify?type=signup&token=nothing`);
  const { hash, search } = new URL(location);
  history.replaceState(null, "", `${search}${hash}`);
  const page = await open();
  await expect.element(page.alert).toHaveTextContent("Email link is invalid or has expired");
});

test("an unreachable server shows an error, and the form can be submitted again", async () => {
  const page = await open({}, realClient("http://127.0.0.1:9/auth/v1"));
  await page.label("Email address").fill("ada@example.com");
  await page.label("Your password").fill(password);
  await page.press("Sign in");
  await expect
    .element(page.alert)
    .toHaveTextContent("We couldn't reach the server. Check your connection and try again.");
  await expect.element(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
});
