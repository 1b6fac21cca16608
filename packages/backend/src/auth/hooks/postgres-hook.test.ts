import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
  silentLog,
} from "../../../test/auth/auth-fixture.ts";
import {
  claimsOf,
  codeOf,
  enrollTotp,
  mfa,
  sessionOf,
  wrongCode,
} from "../../../test/auth/factors.ts";
import { socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

type HookSettings = NonNullable<NonNullable<ConfigInput["auth"]>["hook"]>;

let database: Database;
let withoutHook: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  withoutHook = await authFixture(database);
  await database.script(`
    create table public.hook_calls (position serial, event jsonb);
    create function public.note(event jsonb) returns void
      language sql security definer set search_path = '' as $$ insert into public.hook_calls (event) values (event) $$;`);
});
afterAll(() => database.close());

/** Returns an auth wire with one hook: a database function with this body, which first records its call. */
async function withHook(
  name: keyof HookSettings,
  body: string,
  auth: ConfigInput["auth"] = {},
): Promise<AuthFixture> {
  await database.script(`
    truncate public.hook_calls;
    create or replace function public.the_hook(event jsonb) returns jsonb language plpgsql as
      $$ begin perform public.note(event); ${body} end $$;`);
  const uri = "pg-functions://postgres/public/the_hook";
  return authFixture(database, { auth: { ...auth, hook: { [name]: { enabled: true, uri } } } });
}

async function hookCalls() {
  const { rows } = await database.query<{ event: Record<string, unknown> }>(
    sql`select event from public.hook_calls order by position`,
  );
  return rows.map(({ event }) => event);
}

async function countSessions(email: string): Promise<number> {
  const { rows } = await database.query(sql`
    select from auth.sessions where user_id = (select id from auth.users where email = ${email})`);
  return rows.length;
}

const refusal = (code: number, message: string) =>
  `return '{"error": {"http_code": ${code}, "message": "${message}"}}'::jsonb;`;

describe("the access token hook", () => {
  test("the access token hook changes the claims at sign-in and at each refresh", async () => {
    const wire = await withHook(
      "custom_access_token",
      `return jsonb_set(event, '{claims,app_metadata,plan}', '"pro"');`,
    );
    const client = await wire.signedIn("ada@example.com");
    expect((await claimsOf(client))["app_metadata"]).toMatchObject({ plan: "pro" });
    const { data } = await client.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? "")["app_metadata"]).toMatchObject({
      plan: "pro",
    });
    expect((await client.getUser()).error).toBeNull();
    const [signInCall, refreshCall] = await hookCalls();
    expect(signInCall).toMatchObject({
      metadata: { name: "customize-access-token" },
      user_id: data.user?.id,
      claims: { sub: data.user?.id, aal: "aal1", role: "authenticated", iss: expect.any(String) },
      authentication_method: "otp",
    });
    expect(refreshCall).toMatchObject({ authentication_method: "token_refresh" });
  });

  test("the access token hook must keep the required claims", async () => {
    const wire = await withHook(
      "custom_access_token",
      `return jsonb_build_object('claims', (event->'claims') - 'sub' - 'aal' || '{"exp": "soon"}');`,
    );
    const { status, body } = await signIn(wire, "ada@example.com");
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        code: "unexpected_failure",
        message: `output claims do not conform to the expected schema: 
- (root): sub is required
- (root): aal is required
- exp: Invalid type. Expected: integer, given: string
`,
      },
    });
  });

  test.each([
    ["return null;", "output claims field is missing"],
    ["return '{}'::jsonb;", "output claims field is missing"],
    [`return '{"claims": 5}'::jsonb;`, "Error unmarshaling JSON output."],
    ["raise exception 'oh';", "Error running hook URI: pg-functions://postgres/public/the_hook"],
  ])("the access token hook's result is refused: %s", async (body, message) => {
    const wire = await withHook("custom_access_token", body);
    expect((await signIn(wire, "ada@example.com")).body.message).toBe(message);
  });

  test("an access token hook's refusal opens no session, and a refused refresh can be retried", async () => {
    const withAllowingHook = await withHook("custom_access_token", "return event;");
    const client = await withAllowingHook.signedIn("night@example.com");
    const wire = await withHook("custom_access_token", refusal(403, "Not at this hour."));
    const { status, body } = await signIn(wire, "night@example.com");
    expect({ status, body }).toEqual({
      status: 403,
      body: { code: "unknown", message: "Not at this hour." },
    });
    expect(await countSessions("night@example.com")).toBe(1);
    const { refresh_token } = await sessionOf(client);
    const grant = { refresh_token };
    expect((await wire.post("/token?grant_type=refresh_token", grant)).status).toBe(403);
    expect((await withoutHook.post("/token?grant_type=refresh_token", grant)).status).toBe(200);

    const withAnonymousSignIns = await withHook("custom_access_token", refusal(403, "No."), {
      enable_anonymous_sign_ins: true,
    });
    await withAnonymousSignIns.client().signInAnonymously();
    const { rows } = await database.query(sql`select from auth.users where is_anonymous`);
    expect(rows).toEqual([]);
  });
});

