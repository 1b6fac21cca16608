import { expect, test, vi } from "vitest";
import { apiError, someSession, someUser } from "../../../test/client.ts";
import { show } from "../../../test/show.tsx";
import { googleOneTap } from "./google-one-tap.ts";

interface GoogleCalls {
  initialized?: { client_id: string; nonce: string; callback(response: object): void };
  prompted?: number;
  cancelled?: number;
}

/** Returns the URL of a script with the same interface as Google's, which records its calls on the window. */
function fakeScript(): string {
  Reflect.deleteProperty(window, "googleCalls");
  const code = `window.googleCalls = {};
    window.google = { accounts: { id: {
      initialize: (options) => { googleCalls.initialized = options; },
      prompt: () => { googleCalls.prompted = 1; },
      cancel: () => { googleCalls.cancelled = 1; },
    } } };`;
  return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
}
const calls = (): GoogleCalls => Object(Reflect.get(window, "googleCalls"));

test("the token of One Tap signs in with the nonce whose hash Google has signed", async () => {
  const signInWithIdToken = vi.fn(async () => ({
    data: { user: someUser, session: someSession },
    error: null,
  }));
  const onSuccess = vi.fn();
  const plugins = [googleOneTap({ clientId: "client", script: fakeScript() })];
  const form = await show({ plugins, onSuccess }, { signInWithIdToken } as object);
  await expect.poll(() => calls().prompted).toBe(1);
  calls().initialized?.callback({ credential: "id-token" });
  await expect.poll(() => onSuccess.mock.calls[0]?.[0]?.session).toEqual(someSession);
  const [credentials] = signInWithIdToken.mock.calls[0] as unknown as [
    { provider: string; token: string; nonce: string },
  ];
  expect(credentials).toMatchObject({ provider: "google", token: "id-token" });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(credentials.nonce));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  expect(calls().initialized).toMatchObject({ client_id: "client", nonce: hex.join("") });
  await form.unmount();
  expect(calls().cancelled).toBe(1);
});

test("a refused token is shown, and a script that does not load changes nothing", async () => {
  const error = apiError("Provider google could not be used", "provider_disabled");
  const signInWithIdToken = async () => ({ data: { user: null, session: null }, error });
  const plugins = [googleOneTap({ clientId: "client", script: fakeScript() })];
  const form = await show({ plugins }, { signInWithIdToken } as object);
  await expect.poll(() => calls().prompted).toBe(1);
  calls().initialized?.callback({ credential: "id-token" });
  await expect.element(form.alert).toHaveTextContent("Provider google could not be used");
  await form.unmount();

  const missing = [googleOneTap({ clientId: "client", script: "/missing-script.js" })];
  const plainForm = await show({ plugins: missing }, { signInWithIdToken } as object);
  await expect.element(plainForm.heading("Sign in")).toBeInTheDocument();
  await expect.element(plainForm.alert).toHaveTextContent("");
});
