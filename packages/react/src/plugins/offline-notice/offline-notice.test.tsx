import { AuthRetryableFetchError } from "@supabase/auth-js";
import { afterEach, expect, test, vi } from "vitest";
import { show, signInLabels } from "../../../test/show.tsx";
import { offlineNotice } from "./offline-notice.tsx";
import "../plugins.css";

afterEach(() => vi.restoreAllMocks());

test("the offline notice appears without a connection, typed values remain, and the request can be retried", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const form = await show(
    { plugins: [offlineNotice()] },
    {
      signInWithPassword: async () => ({
        data: { user: null, session: null },
        error: new AuthRetryableFetchError("Failed to fetch", 0),
      }),
    },
  );
  await form.enter({ [signInLabels.email]: "ada@example.com", [signInLabels.password]: "secret" });
  onLine.mockReturnValue(false);
  dispatchEvent(new Event("offline"));
  await expect.element(form.getByText(/You're offline/)).toBeVisible();
  const notice = form.getByText(/You're offline/).element();
  const noticeBackground = getComputedStyle(notice).backgroundColor;
  await form.button("Sign in").click();
  await expect
    .element(form.alert)
    .toHaveTextContent("We couldn't reach the server. Check your connection and try again.");
  const [message] = form.alert.element().children;
  expect(notice.getBoundingClientRect().top).toBeGreaterThan(
    message?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
  );
  onLine.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  await expect.element(form.getByText(/You're back online/)).toBeVisible();
  await expect.element(form.alert).toHaveTextContent("");
  // The notice must not look like a success or a failure.
  const success = form.getByText(/You're back online/).element();
  expect(getComputedStyle(success).backgroundColor).not.toBe(noticeBackground);
  await form.button("Try again").click();
  await expect.poll(() => form.callsOf("signInWithPassword").length).toBe(2);
  await expect.element(form.label(signInLabels.email)).toHaveValue("ada@example.com");
});
