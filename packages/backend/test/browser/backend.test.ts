import {
  type BrowserBackend,
  ConfigError,
  createSnapshot,
  DatabaseInUse,
  MigrationError,
  startBackend,
} from "@portico/backend/browser";
import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, expect, test } from "vitest";

const files = {
  "config.toml": `
    [auth]
    site_url = "https://app.example.com"
    [auth.email]
    enable_confirmations = true
    [auth.mfa.totp]
    enroll_enabled = true
    verify_enabled = true
    [auth.external.github]
    enabled = true`,
  "migrations/20260101000000_notes.sql": `
    create table notes (
      title text primary key,
      owner uuid not null default auth.uid() references auth.users on delete cascade);
    alter table notes enable row level security;
    create policy own on notes using (owner = auth.uid());
    grant all on notes to authenticated`,
  "seed.sql": "create table seeded as select 1 as id; grant select on seeded to anon",
};
const password = "correct horse battery";

let snapshot: Blob;
let backend: BrowserBackend;
beforeAll(async () => {
  snapshot = await createSnapshot();
  backend = await startBackend({ files, snapshot });
});
afterAll(() => backend.close());

const clientOf = ({ url, publishableKey, fetch }: BrowserBackend) =>
  new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    fetch,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });

const dataOf = ({ url, publishableKey, fetch }: BrowserBackend, token = publishableKey) =>
  new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    fetch,
  });

/** Signs up and follows the link in the e-mail, as a page without a server does. */
async function signUp(target: BrowserBackend, email: string) {
  const auth = clientOf(target);
  const signUpResult = await auth.signUp({ email, password });
  expect(signUpResult).toMatchObject({ error: null, data: { session: null } });
  const visit = await target.visit(await target.inbox.latestLink(email));
  expect(visit.page).toBeUndefined();
  const tokens = new URLSearchParams(new URL(visit.url).hash.slice(1));
  const { data, error } = await auth.setSession({
    access_token: tokens.get("access_token") ?? "",
    refresh_token: tokens.get("refresh_token") ?? "",
  });
  expect(error).toBeNull();
  return { auth, visit, token: data.session?.access_token ?? "" };
}

test("a user signs up with the link of a message in one tab", async () => {
  const { auth, visit } = await signUp(backend, "ada@example.com");
  expect(visit.url).toMatch(/^https:\/\/app\.example\.com\/?#access_token=/);
  const { data } = await auth.getUser();
  expect(data.user).toMatchObject({ email: "ada@example.com", role: "authenticated" });
});

test("a link works once, and the second visit gets the wire's error", async () => {
  await clientOf(backend).signUp({ email: "once@example.com", password });
  const link = await backend.inbox.latestLink("once@example.com");
  await backend.visit(link);
  const repeated = await backend.visit(link);
  expect(new URL(repeated.url).hash).toContain("error_code=otp_expired");
});

test("a PKCE code returns to the page that started the flow", async () => {
  const memory = new Map<string, string>();
  const auth = new AuthClient({
    url: `${backend.url}/auth/v1`,
    headers: { apikey: backend.publishableKey },
    fetch: backend.fetch,
    flowType: "pkce",
    detectSessionInUrl: false,
    autoRefreshToken: false,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
  });
  await auth.signInWithOtp({ email: "pkce@example.com" });
  const { url } = await backend.visit(await backend.inbox.latestLink("pkce@example.com"));
  const code = new URL(url).searchParams.get("code") ?? "";
  const { data, error } = await auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user?.email).toBe("pkce@example.com");
});

