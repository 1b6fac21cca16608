import type { Session } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { someSession, testClient } from "../../test/client.ts";
import { Auth, SignedIn, SignedOut, UserContextProvider, useSession } from "../index.ts";

const pending = { getSession: () => new Promise<never>(() => {}) };

function Who() {
  const session = useSession();
  return <output>{session === undefined ? "not known" : (session?.user.email ?? "nobody")}</output>;
}

async function open(initialSession?: Session | null) {
  const backend = testClient(pending);
  const screen = await render(
    <UserContextProvider
      supabaseClient={backend.client}
      {...(initialSession !== undefined && { initialSession })}
    >
      <Who />
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

test("neither SignedIn nor SignedOut shows its children while the session is not known", async () => {
  const page = await open();
  await expect.element(page.getByRole("status")).toHaveTextContent("not known");
  await expect.element(page.getByText("Notes")).not.toBeInTheDocument();
  await expect.element(page.heading).not.toBeInTheDocument();
});

test("SignedIn shows its children from the first render on when the server knew a session", async () => {
  const page = await open(someSession);
  await expect.element(page.getByRole("status")).toHaveTextContent("ada@example.com");
  await expect.element(page.getByText("Notes")).toBeVisible();
});

test("SignedOut shows its children from the first render on when the server knew no session", async () => {
  const page = await open(null);
  expect(page.container.querySelector("output")?.textContent).toBe("nobody");
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
  await expect(render(<Who />)).rejects.toThrow(
    new Error("useUser must be used within a UserContextProvider."),
  );
});
