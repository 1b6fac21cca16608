import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startBackend, type TestBackend } from "../../test/backend.ts";
import { defaultProviders, providersIn, settingsOf } from "./providers.ts";

const providersOf = async (...asked: Parameters<typeof settingsOf>) =>
  providersIn(await settingsOf(...asked));

const hosted = { url: "https://abc.supabase.co", publishableKey: "sb_publishable_1" };

const serving =
  (body: unknown, status = 200): typeof fetch =>
  async () =>
    Response.json(body, { status });

describe("providersOf", () => {
  it("asks the hosted service with its key", async () => {
    const asked: Request[] = [];
    await providersOf(hosted, async (...request) => {
      asked.push(new Request(...request));
      return Response.json({ external: {} });
    });
    expect(asked.map(({ url }) => url)).toEqual(["https://abc.supabase.co/auth/v1/settings"]);
    expect(asked[0]?.headers.get("apikey")).toBe("sb_publishable_1");
  });

  it("takes those that are on, the default ones first, and nothing else", async () => {
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
    expect(await providersOf(hosted, serving({ external, disable_signup: true }))).toEqual([
      "google",
      "apple",
      "linkedin_oidc",
      "snapchat",
    ]);
  });

  it("takes none where none is on", async () => {
    const external = { anonymous_users: false, google: false, email: true, phone: false };
    expect(await providersOf(hosted, serving({ external }))).toEqual([]);
  });

  it.each<[string, typeof fetch]>([
    ["a refusal", serving({ external: { apple: true } }, 401)],
    ["no settings", serving({ message: "hello" })],
    ["null", serving(null)],
    ["null for them", serving({ external: null })],
    ["a page", async () => new Response("<!doctype html>")],
    ["no answer", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("falls back to those of the forms when it gets %s", async (_, send) => {
    expect(await providersOf(hosted, send)).toEqual(["github", "google", "azure"]);
  });

  it("does not keep the form waiting for a backend that says nothing", async () => {
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
    onTestFinished(() => timeout.mockRestore());
    const asked = providersOf(
      hosted,
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    clock.abort(new DOMException("", "TimeoutError"));
    expect(await asked).toEqual(defaultProviders);
    expect(timeout.mock.calls[0]?.[0]).toBeLessThanOrEqual(3000);
  });
});

describe("with the embedded backend", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend.stop());

  it("takes those of supabase/config.toml, which the sandbox plays", async () => {
    const { origin: url, publishableKey } = backend;
    expect(await providersOf({ url, publishableKey })).toEqual(["github", "google", "azure"]);
  });
});
