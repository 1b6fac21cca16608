import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";
import type { RecordedRequest } from "../recent-requests/recorded-request.ts";

const password = "a-long-password-of-ada";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
beforeAll(async () => {
  desk = await startDeskServer({
    "supabase/config.toml": 'project_id = "shop"',
    "supabase/migrations/20260101000000_notes.sql": `
      create table notes (id int primary key, title text, api_token text, amount numeric);
      alter table notes enable row level security;
      create policy own on notes for select to authenticated using (title = auth.email());
      insert into notes values (1, 'ada@example.com'), (2, 'someone else');
      create table open_notes (id int primary key, title text, code text);`,
  });
});
afterAll(() => desk.close());

/** Returns all recent requests, and the position for the next call. */
async function listRequests(position?: string) {
  const { body } = await desk.call(
    `/requests${position === undefined ? "" : `?after=${position}`}`,
  );
  return body as { requests: RecordedRequest[]; next: string };
}

/** Returns the latest request with this start of its path. */
const latest = async (path: string) => {
  const found = (await listRequests()).requests.findLast((one) => one.path.startsWith(path));
  if (!found) throw new Error(`${path} was not recorded`);
  return found;
};

const send = (path: string, headers: Record<string, string> = {}, options: RequestInit = {}) =>
  fetch(`${desk.origin}${path}`, {
    ...options,
    headers: { apikey: desk.keys.publishable, ...headers },
  });

const json = { "content-type": "application/json" };

async function signUp(email: string) {
  const client = desk.newClient();
  const { data } = await client.auth.signUp({ email, password });
  if (!data.session) throw new Error("no session");
  return { client, token: data.session.access_token, refreshToken: data.session.refresh_token };
}

