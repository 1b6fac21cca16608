import { afterAll, beforeAll, expect, it } from "vitest";
import { authFixture, password } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database, Transaction } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Returns a database that runs the statement of `takeChange` immediately before it locks an account. */
function withChangeBeforeLock(database: Database, takeChange: () => Sql | undefined): Database {
  const wrap = (connection: Transaction): Transaction => ({
    ...connection,
    query: async (statement) => {
      const change = /from auth\.users where id = \S+ for update$/.test(statement.text.trim())
        ? takeChange()
        : undefined;
      if (change) await connection.query(change);
      return connection.query(statement);
    },
  });
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction((connection) => work(wrap(connection)), options),
  };
}

const [oldPhone, newPhone] = ["4520304070", "4520304071"];

it("a code sent to a phone number is invalid after the number is unlinked", async () => {
  const wire = await authFixture(database, { auth: { enable_manual_linking: true } });
  await database.query(sql`delete from auth.users`);
  const owner = await wire.signedIn("grace@example.com");
  await owner.updateUser({ phone: oldPhone });
  const confirmation = { phone: oldPhone, token: wire.texts.at(-1)?.code ?? "" };
  await owner.verifyOtp({ ...confirmation, type: "phone_change" });
  await wire.client().signInWithOtp({ phone: oldPhone });
  const signInCode = { phone: oldPhone, token: wire.texts.at(-1)?.code ?? "" };
  const { data } = await owner.getUserIdentities();
  const identity = data?.identities.find(({ provider }) => provider === "phone");
  if (!identity) throw new Error("The account has no phone identity.");
  expect((await owner.unlinkIdentity(identity)).error).toBeNull();
  const { error } = await wire.client().verifyOtp({ ...signInCode, type: "sms" });
  expect(error?.code).toBe("otp_expired");
});

it.each([
  ["a sign-in", "/otp", { phone: oldPhone }],
  ["a repeated request", "/resend", { phone: oldPhone, type: "sms" }],
])(
  "a code for %s is not sent to a number that the account has just lost",
  async (_, path, body) => {
    let change: Sql | undefined;
    const wire = await authFixture(
      withChangeBeforeLock(database, () => {
        const pendingChange = change;
        change = undefined;
        return pendingChange;
      }),
    );
    await database.query(sql`delete from auth.users`);
    const owner = wire.client();
    await owner.signUp({ phone: oldPhone, password });
    const token = wire.texts.at(-1)?.code ?? "";
    if (path === "/otp") await owner.verifyOtp({ phone: oldPhone, token, type: "sms" });
    wire.texts.length = 0;

    change = sql`update auth.users set phone = ${newPhone} where phone = ${oldPhone}`;
    await wire.post(path, body);
    expect(change).toBeUndefined();
    expect(wire.texts).toEqual([]);
  },
);
