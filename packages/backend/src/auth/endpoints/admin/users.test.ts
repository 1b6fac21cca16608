import { hash } from "@node-rs/bcrypt";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
let admin: ReturnType<AuthFixture["admin"]>;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
  admin = wire.admin();
});
afterAll(() => database.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, ...apiVersion });
const asAdmin = () => bearer(wire.auth.keys.secret);
const token = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(wire.auth.keys.jwtSecret);

async function createUser(attributes: Parameters<typeof admin.createUser>[0]) {
  const { data, error } = await admin.createUser(attributes);
  if (error) throw error;
  return data.user;
}

async function signInBy(email: string, secret: string) {
  return wire.client().signInWithPassword({ email, password: secret });
}

describe("access to the admin API", () => {
  test("the admin API accepts the secret key in both forms and administrators' tokens", async () => {
    const { secret, serviceRole } = wire.auth.keys;
    for (const headers of [
      bearer(secret),
      { apikey: secret },
      bearer(serviceRole),
      { apikey: serviceRole },
      bearer(await token({ role: "supabase_admin" })),
    ]) {
      expect((await wire.get("/admin/users", headers)).status).toBe(200);
    }
  });

  test("the admin API refuses all other callers", async () => {
    const client = await wire.signedIn("visitor@example.com");
    const { data } = await client.getSession();
    const accessToken = data.session?.access_token ?? "";
    const { secret, publishable, anon } = wire.auth.keys;
    const notAdmin = { status: 403, body: { code: "not_admin", message: "User not allowed" } };
    const badToken = { status: 403, body: { code: "bad_jwt" } };
    for (const [headers, refusal] of [
      [apiVersion, { status: 401, body: { code: "no_authorization" } }],
      [bearer(accessToken), notAdmin],
      [{ ...bearer(accessToken), apikey: secret }, notAdmin],
      [bearer(anon), notAdmin],
      [bearer(publishable), notAdmin],
      [bearer(`${secret.slice(0, -1)}~`), badToken],
      [bearer("a.b.c"), badToken],
    ] as const) {
      for (const sendRequest of [
        () => wire.get("/admin/users", headers),
        () => wire.get("/admin/users/nobody", headers),
        () => wire.post("/admin/users", { email: "x@example.com" }, headers),
        () => wire.post("/admin/generate_link", {}, headers),
        () => wire.post("/invite", {}, headers),
      ]) {
        expect(await sendRequest()).toMatchObject(refusal);
      }
    }
  });

  test("the admin API accepts the token of a user with the role only while the session lasts", async () => {
    await wire.signedIn("operator@example.com");
    await database.query(
      sql`update auth.users set role = 'service_role' where email = 'operator@example.com'`,
    );
    const { data } = await signInBy("operator@example.com", password);
    const accessToken = data.session?.access_token ?? "";
    expect((await wire.get("/admin/users", bearer(accessToken))).status).toBe(200);
    expect(await admin.signOut(accessToken, "global")).toEqual({ data: null, error: null });
    expect(await wire.get("/admin/users", bearer(accessToken))).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
  });
});