test("a password signs in, a wrong password does not, and a session is refreshed", async () => {
  await signUp(backend, "grace@example.com");
  const auth = clientOf(backend);
  const wrongPasswordResult = await auth.signInWithPassword({
    email: "grace@example.com",
    password: "wrong",
  });
  expect(wrongPasswordResult.error?.code).toBe("invalid_credentials");
  const { data } = await auth.signInWithPassword({ email: "grace@example.com", password });
  const refreshResult = await auth.refreshSession();
  expect(refreshResult.error).toBeNull();
  expect(refreshResult.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
  expect((await auth.getClaims()).data?.claims.sub).toBe(data.user?.id);
});

test("a one-time code signs in", async () => {
  const auth = clientOf(backend);
  await auth.signInWithOtp({ email: "code@example.com" });
  const token = await backend.inbox.latestCode("code@example.com");
  const { data, error } = await auth.verifyOtp({ email: "code@example.com", token, type: "email" });
  expect(error).toBeNull();
  expect(data.user?.email).toBe("code@example.com");
});

test("each of two users sees only the rows that row-level security allows", async () => {
  const [ada, grace] = [
    await signUp(backend, "one@example.com"),
    await signUp(backend, "other@example.com"),
  ];
  const [adaRest, graceRest] = [dataOf(backend, ada.token), dataOf(backend, grace.token)];
  expect((await adaRest.from("notes").insert({ title: "mine" })).error).toBeNull();
  expect((await graceRest.from("notes").select()).data).toEqual([]);
  expect((await adaRest.from("notes").select("title")).data).toEqual([{ title: "mine" }]);
  expect((await dataOf(backend).from("notes").select()).data).toEqual([]);
  expect((await dataOf(backend).from("seeded").select()).data).toEqual([{ id: 1 }]);
});

test("a second factor is enrolled and then required", async () => {
  const { auth } = await signUp(backend, "factors@example.com");
  const enrollment = await auth.mfa.enroll({ factorType: "totp" });
  expect(enrollment.error).toBeNull();
  expect(enrollment.data?.type === "totp" && enrollment.data.totp.qr_code).toContain("<svg");
  const factorId = enrollment.data?.id ?? "";
  const challenge = await auth.mfa.challenge({ factorId });
  const verification = await auth.mfa.verify({
    factorId,
    challengeId: challenge.data?.id ?? "",
    code: "000000",
  });
  expect(verification.error?.code).toBe("mfa_verification_failed");
});

test("a sandbox provider signs in, page by page", async () => {
  const auth = clientOf(backend);
  const { data } = await auth.signInWithOAuth({
    provider: "github",
    options: { skipBrowserRedirect: true },
  });
  const { page, url } = await backend.visit(data.url ?? "");
  expect(page?.status).toBe(200);
  const document = new DOMParser().parseFromString((await page?.text()) ?? "", "text/html");
  const form = document.querySelector("form");
  const fields = new FormData(form ?? undefined, form?.querySelector("button"));
  const method = form?.method ?? "get";
  const submittedFields = new URLSearchParams(
    [...fields].map(([name, value]) => [name, String(value)]),
  );
  const action = new URL(form?.getAttribute("action") ?? "", url);
  if (method === "get") action.search = String(submittedFields);
  const finalVisit = await backend.visit(
    action.href,
    method === "get" ? {} : { method, body: submittedFields },
  );
  expect(new URL(finalVisit.url).hash).toContain("access_token=");
});

test("a long response arrives complete", async () => {
  await backend.sql(
    "create table long as select repeat('é', 300000) as text from generate_series(1, 3)",
  );
  await backend.sql("grant select on long to anon");
  const { data } = await dataOf(backend).from("long").select();
  expect(data?.map(({ text }) => text.length)).toEqual([300_000, 300_000, 300_000]);
});

test("a database error has PostgreSQL's message", async () => {
  await expect(backend.sql("select 1 / 0")).rejects.toThrow("division by zero");
  const { error, status } = await dataOf(backend).from("nothing").select();
  expect([status, error?.code]).toEqual([404, "PGRST205"]);
});

test("an aborted request rejects, like an aborted request over the network", async () => {
  const request = backend.fetch(`${backend.url}/auth/v1/health`, { signal: AbortSignal.abort() });
  await expect(request).rejects.toThrow("aborted");
});

test("data in the browser survives a restart, and only one backend at a time can open it", async () => {
  const data = `idb://${crypto.randomUUID()}` as const;
  const firstBackend = await startBackend({ files, data, snapshot });
  await signUp(firstBackend, "ada@example.com");
  await expect(startBackend({ files, data })).rejects.toThrow(DatabaseInUse);
  await firstBackend.close();
  const secondBackend = await startBackend({ files, data, snapshot });
  expect(secondBackend.publishableKey).toBe(firstBackend.publishableKey);
  const signInResult = await clientOf(secondBackend).signInWithPassword({
    email: "ada@example.com",
    password,
  });
  expect(signInResult.error).toBeNull();
  await secondBackend.close();
  const lateSignUp = await clientOf(secondBackend).signUp({ email: "grace@example.com", password });
  expect(lateSignUp.error?.status).toBeGreaterThanOrEqual(500);
});

test("databases from one snapshot have their own keys", async () => {
  // Some hosts decompress the archive before the page receives it.
  const uncompressedSnapshot = snapshot.stream().pipeThrough(new DecompressionStream("gzip"));
  await using grace = await startBackend({
    snapshot: await new Response(uncompressedSnapshot).blob(),
  });
  expect(grace.publishableKey).not.toBe(backend.publishableKey);
  expect(grace.secretKey).not.toBe(backend.secretKey);
});

test("a snapshot excludes the log of its creation", () => {
  expect(snapshot.size).toBeLessThan(4_000_000);
});

test("an error in the configuration or in a migration makes the start fail", async () => {
  const backendWithInvalidConfig = startBackend({
    files: { "config.toml": "[auth]\njwt_expiry = true" },
  });
  await expect(backendWithInvalidConfig).rejects.toThrow(ConfigError);
  const backendWithInvalidMigration = startBackend({
    files: { "migrations/1_wrong.sql": "create tabel a ()" },
    snapshot,
  });
  await expect(backendWithInvalidMigration).rejects.toThrow(MigrationError);
});
