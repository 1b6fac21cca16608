import { expect, onTestFinished, test } from "vitest";
import { authFixture, password } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { sql } from "../../database/sql.ts";

test("a request that waits too long for the database gets a timeout error, and later requests succeed", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const wire = await authFixture(database, {}, undefined, {
    switches: { requestTime: 1_000 },
  });
  await wire.signedIn("ada@example.com");
  const signIn = () =>
    wire.post("/token?grant_type=password", { email: "ada@example.com", password });
  const release = Promise.withResolvers<void>();
  const lockAcquired = Promise.withResolvers<void>();
  const lockTransaction = database.transaction(async (connection) => {
    await connection.query(sql`lock table auth.users`);
    lockAcquired.resolve();
    await release.promise;
  });
  await lockAcquired.promise;
  expect(await signIn()).toMatchObject({
    status: 504,
    body: {
      code: 504,
      error_code: "request_timeout",
      msg: "Processing this request timed out, please retry after a moment.",
    },
  });
  release.resolve();
  await lockTransaction;
  expect((await signIn()).status).toBe(200);
});
