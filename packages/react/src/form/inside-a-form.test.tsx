import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { apiError, someSession, someUser, testClient } from "../../test/client.ts";
import { AccountProvider, SignOutSection } from "../account/index.ts";
import { Auth, AuthCard, UserContextProvider } from "../index.ts";
import { errorHelp, Auth as PluggedAuth, phone, singleSignOn } from "../plugins/index.ts";
import { SecondFactor } from "../protected/index.ts";

const container = document.createElement("div");
document.body.append(container);
afterEach(() => sessionStorage.clear());

const emptyData = { user: null, session: null };
const factor = {
  id: "f1",
  factor_type: "totp",
  status: "verified",
  created_at: "",
  updated_at: "",
};
const challengeAndVerify = vi.fn();

/** Returns a client that has the methods of all forms. */
function completeClient() {
  const reauthentication = apiError("Send the nonce", "reauthentication_needed");
  const backend = testClient({
    updateUser: async () => ({ data: { user: null }, error: reauthentication }),
    // This never resolves, because the provider receives its session as a prop.
    getSession: () => new Promise(() => {}),
  });
  const otherMethods: object = {
    reauthenticate: async () => ({ data: emptyData, error: null }),
    signInWithSSO: async () => ({ data: null, error: apiError("No", "sso_provider_not_found") }),
    signOut: async () => ({ error: null }),
    getUser: async () => ({ data: { user: someUser }, error: null }),
    mfa: {
      challengeAndVerify,
      listFactors: async () => ({ data: { all: [factor], totp: [factor] }, error: null }),
    },
  };
  Object.assign(backend.client.auth, otherMethods);
  return backend.client as never;
}

/** Renders content in a dialog that is inside a form in the React tree, but not in the DOM. */
async function showInForm(content: ReactNode) {
  const onOuterSubmit = vi.fn();
  const page = await render(
    <form
      aria-label="Outer"
      onSubmit={(event) => {
        event.preventDefault();
        onOuterSubmit();
      }}
    >
      <button type="submit">Save the page</button>
      {createPortal(<AuthCard>{content}</AuthCard>, container)}
    </form>,
  );
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  return { ...page, onOuterSubmit, button };
}

test("a sign-in form in a dialog does not submit the form around the dialog", async () => {
  const page = await showInForm(<Auth supabaseClient={completeClient()} providers={[]} />);
  await page.button("Sign in").click();
  await page.button("Save the page").click();
  expect(page.onOuterSubmit).toHaveBeenCalledOnce();
});

test("a phone number form in a dialog does not submit the form around the dialog", async () => {
  const plugins = [phone({ country: "GB" })];
  const page = await showInForm(
    <PluggedAuth supabaseClient={completeClient()} providers={[]} plugins={plugins} />,
  );
  await page.button("Use a phone number").click();
  await page.button("Send a code").click();
  await page.button("Save the page").click();
  expect(page.onOuterSubmit).toHaveBeenCalledOnce();
});

test("the single sign-on form in a dialog does not submit the form around the dialog", async () => {
  const plugins = [singleSignOn()];
  const page = await showInForm(
    <PluggedAuth supabaseClient={completeClient()} providers={[]} plugins={plugins} />,
  );
  await page.button("Use single sign-on").click();
  await page.button("Continue").click();
  await page.button("Save the page").click();
  expect(page.onOuterSubmit).toHaveBeenCalledOnce();
});

test("a reauthentication code in a dialog does not submit the form around the dialog", async () => {
  const plugins = [errorHelp()];
  const page = await showInForm(
    <PluggedAuth supabaseClient={completeClient()} view="update_password" plugins={plugins} />,
  );
  await page.getByLabelText("New password").fill("an entirely new one");
  await page.button("Update password").click();
  await page.button("Send a new code").click();
  await page.getByLabelText("One-time code").fill("123456");
  await page.button("Update password").last().click();
  await page.button("Save the page").click();
  expect(page.onOuterSubmit).toHaveBeenCalledOnce();
});

test("a second factor's code in a dialog does not submit the form around it", async () => {
  const client = completeClient();
  const session = { ...someSession, user: { ...someUser, factors: [factor as never] } };
  const page = await showInForm(
    <UserContextProvider supabaseClient={client} initialSession={session}>
      <SecondFactor supabaseClient={client} />
    </UserContextProvider>,
  );
  await page.getByRole("textbox").fill("123456");
  await page.button("Continue").click();
  await page.button("Save the page").click();
  expect(page.onOuterSubmit).toHaveBeenCalledOnce();
});

test("a confirmation of the account page in a dialog does not submit the form around the dialog", async () => {
  const client = completeClient();
  const page = await showInForm(
    <UserContextProvider supabaseClient={client} initialSession={someSession}>
      <AccountProvider supabaseClient={client}>
        <SignOutSection />
      </AccountProvider>
    </UserContextProvider>,
  );
  await page.button("Sign out everywhere").click();
  await page.button("Sign out everywhere").click();
  await page.button("Save the page").click();
  expect(page.onOuterSubmit).toHaveBeenCalledOnce();
});

test("two forms of one view have different ids, and the second takes over the anchor of the first", async () => {
  const { client } = testClient();
  const forms = (hasFirstForm: boolean) => (
    <>
      {hasFirstForm && <Auth supabaseClient={client} key="first" />}
      <Auth supabaseClient={client} key="second" />
    </>
  );
  const page = await render(forms(true));
  const ids = () => [...page.container.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids()).toContain("auth-sign-in");
  expect(new Set(ids()).size).toBe(ids().length);
  await page.rerender(forms(false));
  expect(page.container.querySelector("form")?.id).toBe("auth-sign-in");
});

test("a form that shows another view passes its anchor to the other form", async () => {
  const { client } = testClient();
  const forms = (view: "sign_in" | "sign_up") => (
    <>
      <Auth supabaseClient={client} view={view} />
      <Auth supabaseClient={client} />
    </>
  );
  const page = await render(forms("sign_in"));
  const ids = () => [...page.container.querySelectorAll("form")].map(({ id }) => id);
  expect(ids()).toEqual(["auth-sign-in", ""]);
  await page.rerender(forms("sign_up"));
  expect(ids()).toEqual(["auth-sign-up", "auth-sign-in"]);
});
