import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";

let database: Database;
let wire: AuthFixture;
let id: string;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
  const admin = wire.admin();
  const email = "ada@example.com";
  const attributes = { email, email_confirm: true, user_metadata: { full_name: "Ada" } };
  const { data } = await admin.createUser(attributes);
  id = data.user?.id ?? "";
  await admin.updateUserById(id, { role: "editor" });
  await admin.updateUserById(id, { password: "x" });
  await admin.inviteUserByEmail("guest@example.com");
  await admin.inviteUserByEmail(email);
  await admin.generateLink({ type: "recovery", email });
  await admin.generateLink({ type: "invite", email: "second@example.com" });
  await admin.deleteUser(id);
});
afterAll(() => database.close());

const search = (query: string) =>
  wire.get(`/admin/audit${query}`, {
    authorization: `Bearer ${wire.auth.keys.serviceRole}`,
    ...apiVersion,
  });

const actions = (body: { payload: { action: string } }[]) =>
  body.map(({ payload }) => payload.action);

describe("the audit log", () => {
  test("the audit log lists the actions on users with their actors, newest first", async () => {
    const { body, headers } = await search("");
    expect(actions(body)).toEqual([
      "user_deleted",
      "user_invited",
      "user_recovery_requested",
      "user_invited",
      "user_modified",
      "user_signedup",
    ]);
    expect(body.at(-1)).toEqual({
      id: expect.any(String),
      payload: {
        action: "user_signedup",
        log_type: "team",
        actor_id: "00000000-0000-0000-0000-000000000000",
        actor_username: "service_role",
        actor_via_sso: false,
        traits: { user_id: id, user_email: "ada@example.com", user_phone: "", provider: "email" },
      },
      created_at: expect.any(String),
      ip_address: "",
    });
    expect(body[2].payload).toEqual({
      action: "user_recovery_requested",
      log_type: "user",
      actor_id: id,
      actor_username: "ada@example.com",
      actor_name: "Ada",
      actor_via_sso: false,
    });
    expect(headers.get("x-total-count")).toBe("6");
  });

  test("the audit log can be searched and paged", async () => {
    const { body, headers } = await search("?query=action:invited&per_page=1");
    expect(body).toMatchObject([{ payload: { traits: { user_email: "second@example.com" } } }]);
    expect(headers.get("link")).toBe(
      '</admin/audit?page=2&per_page=1&query=action%3Ainvited>; rel="next", ' +
        '</admin/audit?page=2&per_page=1&query=action%3Ainvited>; rel="last"',
    );
    expect(actions((await search("?query=author:ADA")).body)).toEqual(["user_recovery_requested"]);
    expect(await search("?query=author:%00")).toMatchObject({ status: 200, body: [] });
    expect(actions((await search("?query=type:user")).body)).toEqual([
      "user_recovery_requested",
      "user_modified",
    ]);
  });

  test("the audit log refuses invalid searches with the reference's errors, and callers who are not administrators", async () => {
    for (const query of ["foo", "toString:x"]) {
      expect(await search(`?query=${query}`)).toMatchObject({
        status: 400,
        body: { code: "validation_failed", message: `Invalid query scope: ${query}` },
      });
    }
    expect(await wire.get("/admin/audit", apiVersion)).toMatchObject({ status: 401 });
  });
});
