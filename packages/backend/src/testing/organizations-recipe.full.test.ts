import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { type Person, startBackend, type TestBackend } from "./index.ts";

/*
 * The migration of docs/organizations.md, with the notes of the example that uses it. Every request is what an attacker
 * can send: a signed-in client over HTTP.
 */

const root = join(import.meta.dirname, "../../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const shared = "examples/shared/supabase/migrations";
const own = "examples/vite-query/supabase/migrations";
const name = "20261126120000_organizations.sql";

let backend: TestBackend;
let drop: () => Promise<void>;
let owner: Person;
let admin: Person;
let member: Person;
let stranger: Person;
let organization: string;

beforeAll(async () => {
  const { storage, drop: dropDatabase } = await makeTestStorage();
  drop = dropDatabase;
  backend = await startBackend({
    ...("url" in storage && { databaseUrl: storage.url }),
    files: {
      "config.toml": read("examples/vite-query/supabase/config.toml"),
      "migrations/20260801090000_notes.sql": read(`${shared}/20260801090000_notes.sql`),
      "migrations/20261125090000_second_factor.sql": read(
        `${shared}/20261125090000_second_factor.sql`,
      ),
      [`migrations/${name}`]: read(`${own}/${name}`),
      "migrations/20261126121000_notes.sql": read(
        `${own}/20261126121000_notes_of_organizations.sql`,
      ),
    },
  });
});
afterAll(async () => {
  await backend?.close();
  await drop?.();
});

beforeEach(async () => {
  await backend.clear();
  const signedIn = (email: string) => backend.signedIn({ email: `${email}@example.com` });
  [owner, admin, member, stranger] = [
    await signedIn("owner"),
    await signedIn("admin"),
    await signedIn("member"),
    await signedIn("stranger"),
  ];
  organization = await create(owner, "Analytical Engines");
  await addMember(admin, "admin");
  await addMember(member, "member");
});

/** Calls a function of the database, and returns its result. */
async function call<Result>(person: Person, name: string, parameters: object = {}) {
  const { data, error } = await person.data.rpc(name, parameters);
  if (error) throw error;
  return data as Result;
}

/** Expects that a function call fails with this hint. */
async function expectRefusal(person: Person, name: string, parameters: object, hint: string) {
  const { error, status } = await person.data.rpc(name, parameters);
  expect([name, error?.hint]).toEqual([name, hint]);
  expect(status).toBeLessThan(500);
}

async function create(person: Person, organization_name: string) {
  const id = await call<string>(person, "create_organization", { organization_name });
  await refresh(person);
  return id;
}

async function refresh(person: Person) {
  const { error } = await person.auth.refreshSession();
  if (error) throw error;
}

const invite = (person: Person, email: string, invitee_role = "member") =>
  call<string>(person, "invite_organization_member", {
    organization,
    invitee: email,
    invitee_role,
  });

const answer = (person: Person, invitation: string, accepts = true) =>
  call(person, "answer_organization_invitation", { invitation, accepts });

/** Invites a person with a role, and accepts the invitation as that person. */
async function addMember(person: Person, role: string) {
  await answer(person, await invite(owner, person.email, role));
  await refresh(person);
}

async function claims({ auth }: Person) {
  const { data } = await auth.getClaims();
  return { id: data?.claims["org_id"], role: data?.claims["org_role"] };
}

const setRole = (target: Person, new_role: string) => ({
  organization,
  member: target.user.id,
  new_role,
});
const memberOf = (target: Person) => ({ organization, member: target.user.id });

const textsOf = async (person: Person) => {
  const { data, error } = await person.data.from("notes").select("text").order("text");
  if (error) throw error;
  return data.map(({ text }) => text);
};

describe("the claims of the access token", () => {
  test("a new organization is the active one of the session that created it", async () => {
    expect(await claims(owner)).toEqual({ id: organization, role: "owner" });
    expect(await claims(stranger)).toEqual({ id: undefined, role: undefined });
  });

  test("each session has its own active organization, and a new one starts with the latest", async () => {
    const second = await create(owner, "Difference Engines");
    const elsewhere = await backend.signedIn(owner);
    expect((await claims(elsewhere)).id).toBe(second);
    await call(elsewhere, "switch_organization", { organization });
    await refresh(elsewhere);
    await refresh(owner);
    expect((await claims(elsewhere)).id).toBe(organization);
    expect((await claims(owner)).id).toBe(second);
    await call(owner, "switch_organization", { organization: null });
    await refresh(owner);
    expect((await claims(owner)).id).toBeUndefined();
  });

  test("nobody can switch to an organization of others", async () => {
    await expectRefusal(stranger, "switch_organization", { organization }, "org_not_member");
    await refresh(stranger);
    expect((await claims(stranger)).id).toBeUndefined();
  });
});

describe("the rows of an organization", () => {
  test("members share the notes of the active organization, and nobody else reads or writes them", async () => {
    await member.data.from("notes").insert({ text: "Shared" }).throwOnError();
    await stranger.data.from("notes").insert({ text: "Private" }).throwOnError();
    expect(await textsOf(owner)).toEqual(["Shared"]);
    expect(await textsOf(stranger)).toEqual(["Private"]);
    const forged = await stranger.data
      .from("notes")
      .insert({ text: "Forged", organization_id: organization });
    expect(forged.error?.code).toBe("42501");

    await call(member, "switch_organization", { organization: null });
    await refresh(member);
    expect(await textsOf(member)).toEqual([]);
  });

  test("a removed member reads nothing with a token that still has the claim", async () => {
    await owner.data.from("notes").insert({ text: "Shared" }).throwOnError();
    expect(await textsOf(member)).toEqual(["Shared"]);
    await call(owner, "remove_organization_member", memberOf(member));
    expect((await claims(member)).id).toBe(organization);
    expect(await textsOf(member)).toEqual([]);
    const write = await member.data
      .from("notes")
      .insert({ text: "Late", organization_id: organization });
    expect(write.error?.code).toBe("42501");
    await refresh(member);
    expect((await claims(member)).id).toBeUndefined();
  });

  test("strangers see no organization and no member, and nobody writes the tables", async () => {
    for (const table of ["organizations", "organization_members"]) {
      expect((await stranger.data.from(table).select()).data).toEqual([]);
      expect((await owner.data.from(table).select()).data).not.toEqual([]);
      for (const person of [owner, stranger]) {
        const id = table === "organizations" ? "id" : "organization_id";
        const row: Record<string, string> = { [id]: organization };
        const { error: insertError } = await person.data.from(table).insert(row as never);
        const { error: updateError } = await person.data
          .from(table)
          .update({ created_at: "2000-01-01" })
          .eq(id, organization);
        const { error: deleteError } = await person.data.from(table).delete().eq(id, organization);
        expect([insertError?.code, updateError?.code, deleteError?.code]).toEqual(
          Array(3).fill("42501"),
        );
      }
    }
    expect(await call(stranger, "list_organizations")).toEqual([]);
    expect(await call(stranger, "list_organization_members", { organization })).toEqual([]);
    expect(await call(stranger, "list_organization_invitations", { organization })).toEqual([]);
  });

  test("visitors and helper functions are refused", async () => {
    const headers = { apikey: backend.publishableKey, "Content-Type": "application/json" };
    const visitor = await fetch(`${backend.url}/rest/v1/rpc/list_organizations`, {
      method: "POST",
      headers,
      body: "{}",
    });
    expect(visitor.status).toBe(401);
    const exposed = await backend.sql(`
      select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
          and (has_function_privilege('anon', p.oid, 'execute')
            or p.prosecdef and not coalesce(p.proconfig::text like '%search_path=%', false))`);
    expect(exposed).toEqual([]);
    for (const name of ["add_organization_member", "add_organization_claims"]) {
      expect((await owner.data.rpc(name)).status).toBe(404);
      expect((await owner.data.schema("private").rpc(name)).status).toBe(406);
    }
  });
});

describe("the roles", () => {
  test("members can neither invite, nor change roles, nor remove others", async () => {
    const invitation = { organization, invitee: "new@example.com", invitee_role: "member" };
    await expectRefusal(member, "invite_organization_member", invitation, "org_role");
    await expectRefusal(member, "set_organization_role", setRole(member, "owner"), "org_role");
    await expectRefusal(member, "remove_organization_member", memberOf(admin), "org_role");
    await expectRefusal(member, "delete_organization", { organization }, "org_role");
    const id = await invite(owner, "new@example.com");
    await expectRefusal(member, "revoke_organization_invitation", { invitation: id }, "org_role");
    expect(await call(member, "list_organization_invitations", { organization })).toEqual([]);
  });

  test("admins manage everyone except owners", async () => {
    const invitation = { organization, invitee: "new@example.com", invitee_role: "owner" };
    await expectRefusal(admin, "invite_organization_member", invitation, "org_role");
    await expectRefusal(admin, "set_organization_role", setRole(admin, "owner"), "org_role");
    await expectRefusal(admin, "set_organization_role", setRole(owner, "member"), "org_role");
    await expectRefusal(admin, "remove_organization_member", memberOf(owner), "org_role");
    await expectRefusal(admin, "delete_organization", { organization }, "org_role");
    const id = await invite(owner, "new@example.com", "owner");
    await expectRefusal(admin, "revoke_organization_invitation", { invitation: id }, "org_role");
    await call(admin, "set_organization_role", setRole(member, "admin"));
    await refresh(member);
    expect((await claims(member)).role).toBe("admin");
    await call(admin, "remove_organization_member", memberOf(member));
  });

  test("strangers are refused like callers of an organization that does not exist", async () => {
    for (const id of [organization, crypto.randomUUID()]) {
      const target = { organization: id, member: member.user.id };
      const invitation = { organization: id, invitee: "x@example.com", invitee_role: "member" };
      for (const [name, parameters] of [
        ["delete_organization", { organization: id }],
        ["set_organization_role", { ...target, new_role: "admin" }],
        ["remove_organization_member", target],
        ["invite_organization_member", invitation],
      ] as const)
        await expectRefusal(stranger, name, parameters, "org_not_member");
    }
    const invitation = await invite(owner, "x@example.com");
    for (const id of [invitation, crypto.randomUUID()]) {
      const parameters = { invitation: id };
      await expectRefusal(stranger, "revoke_organization_invitation", parameters, "org_not_member");
    }
  });

  test("the last owner can neither leave nor become a member", async () => {
    await expectRefusal(owner, "remove_organization_member", memberOf(owner), "org_last_owner");
    await expectRefusal(owner, "set_organization_role", setRole(owner, "admin"), "org_last_owner");
    await call(owner, "set_organization_role", setRole(admin, "owner"));
    await call(owner, "remove_organization_member", memberOf(owner));
    await expectRefusal(admin, "remove_organization_member", memberOf(admin), "org_last_owner");
  });

  test("two owners who leave at once leave one owner behind", async () => {
    await call(owner, "set_organization_role", setRole(admin, "owner"));
    const results = await Promise.all(
      [owner, admin].map((person) =>
        person.data.rpc("remove_organization_member", memberOf(person)),
      ),
    );
    expect(results.map(({ error }) => error?.hint ?? "left").sort()).toEqual([
      "left",
      "org_last_owner",
    ]);
  });

  test("deleting the last owner's account makes the first admin an owner", async () => {
    await backend.sql(`delete from auth.users where id = '${owner.user.id}'`);
    const members = await call<{ email: string; role: string }[]>(
      admin,
      "list_organization_members",
      { organization },
    );
    expect(members.map(({ email, role }) => [email, role])).toEqual([
      [admin.email, "owner"],
      [member.email, "member"],
    ]);
    await backend.sql(
      `delete from auth.users where email in ('${admin.email}', '${member.email}')`,
    );
    expect(await backend.sql("select * from public.organizations")).toEqual([]);
  });

  test("an owner deletes the organization with its notes", async () => {
    await member.data.from("notes").insert({ text: "Shared" }).throwOnError();
    await call(owner, "delete_organization", { organization });
    expect(await backend.sql("select * from public.notes")).toEqual([]);
    await refresh(owner);
    expect((await claims(owner)).id).toBeUndefined();
  });
});

describe("invitations", () => {
  test("only the invited address sees and answers an invitation", async () => {
    const invitation = await invite(owner, " Stranger@Example.com ");
    const outsider = await backend.signedIn({ email: "outsider@example.com" });
    expect(await call(outsider, "list_my_organization_invitations")).toEqual([]);
    for (const accepts of [true, false]) {
      const parameters = { invitation, accepts };
      const name = "answer_organization_invitation";
      await expectRefusal(outsider, name, parameters, "org_invitation_over");
    }
    expect(await call(stranger, "list_my_organization_invitations")).toMatchObject([
      {
        id: invitation,
        organization_name: "Analytical Engines",
        role: "member",
        invited_by: owner.email,
      },
    ]);
    await answer(stranger, invitation);
    await refresh(stranger);
    expect(await claims(stranger)).toEqual({ id: organization, role: "member" });
  });

  test("an account that has not proved the address cannot accept", async () => {
    const invitation = await invite(owner, "stranger@example.com");
    await backend.sql(
      `update auth.users set email_confirmed_at = null where id = '${stranger.user.id}'`,
    );
    expect(await call(stranger, "list_my_organization_invitations")).toEqual([]);
    const parameters = { invitation, accepts: true };
    const name = "answer_organization_invitation";
    await expectRefusal(stranger, name, parameters, "org_invitation_over");
  });

  test("an invitation is used once, and not after it was declined, revoked, replaced or has expired", async () => {
    const name = "answer_organization_invitation";
    const expectOver = (invitation: string) =>
      expectRefusal(stranger, name, { invitation, accepts: true }, "org_invitation_over");

    const accepted = await invite(owner, stranger.email);
    await answer(stranger, accepted);
    await call(owner, "remove_organization_member", memberOf(stranger));
    await expectOver(accepted);

    const declined = await invite(owner, stranger.email);
    await answer(stranger, declined, false);
    await expectOver(declined);

    const revoked = await invite(owner, stranger.email);
    await call(owner, "revoke_organization_invitation", { invitation: revoked });
    await expectOver(revoked);

    const replaced = await invite(owner, stranger.email, "owner");
    const current = await invite(owner, stranger.email, "member");
    await expectOver(replaced);
    await backend.sql(
      `update private.organization_invitations set expires_at = now() where id = '${current}'`,
    );
    await expectOver(current);
    expect(await call(stranger, "list_my_organization_invitations")).toEqual([]);
  });

  test("an invitation ends when the account of its sender is deleted", async () => {
    const invitation = await invite(admin, stranger.email, "admin");
    await backend.sql(`delete from auth.users where id = '${admin.user.id}'`);
    expect(await call(owner, "list_organization_invitations", { organization })).toEqual([]);
    await expectRefusal(
      stranger,
      "answer_organization_invitation",
      { invitation, accepts: true },
      "org_invitation_over",
    );
  });

  test("an invitation ends when its sender may no longer invite", async () => {
    const invitation = await invite(admin, stranger.email, "admin");
    await call(owner, "set_organization_role", setRole(admin, "member"));
    expect(await call(stranger, "list_my_organization_invitations")).toEqual([]);
    await expectRefusal(
      stranger,
      "answer_organization_invitation",
      { invitation, accepts: true },
      "org_invitation_over",
    );
  });

  test("inviting an address answers alike whether it has an account or not", async () => {
    const invitation = (invitee: string) => ({ organization, invitee, invitee_role: "member" });
    const answers = await Promise.all(
      ["stranger@example.com", "nobody@example.com"].map((email) =>
        owner.data.rpc("invite_organization_member", invitation(email)),
      ),
    );
    for (const { status, data } of answers) {
      expect(status).toBe(200);
      expect(data).toMatch(/^[0-9a-f-]{36}$/);
    }
    await expectRefusal(owner, "invite_organization_member", invitation("nobody"), "org_email");
    const name = "invite_organization_member";
    await expectRefusal(owner, name, invitation(member.email), "org_already_member");
  });

  test("a person sends at most 20 invitations per hour, in whichever organizations", async () => {
    // Start at two, because two invitations were sent before the test.
    for (let count = 2; count < 12; count++) await invite(owner, `new-${count}@example.com`);
    const second = await create(owner, "Difference Engines");
    const send = (count: number) =>
      owner.data.rpc("invite_organization_member", {
        organization: second,
        invitee: `new-${count}@example.com`,
        invitee_role: "member",
      });
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index)));
    expect(results.filter(({ error }) => error === null)).toHaveLength(8);
    await call(owner, "delete_organization", { organization: second });
    expect((await send(1)).error?.hint).toBe("org_not_member");
    const parameters = { organization, invitee: "more@example.com", invitee_role: "member" };
    const name = "invite_organization_member";
    await expectRefusal(owner, name, parameters, "org_invitation_rate");
    await backend.sql(
      "update private.organization_invitations set created_at = created_at - interval '1 hour'",
    );
    await invite(owner, "more@example.com");
  });

  test("a person is in at most 20 organizations, and a name has 1 to 80 characters", async () => {
    const results = await Promise.all(
      Array.from({ length: 21 }, (_, index) =>
        owner.data.rpc("create_organization", { organization_name: `Engines ${index}` }),
      ),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(19);
    for (const organization_name of [" ", "x".repeat(81)])
      await expectRefusal(stranger, "create_organization", { organization_name }, "org_name");
  });

  test("a session whose second factor is not confirmed manages nothing", async () => {
    await backend.sql(`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), '${owner.user.id}', 'totp', 'verified', now(), now())`);
    const parameters = { organization, invitee: "new@example.com", invitee_role: "member" };
    await expectRefusal(owner, "invite_organization_member", parameters, "org_session");
    await expectRefusal(owner, "list_organizations", {}, "org_session");
  });
});