describe("creating a user", () => {
  test("creating a user accepts every attribute and sends no message", async () => {
    const user = await createUser({
      email: "Ada@Example.com",
      phone: "+44 7700 900123",
      password: "correct horse",
      email_confirm: true,
      phone_confirm: true,
      user_metadata: { name: "Ada" },
      app_metadata: { plan: "gold" },
      role: " editor ",
      ban_duration: "1h30m",
      id: "11111111-2222-4333-8444-555555555555",
    });
    expect(user).toEqual({
      id: "11111111-2222-4333-8444-555555555555",
      aud: "authenticated",
      role: "editor",
      email: "ada@example.com",
      email_confirmed_at: expect.any(String),
      phone: "447700900123",
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      app_metadata: { provider: "email", providers: ["email", "phone"], plan: "gold" },
      user_metadata: { name: "Ada", email_verified: true },
      identities: [
        expect.objectContaining({
          id: user.id,
          provider: "email",
          email: "ada@example.com",
          identity_data: {
            sub: user.id,
            email: "ada@example.com",
            email_verified: false,
            phone_verified: false,
          },
        }),
        expect.objectContaining({
          id: user.id,
          provider: "phone",
          identity_data: {
            sub: user.id,
            phone: "447700900123",
            email_verified: false,
            phone_verified: false,
          },
        }),
      ],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      banned_until: expect.any(String),
      is_anonymous: false,
    });
    const minutes = (Date.parse(user.banned_until ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(89);
    expect(minutes).toBeLessThan(91);
    expect(wire.emails.filter(({ to }) => to === "ada@example.com")).toEqual([]);
  });

  test("a user created with a password or its hash can sign in with it", async () => {
    await createUser({ email: "plain@example.com", password: "short", email_confirm: true });
    expect((await signInBy("plain@example.com", "short")).error).toBeNull();
    await createUser({
      email: "hashed@example.com",
      password_hash: await hash("elsewhere", 4),
      email_confirm: true,
    });
    expect((await signInBy("hashed@example.com", "elsewhere")).error).toBeNull();
    await createUser({ email: "unconfirmed@example.com", password: "correct horse" });
    expect((await signInBy("unconfirmed@example.com", "correct horse")).error).toMatchObject({
      code: "email_not_confirmed",
    });
  });

  test("creating a user is refused with the reference's errors", async () => {
    const existingUser = await createUser({ email: "taken@example.com", phone: "4477009001" });
    const email = "refused@example.com";
    for (const [body, status, code, message] of [
      [{}, 400, "validation_failed", "Cannot create a user without either an email or phone"],
      [
        { email: "x" },
        400,
        "validation_failed",
        "Unable to validate email address: invalid format",
      ],
      [{ phone: "x" }, 400, "validation_failed", "Invalid phone number format (E.164 required)"],
      [
        { email: "Taken@example.com" },
        422,
        "email_exists",
        "A user with this email address has already been registered",
      ],
      [
        { phone: "+4477009001" },
        422,
        "phone_exists",
        "Phone number already registered by another user",
      ],
      [
        { email, password: "x", password_hash: "y" },
        400,
        "validation_failed",
        "Only a password or a password hash should be provided",
      ],
      [{ email, password_hash: "y" }, 500, "unexpected_failure", "Error creating user"],
      [
        { email, password: "x".repeat(73) },
        400,
        "validation_failed",
        "bcrypt: password length exceeds 72 bytes",
      ],
      [{ email, id: "x" }, 400, "validation_failed", "ID must conform to the uuid v4 format"],
      [
        { email, id: "00000000-0000-0000-0000-000000000000" },
        400,
        "validation_failed",
        "ID cannot be a nil uuid",
      ],
      [
        { email, id: existingUser.id },
        500,
        "unexpected_failure",
        "Database error creating new user",
      ],
      ...[
        ["1d", 'time: unknown unit "d" in duration "1d"'],
        ["1sx", 'time: unknown unit "sx" in duration "1sx"'],
        ["5", 'time: missing unit in duration "5"'],
        ["1h5", 'time: missing unit in duration "1h5"'],
        ["xx", 'time: invalid duration "xx"'],
        ["-", 'time: invalid duration "-"'],
        ["9999999999h", 'time: invalid duration "9999999999h"'],
      ].map(
        ([ban_duration, reason]) =>
          [
            { email, ban_duration },
            400,
            "validation_failed",
            `invalid format for ban duration: ${reason}`,
          ] as const,
      ),
    ] as const) {
      const response = await wire.post("/admin/users", body, asAdmin());
      expect({ request: body, status: response.status, body: response.body }).toEqual({
        request: body,
        status,
        body: { code, message },
      });
    }
    const { rows } = await database.query(sql`select 1 from auth.users where email = ${email}`);
    expect(rows).toEqual([]);
  });
});

describe("listing users", () => {
  beforeAll(async () => {
    for (const name of ["one", "two", "three"]) {
      await createUser({
        email: `${name}@list.example`,
        user_metadata: { full_name: `Nr. ${name}` },
      });
    }
  });

  const emails = (response: { body: { users: { email: string }[] } }) =>
    response.body.users.map(({ email }) => email);

  test("the list of users is paged, newest first, with the total count", async () => {
    const response = await wire.get("/admin/users?per_page=2&filter=@list.example", asAdmin());
    expect(response.body).toMatchObject({
      aud: "authenticated",
      users: [{ email: "three@list.example", identities: null }, { email: "two@list.example" }],
    });
    expect(response.headers.get("x-total-count")).toBe("3");
    expect(response.headers.get("link")).toBe(
      '</admin/users?filter=%40list.example&page=2&per_page=2>; rel="next", ' +
        '</admin/users?filter=%40list.example&page=2&per_page=2>; rel="last"',
    );
    const secondPage = await wire.get(
      "/admin/users?page=2&per_page=2&filter=@list.example",
      asAdmin(),
    );
    expect(emails(secondPage)).toEqual(["one@list.example"]);
    expect(secondPage.headers.get("link")).toBe(
      '</admin/users?filter=%40list.example&page=2&per_page=2>; rel="last"',
    );
  });

  test("the client can read the list of users", async () => {
    const { data } = await admin.listUsers({ page: 1, perPage: 1 });
    expect(data).toMatchObject({ users: [{ email: "three@list.example" }], nextPage: 2 });
    expect(data).toMatchObject({ total: expect.any(Number) });
  });

  test("the list of users can be sorted and searched", async () => {
    const sortedResponse = await wire.get(
      "/admin/users?sort=created_at%20asc&filter=@list.example",
      asAdmin(),
    );
    expect(emails(sortedResponse)).toEqual([
      "one@list.example",
      "two@list.example",
      "three@list.example",
    ]);
    expect(emails(await wire.get("/admin/users?filter=nr.%20t", asAdmin()))).toEqual([
      "three@list.example",
      "two@list.example",
    ]);
    expect(emails(await wire.get("/admin/users?filter=%00", asAdmin()))).toEqual([]);
    const emptyPage = await wire.get("/admin/users?page=18446744073709551615", asAdmin());
    expect(emptyPage).toMatchObject({ status: 200, body: { users: [] } });
    const otherAudience = await wire.get("/admin/users", {
      ...asAdmin(),
      "x-jwt-aud": "elsewhere",
    });
    expect(otherAudience.body).toEqual({ users: [], aud: "elsewhere" });
  });

  test("listing users is refused with the reference's errors", async () => {
    for (const [query, message] of [
      ["page=x", 'Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax'],
      ["per_page=-1", 'Bad Pagination Parameters: strconv.ParseUint: parsing "-1": invalid syntax'],
      [
        "page=18446744073709551616",
        'Bad Pagination Parameters: strconv.ParseUint: parsing "18446744073709551616": value out of range',
      ],
      ["per_page=0", "Bad Pagination Parameters: per_page must be greater than 0"],
      ["sort=email", "Bad Sort Parameters: bad field for sort 'email'"],
      [
        "sort=created_at%20up",
        "Bad Sort Parameters: bad direction for sort 'up', only 'asc' and 'desc' allowed",
      ],
    ]) {
      expect(await wire.get(`/admin/users?${query}`, asAdmin())).toMatchObject({
        status: 400,
        body: { code: "validation_failed", message },
      });
    }
  });
});

describe("one user", () => {
  test("one user can be read", async () => {
    const { id } = await createUser({ email: "one@example.com" });
    const { data } = await admin.getUserById(id);
    expect(data.user).toMatchObject({ id, identities: [{ email: "one@example.com" }] });
  });

  test("an unknown user is not found", async () => {
    for (const [id, code, message] of [
      ["x", "validation_failed", "user_id must be an UUID"],
      ["00000000-0000-4000-8000-000000000000", "user_not_found", "User not found"],
    ]) {
      const path = `/admin/users/${id}`;
      const refusal = { code, message };
      expect(await wire.get(path, asAdmin())).toMatchObject({ status: 404, body: refusal });
      for (const method of ["PUT", "DELETE"]) {
        const response = await wire.app.request(path, { method, headers: asAdmin() });
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual(refusal);
      }
    }
  });
});

describe("metadata that an administrator writes", () => {
  const longMetadata = { text: "x".repeat(65_536) };
  const firstHalf = { first: "x".repeat(40_000) };
  const secondHalf = { second: "x".repeat(40_000) };

  test.each(["user_metadata", "app_metadata"] as const)(
    "metadata as %s is limited to 64 KiB",
    async (kind) => {
      const label = kind === "user_metadata" ? "User" : "App";
      const refusal = {
        status: 422,
        code: "validation_failed",
        message: `${label} metadata may have at most 65536 bytes`,
      };
      const response = await admin.createUser({
        email: `${kind}-long@example.com`,
        [kind]: longMetadata,
      });
      expect(response.error).toMatchObject(refusal);
      const { data } = await admin.createUser({ email: `${kind}@example.com`, [kind]: firstHalf });
      const id = data.user?.id ?? "";
      expect((await admin.updateUserById(id, { [kind]: secondHalf })).error).toMatchObject(refusal);
      const replacement = await admin.updateUserById(id, {
        [kind]: { ...secondHalf, first: null },
      });
      expect(replacement.data.user?.[kind]).toMatchObject(secondHalf);
    },
  );

  test("metadata of an invitation or a generated link has the same limit", async () => {
    const refusal = { status: 422, code: "validation_failed" };
    const email = "invited-long@example.com";
    expect((await admin.inviteUserByEmail(email, { data: longMetadata })).error).toMatchObject(
      refusal,
    );
    const link = { type: "magiclink", email, options: { data: longMetadata } } as const;
    expect((await admin.generateLink(link)).error).toMatchObject(refusal);
    await admin.inviteUserByEmail(email, { data: firstHalf });
    const repeatedInvitation = await admin.inviteUserByEmail(email, { data: secondHalf });
    expect(repeatedInvitation.error).toMatchObject(refusal);
  });
});

describe("changing a user", () => {
  test("changing a user sets the given attributes and keeps the rest", async () => {
    const { id } = await createUser({
      email: "before@example.com",
      user_metadata: { colour: "red", size: 1 },
      app_metadata: { plan: "gold" },
    });
    const { data, error } = await admin.updateUserById(id, {
      email: "After@example.com",
      email_confirm: true,
      phone: "+4477009002",
      phone_confirm: true,
      role: "editor",
      user_metadata: { colour: null, shape: "round" },
      app_metadata: { seats: 3 },
      ban_duration: "24h",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: "after@example.com",
      email_confirmed_at: expect.any(String),
      phone: "4477009002",
      phone_confirmed_at: expect.any(String),
      role: "editor",
      user_metadata: { size: 1, shape: "round", email_verified: true },
      app_metadata: { plan: "gold", seats: 3 },
      banned_until: expect.any(String),
      identities: [
        { provider: "email", identity_data: { email: "after@example.com", email_verified: true } },
        { provider: "phone", identity_data: { phone: "4477009002", phone_verified: true } },
      ],
    });
    expect(data.user?.user_metadata).not.toHaveProperty("colour");
    const { data: unbannedUser } = await admin.updateUserById(id, { ban_duration: "none" });
    expect(unbannedUser.user).not.toHaveProperty("banned_until");
    expect(unbannedUser.user?.role).toBe("editor");
  });

  test("changing a user's password ends their sessions, and only the new password works", async () => {
    const client = await wire.signedIn("reset@example.com");
    const { data } = await client.getSession();
    const id = data.session?.user.id ?? "";
    await admin.updateUserById(id, { password: "another horse" });
    expect((await client.refreshSession()).error).toMatchObject({
      code: "refresh_token_not_found",
    });
    expect((await signInBy("reset@example.com", password)).error).not.toBeNull();
    expect((await signInBy("reset@example.com", "another horse")).error).toBeNull();
  });

  test("changing a user's address invalidates messages sent to the old one", async () => {
    const client = await wire.signedIn("old@example.com");
    const { data } = await client.getSession();
    await client.resetPasswordForEmail("old@example.com");
    const link = new URL(wire.emailTo("old@example.com").link ?? "");
    await admin.updateUserById(data.session?.user.id ?? "", { email: "new@example.com" });
    const { error } = await wire.client().verifyOtp({
      type: "recovery",
      token_hash: link.searchParams.get("token") ?? "",
    });
    expect(error).toMatchObject({ code: "otp_expired" });
    expect((await signInBy("new@example.com", password)).error).toBeNull();
  });

  test("a refused change of a user changes no attribute", async () => {
    const { id } = await createUser({ email: "whole@example.com" });
    await createUser({ email: "elses@example.com" });
    for (const [attributes, status, message] of [
      [{ role: "editor", email: "elses@example.com" }, 500, "Error updating user"],
      [{ role: "editor", password: "x" }, 422, "Password should be at least 6 characters."],
      [{ role: "editor", password: "" }, 422, "Password should be at least 6 characters."],
    ] as const) {
      const { error } = await admin.updateUserById(id, attributes);
      expect(error).toMatchObject({ status, message });
    }
    const { data } = await admin.getUserById(id);
    expect(data.user).toMatchObject({ email: "whole@example.com", role: "authenticated" });
    expect(data.user?.identities?.[0]).toMatchObject({ email: "whole@example.com" });
  });

  test("changing an anonymous user makes it a permanent user", async () => {
    const withAnonymousSignIns = await authFixture(database, {
      auth: { enable_anonymous_sign_ins: true },
    });
    const { data } = await withAnonymousSignIns.client().signInAnonymously();
    const id = data.user?.id ?? "";
    const attributes = { email: "known@example.com" };
    expect((await admin.updateUserById(id, attributes)).data.user?.is_anonymous).toBe(true);
    const confirmedUser = await admin.updateUserById(id, { ...attributes, email_confirm: true });
    expect(confirmedUser.data.user?.is_anonymous).toBe(false);
  });
});

describe("deleting a user", () => {
  test("deleting a user deletes all of their rows", async () => {
    const client = await wire.signedIn("gone@example.com");
    const { data } = await client.getSession();
    const id = data.session?.user.id ?? "";
    expect(await admin.deleteUser(id)).toMatchObject({ error: null });
    expect((await admin.getUserById(id)).error).toMatchObject({ code: "user_not_found" });
    expect((await client.getUser()).error).toMatchObject({ status: 403 });
  });

  test("deleting a user requires no body", async () => {
    const { id } = await createUser({ email: "bare@example.com" });
    const response = await wire.app.request(`/admin/users/${id}`, {
      method: "DELETE",
      headers: asAdmin(),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({});
  });

  test("a soft delete leaves a row without personal data and frees the address", async () => {
    const client = await wire.signedIn("soft@example.com");
    const { data } = await client.getSession();
    const id = data.session?.user.id ?? "";
    await admin.deleteUser(id, true);
    await admin.deleteUser(id, true);
    const remainingUser = await wire.get(`/admin/users/${id}`, asAdmin());
    expect(remainingUser.body).toMatchObject({
      id,
      email: expect.stringMatching(/^[\w-]{43}$/),
      phone: expect.stringMatching(/^[\w-]{15}$/),
      app_metadata: {},
      user_metadata: {},
      identities: [{ id: expect.stringMatching(/^[\w-]{43}$/), provider: "email" }],
      deleted_at: expect.any(String),
    });
    expect(JSON.stringify(remainingUser.body)).not.toContain("soft@example.com");
    expect(remainingUser.body.identities[0]).not.toHaveProperty("identity_data");
    expect((await client.refreshSession()).error).not.toBeNull();
    expect((await signInBy("soft@example.com", password)).error).toMatchObject({
      code: "invalid_credentials",
    });
    expect((await admin.createUser({ email: "soft@example.com" })).error).toBeNull();
  });
});

describe("administrator's sign-out", () => {
  test("an administrator's sign-out ends the sessions of the scope", async () => {
    const currentClient = await wire.signedIn("scopes@example.com");
    const otherClient = wire.client();
    await otherClient.signInWithPassword({ email: "scopes@example.com", password });
    const { data } = await currentClient.getSession();
    const jwt = data.session?.access_token ?? "";
    expect((await admin.signOut(jwt, "others")).error).toBeNull();
    expect((await otherClient.getUser()).error).not.toBeNull();
    expect((await currentClient.getUser()).error).toBeNull();
    expect((await admin.signOut(jwt, "local")).error).toBeNull();
    expect((await currentClient.getUser()).error).not.toBeNull();
  });
});