describe("the password hook", () => {
  test("the password hook receives correct and wrong passwords, but no attempt without an account", async () => {
    const wire = await withHook(
      "password_verification_attempt",
      `return '{"decision": "continue"}';`,
    );
    await withoutHook.signedIn("lovelace@example.com");
    expect((await signIn(wire, "lovelace@example.com")).status).toBe(200);
    expect((await signIn(wire, "lovelace@example.com", "wrong")).status).toBe(400);
    expect((await signIn(wire, "nobody@example.com")).status).toBe(400);
    expect(await hookCalls()).toMatchObject([{ valid: true }, { valid: false }]);
  });

  test("the password hook can refuse an attempt and end open sessions", async () => {
    const wire = await withHook(
      "password_verification_attempt",
      `return '{"decision": "reject", "should_logout_user": true}';`,
    );
    expect(await countSessions("lovelace@example.com")).toBeGreaterThan(0);
    expect((await signIn(wire, "lovelace@example.com")).body).toEqual({
      code: "invalid_credentials",
      message: "Further password verification attempts will be rejected.",
    });
    expect(await countSessions("lovelace@example.com")).toBe(0);
  });
});

test("the second factor hook receives attempts, and may end every session", async () => {
  const wire = await withHook("mfa_verification_attempt", `return '{"decision": "continue"}';`, {
    mfa,
  });
  const client = await wire.signedIn("factor@example.com");
  const { id, secret } = await enrollTotp(client);
  const attempt = (code: string) => client.mfa.challengeAndVerify({ factorId: id, code });
  expect((await attempt(wrongCode(secret))).error).toMatchObject({
    code: "mfa_verification_failed",
  });
  expect((await attempt(codeOf(secret))).error).toBeNull();
  const attemptedFactor = { factor_id: id, factor_type: "totp" };
  expect(await hookCalls()).toMatchObject([
    { ...attemptedFactor, valid: false },
    { ...attemptedFactor, valid: true },
  ]);
  await withHook(
    "mfa_verification_attempt",
    `return '{"decision": "reject", "message": "Enough."}';`,
  );
  expect((await attempt(codeOf(secret, 1))).error).toMatchObject({
    status: 403,
    code: "mfa_verification_rejected",
    message: "Enough.",
  });
  expect(await countSessions("factor@example.com")).toBe(0);
});

test("a hook can refuse a new user of a provider", async () => {
  await withHook("before_user_created", refusal(403, "By invitation."));
  const hook = {
    before_user_created: { enabled: true, uri: "pg-functions://postgres/public/the_hook" },
  };
  const social = await socialFixture(database, {
    auth: { external: { github: { enabled: true } }, hook },
  });
  const finalUrl = await social
    .browser()
    .signIn({ provider: "github", redirect_to: "http://localhost:3000" });
  expect(finalUrl.searchParams.get("error_description")).toBe("By invitation.");
  expect(await hookCalls()).toMatchObject([
    {
      user: {
        email: "grace@example.com",
        app_metadata: { provider: "github", providers: ["github"] },
      },
    },
  ]);
});

test("a hook function has the rights and search path of supabase_auth_admin, and the log names missing rights", async () => {
  await database.script(`
    create table public.plans (name text);
    insert into public.plans values ('pro');
    create function public.add_plan(event jsonb) returns jsonb language plpgsql as $$ begin
      return jsonb_set(event, '{claims,plan}', to_jsonb((select name from plans))); end $$;
    revoke execute on function public.add_plan from public`);
  const uri = "pg-functions://postgres/public/add_plan";
  const reasons: unknown[] = [];
  const wire = await authFixture(
    database,
    { auth: { hook: { custom_access_token: { enabled: true, uri } } } },
    undefined,
    { log: { ...silentLog, error: ({ err }) => reasons.push((err as Error).message) } },
  );
  const attempt = async () => {
    const { status, body } = await signIn(wire, "planner@example.com");
    expect({ status, message: body.message }).toEqual({
      status: 500,
      message: `Error running hook URI: ${uri}`,
    });
    return reasons.pop();
  };
  await withoutHook.signedIn("planner@example.com");
  expect(await attempt()).toMatch(
    /^permission denied for function add_plan\. .*grant execute on function "public"\."add_plan" to supabase_auth_admin;$/,
  );
  await database.script("grant execute on function public.add_plan to supabase_auth_admin");
  expect(await attempt()).toMatch(
    /^relation "plans" does not exist\. Unless .*alter function "public"\."add_plan" set search_path = '';$/,
  );
  await database.script("alter function public.add_plan set search_path = 'public'");
  expect(await attempt()).toContain("permission denied for table plans. The hook");
  await database.script("grant select on public.plans to supabase_auth_admin");
  const { body } = await signIn(wire, "planner@example.com");
  expect(decodeJwt(body.access_token)).toMatchObject({ plan: "pro" });
});

test("a hook function that takes too long is stopped", async () => {
  const wire = await withHook("custom_access_token", "perform pg_sleep(300); return event;");
  const startedAt = performance.now();
  expect((await signIn(wire, "ada@example.com")).status).toBe(500);
  expect(performance.now() - startedAt).toBeGreaterThan(2000);
});

function signIn(wire: AuthFixture, email: string, secret = password) {
  return wire.post("/token?grant_type=password", { email, password: secret }, apiVersion);
}
