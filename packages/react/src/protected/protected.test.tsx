import { AuthClient, type Session } from "@supabase/auth-js";
import axe from "axe-core";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { someSession, someUser, testClient } from "../../test/client.ts";
import { type SessionClient, UserContextProvider } from "../index.ts";
import { Protected, type ProtectedClient, type ProtectedProps } from "./index.ts";
import "../theme/styles.css";
import "./protected.css";

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

const hourFromNowSeconds = () => Math.round(Date.now() / 1000) + 3600;
const validSession = (): Session => ({ ...someSession, expires_at: hourFromNowSeconds() });
const expiredSession = (): Session => ({ ...someSession, expires_at: hourFromNowSeconds() - 3600 });

const tokenWithLevel = (aal: string) => `a.${btoa(JSON.stringify({ aal })).replace(/=/g, "")}.c`;
const factor = {
  id: "f1",
  factor_type: "totp",
  status: "verified",
  created_at: "",
  updated_at: "",
} as const;
const sessionWithFactor = (aal = "aal1"): Session => ({
  ...validSession(),
  access_token: tokenWithLevel(aal),
  user: { ...someUser, factors: [factor, { ...factor, id: "f2", factor_type: "phone" }] },
});

function Draft() {
  const [text, setText] = useState("");
  return (
    <textarea aria-label="Draft" value={text} onChange={(event) => setText(event.target.value)} />
  );
}

/** Returns a client whose session the test sets. Its other methods are those of a real client without a server. */
function gateClient() {
  const backend = testClient({ getSession: () => new Promise(() => {}) });
  const { mfa, signOut } = new AuthClient({
    url: "http://127.0.0.1:9",
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
  const supabaseClient: ProtectedClient & SessionClient = {
    auth: { ...backend.client.auth, mfa, signOut },
  };
  return { ...backend, supabaseClient };
}

function createGate(props: Partial<ProtectedProps> = {}, initialSession?: Session | null) {
  const backend = gateClient();
  const { supabaseClient } = backend;
  const app = (
    <UserContextProvider
      supabaseClient={supabaseClient}
      {...(initialSession !== undefined && { initialSession })}
    >
      <Protected supabaseClient={supabaseClient} {...props}>
        {(user) => (
          <>
            <p>Hello {user.email}</p>
            <Draft />
          </>
        )}
      </Protected>
    </UserContextProvider>
  );
  return { ...backend, app };
}

async function open(props: Partial<ProtectedProps> = {}) {
  const { app, ...backend } = createGate(props);
  const page = await render(app);
  return {
    ...page,
    ...backend,
    heading: (name: string) => page.getByRole("heading", { name, exact: true }),
    application: page.getByText("Hello ada@example.com"),
    draft: page.getByRole("textbox", { name: "Draft" }),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
  };
}

describe("the gate", () => {
  test("the gate shows neither forms nor application while the session is loading", async () => {
    const page = await open({ loading: <p>One moment</p> });
    await expect.element(page.getByText("One moment")).toBeVisible();
    expect(document.querySelector("form, textarea")).toBeNull();
    page.emit("SIGNED_IN", validSession());
    await expect.element(page.application).toBeVisible();
    page.emit("SIGNED_OUT", null);
    await expect.element(page.heading("Sign in")).toBeVisible();
    expect(document.querySelector("textarea")).toBeNull();
  });

  test("the gate asks for the new password during a recovery and after a reload", async () => {
    const page = await open();
    page.emit("PASSWORD_RECOVERY", validSession());
    await expect.element(page.heading("Set a new password")).toBeVisible();
    await page.unmount();

    const reloadedPage = await open();
    reloadedPage.emit("INITIAL_SESSION", validSession());
    await expect.element(reloadedPage.heading("Set a new password")).toBeVisible();
    reloadedPage.emit("USER_UPDATED", validSession());
    await expect.element(reloadedPage.application).toBeVisible();
  });

  test("the gate does not interrupt a working user when another tab recovers the password", async () => {
    const page = await open();
    page.emit("SIGNED_IN", validSession());
    await page.draft.fill("Half a sentence");
    page.emit("PASSWORD_RECOVERY", validSession());
    await expect.element(page.draft).toHaveValue("Half a sentence");
    await expect.element(page.application).toBeVisible();
  });

  test("the gate asks for a second factor before it shows the application, and offers another factor", async () => {
    const page = await open();
    page.emit("SIGNED_IN", sessionWithFactor());
    await expect.element(page.heading("One more step")).toBeVisible();
    await expect.element(page.getByLabelText("Code")).toHaveFocus();
    expect(document.querySelector("textarea")).toBeNull();
    await page.getByLabelText("Code").fill("123456");
    await page.button("Continue").click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("We couldn't reach the server. Check your connection and try again.");
    await page.button("Use a text message instead").click();
    await expect.element(page.button("Send a code")).toBeVisible();
    await expect.element(page.getByRole("alert")).toHaveTextContent("");
    page.emit("MFA_CHALLENGE_VERIFIED", sessionWithFactor("aal2"));
    await expect.element(page.application).toBeVisible();
  });

  test("the gate shows guests the application, or the content that replaces it for guests", async () => {
    const anonymousSession = { ...validSession(), user: { ...someUser, is_anonymous: true } };
    const page = await open();
    page.emit("SIGNED_IN", anonymousSession);
    await expect.element(page.application).toBeVisible();
    await page.unmount();
    const otherPage = await open({ anonymous: <p>Make an account</p> });
    otherPage.emit("SIGNED_IN", anonymousSession);
    await expect.element(otherPage.getByText("Make an account")).toBeVisible();
  });
});

describe("a session that expires during work", () => {
  test("an expired session keeps typed values, makes the application inert and asks to sign in again", async () => {
    const page = await open();
    page.emit("SIGNED_IN", expiredSession());
    await page.draft.fill("Half a sentence");
    const typedField = document.querySelector("textarea");
    page.emit("SIGNED_OUT", null);

    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByLabelText("Email address")).toHaveValue("ada@example.com");
    await expect.element(dialog.getByLabelText("Your password")).toHaveFocus();
    // The element is still in the document, but hidden from assistive technology.
    await expect.element(page.draft).not.toBeInTheDocument();
    typedField?.focus();
    await expect.element(dialog.getByLabelText("Your password")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).toBeVisible();
    const { violations } = await axe.run(document.body);
    expect(violations).toEqual([]);

    page.emit("SIGNED_IN", validSession());
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.querySelector("textarea")).toBe(typedField);
    await expect.element(page.draft).toHaveValue("Half a sentence");
    await expect.element(page.draft).toHaveFocus();
  });

  test("signing in again asks for the second factor as well", async () => {
    const page = await open();
    page.emit("SIGNED_IN", {
      ...sessionWithFactor("aal2"),
      expires_at: hourFromNowSeconds() - 3600,
    });
    await page.draft.fill("Half a sentence");
    page.emit("SIGNED_OUT", null);
    page.emit("SIGNED_IN", sessionWithFactor());
    const dialog = page.getByRole("dialog", { name: "One more step" });
    await expect.element(dialog.getByLabelText("Code")).toHaveFocus();
    page.emit("MFA_CHALLENGE_VERIFIED", sessionWithFactor("aal2"));
    await expect.element(page.draft).toHaveValue("Half a sentence");
  });

  test("another user who signs in again does not see the paused application", async () => {
    const page = await open();
    page.emit("SIGNED_IN", expiredSession());
    await page.draft.fill("Half a sentence");
    page.emit("SIGNED_OUT", null);
    await expect.element(page.getByRole("dialog")).toBeVisible();
    page.emit("SIGNED_IN", {
      ...validSession(),
      user: { ...someUser, id: "other", email: "b@c.de" },
    });
    await expect.element(page.getByText("Hello b@c.de")).toBeVisible();
    await expect.element(page.draft).toHaveValue("");
  });

  test("a user can leave without signing in again", async () => {
    const page = await open();
    page.emit("SIGNED_IN", expiredSession());
    await expect.element(page.application).toBeVisible();
    page.emit("SIGNED_OUT", null);
    await page.button("Leave without signing in").click();
    await expect.element(page.heading("Sign in")).toBeVisible();
    expect(document.querySelector("textarea, dialog")).toBeNull();
  });
});

