import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../test/auth/auth-fixture.ts";
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

test("a hundred simultaneous sign-ups with one address create one account", async () => {
  const responses = await Promise.all(
    Array.from({ length: 100 }, () =>
      wire.post("/signup", { email: "crowd@example.com", password }, apiVersion),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await database.query(
    sql`select count(*) from auth.users where email = 'crowd@example.com'`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});
