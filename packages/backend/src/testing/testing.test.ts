import { readFile } from "node:fs/promises";
import { AuthClient } from "@supabase/auth-js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "./index.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({
    files: {
      "config.toml": `
        [auth.email]
        enable_confirmations = true
        max_frequency = "1s"
        [auth.external.github]
        enabled = true`,
      "migrations/20260101000000_notes.sql": `
        create table public.notes (
          id bigint generated always as identity primary key,
          owner uuid not null default auth.uid() references auth.users on delete cascade,
          body text not null);
        alter table public.notes enable row level security;
        create policy own on public.notes using (owner = auth.uid());
        grant all on public.notes to authenticated`,
    },
  });
});
afterAll(() => backend.close());
afterEach(() => backend.clear());

function newClient(): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${backend.url}/auth/v1`,
    headers: { apikey: backend.publishableKey },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
}

describe("test users", () => {
  it("each test user is signed in to their own account and sees only their own rows", async () => {
    const [ada, grace] = [await backend.signedIn(), await backend.signedIn()];
    expect(ada.email).not.toBe(grace.email);
    await ada.data.from("notes").insert({ body: "mine" }).throwOnError();
    expect((await grace.data.from("notes").select()).data).toEqual([]);
    expect((await ada.data.from("notes").select("body")).data).toEqual([{ body: "mine" }]);
  });

  it("clear deletes the test users and their rows", async () => {
    const { email, data } = await backend.signedIn({ email: "ada@example.com" });
    await data.from("notes").insert({ body: "mine" }).throwOnError();
    await backend.clear();
    expect(await backend.sql("select count(*)::int as left from public.notes")).toEqual([
      { left: 0 },
    ]);
    const sameUser = await backend.signedIn({ email, password: "another phrase" });
    expect(sameUser.user.email).toBe(email);
  });
});

describe("the test inbox", () => {
  it("the test inbox returns a message's code and link, and waits for the next message", async () => {
    const client = newClient();
    const email = "ada@example.com";
    await client.signInWithOtp({ email });
    const firstCode = await backend.inbox.latestCode(email);
    expect(firstCode).toMatch(/^\d{6}$/);
    expect(await backend.inbox.latestLink(email)).toContain(`${backend.url}/auth/v1/verify?token=`);

    backend.clock.advance({ seconds: 2 });
    const secondCode = backend.inbox.latestCode(email);
    await client.signInWithOtp({ email });
    expect(await secondCode).not.toBe(firstCode);
    expect(await backend.inbox.count(email)).toBe(2);
    const { data } = await client.verifyOtp({ email, token: await secondCode, type: "email" });
    expect(data.user?.email).toBe(email);
  });
});

describe("the test clock", () => {
  it("the test clock lets a code expire", async () => {
    const client = newClient();
    const email = "ada@example.com";
    await client.signInWithOtp({ email });
    const token = await backend.inbox.latestCode(email);
    backend.clock.advance({ hours: 1, seconds: 1 });
    const { error } = await client.verifyOtp({ email, token, type: "email" });
    expect(error?.code).toBe("otp_expired");
  });

  it("the test clock applies to tokens and to the database", async () => {
    const { auth } = await backend.signedIn();
    const token = (await auth.getSession()).data.session?.access_token ?? "";
    backend.clock.set(new Date("2031-05-05T05:05:05Z"));
    expect(await backend.sql("select extract(year from now())::int as year")).toEqual([
      { year: 2031 },
    ]);
    expect((await newClient().getUser(token)).error?.code).toBe("bad_jwt");
  });
});

describe("injected failures", () => {
  const email = "ada@example.com";

  it("the test backend can refuse to send mail", async () => {
    await backend.trouble({ mailRefused: true });
    expect((await newClient().signInWithOtp({ email })).error).toBeNull();
    expect(await backend.inbox.count(email)).toBe(0);
    expect(backend.log).toEqual([
      "a message (sign_in) was not sent, and is retried in 2 s: The mail server refused the message.",
    ]);
    await backend.trouble({});
    expect(await backend.inbox.latestCode(email)).toMatch(/^\d{6}$/);
  });

  it("the test backend can reject requests as rate-limited", async () => {
    await backend.trouble({ rateLimited: true });
    const { error } = await newClient().signInWithPassword({ email, password: "whatever" });
    expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("the test backend can slow down the network", async () => {
    await backend.trouble({ delay: 300 });
    const startedAt = performance.now();
    await newClient().signInWithPassword({ email, password: "whatever" });
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });

  it("the test backend can make the social providers unreachable", async () => {
    await backend.trouble({ providersDown: true });
    const authorizeResponse = await fetch(`${backend.url}/auth/v1/authorize?provider=github`, {
      redirect: "manual",
    });
    const consent = new URL(authorizeResponse.headers.get("location") ?? "");
    const cookie = authorizeResponse.headers.getSetCookie().map((line) => line.split(";")[0]);
    const form = new URLSearchParams(consent.search);
    form.set("person", "grace@example.com");
    const consentResponse = await fetch(consent.origin + consent.pathname, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    const callbackResponse = await fetch(consentResponse.headers.get("location") ?? "", {
      headers: { cookie: cookie.join("; ") },
      redirect: "manual",
    });
    expect(callbackResponse.headers.get("location")).toContain("Unable+to+exchange+external+code");
  });
});

it("the examples in docs/testing.md are the code of their tests", async () => {
  const root = new URL("../../../../", import.meta.url);
  const page = await readFile(new URL("docs/testing.md", root), "utf8");
  const examples = [...page.matchAll(/<!-- (\S+) -->\n```ts\n([\s\S]*?)\n```/g)];
  expect(examples).toHaveLength(2);
  for (const [, path = "", code] of examples) {
    expect(`${code}\n`).toBe(await readFile(new URL(path, root), "utf8"));
  }
});
