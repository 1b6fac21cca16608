import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";

const password = "a-long-password-of-ada";
const unknownId = "00000000-0000-0000-0000-00000000000f";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
beforeAll(async () => {
  desk = await startDeskServer({
    "supabase/config.toml":
      'project_id = "shop"\n[auth.mfa.totp]\nenroll_enabled = true\nverify_enabled = true\n',
    "supabase/migrations/20260101000000_notes.sql": `
      create table notes (id int generated always as identity primary key,
        owner_id uuid references auth.users (id) on delete cascade);
      create table orders (id int generated always as identity primary key,
        buyer uuid references auth.users (id) on delete set null);
      create table secrets (id int);
      alter table notes enable row level security;
      alter table secrets enable row level security;
      revoke all on secrets from authenticated;
      create policy own on notes for select to authenticated using (owner_id = (select auth.uid()));
      insert into secrets values (1);
      insert into notes (owner_id) select null from generate_series(1, 3);`,
  });
});
afterAll(() => desk.close());

async function signUp(emailIdentity: string) {
  const client = desk.newClient();
  const { data } = await client.auth.signUp({ email: emailIdentity, password });
  if (!data.session || !data.user) throw new Error("no session");
  return { client, id: data.user.id, token: data.session.access_token };
}

const runSql = async (text: string) => {
  const { status, body } = await desk.call("/sql", { text, as: { role: "postgres" } });
  expect(status).toBe(200);
  return body.results.at(-1);
};

/** Returns the actions in the audit log that concern a user, the oldest first. */
async function auditOf(id: string): Promise<string[]> {
  const { rows } = await runSql(`
    select payload ->> 'actor_username', payload ->> 'action' from auth.audit_log_entries
    where payload::text like '%${id}%' order by created_at`);
  return rows.map((row: unknown[]) => row.join(" "));
}

describe("the list of people", () => {
  test("users are listed in pages, the newest first, and found by address, number, id and metadata", async () => {
    await runSql(`
      insert into auth.users (id, email, phone, created_at, raw_user_meta_data)
      select gen_random_uuid(), 'page' || n || '@pages.example', '4670000' || n,
        case when n > 2 then now() - n * interval '1 day' end, jsonb_build_object('full_name', 'Page 100%_' || n)
      from generate_series(1, 5) as n`);
    const emails: string[] = [];
    let next: string | null = "";
    for (let pages = 0; next !== null && pages < 9; pages += 1) {
      const cursor: string = next ? `&cursor=${encodeURIComponent(next)}` : "";
      const { body } = await desk.call(`/people?search=pages.example&limit=2${cursor}`);
      expect(body.total).toEqual(pages === 0 ? { count: 5, isExact: true } : null);
      emails.push(
        ...body.people.map(({ email: emailIdentity }: { email: string }) => emailIdentity),
      );
      next = body.next;
    }
    expect(emails.slice(0, 3)).toEqual([3, 4, 5].map((n) => `page${n}@pages.example`));
    expect(new Set(emails).size).toBe(5);
    const { body: byName } = await desk.call(`/people?search=${encodeURIComponent("100%_4")}`);
    expect(byName.people).toMatchObject([{ email: "page4@pages.example", name: "Page 100%_4" }]);
    expect((await desk.call("/people?search=46700003")).body.people).toHaveLength(1);
    const [{ id }] = byName.people;
    expect((await desk.call(`/people?search=${id.slice(0, 13)}`)).body.people).toHaveLength(1);
  });

  test.each([
    ["a cursor that is no page's", "cursor=x", "cursor"],
    ["SQL as its cursor", `cursor=${encodeURIComponent('["now()","x"]')}`, "cursor"],
    ["a page of 5,000", "limit=5000", "limit"],
    ["a long search", `search=${"x".repeat(201)}`, "search"],
  ])("a list with %s is refused", async (_, query, mentioned) => {
    const { status, body } = await desk.call(`/people?${query}`);
    expect(status).toBe(400);
    expect(body.message).toContain(mentioned);
  });
});

