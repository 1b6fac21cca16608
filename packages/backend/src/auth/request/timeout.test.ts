import { expect, onTestFinished, test } from "vitest";
import { authFixture, password } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { sql } from "../../database/sql.ts";

test("a request that waits too long for the database gets a timeout error, and later ones are answered", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const wire = await authFixture(database, {}, undefined, {
    switches: { requestTime: 1_000 },
  });
  await wire.signedIn("ada@example.com");
  const signIn = () =>
    wire.post("/token?grant_type=password", { email: "ada@example.com", password });
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = database.transaction(async (connection) => {
    await connection.query(sql`lock table auth.users`);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  expect(await signIn()).toMatchObject({
    status: 504,
    body: {
      code: 504,
      error_code: "request_timeout",
      msg: "Processing this request timed out, please retry after a moment.",
    },
  });
  held.resolve();
  await holding;
  expect((await signIn()).status).toBe(200);
});