describe("a server-rendered gate", () => {
  const sessions: readonly (readonly [string, Session | null | undefined, string])[] = [
    ["signed in", validSession(), "Hello ada@example.com"],
    ["without the second factor", sessionWithFactor(), "One more step"],
    ["signed out", null, "Sign in"],
    ["loading", undefined, "One moment"],
  ];

  test.each(sessions)(
    "a server-rendered gate hydrates without a warning: %s",
    async (_, session, text) => {
      const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
      const onRecoverableError = vi.fn();
      const { app } = createGate({ loading: <p>One moment</p> }, session);
      const root = document.createElement("div");
      document.body.append(root);
      root.innerHTML = renderToString(app);
      // Unlike on a server, a document exists here, so React 18 warns about layout effects.
      for (const [text] of consoleError.mock.calls) expect(text).toMatch(/useLayoutEffect/);
      consoleError.mockClear();
      expect(root.textContent?.replace(/<!-- -->/g, "")).toContain(text);
      expect(root.innerHTML).not.toMatch(/<style|\sstyle=/);
      const firstElement = root.querySelector("h2, p");
      const reactRoot = hydrateRoot(root, app, { onRecoverableError });
      await expect
        .poll(() => Object.keys(firstElement ?? {}).some((key) => key.startsWith("__reactProps")))
        .toBe(true);
      expect(root.querySelector("h2, p")).toBe(firstElement);
      expect(consoleError).not.toHaveBeenCalled();
      expect(onRecoverableError).not.toHaveBeenCalled();
      reactRoot.unmount();
      root.remove();
    },
  );
});
