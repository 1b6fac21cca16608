import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { fragment, socialFixture } from "../../../test/social.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Connection, Database } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { createAuth } from "../app.ts";

/** `timing.test.ts` measures the effect, by `npm run test:nightly`. */
let database: Database;
let statements: string[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Wraps the database to record every statement. */
function recordStatements(database: Database): Database {
  const note = (statement: Sql) => {
    // The one difference: an account for a taken address is rolled back.
    const text = statement.text.replace(/(rollback to|release) savepoint/, "end of savepoint");
    statements.push(text.replace(/\s+/g, " ").trim());
  };
  const watch = <Given extends Connection>(connection: Given): Given => ({
    ...connection,
    query: (statement: Sql) => {
      note(statement);
      return connection.query(statement);
    },
    batch: (several: readonly Sql[], ...rest: []) => {
      several.forEach(note);
      return connection.batch(several as never, ...rest);
    },
  });
  return {
    ...watch(database),
    transaction: (work, options) =>
      database.transaction((connection) => {
        statements.push("begin");
        const watched = watch(connection);
        return work({
          ...connection,
          ...watched,
          commitWith: (several) => {
            several.forEach(note);
            return connection.commitWith(several);
          },
        });
      }, options),
  };
}

/** Sends a request without its messages, and returns the statements until the answer. */
async function workOf(wire: AuthFixture, path: string, body: object): Promise<string[]> {
  const outbox = { ...wire.auth.outbox, wake: () => {} };
  const { app } = createAuth({ ...wire.auth, outbox });
  statements = [];
  const answer = await app.request(path, { method: "POST", body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return statements;
}

test("a provider that does not verify addresses does the same work for every address", async () => {
  const wire = await socialFixture(recordStatements(database), {
    auth: { external: { github: { enabled: true } } },
  });
  const address = () => `${randomUUID()}@example.com`;
  const [taken, waiting] = [address(), address()];
  for (const email of [taken, waiting]) await wire.post("/signup", { email, password });
  await database.query(sql`
    update auth.users set email_confirmed_at = now() where email = ${taken}`);
  // Messages are no longer sent, so that no test waits for them.
  Object.assign(wire.auth.outbox, { wake: () => {}, settled: async () => {} });
  const workOfVisit = async (email: string) => {
    const person = { person: "someone-else", name: "Somebody", email };
    statements = [];
    const finalUrl = await wire
      .browser()
      .signIn({ provider: "github" }, { ...person, failure: "unverified_email" });
    expect(fragment(finalUrl)["error_code"]).toBe("provider_email_needs_verification");
    return statements;
  };
  const workOfBoth = async (email: string) => [await workOfVisit(email), await workOfVisit(email)];
  const stranger = await workOfBoth(address());
  expect(stranger.flat().length).toBeGreaterThan(0);
  expect(await workOfBoth(taken)).toEqual(stranger);
  expect(await workOfBoth(waiting)).toEqual(stranger);
});

const frequency = { max_frequency: "1m" } as const;
const configs: Record<string, ConfigInput> = {
  "with no clock": {},
  "with a clock for each address": { auth: { email: frequency, sms: frequency } },
};

const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };
const paths: readonly (readonly [path: string, means: "email" | "phone", body: object])[] = [
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
    "a request does the same work for every address before it answers (%s by %s: %j)",
    async (path, means, body) => {
      const wire = await authFixture(recordStatements(database), config);
      const address = () =>
        means === "email"
          ? `${randomUUID()}@example.com`
          : `1555${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;
      const [taken, waiting] = [address(), address()];
      for (const existing of [taken, waiting])
        await wire.post("/signup", { [means]: existing, password });
      const confirmed = means === "email" ? sql`email_confirmed_at` : sql`phone_confirmed_at`;
      await database.query(sql`
      update auth.users set ${confirmed} = now() where ${taken} in (email, phone)`);
      await database.query(sql`delete from portico.sending_clocks`);

      const stranger = await workOf(wire, path, { [means]: address(), ...body });
      expect(stranger.length).toBeGreaterThan(0);
      expect(await workOf(wire, path, { [means]: taken, ...body })).toEqual(stranger);
      expect(await workOf(wire, path, { [means]: waiting, ...body })).toEqual(stranger);
    },
  );
});
