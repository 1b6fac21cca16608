import type { Session } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { someSession, testClient } from "../../test/client.ts";
import { Auth, SignedIn, SignedOut, UserContextProvider, useSession } from "../index.ts";

const pendingResponse = { getSession: () => new Promise<never>(() => {}) };

function SessionEmail() {
  const session = useSession();
  return (
    <output>{session === undefined ? "loading" : (session?.user.email ?? "signed out")}</output>
  );
}

async function open(initialSession?: Session | null) {
  const backend = testClient(pendingResponse);
  const screen = await render(
    <UserContextProvider
      supabaseClient={backend.client}
      {...(initialSession !== undefined && { initialSession })}
    >
      <SessionEmail />
      <SignedIn>
        <p>Notes</p>
      </SignedIn>
      <SignedOut>
        <Auth supabaseClient={backend.client} />
      </SignedOut>
    </UserContextProvider>,
  );
  return { ...backend, ...screen, heading: screen.getByRole("heading") };
}

test("neither SignedIn nor SignedOut shows its children while the session is loading", async () => {
  const page = await open();
  await expect.element(page.getByRole("status")).toHaveTextContent("loading");
  await expect.element(page.getByText("Notes")).not.toBeInTheDocument();
  await expect.element(page.heading).not.toBeInTheDocument();
});

test("SignedIn shows its children in the first render if the server passes a session", async () => {
  const page = await open(someSession);
  await expect.element(page.getByRole("status")).toHaveTextContent("ada@example.com");
  await expect.element(page.getByText("Notes")).toBeVisible();
});

test("SignedOut shows its children in the first render if the server passes no session", async () => {
  const page = await open(null);
  expect(page.container.querySelector("output")?.textContent).toBe("signed out");
  await expect.element(page.heading).toHaveTextContent("Sign in");
});

test("a visitor who follows a link to reset the password sets it before SignedIn shows anything", async () => {
  const page = await open(null);
  page.emit("PASSWORD_RECOVERY", someSession);
  await expect.element(page.heading).toHaveTextContent("Set a new password");
  await expect.element(page.getByText("Notes")).not.toBeInTheDocument();
  page.emit("USER_UPDATED", someSession);
  await expect.element(page.getByText("Notes")).toBeVisible();
  await expect.element(page.heading).not.toBeInTheDocument();
});

test("useSession throws outside a provider", async () => {
  await expect(render(<SessionEmail />)).rejects.toThrow(
    new Error("useUser must be used within a UserContextProvider."),
  );
});
