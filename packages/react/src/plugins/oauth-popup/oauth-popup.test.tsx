import { afterEach, expect, test, vi } from "vitest";
import { show } from "../../../test/show.tsx";
import { closeOAuthPopup, oauthPopup } from "./oauth-popup.ts";

afterEach(() => {
  vi.restoreAllMocks();
  window.name = "";
});

/** Replaces the window that the browser would open. */
function fakeWindow() {
  const popup = { closed: false, location: { href: "" }, close: vi.fn() };
  const open = vi.spyOn(window, "open").mockReturnValue(popup as unknown as Window);
  return { popup, open };
}

test("a provider opens in a window, which closes when the client has a session", async () => {
  const { popup, open } = fakeWindow();
  const form = await show({ plugins: [oauthPopup()], providers: ["github"] });
  await form.button("Sign in with GitHub").click();
  await expect.poll(() => popup.location.href).toBe("https://auth.example.com/authorize");
  expect(open.mock.calls[0]?.slice(0, 2)).toEqual(["", "portico-oauth"]);
  expect(form.callsOf("signInWithOAuth")[0]?.[0]).toMatchObject({
    provider: "github",
    options: { skipBrowserRedirect: true },
  });
  await expect.element(form.button("Sign in with GitHub")).toHaveAttribute("aria-busy", "true");
  form.emit("SIGNED_IN");
  await expect.poll(() => popup.close.mock.calls.length).toBe(1);
  await expect.element(form.button("Sign in with GitHub")).not.toHaveAttribute("aria-busy");
});

test("a window that the user closes makes the form usable again", async () => {
  const { popup } = fakeWindow();
  const form = await show({ plugins: [oauthPopup()], providers: ["github"] });
  await form.button("Sign in with GitHub").click();
  await expect.poll(() => popup.location.href).not.toBe("");
  popup.closed = true;
  await expect.element(form.button("Sign in with GitHub")).not.toHaveAttribute("aria-busy");
});

test("a browser that blocks the window redirects the page", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  const form = await show({ plugins: [oauthPopup()], providers: ["github"] });
  await form.button("Sign in with GitHub").click();
  await expect.poll(() => form.callsOf("signInWithOAuth").length).toBe(1);
  expect(form.callsOf("signInWithOAuth")[0]?.[0]).not.toMatchObject({
    options: { skipBrowserRedirect: true },
  });
});

test("only the window that the plugin has opened is closed", () => {
  const close = vi.spyOn(window, "close").mockReturnValue();
  expect(closeOAuthPopup()).toBe(false);
  window.name = "portico-oauth";
  expect(closeOAuthPopup()).toBe(true);
  expect(close.mock.calls).toHaveLength(1);
});
