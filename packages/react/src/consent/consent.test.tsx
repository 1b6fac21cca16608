import { beforeEach, expect, inject, test, vi } from "vitest";
import { commands } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../test/every-look.tsx";
import { realClient, signUpAccount } from "../../test/real-client.ts";
import { AuthCard, UserContextProvider } from "../index.ts";
import { Consent, type ConsentLocale, type ConsentProps } from "./index.ts";
import "../theme/styles.css";
import "./consent.css";

const { origin } = inject("backend");
const locales = import.meta.glob<ConsentLocale>("./locales/*.ts", {
  eager: true,
  import: "default",
});

const initialUrl = location.href;
beforeEach(() => history.replaceState(null, "", initialUrl));

/** Registers an application and returns the id of its authorization request. */
async function requestAuthorization(name: string): Promise<string> {
  const callback = "http://127.0.0.1:9/callback";
  const registration = await fetch(`${origin}/auth/v1/oauth/clients/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id: id }: { client_id: string } = await registration.json();
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: callback,
    response_type: "code",
    scope: "openid email",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    state: "here",
    code_challenge_method: "S256",
  });
  const address = await commands.redirectOf(`${origin}/auth/v1/oauth/authorize?${query}`);
  return new URL(address).searchParams.get("authorization_id") ?? "";
}

type Props = Omit<ConsentProps, "supabaseClient">;

async function open(client: ReturnType<typeof realClient>, props: Props = {}) {
  const app = (look: Props) => (
    <UserContextProvider supabaseClient={client}>
      <AuthCard>
        <Consent supabaseClient={client} {...props} {...look} />
      </AuthCard>
    </UserContextProvider>
  );
  const page = await render(app({}));
  return {
    ...page,
    heading: (name: string) => page.getByRole("heading", { name, exact: true }),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    look: (look: Props) => page.rerender(app(look)),
  };
}

test("a user allows an application by the request in the address, and a second answer is refused", async () => {
  const client = realClient();
  const email = await signUpAccount(client);
  const id = await requestAuthorization("Engines");
  history.replaceState(null, "", `?authorization_id=${id}`);
  const redirect = vi.fn();
  const page = await open(client, { redirect });
  await expect.element(page.heading("Allow Engines to sign you in?")).toHaveFocus();
  await expect.element(page.getByText(email)).toBeVisible();
  await expect.element(page.getByText("127.0.0.1:9", { exact: true })).toBeVisible();
  const items = [...page.container.querySelectorAll("li")].map((item) => item.textContent);
  expect(items).toEqual([
    expect.stringMatching(/^view your account/),
    "recognize you each time you sign in",
    "view your email address",
  ]);
  await page.button("Allow").click();
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("Redirecting… Not redirected? Continue");
  const address = new URL(String(redirect.mock.calls[0]?.[0]));
  expect(address.searchParams.get("state")).toBe("here");
  expect(address.searchParams.has("code")).toBe(true);
  await page.unmount();

  const reloaded = await open(client, { redirect });
  await expect.element(reloaded.heading("This request is no longer valid")).toBeVisible();
});

test("a user denies an application", async () => {
  const client = realClient();
  await signUpAccount(client);
  const redirect = vi.fn();
  const id = await requestAuthorization("Engines");
  const page = await open(client, { redirect, authorizationId: id });
  await page.button("Deny").click();
  await expect.poll(() => redirect.mock.calls.length).toBe(1);
  const address = new URL(String(redirect.mock.calls[0]?.[0]));
  expect(address.searchParams.get("error")).toBe("access_denied");
});

test("an address without a request, and one of another user's, are explained", async () => {
  const client = realClient();
  await signUpAccount(client);
  const page = await open(client);
  await expect.element(page.heading("Nothing to approve")).toBeVisible();
  await page.unmount();

  const id = await requestAuthorization("Engines");
  await client.auth.oauth.getAuthorizationDetails(id);
  const other = realClient();
  await signUpAccount(other);
  const otherPage = await open(other, { authorizationId: id });
  await expect.element(otherPage.heading("This request is no longer valid")).toBeVisible();
});

test("a request that cannot be fetched is tried again", async () => {
  let isOffline = false;
  const client = realClient({
    fetch: (input, init) =>
      isOffline && String(input).includes("/oauth/authorizations/")
        ? Promise.reject(new TypeError("Failed to fetch"))
        : fetch(input, init),
  });
  await signUpAccount(client);
  const id = await requestAuthorization("Engines");
  isOffline = true;
  const page = await open(client, { authorizationId: id });
  await expect.element(page.heading("The request didn't load")).toBeVisible();
  isOffline = false;
  await page.button("Try again").click();
  await expect.element(page.heading("Allow Engines to sign you in?")).toBeVisible();
});

test("axe finds no violation in the consent screen, in every language and theme", async () => {
  const client = realClient();
  await signUpAccount(client);
  const id = await requestAuthorization("Engines");
  const page = await open(client, { authorizationId: id });
  await expect.element(page.button("Allow")).toBeVisible();
  await expectAccessible(page.container, Object.values(locales), (look) => page.look(look));
}, 90_000);
