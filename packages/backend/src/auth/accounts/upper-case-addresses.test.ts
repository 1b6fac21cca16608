import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../../test/auth/auth-fixture.ts";
import {
  deleteUsersAndFlows,
  fragment,
  socialFixtures,
  userOf,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const storedEmail = "Mixed.Case@Example.com";
const lowerCaseEmail = "mixed.case@example.com";

/** Creates a user with SQL, as seeds and imports do, with the password of the fixtures. */
async function insertUser({ isConfirmed = true, email = storedEmail } = {}): Promise<string> {
  await database.query(sql`delete from auth.users where lower(email) = ${email.toLowerCase()}`);
  const { rows } = await database.query<{ id: string }>(sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
      email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
      confirmation_token, recovery_token, email_change_token_new, email_change)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated',
      'authenticated', ${email}, extensions.crypt(${password}, extensions.gen_salt('bf', 4)),
      ${isConfirmed ? new Date() : null}, '{"provider":"email","providers":["email"]}', '{}',
      now(), now(), '', '', '', '')
    returning id`);
  return rows[0]?.id ?? "";
}

const readAccounts = async () =>
  (
    await database.query<{ id: string; email: string }>(
      sql`select id, email from auth.users where lower(email) = ${lowerCaseEmail}`,
    )
  ).rows;

describe("an address stored in capitals", () => {
  let id: string;
  beforeEach(async () => {
    id = await insertUser();
  });

  test.each([storedEmail, lowerCaseEmail, "MIXED.CASE@EXAMPLE.COM"])(
    "an address stored in capitals signs in as %s",
    async (email) => {
      const { data, error } = await wire.client().signInWithPassword({ email, password });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ id, email: storedEmail });
    },
  );

  test("an address stored in capitals signs in when the row has no instance_id", async () => {
    await database.query(sql`update auth.users set instance_id = null where id = ${id}`);
    const { data } = await wire.client().signInWithPassword({ email: lowerCaseEmail, password });
    expect(data.user?.id).toBe(id);
  });

  test.each(["magiclink", "recovery"] as const)(
    "an address stored in capitals signs in by a message of %s",
    async (type) => {
      await wire.post(type === "recovery" ? "/recover" : "/otp", { email: lowerCaseEmail });
      const token = wire.emailTo(storedEmail).code ?? "";
      const { data, error } = await wire.client().verifyOtp({ email: lowerCaseEmail, token, type });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(id);
    },
  );

  test("a sign-up creates no second account for an address stored in capitals, with or without confirmations", async () => {
    await wire.client().signUp({ email: lowerCaseEmail, password: "another password" });
    const withoutConfirmations = await authFixture(database, {
      auth: { email: { enable_confirmations: false } },
    });
    const { error } = await withoutConfirmations
      .client()
      .signUp({ email: lowerCaseEmail, password: "another password" });
    expect(error?.code).toBe("user_already_exists");
    expect(await readAccounts()).toEqual([{ id, email: storedEmail }]);
  });

  test("an administrator cannot give another user an address that is stored in capitals", async () => {
    const admin = wire.admin();
    const createdResponse = await admin.createUser({ email: lowerCaseEmail, password });
    expect(createdResponse.error).toMatchObject({ status: 422, code: "email_exists" });
    const invitedResponse = await admin.inviteUserByEmail(lowerCaseEmail);
    expect(invitedResponse.error).toMatchObject({ status: 422, code: "email_exists" });
    const otherId = await insertUser({ email: "Other@Example.com" });
    const updatedResponse = await admin.updateUserById(otherId, { email: lowerCaseEmail });
    // The reference also answers a taken address with this 500.
    expect(updatedResponse.error).toMatchObject({ status: 500, message: "Error updating user" });
    const link = await admin.generateLink({ type: "magiclink", email: lowerCaseEmail });
    expect(link.data.user?.id).toBe(id);
    expect(await readAccounts()).toEqual([{ id, email: storedEmail }]);
  });

  test("an address stored in capitals stays with its user when another account requests it", async () => {
    const thief = await wire.signedIn("thief-of-capitals@example.com");
    const withoutConfirmations = await authFixture(database, {
      auth: { email: { enable_confirmations: false } },
    });
    const token = (await thief.getSession()).data.session?.access_token ?? "";
    const request = { method: "PUT", body: JSON.stringify({ email: lowerCaseEmail }) };
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const refusal = await withoutConfirmations.app.request("/user", { ...request, headers });
    expect(refusal.status).toBe(422);

    // With confirmations enabled, both addresses get a message; the link to the taken address confirms nothing.
    await thief.updateUser({ email: lowerCaseEmail });
    await thief.verifyOtp({
      email: "thief-of-capitals@example.com",
      type: "email_change",
      token: wire.emailTo("thief-of-capitals@example.com").code ?? "",
    });
    const code = wire.emails.findLast(({ to }) => to.toLowerCase() === lowerCaseEmail)?.code ?? "";
    const { error } = await thief.verifyOtp({
      email: lowerCaseEmail,
      token: code,
      type: "email_change",
    });
    expect(error).not.toBeNull();
    expect(await readAccounts()).toEqual([{ id, email: storedEmail }]);
  });

  test("setting an address stored in capitals to lower case is not a change", async () => {
    const client = wire.client();
    await client.signInWithPassword({ email: lowerCaseEmail, password });
    const sentCount = wire.emails.length;
    const { data, error } = await client.updateUser({ email: lowerCaseEmail });
    expect(error).toBeNull();
    expect(data.user).not.toHaveProperty("new_email");
    expect(wire.emails).toHaveLength(sentCount);
  });
});

test("a user without a confirmed address gets the confirmation again, even if the case of the address differs", async () => {
  const id = await insertUser({ isConfirmed: false });
  await wire.post("/resend", { type: "signup", email: lowerCaseEmail });
  const token = wire.emailTo(storedEmail).code ?? "";
  const { data } = await wire.client().verifyOtp({ email: lowerCaseEmail, token, type: "signup" });
  expect(data.user?.id).toBe(id);
});

test("an unconfirmed account stored in capitals loses its address to the account that proves it", async () => {
  await insertUser({ isConfirmed: false });
  const client = await wire.signedIn("owner-of-capitals@example.com");
  await client.updateUser({ email: lowerCaseEmail });
  for (const email of ["owner-of-capitals@example.com", lowerCaseEmail]) {
    const token = wire.emailTo(email).code ?? "";
    await client.verifyOtp({ email, token, type: "email_change" });
  }
  const { id } = (await client.getUser()).data.user ?? {};
  expect(await readAccounts()).toEqual([{ id, email: lowerCaseEmail }]);
});

test("the lower-case row signs in if two rows differ only in case", async () => {
  await insertUser();
  const { rows } = await database.query<{ id: string }>(sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${lowerCaseEmail},
      extensions.crypt(${password}, extensions.gen_salt('bf', 4)), now())
    returning id`);
  const { data } = await wire.client().signInWithPassword({ email: storedEmail, password });
  expect(data.user?.id).toBe(rows[0]?.id);
});

test("a provider that verifies the address opens the account stored in capitals", async () => {
  await deleteUsersAndFlows(database);
  const id = await insertUser({ email: "Grace@Example.com" });
  const fixture = await socialFixtures(database)({});
  const finalUrl = await fixture.browser().signIn({ provider: "google" });
  expect(fragment(finalUrl)["access_token"]).toBeDefined();
  const user = await userOf(fixture, finalUrl);
  expect(user.id).toBe(id);
  expect(user.app_metadata.providers).toEqual(["google"]);
});
