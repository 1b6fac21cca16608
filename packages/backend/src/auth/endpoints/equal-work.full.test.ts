import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../../test/auth/auth-fixture.ts";
import { fragment, socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Connection, Database } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { createAuth } from "../app.ts";

/** `timing.full.test.ts` measures the effect in `npm run test:nightly`. */
let database: Database;
let statements: string[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Wraps the database to record every statement. */
function recordStatements(database: Database): Database {
  const record = (statement: Sql) => {
    // The only permitted difference is that the account for a taken address is rolled back.
    const text = statement.text.replace(/(rollback to|release) savepoint/, "end of savepoint");
    statements.push(text.replace(/\s+/g, " ").trim());
  };
  const wrap = <Wrapped extends Connection>(connection: Wrapped): Wrapped => ({
    ...connection,
    query: (statement: Sql) => {
      record(statement);
      return connection.query(statement);
    },
    batch: (statements: readonly Sql[], ...rest: []) => {
      statements.forEach(record);
      return connection.batch(statements as never, ...rest);
    },
  });
  return {
    ...wrap(database),
    transaction: (work, options) =>
      database.transaction((connection) => {
        statements.push("begin");
        const recordingConnection = wrap(connection);
        return work({
          ...connection,
          ...recordingConnection,
          commitWith: (batch) => {
            batch.forEach(record);
            return connection.commitWith(batch);
          },
        });
      }, options),
  };
}

/** Sends a request without delivering its messages, and returns the statements that ran before the response. */
async function statementsOf(wire: AuthFixture, path: string, body: object): Promise<string[]> {
  const outbox = { ...wire.auth.outbox, wake: () => {} };
  const { app } = createAuth({ ...wire.auth, outbox });
  statements = [];
  const response = await app.request(path, { method: "POST", body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return statements;
}

test("a provider that does not verify addresses does the same work for every address", async () => {
  const wire = await socialFixture(recordStatements(database), {
    auth: { external: { github: { enabled: true } } },
  });
  const newAddress = () => `${randomUUID()}@example.com`;
  const [confirmedAddress, unconfirmedAddress] = [newAddress(), newAddress()];
  for (const email of [confirmedAddress, unconfirmedAddress])
    await wire.post("/signup", { email, password });
  await database.query(sql`
    update auth.users set email_confirmed_at = now() where email = ${confirmedAddress}`);
  // Stop sending messages, so that the test does not wait for them.
  Object.assign(wire.auth.outbox, { wake: () => {}, drain: async () => {} });
  const statementsOfSignIn = async (email: string) => {
    const person = { person: "someone-else", name: "Somebody", email };
    statements = [];
    const finalUrl = await wire
      .browser()
      .signIn({ provider: "github" }, { ...person, failure: "unverified_email" });
    expect(fragment(finalUrl)["error_code"]).toBe("provider_email_needs_verification");
    return statements;
  };
  const statementsOfTwoSignIns = async (email: string) => [
    await statementsOfSignIn(email),
    await statementsOfSignIn(email),
  ];
  const expectedStatements = await statementsOfTwoSignIns(newAddress());
  expect(expectedStatements.flat().length).toBeGreaterThan(0);
  expect(await statementsOfTwoSignIns(confirmedAddress)).toEqual(expectedStatements);
  expect(await statementsOfTwoSignIns(unconfirmedAddress)).toEqual(expectedStatements);
});

const frequency = { max_frequency: "1m" } as const;
const configs: Record<string, ConfigInput> = {
  "without cooldowns": {},
  "with a cooldown for each address": { auth: { email: frequency, sms: frequency } },
};

const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };
const paths: readonly (readonly [path: string, channel: "email" | "phone", body: object])[] = [
  ["/signup", "email", { password: "another password", data: { name: "Ada" } }],
  ["/signup", "email", { password: "another password", ...challenge }],
  ["/signup", "email", { password }],
  ["/signup", "phone", { password: "another password" }],
  ["/otp", "email", {}],
  ["/otp", "phone", {}],
  ["/magiclink", "email", challenge],
  ["/recover", "email", challenge],
  ["/resend", "email", { type: "signup" }],
  ["/resend", "email", { type: "email_change" }],
  ["/resend", "phone", { type: "sms" }],
  ["/resend", "phone", { type: "phone_change" }],
];

describe.each(Object.entries(configs))("equal work, %s", (_, config) => {
  test.each(paths)(
    "a request does the same work for every address before it responds (%s by %s: %j)",
    async (path, channel, body) => {
      const wire = await authFixture(recordStatements(database), config);
      const newAddress = () =>
        channel === "email"
          ? `${randomUUID()}@example.com`
          : `1555${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;
      const [confirmedAddress, unconfirmedAddress] = [newAddress(), newAddress()];
      for (const address of [confirmedAddress, unconfirmedAddress])
        await wire.post("/signup", { [channel]: address, password });
      const confirmedColumn =
        channel === "email" ? sql`email_confirmed_at` : sql`phone_confirmed_at`;
      await database.query(sql`
      update auth.users set ${confirmedColumn} = now() where ${confirmedAddress} in (email, phone)`);
      await database.query(sql`delete from portico.sending_clocks`);

      const expectedStatements = await statementsOf(wire, path, {
        [channel]: newAddress(),
        ...body,
      });
      expect(expectedStatements.length).toBeGreaterThan(0);
      expect(await statementsOf(wire, path, { [channel]: confirmedAddress, ...body })).toEqual(
        expectedStatements,
      );
      expect(await statementsOf(wire, path, { [channel]: unconfirmedAddress, ...body })).toEqual(
        expectedStatements,
      );
    },
  );
});