describe("a person", () => {
  test("a user is created, changed, confirmed and banned through the wire, which audits it", async () => {
    const { body: createdUser } = await desk.call("/people", {
      email: "made@example.com",
      password,
      userMetadata: { plan: "free", old: 1 },
    });
    const { id } = createdUser;
    expect(createdUser.email_confirmed_at).toBeUndefined();
    await desk.call(`/people/${id}`, {
      confirmsEmail: true,
      userMetadata: { plan: "pro", old: null },
    });
    const client = desk.newClient();
    expect(
      (await client.auth.signInWithPassword({ email: "made@example.com", password })).error,
    ).toBe(null);
    const { body: bannedUser } = await desk.call(`/people/${id}`, { banSeconds: 3600 });
    expect(Date.parse(bannedUser.banned_until)).toBeGreaterThan(Date.now());
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: "user_banned" });
    await desk.call(`/people/${id}`, { banSeconds: 0, password: "another-long-password" });
    const { body } = await desk.call(`/people/${id}`);
    expect(body.user).toMatchObject({ user_metadata: { plan: "pro" }, email: "made@example.com" });
    expect(body.user.user_metadata).not.toHaveProperty("old");
    expect(body.user.banned_until).toBeUndefined();
    expect(await auditOf(id)).toEqual(
      expect.arrayContaining(["service_role user_signedup", "service_role user_modified"]),
    );
  });

  test("a refusal has the wire's message, status and code", async () => {
    await desk.call("/people", { email: "twice@example.com" });
    expect(await desk.call("/people", { email: "twice@example.com" })).toMatchObject({
      status: 422,
      body: { code: "email_exists" },
    });
    expect(await desk.call("/people", {})).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
    for (const [path, body] of [
      [`/people/${unknownId}`],
      [`/people/${unknownId}`, { banSeconds: 1 }],
      [`/people/${unknownId}/delete`, {}],
      [`/people/${unknownId}/sessions/end`, {}],
      [`/people/${unknownId}/factors/delete`, { factor: unknownId }],
      [`/people/${unknownId}/passkeys/delete`, { passkey: unknownId }],
      [`/people/${unknownId}/identities/unlink`, { identity: unknownId }],
    ] as const) {
      expect(await desk.call(path, body), path).toMatchObject({
        status: 404,
        body: { code: "user_not_found" },
      });
    }
    for (const id of ["1", "..%2fusers", "%00", `${unknownId}%2f..`]) {
      expect(await desk.call(`/people/${id}`), id).toMatchObject({ status: 400 });
      expect(await desk.call(`/people/${id}/delete`, {}), id).toMatchObject({ status: 400 });
    }
  });

  test("invitations, and messages that users would request, arrive in the inbox", async () => {
    await desk.call("/people/invite", { email: "invited@example.com" });
    await signUp("reset@example.com");
    await desk.call("/people/messages", { kind: "recovery", email: "reset@example.com" });
    const { body } = await desk.call("/mail");
    const kinds = body.messages.map((one: { Kind: string; To: { Address: string }[] }) => [
      one.To[0]?.Address,
      one.Kind,
    ]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ["invited@example.com", "invite"],
        ["reset@example.com", "recovery"],
      ]),
    );
    expect(
      await desk.call("/people/messages", { kind: "magic_link", email: "unknown@example.com" }),
    ).toMatchObject({ status: 422 });
  });

  test("sessions are listed with their devices, and ended one by one or all at once", async () => {
    const { id, client } = await signUp("sessions@example.com");
    await desk.newClient().auth.signInWithPassword({ email: "sessions@example.com", password });
    const { body } = await desk.call(`/people/${id}`);
    expect(body.count).toBe(2);
    expect(body.sessions[0]).toMatchObject({ aal: "aal1", isExpired: false, userAgent: "node" });
    const ownSessionId = JSON.parse(
      atob((await client.auth.getSession()).data.session?.access_token.split(".")[1] ?? ""),
    ).session_id;
    await desk.call(`/people/${id}/sessions/end`, { session: ownSessionId });
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await desk.call(`/people/${id}`)).body.count).toBe(1);
    await desk.call(`/people/${id}/sessions/end`, {});
    expect((await desk.call(`/people/${id}`)).body.count).toBe(0);
    expect(await auditOf(id)).toEqual(expect.arrayContaining(["service_role logout"]));
  });

  test("identities except the last are removed, even if manual linking is disabled", async () => {
    const { id } = await signUp("identities@example.com");
    const readIdentities = async () => (await desk.call(`/people/${id}`)).body.user.identities;
    const [emailIdentity] = await readIdentities();
    expect(
      await desk.call(`/people/${id}/identities/unlink`, { identity: emailIdentity.identity_id }),
    ).toMatchObject({ status: 422, body: { code: "single_identity_not_deletable" } });
    await runSql(`insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('gh-1', '${id}', '{"sub":"gh-1","email":"at-work@example.com"}', 'github')`);
    const github = (await readIdentities()).find(
      (one: { provider: string }) => one.provider === "github",
    );
    await desk.call(`/people/${id}/identities/unlink`, { identity: github.identity_id });
    expect(await readIdentities()).toHaveLength(1);
    expect(await auditOf(github.identity_id)).toEqual(["service_role identity_unlinked"]);
  });

  test("a second factor is deleted", async () => {
    const { id, client } = await signUp("factors@example.com");
    const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
    expect((await desk.call(`/people/${id}`)).body.user.factors).toMatchObject([{ id: data?.id }]);
    await desk.call(`/people/${id}/factors/delete`, { factor: data?.id });
    expect((await desk.call(`/people/${id}`)).body.user.factors).toBeUndefined();
  });

  test("a link signs in as a user once", async () => {
    await signUp("opened@example.com");
    const { body } = await desk.call("/people/link", { email: "opened@example.com" });
    const { pathname, search } = new URL(body.link);
    const follow = () => fetch(`${desk.origin}${pathname}${search}`, { redirect: "manual" });
    expect((await follow()).headers.get("location")).toContain("access_token=");
    expect((await follow()).headers.get("location")).toContain("error_code=otp_expired");
  });

  test("a user is deleted with the rows that refer to them, which are listed before", async () => {
    const { id } = await signUp("gone@example.com");
    await runSql(`insert into notes (owner_id) values ('${id}'), ('${id}');
      insert into orders (buyer) values ('${id}')`);
    expect((await desk.call(`/people/${id}/belongings`)).body.belongings).toEqual([
      {
        schema: "public",
        name: "notes",
        column: "owner_id",
        consequence: "deleted",
        rows: { count: 2, isExact: true },
      },
      {
        schema: "public",
        name: "orders",
        column: "buyer",
        consequence: "kept without the user",
        rows: { count: 1, isExact: true },
      },
    ]);
    expect((await desk.call(`/people/${id}/delete`, {})).status).toBe(200);
    expect((await desk.call(`/people/${id}`)).status).toBe(404);
    expect((await runSql(`select from notes where owner_id = '${id}'`)).rows).toEqual([]);
  });
});