describe("recent requests", () => {
  test("requests are shown with caller, status, rows, and SQL without values", async () => {
    const { client } = await signUp("ada@example.com");
    await client.from("notes").select("title").eq("id", 2);
    const request = await latest("/rest/v1/notes?select=title&id=eq.2");
    expect(request).toMatchObject({
      wire: "rest",
      method: "GET",
      status: 200,
      rows: 0,
      isComplete: true,
      caller: { role: "authenticated", email: "ada@example.com", token: "valid" },
    });
    const statement = request.statements.at(-1);
    expect(statement?.text).toContain('"public"."notes"');
    expect(statement?.text).not.toContain("eq.2");
    await send("/rest/v1/nothing_here");
    expect(await latest("/rest/v1/nothing_here")).toMatchObject({
      status: 404,
      errorCode: "PGRST205",
      rows: null,
      caller: { role: "anon", user: null, token: "valid" },
    });
  });

  test("a request is shown with the kinds of the messages that it sent", async () => {
    await signUp("grace@example.com");
    await desk.newClient().auth.resetPasswordForEmail("grace@example.com");
    expect((await latest("/auth/v1/recover")).messages).toEqual(["recovery"]);
  });

  test("no password, token, key, cookie or code is shown", async () => {
    const { token, refreshToken } = await signUp("secrets@example.com");
    await desk.newClient().auth.signInWithPassword({ email: "secrets@example.com", password });
    await desk.newClient().auth.refreshSession({ refresh_token: refreshToken });
    await send("/auth/v1/verify?token=code-in-a-link&type=signup&redirect_to=x?code=c0de-two");
    await send(`/rest/v1/notes?api_token=eq.hidden-one&select=id`, { cookie: "a=cookie-value" });
    await send(`/rest/v1/notes?title=eq.${encodeURIComponent(token)}`);
    await send(`/rest/v1/notes?title=eq.${token.replaceAll(".", "%2E")}`, {}, { method: "HEAD" });
    await send("/rest/v1/notes", json, {
      method: "POST",
      body: JSON.stringify([{ id: 9, title: `Bearer ${token}`, api_token: "hidden-two" }]),
    });
    await send("/functions/v1/none?code=c0de-three&x=1", { authorization: `Bearer ${token}` });
    await send("/storage/v1/object/sign/a/b?token=signed-value");
    const text = JSON.stringify(await listRequests());
    const secrets = [
      password,
      refreshToken,
      token,
      token.split(".")[2] ?? "",
      token.split(".")[1] ?? "",
      "code-in-a-link",
      "c0de",
      "hidden-",
      "cookie-value",
      "signed-value",
      desk.keys.secret,
      desk.keys.publishable,
      desk.keys.anon,
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(await latest("/rest/v1/notes?api_token=")).toMatchObject({ isComplete: false });
  });

  test("a body without secrets is kept unchanged, with every digit", async () => {
    const body = '{"id": 1, "title": "one", "code": "DE", "amount": 12345678901234567890.10}';
    await send("/rest/v1/open_notes", json, { method: "POST", body });
    expect(await latest("/rest/v1/open_notes")).toMatchObject({ body, isComplete: true });
  });

  test("a body that is long or not JSON is not kept, and a long path is truncated", async () => {
    const longBody = JSON.stringify({ id: 1, title: "x".repeat(20_000) });
    await send("/rest/v1/open_notes?long", json, { method: "POST", body: longBody });
    expect(await latest("/rest/v1/open_notes?long")).toMatchObject({
      body: null,
      isComplete: false,
    });
    await send(
      "/rest/v1/open_notes?csv",
      { "content-type": "text/csv" },
      { method: "POST", body: "id\n1" },
    );
    expect(await latest("/rest/v1/open_notes?csv")).toMatchObject({
      body: null,
      isComplete: false,
    });
    await send(`/rest/v1/open_notes?id=eq.${"1".repeat(6_000)}`);
    const { path, isComplete } = await latest("/rest/v1/open_notes?id=eq.11");
    expect([path.length, isComplete]).toEqual([4_000, false]);
  });

  test("new requests arrive once each while a call waits, without those of the desk", async () => {
    let position = (await listRequests()).next;
    for (;;) {
      const newRequests = listRequests(position);
      const firstResult = await Promise.race([
        newRequests,
        send("/rest/v1/open_notes?waited").then(() => newRequests),
      ]);
      position = firstResult.next;
      if (firstResult.requests.some(({ path }) => path.includes("waited"))) break;
    }
    const allRequests = (await listRequests()).requests;
    expect(allRequests.some(({ path }) => path.startsWith("/desk"))).toBe(false);
    expect(new Set(allRequests.map(({ id }) => id)).size).toBe(allRequests.length);
    const fromAnotherProcess = await listRequests("another-process.99999");
    expect(fromAnotherProcess.requests.length).toBe(allRequests.length);
  });

  test("requests cannot be read or repeated without the key", async () => {
    const withoutKey = { "x-portico-desk": "" };
    expect((await desk.call("/requests", undefined, withoutKey)).status).toBe(401);
    for (const path of [
      "/requests/1/repeat",
      "/why",
      "/why/test",
      "/files/tests",
      "/files/migrations",
    ]) {
      expect([path, (await desk.call(path, {}, withoutKey)).status]).toEqual([path, 401]);
      const foreignResponse = await desk.call(path, {}, { origin: "http://localhost:5173" });
      expect([path, foreignResponse.status]).toEqual([path, 403]);
    }
  });
});

describe("repeating a request", () => {
  const repeat = (id: number) => desk.call(`/requests/${id}/repeat`, {});

  test("a request is sent again as its caller", async () => {
    const { client } = await signUp("repeat@example.com");
    await client.from("notes").select("id").order("id");
    const { id } = await latest("/rest/v1/notes?select=id&order");
    expect((await repeat(id)).body).toMatchObject({ status: 200, body: "[]", isCut: false });
    await desk.newClient(desk.keys.secret).from("notes").select("id").order("id").limit(2);
    const serverRequest = await latest("/rest/v1/notes?select=id&order=id.asc&limit=2");
    expect((await repeat(serverRequest.id)).body.body).toBe('[{"id":1}, \n {"id":2}]');
    await send("/rest/v1/open_notes?repeated", json, { method: "POST", body: '{"id": 77}' });
    expect((await repeat((await latest("/rest/v1/open_notes?repeated")).id)).body.status).toBe(409);
  });

  test("a request without its secret, or with a forged token, is not repeated", async () => {
    await send("/auth/v1/token?grant_type=password", json, {
      method: "POST",
      body: JSON.stringify({ email: "ada@example.com", password }),
    });
    const signIn = await latest("/auth/v1/token");
    expect(await repeat(signIn.id)).toMatchObject({ status: 409, body: { code: "cannot_repeat" } });
    const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const forgedToken = `${encodePart({ alg: "HS256" })}.${encodePart({ role: "service_role", sub: "x" })}.AAAA`;
    await send("/rest/v1/notes?forged", { authorization: `Bearer ${forgedToken}` });
    const request = await latest("/rest/v1/notes?forged");
    expect(request).toMatchObject({
      status: 401,
      caller: { role: "service_role", token: "refused" },
    });
    expect(await repeat(request.id)).toMatchObject({ status: 409 });
    expect(await desk.call("/why", { request: request.id })).toMatchObject({ status: 400 });
    expect(await repeat(999_999)).toMatchObject({ status: 404, body: { code: "no_request" } });
  });
});
