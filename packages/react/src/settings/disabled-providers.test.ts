import { AuthClient } from "@supabase/auth-js";
import { afterEach, expect, test, vi } from "vitest";
import { assertProviderEnabled, warnAboutDisabledProviders } from "./disabled-providers.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const createTestClient = (url: string) => ({
  auth: new AuthClient({ url, headers: { apikey: "a key" }, storageKey: crypto.randomUUID() }),
});

test("disabled providers are reported in the console, once per client", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const fetchMock = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ external: { github: false, google: true } }));
  const client = createTestClient("http://127.0.0.1:9/auth/v1");
  await warnAboutDisabledProviders(client, ["github", "google", "custom:acme"]);
  await warnAboutDisabledProviders(client, ["github", "google", "custom:acme"]);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toMatch(
    /shows github, which http:\/\/127\.0\.0\.1:9 has disabled.*\[auth\.external\.github\]/,
  );
});

test("no provider is reported if the server does not respond with its settings", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await warnAboutDisabledProviders(createTestClient("http://127.0.0.1:9/auth/v1"), ["github"]);
  expect(warn).not.toHaveBeenCalled();
});

test("sign-in with a disabled provider throws an error that tells how to enable it", async () => {
  const fetchMock = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ external: { github: false, google: true } }));
  const client = createTestClient("http://127.0.0.1:9/auth/v1");
  await expect(assertProviderEnabled(client, "github")).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:9 has disabled github\. Remove it from `providers`, or enable it/,
  );
  await assertProviderEnabled(client, "google");
  await assertProviderEnabled(client, "custom:acme");
  fetchMock.mockImplementation(async () => Response.json({ external: { github: true } }));
  await assertProviderEnabled(client, "github");
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  await assertProviderEnabled(client, "github");
});
