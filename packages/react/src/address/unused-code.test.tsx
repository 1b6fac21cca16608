import { AuthClient } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { show } from "../../test/show.tsx";
import { Auth } from "../index.ts";

const code = "6f5c8a52-0b1e-4d2f-9a0e-3f6f4f0d9b11";
const text = /^This link could not sign you in\. It works once, and only in the browser where/;

/** Sets the page's address as a redirect of the PKCE flow does. */
function openAt(search: string) {
  history.replaceState(null, "", `${location.pathname}?${search}`);
}

/** Returns a real client in a browser that has not requested a link. */
const freshClient = () =>
  new AuthClient({
    url: "http://127.0.0.1:9",
    flowType: "pkce",
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
  });

test("a PKCE link that is opened in another browser shows why it did not sign in", async () => {
  openAt(`from=mail&code=${code}&sb_flow_id=1`);
  const page = await render(<Auth supabaseClient={{ auth: freshClient() }} />);
  await expect.element(page.getByText(text)).toBeVisible();
  expect(location.search).toBe("?from=mail");
});

test.each([
  ["of another format", { flowType: "pkce" }, "code=WELCOME10"],
  ["of a client with the implicit flow", { flowType: "implicit" }, `code=${code}`],
  [
    "that the application reads itself",
    { flowType: "pkce", detectSessionInUrl: false },
    `code=${code}`,
  ],
])("a code %s remains in the address", async (_, client: object, search) => {
  openAt(search);
  const page = await show({}, client);
  page.emit("INITIAL_SESSION", null);
  await expect.element(page.heading("Sign in")).toBeVisible();
  expect(location.search).toBe(`?${search}`);
  expect(page.container.textContent).not.toMatch(/could not sign you in/);
});
