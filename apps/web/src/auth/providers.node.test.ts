import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startBackend, type TestBackend } from "../../test/backend.ts";
import { defaultProviders, fetchSettings, socialProvidersOf } from "./providers.ts";

const fetchProviders = async (...args: Parameters<typeof fetchSettings>) =>
  socialProvidersOf(await fetchSettings(...args));

const hosted = { url: "https://abc.supabase.co", publishableKey: "sb_publishable_1" };

const respondingWith =
  (body: unknown, status = 200): typeof fetch =>
  async () =>
    Response.json(body, { status });

describe("the social providers", () => {
  it("the settings of a hosted backend are fetched with its key", async () => {
    const requests: Request[] = [];
    await fetchProviders(hosted, async (...request) => {
      requests.push(new Request(...request));
      return Response.json({ external: {} });
    });
    expect(requests.map(({ url }) => url)).toEqual(["https://abc.supabase.co/auth/v1/settings"]);
    expect(requests[0]?.headers.get("apikey")).toBe("sb_publishable_1");
  });

  it("the enabled social providers are shown, the default ones first", async () => {
    const external = {
      anonymous_users: true,
      google: true,
      snapchat: true,
      bitbucket: false,
      apple: true,
      linkedin_oidc: true,
      email: true,
      phone: true,
      zoom: "yes",
    };
    expect(
      await fetchProviders(hosted, respondingWith({ external, disable_signup: true })),
    ).toEqual(["google", "apple", "linkedin_oidc", "snapchat"]);
  });

  it("no providers are shown if none is enabled", async () => {
    const external = { anonymous_users: false, google: false, email: true, phone: false };
    expect(await fetchProviders(hosted, respondingWith({ external }))).toEqual([]);
  });

  it.each<[string, typeof fetch]>([
    ["an error", respondingWith({ external: { apple: true } }, 401)],
    ["an object without settings", respondingWith({ message: "hello" })],
    ["null", respondingWith(null)],
    ["null providers", respondingWith({ external: null })],
    ["an HTML page", async () => new Response("<!doctype html>")],
    ["a network failure", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("the default providers are shown if the response is %s", async (_, fetchImpl) => {
    expect(await fetchProviders(hosted, fetchImpl)).toEqual(["github", "google", "azure"]);
  });

  it("the default providers are shown if the backend does not answer in time", async () => {
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
    onTestFinished(() => timeout.mockRestore());
    const providers = fetchProviders(
      hosted,
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    clock.abort(new DOMException("", "TimeoutError"));
    expect(await providers).toEqual(defaultProviders);
    expect(timeout.mock.calls[0]?.[0]).toBeLessThanOrEqual(3000);
  });
});

describe("with the embedded backend", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend.stop());

  it("the embedded backend reports the providers of supabase/config.toml", async () => {
    const { origin: url, publishableKey } = backend;
    expect(await fetchProviders({ url, publishableKey })).toEqual(["github", "google", "azure"]);
  });
});