test("the rows that a user can read are counted per table, or PostgreSQL's refusal is returned", async () => {
  const { id } = await signUp("reader@example.com");
  await runSql(`insert into notes (owner_id) values ('${id}')`);
  const as = { role: "authenticated", user: id };
  const relations = ["notes", "secrets", "nothing"].map((name) => ({ schema: "public", name }));
  const { body } = await desk.call("/rows/count", { relations, as });
  expect(body.counts).toMatchObject([
    { name: "notes", visible: { rows: 1, isExact: true }, all: { isExact: true } },
    {
      name: "secrets",
      visible: null,
      refusal: "permission denied for table secrets",
      all: { rows: 1 },
    },
    { name: "nothing", visible: null, all: null },
  ]);
  expect(body.counts[0].all.rows).toBeGreaterThanOrEqual(4);
  const tooManyRelations = Array.from({ length: 21 }, () => ({ schema: "public", name: "notes" }));
  expect((await desk.call("/rows/count", { relations: tooManyRelations, as })).status).toBe(400);
  expect(
    (await desk.call("/rows/count", { relations, as: { ...as, user: unknownId } })).body,
  ).toMatchObject({
    code: "no_user",
  });
});

test("the desk's own calls of wires are not among the recent requests", async () => {
  await desk.call("/people", { email: "quiet@example.com" });
  await desk.call("/mail");
  const { body } = await desk.call("/requests");
  const paths = body.requests.map(({ path }: { path: string }) => path);
  expect(paths.some((path: string) => path.includes("/admin/"))).toBe(false);
});
