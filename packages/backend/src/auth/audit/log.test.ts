import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
  silentLog,
} from "../../../test/auth/auth-fixture.ts";
import { bearer, codeOf, enrollTotp, mfa, sessionOf } from "../../../test/auth/factors.ts";
import { socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, { auth: { mfa } });
});
beforeEach(() => database.query(sql`delete from auth.audit_log_entries`));
afterAll(() => database.close());

interface Entry {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly ip_address: string;
}

async function readEntries(): Promise<Entry[]> {
  const { rows } = await database.query<Entry>(sql`
    select payload, ip_address from auth.audit_log_entries order by created_at`);
  return rows;
}

/** Returns the action, type and traits of each entry. */
async function readActions() {
  return (await readEntries()).map(({ payload }) => [
    payload["action"],
    payload["log_type"],
    ...(payload["traits"] ? [payload["traits"]] : []),
  ]);
}

describe("the audit log", () => {
  test("the audit log records sign-ins, refreshes and sign-outs", async () => {
    const email = "ada@example.com";
    const client = wire.client();
    const data = { full_name: "Ada" };
    await client.signUp({ email, password, options: { data } });
    const token = wire.emailTo(email).code ?? "";
    const { data: verification } = await client.verifyOtp({ email, token, type: "signup" });
    await client.signUp({ email, password });
    await client.signInWithPassword({ email, password });
    await client.signInWithPassword({ email, password: "wrong" });
    await client.refreshSession();
    await client.updateUser({ password: "another horse" });
    await client.reauthenticate();
    await client.signOut();
    expect(await readActions()).toEqual([
      ["user_confirmation_requested", "user", { provider: "email" }],
      ["user_signedup", "team", { provider: "email" }],
      ["user_repeated_signup", "user", { provider: "email" }],
      ["login", "account", { provider: "email" }],
      ["token_refreshed", "token"],
      ["user_updated_password", "user"],
      ["user_modified", "user"],
      ["user_reauthenticate_requested", "user"],
      ["logout", "account"],
    ]);
    for (const { payload, ip_address } of await readEntries()) {
      expect(payload).toMatchObject({
        actor_id: verification.user?.id,
        actor_username: email,
        actor_name: "Ada",
        actor_via_sso: false,
      });
      expect(ip_address).toBe("");
    }
  });

  test("audit entries also go to the process's log, or only there, after the commit", async () => {
    const events: unknown[] = [];
    const log = { ...silentLog, info: (fields: object) => void events.push(fields) };
    const fixtureWithLog = await authFixture(database, { auth: { mfa } }, undefined, { log });
    const client = await fixtureWithLog.signedIn("logged@example.com");
    await client.refreshSession();
    const { rows } = await database.query<Record<string, unknown>>(sql`
      select id, payload, ip_address from auth.audit_log_entries order by created_at`);
    expect(rows.length).toBeGreaterThan(2);
    expect(events).toEqual(
      rows.map(({ id, payload, ip_address }) => {
        const { actor_username: _, ...otherFields } = Object(payload);
        const created_at = expect.stringMatching(/^\d{4}-.*Z$/);
        return { auth_audit_event: { ...otherFields, audit_log_id: id, ip_address, created_at } };
      }),
    );

    events.length = 0;
    await database.script(`
      create function public.refuse_sessions() returns trigger language plpgsql as
        $$ begin raise exception 'not now'; end $$;
      create trigger refuse before insert on auth.sessions
        for each row execute function public.refuse_sessions()`);
    await client.signInWithPassword({ email: "logged@example.com", password });
    await database.script("drop trigger refuse on auth.sessions");
    expect(events).toEqual([]);

    await database.query(sql`delete from auth.audit_log_entries`);
    const logOnly = await authFixture(database, { auth: { mfa } }, undefined, {
      log,
      switches: { auditsOnlyToLog: true },
    });
    await (await logOnly.signedIn("alone@example.com")).refreshSession();
    expect(await readEntries()).toEqual([]);
    expect(events).toContainEqual({
      auth_audit_event: expect.objectContaining({
        action: "token_refreshed",
        actor_username: "alone@example.com",
      }),
    });
    expect(events).toHaveLength(rows.length);
  });

  test("audit entries in the process's log contain no names while the database has them", async () => {
    const lines: string[] = [];
    const log = { ...silentLog, info: (fields: object) => void lines.push(JSON.stringify(fields)) };
    const fixtureWithLog = await authFixture(database, undefined, undefined, { log });
    const attributes = { email: "ivy@example.com", user_metadata: { full_name: "Ivy" } };
    const { data } = await fixtureWithLog
      .admin()
      .createUser({ ...attributes, email_confirm: true, password });
    await fixtureWithLog.client().signInWithPassword({ email: attributes.email, password });
    await fixtureWithLog.admin().deleteUser(data.user?.id ?? "");
    const actions = ["user_signedup", "login", "user_deleted"];
    expect(lines.map((line) => JSON.parse(line).auth_audit_event.action)).toEqual(actions);
    expect(JSON.stringify(await readEntries())).toMatch(/ivy@example\.com.*Ivy/);
    expect(lines.join()).not.toMatch(/ivy/i);
    expect(lines.join()).toContain(data.user?.id);
  });

  test("the audit log records requested links and codes, and the sign-ins by them", async () => {
    const email = "grace@example.com";
    await wire.post("/otp", { email });
    await wire.post("/resend", { type: "signup", email });
    const client = wire.client();
    const code = () => wire.emailTo(email).code ?? "";
    await client.verifyOtp({ email, token: code(), type: "email" });
    await wire.post("/recover", { email });
    await wire.post("/otp", { email });
    await client.verifyOtp({ email, token: code(), type: "email" });
    await client.updateUser({ email: "hopper@example.com" });
    for (const address of [email, "hopper@example.com"]) {
      const token = wire.emailTo(address).code ?? "";
      await wire.post("/verify", { type: "email_change", email: address, token });
    }
    expect(await readActions()).toEqual([
      ["user_confirmation_requested", "user", { provider: "email" }],
      ["user_confirmation_requested", "user"],
      ["user_signedup", "team", { provider: "email" }],
      ["user_recovery_requested", "user"],
      ["user_recovery_requested", "user"],
      ["login", "account"],
      ["user_modified", "user"],
      ["user_modified", "user"],
    ]);
  });

  test("the audit log records phone users by number", async () => {
    const phone = "4520304050";
    const verify = () =>
      wire.post("/verify", { type: "sms", phone, token: wire.texts.at(-1)?.code });
    await wire.post("/signup", { phone, password });
    await wire.post("/resend", { type: "sms", phone });
    await verify();
    await wire.post("/otp", { phone });
    await verify();
    expect(await readActions()).toEqual([
      ["user_confirmation_requested", "user", { provider: "phone" }],
      ["user_recovery_requested", "user"],
      ["user_signedup", "team", { provider: "phone" }],
      ["user_recovery_requested", "user", { channel: "sms" }],
      ["user_signedup", "team", { provider: "phone" }],
    ]);
    expect((await readEntries()).map(({ payload }) => payload["actor_username"])).toEqual(
      Array(5).fill(phone),
    );
  });

  test("the audit log records flows that end with a code, and accounts that need no confirmation", async () => {
    const client = await wire.signedIn("lovelace@example.com");
    const flow = wire.client("pkce");
    await flow.resetPasswordForEmail("lovelace@example.com");
    const link = new URL(wire.emailTo("lovelace@example.com").link ?? "");
    await database.query(sql`delete from auth.audit_log_entries`);
    const { headers } = await wire.get(`/verify${link.search}`);
    const finalUrl = new URL(headers.get("location") ?? "");
    await flow.exchangeCodeForSession(finalUrl.searchParams.get("code") ?? "");
    await client.signOut();
    const withoutConfirmations = await authFixture(database, {
      auth: { email: { enable_confirmations: false } },
    });
    await withoutConfirmations.client().signUp({ email: "open@example.com", password });
    expect(await readActions()).toEqual([
      ["login", "account"],
      ["login", "account", { provider_type: "recovery" }],
      ["logout", "account"],
      ["user_signedup", "team", { provider: "email" }],
      ["login", "account", { provider: "email" }],
    ]);
  });

  test("the audit log records changes of second factors with the address of the caller", async () => {
    const client = await wire.signedIn("factor@example.com");
    await database.query(sql`delete from auth.audit_log_entries`);
    const { id, secret } = await enrollTotp(client);
    const headers = { "x-forwarded-for": "203.0.113.4", ...(await bearer(client)) };
    const challenge = await wire.post(`/factors/${id}/challenge`, {}, headers);
    const { session_id: session } = JSON.parse(
      atob((await sessionOf(client)).access_token.split(".")[1] ?? ""),
    );
    const proof = { challenge_id: challenge.body.id, code: codeOf(secret) };
    const { body } = await wire.post(`/factors/${id}/verify`, proof, headers);
    await wire.app.request(`/factors/${id}`, {
      method: "DELETE",
      headers: { ...headers, authorization: `Bearer ${body.access_token}` },
    });
    expect(await readActions()).toEqual([
      ["factor_in_progress", "factor", { factor_id: id }],
      ["challenge_created", "factor", { factor_id: id, factor_status: "unverified" }],
      [
        "verification_attempted",
        "factor",
        { factor_id: id, challenge_id: challenge.body.id, factor_type: "totp" },
      ],
      [
        "factor_unenrolled",
        "factor",
        { factor_id: id, factor_status: "verified", session_id: session },
      ],
    ]);
    expect((await readEntries()).slice(1).map(({ ip_address }) => ip_address)).toEqual(
      Array(3).fill("203.0.113.4"),
    );
  });

  test("the audit log records sign-ins with providers and linked accounts", async () => {
    const github = { enabled: true };
    const social = await socialFixture(database, {
      auth: { external: { github, gitlab: github }, enable_manual_linking: true },
    });
    const person = "ada@example.com";
    await database.query(sql`delete from auth.users where email = ${person}`);
    for (const provider of ["github", "github", "gitlab"]) {
      await social.browser().signIn({ provider }, { person });
    }
    const { rows } = await database.query<{ id: string; provider: string; provider_id: string }>(
      sql`select id, provider, provider_id from auth.identities where provider = 'gitlab'`,
    );
    const [gitlab] = rows;
    const identityTraits = {
      identity_id: gitlab?.id,
      provider: "gitlab",
      provider_id: gitlab?.provider_id,
    };
    expect(await readActions()).toEqual([
      ["user_signedup", "team", { provider: "github" }],
      ["login", "account", { provider: "github" }],
      ["identity_linked", "user", identityTraits],
      ["login", "account", { provider: "gitlab" }],
    ]);
  });
});

test("an action that failed is not in the audit log", async () => {
  await wire.post("/signup", { email: "waiting@example.com", password }, apiVersion);
  await wire.post("/verify", { type: "email", email: "waiting@example.com", token: "000000" });
  await wire.post("/recover", { email: "nobody@example.com" });
  const actions = (await readEntries()).map(({ payload }) => payload["action"]);
  expect(actions).not.toContain("login");
  expect(actions).not.toContain("user_recovery_requested");
});
