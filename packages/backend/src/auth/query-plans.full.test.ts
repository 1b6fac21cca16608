import { afterAll, beforeAll, expect, test } from "vitest";
import { password } from "../../test/auth/auth-fixture.ts";
import { type SocialFixture, socialFixture } from "../../test/auth/social.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { BatchResults, Connection, Database, Statements } from "../database/port.ts";
import { type Sql, sql } from "../database/sql.ts";
import { deleteExpired } from "./jobs.ts";

// Finds statements without a usable index, which get slower with every new user. Measured time proves little on a busy
// machine, so the test checks query plans. With some thousand rows, and with sequential scans discouraged, PostgreSQL
// only scans a table if it has no other plan.

let database: Database;
let wire: SocialFixture;
let scannedTables: Set<string> | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(withPlanChecks(database), {
    auth: {
      sessions: { timebox: "48h", inactivity_timeout: "24h" },
      email: { double_confirm_changes: false, max_frequency: "1s" },
      enable_anonymous_sign_ins: true,
      external: { github: { enabled: true } },
    },
  });
  // The embedded database sends messages that were already waiting with its first message, so send one before the test.
  await wire.signedIn("first@example.com");
  await database.script(`
    insert into auth.users (id, aud, role, email, created_at, raw_app_meta_data, raw_user_meta_data)
      select gen_random_uuid(), 'authenticated', 'authenticated', n || '@example.com', now(), '{}', '{}'
      from generate_series(1, 5000) n;
    insert into auth.identities (provider_id, user_id, identity_data, provider)
      select id, id, jsonb_build_object('email', email), 'github' from auth.users;
    insert into auth.sessions (id, user_id, created_at) select id, id, now() from auth.users;
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      select id, id, 'recovery_token', id, email from auth.users;
    insert into auth.flow_state (id, user_id, auth_code, provider_type, authentication_method, created_at)
      select id, id, id, 'email', 'magiclink', now() from auth.users;
    insert into auth.sso_providers (id) values (gen_random_uuid());
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, created_at)
      select u.id, p.id, 'request', now() from auth.users u, auth.sso_providers p;
    insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, token_endpoint_auth_method)
      values (gen_random_uuid(), 'manual', '', '', 'none');
    insert into auth.oauth_authorizations (id, authorization_id, client_id, user_id, redirect_uri, scope)
      select u.id, u.id, c.id, u.id, '', '' from auth.users u, auth.oauth_clients c;
    insert into portico.outgoing_messages (id, kind, recipient, message, tries, due_at)
      select id, 'recovery', id, '{}', 2, now() + interval '1 minute' from auth.users;
    insert into portico.recovery_sessions (session_id) select id from auth.users;
    insert into portico.rate_limits (bucket, tokens, refilled_at) select id, 1, now() from auth.users;
    insert into portico.code_tries (subject, tries) select id, 1 from auth.users;
    insert into portico.sending_clocks (subject, sent_at) select id, now() from auth.users;
    analyze`);
});
afterAll(() => database.close());

/** Returns the tables that were scanned sequentially during `work`. */
async function findScannedTables(work: () => Promise<unknown>): Promise<string[]> {
  const tables = new Set<string>();
  scannedTables = tables;
  await work();
  scannedTables = undefined;
  return [...tables];
}

test("sign-up, sign-in and refresh read no table sequentially", async () => {
  const email = "ada@example.com";
  const scannedTables = await findScannedTables(async () => {
    await wire.post("/signup", { email, password });
    await wire.post("/verify", { type: "signup", email, token: wire.emailTo(email).code });
    const client = wire.client();
    await client.signInWithPassword({ email, password });
    await client.refreshSession();
    expect((await client.getUser()).data.user?.email).toBe(email);
    await client.signOut({ scope: "local" });
    expect((await wire.post("/signup", {})).status).toBe(200);
  });
  expect(scannedTables).toEqual([]);
});

test("codes and links read no table sequentially", async () => {
  const email = "grace@example.com";
  const scannedTables = await findScannedTables(async () => {
    await wire.post("/otp", { email });
    const token = wire.emailTo(email).code;
    expect((await wire.post("/verify", { type: "email", email, token })).status).toBe(200);
    await wire.client("pkce").signInWithOtp({ email });
    await wire.post("/recover", { email });
    await wire.post("/otp", { phone: "+4520304050" });
  });
  expect(scannedTables).toEqual([]);
});

test("sign-in with a provider reads no table sequentially", async () => {
  const scannedTables = await findScannedTables(async () => {
    await wire.browser().signIn({ provider: "github" }, { person: "karen@example.com" });
  });
  expect(scannedTables).toEqual([]);
});

test("changing and deleting an account read no table sequentially", async () => {
  const client = await wire.signedIn("joan@example.com");
  const scannedTables = await findScannedTables(async () => {
    expect((await client.updateUser({ email: "joan@example.net" })).error).toBeNull();
    expect((await client.updateUser({ password: "another horse" })).error).toBeNull();
    await client.signOut({ scope: "global" });
    const { data } = await wire.admin().createUser({ email: "eve@example.com" });
    await wire.admin().deleteUser(data.user?.id ?? "");
  });
  expect(scannedTables).toEqual([]);
});

test("the clean-up reads no table sequentially", async () => {
  expect(await findScannedTables(() => deleteExpired(wire.auth))).toEqual([]);
});

/** Wraps the database to check the plan of each statement. */
function withPlanChecks(database: Database): Database {
  const transaction: Database["transaction"] = (work, options) =>
    database.transaction(async (connection) => {
      await connection.query(sql`
        select set_config(name, 'off', true)
        from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as name`);
      const checkedConnection = checkPlans(connection);
      return work({ ...connection, ...checkedConnection, commitWith: checkedConnection.batch });
    }, options);
  return {
    ...database,
    withLimits: (limits) => withPlanChecks(database.withLimits(limits)),
    query: (statement) => transaction((connection) => connection.query(statement)),
    batch: (statements) => transaction((connection) => connection.batch(statements)),
    transaction,
  };
}

function checkPlans(connection: Connection): Connection {
  const query = async <Row>(statement: Sql) => {
    // The development inbox reads the messages that were never attempted.
    const isInboxQuery = statement.text.includes("where tries = 0");
    if (!isInboxQuery && /^\s*(select|insert|update|delete|with)\b/.test(statement.text)) {
      const { rows } = await connection.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        sql`explain (format json) ${statement}`,
      );
      for (const { "QUERY PLAN": plans } of rows) recordScans(plans[0].Plan);
    }
    return connection.query<Row>(statement);
  };
  return {
    ...connection,
    query,
    batch: async <Results extends readonly unknown[]>(statements: Statements<Results>) => {
      const results: unknown[] = [];
      for (const statement of statements) results.push(await query(statement));
      return results as unknown as BatchResults<Results>;
    },
  };
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

/** These tables have one row per key or application of the project, and `sandbox_codes` is used in development only. */
const smallTables = ["project", "signing_keys", "oauth_clients", "sandbox_codes"];

function recordScans(plan: Plan): void {
  const { "Node Type": kind, "Index Cond": indexCondition, Filter } = plan;
  const table = plan["Relation Name"] ?? plan["Index Name"] ?? "";
  const isFullScan =
    kind === "Seq Scan" || (kind.includes("Index") && indexCondition === undefined);
  if (isFullScan && !smallTables.includes(table)) scannedTables?.add(`${table}: ${Filter}`);
  for (const childPlan of plan.Plans ?? []) recordScans(childPlan);
}
