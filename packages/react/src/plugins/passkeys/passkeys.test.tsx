import { expect, test, vi } from "vitest";
import { apiError, someSession, someUser } from "../../../test/client.ts";
import { show } from "../../../test/show.tsx";
import { collectUncaughtErrors, faultMessage, throwFault } from "../../../test/uncaught.ts";
import { passkeys } from "./passkeys.tsx";
import "../plugins.css";

const plugins = [passkeys({ autofill: false })];
/** Returns the client methods for passkeys. */
const withPasskeys = (signInWithPasskey: () => Promise<unknown>): Parameters<typeof show>[1] => ({
  ...Object({ passkey: {}, signInWithPasskey }),
});
const session = { user: someUser, session: someSession };

test("a passkey signs in and the application is notified", async () => {
  const onSuccess = vi.fn();
  const signInWithPasskey = vi.fn(async () => ({ data: session, error: null }));
  const form = await show({ plugins, onSuccess }, withPasskeys(signInWithPasskey));
  await form.button("Sign in with a passkey").click();
  await expect.poll(() => onSuccess.mock.calls).toEqual([[{ view: "sign_in", ...session }]]);
  expect(signInWithPasskey).toHaveBeenCalledOnce();
});

test("an error that onSuccess throws after a passkey sign-in is not a failure of the form", async () => {
  const uncaughtMessages = collectUncaughtErrors();
  const signInWithPasskey = async () => ({ data: session, error: null });
  const form = await show({ plugins, onSuccess: throwFault }, withPasskeys(signInWithPasskey));
  await form.button("Sign in with a passkey").click();
  await expect.poll(() => uncaughtMessages).toEqual([faultMessage]);
  await expect.element(form.alert).toHaveTextContent("");
});

test("the form shows the server's error for a passkey", async () => {
  const error = apiError("Passkey not found", "passkey_not_found");
  const signInWithPasskey = async () => ({ data: null, error });
  const form = await show({ plugins }, withPasskeys(signInWithPasskey));
  await form.button("Sign in with a passkey").click();
  await expect.element(form.alert).toHaveTextContent("Passkey not found");
});
