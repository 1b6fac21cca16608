import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { apiError, someSession, someUser, testClient } from "../../../test/client.ts";
import { type PasskeySignInOptions, usePasskeySignIn } from "./use-passkey-sign-in.ts";

/** Renders an application's own button in plain HTML. */
function PasskeyButton(options: PasskeySignInOptions) {
  const { alert, available, button } = usePasskeySignIn(options);
  return available ? (
    <>
      <button {...button} />
      <p {...alert} />
    </>
  ) : (
    <p>No passkeys here</p>
  );
}

function clientWith(signInWithPasskey: () => Promise<unknown>) {
  const methods: object = { passkey: {}, signInWithPasskey };
  return testClient(methods).client;
}

test("usePasskeySignIn returns the error of a passkey, and signs in with the next one", async () => {
  const onSuccess = vi.fn();
  const onError = vi.fn();
  const error = apiError("Passkey not found", "passkey_not_found");
  const signInWithPasskey = vi
    .fn()
    .mockResolvedValueOnce({ data: null, error })
    .mockResolvedValueOnce({ data: { user: someUser, session: someSession }, error: null });
  const client = clientWith(signInWithPasskey);
  const page = await render(<PasskeyButton supabaseClient={client} {...{ onError, onSuccess }} />);
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Passkey not found");
  expect(onError).toHaveBeenCalledOnce();
  await button.click();
  await expect
    .poll(() => onSuccess.mock.calls)
    .toEqual([[{ view: "sign_in", user: someUser, session: someSession }]]);
  await expect.element(page.getByRole("alert")).toHaveTextContent("");
});

test("usePasskeySignIn is unavailable for a client without passkeys", async () => {
  const page = await render(<PasskeyButton supabaseClient={testClient().client} />);
  await expect.element(page.getByText("No passkeys here")).toBeVisible();
});
