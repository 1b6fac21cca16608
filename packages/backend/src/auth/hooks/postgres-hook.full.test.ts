import { afterAll, beforeAll, expect, test } from "vitest";
import { authFixture, password } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("a database hook that never ends is stopped", async () => {
  await database.script(`
    create function public.the_hook(event jsonb) returns jsonb language plpgsql as
      $$ begin loop null; end loop; end $$`);
  const email = "ada@example.com";
  const uri = "pg-functions://postgres/public/the_hook";
  await (await authFixture(database)).signedIn(email);
  const wire = await authFixture(database, {
    auth: { hook: { custom_access_token: { enabled: true, uri } } },
  });
  expect((await wire.post("/token?grant_type=password", { email, password })).status).toBe(500);
});
