import { expect, onTestFinished, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { apiError, someSession, someUser, testClient } from "../../../test/client.ts";
import { ConfirmLink } from "./confirm-link.tsx";
import { parseLink } from "./link.ts";
import "../../theme/styles.css";
import "../plugins.css";

const pageUrl = "https://app.example.com/confirm";

async function open(query: string, responses: Parameters<typeof testClient>[0] = {}) {
  const { client, calls } = testClient(responses);
  const onConfirmed = vi.fn();
  const screen = await render(
    <ConfirmLink
      supabaseClient={client}
      address={`${pageUrl}${query}`}
      onConfirmed={onConfirmed}
    />,
  );
  return { ...screen, calls, onConfirmed };
}

test("a confirmation link does not call the server until its button is pressed, and then signs in", async () => {
  const page = await open("?token_hash=abc&type=recovery&next=/notes?new=1");
  const button = page.getByRole("button", { name: "Set a new password" });
  await expect.element(button).toBeVisible();
  expect(page.calls).toEqual([]);
  await button.click();
  expect(page.calls).toEqual([
    { method: "verifyOtp", args: [{ token_hash: "abc", type: "recovery" }] },
  ]);
  expect(page.onConfirmed).toHaveBeenCalledExactlyOnceWith({
    type: "recovery",
    user: someUser,
    session: someSession,
    next: "/notes?new=1",
  });
});

test("a used confirmation link shows an error and a link to request a new one", async () => {
  const error = apiError("Email link is invalid or has expired", "otp_expired", 403);
  const page = await open("?token_hash=abc&type=signup", {
    verifyOtp: async () => ({ data: { user: null, session: null }, error: error }),
  });
  await page.getByRole("button").click();
  await expect.element(page.getByText("Email link is invalid or has expired")).toBeVisible();
  await expect.element(page.getByRole("link")).toHaveAttribute("href", "/");
  expect(page.getByRole("button").query()).toBeNull();
});

test("a confirmation can be repeated if the server did not respond", async () => {
  const page = await open("?token_hash=abc&type=email", {
    verifyOtp: vi.fn().mockRejectedValue(new TypeError("Failed to fetch")),
  });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect.element(page.getByText(/^We couldn't reach the server/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
});

test("the first of two confirmations of a new e-mail tells the user to open the other link", async () => {
  const page = await open("?token_hash=abc&type=email_change", {
    verifyOtp: async () => ({ data: { user: null, session: null }, error: null }),
  });
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect.element(page.getByText(/^One address is/)).toBeVisible();
  expect(page.onConfirmed).not.toHaveBeenCalled();
});

test("an address without a token shows no confirmation button", async () => {
  const page = await open("?type=signup");
  await expect.element(page.getByText(/^This link is incomplete/)).toBeVisible();
  expect(page.getByRole("button").query()).toBeNull();
});

test.each([
  ["/.//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["//evil.example", "/"],
  ["/account", "/account"],
])("without onConfirmed, the browser resolves next=%s to the path %s", async (next, path) => {
  const visitedUrls: string[] = [];
  const onNavigate = (event: Event & { destination?: { url: string } }) => {
    visitedUrls.push(event.destination?.url ?? "");
    event.preventDefault();
  };
  const { navigation }: { navigation?: EventTarget } = Object(window);
  navigation?.addEventListener("navigate", onNavigate);
  onTestFinished(() => navigation?.removeEventListener("navigate", onNavigate));
  const query = new URLSearchParams({ token_hash: "abc", type: "email", next });
  const page = await render(
    <ConfirmLink
      supabaseClient={testClient().client}
      address={`${location.origin}/confirm?${query}`}
    />,
  );
  await page.getByRole("button").click();
  await expect.poll(() => visitedUrls).toEqual([location.origin + path]);
});

test.each([
  ["https://app.example.com/account?tab=1", "/account?tab=1"],
  ["https://elsewhere.example.com/", "/"],
  ["//elsewhere.example.com/", "/"],
  ["javascript:alert(1)", "/"],
  ["http://[", "/"],
])("the parameter next=%s is parsed as the path %s", (next, path) => {
  const query = new URLSearchParams({ token_hash: "abc", type: "email", next });
  expect(parseLink(new URL(`${pageUrl}#${query}`))?.next).toBe(path);
});
