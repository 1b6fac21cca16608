import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { portico } from "../../test/processes/portico-command.ts";
import { openPostgres } from "../database/postgres/postgres.ts";

describe.runIf(process.env["TEST_DATABASE_URL"] !== undefined)(
  "a start that PostgreSQL refuses prints the reason in one sentence, without the password",
  () => {
    let storage: Awaited<ReturnType<typeof makeTestStorage>>;
    let url: URL;
    beforeAll(async () => {
      storage = await makeTestStorage();
      if ("url" in storage.storage) url = new URL(storage.storage.url);
    });
    afterAll(() => storage.drop());

    const formatUrl = (path: string, user = url.username) => {
      const changedUrl = new URL(path, url);
      changedUrl.username = user;
      changedUrl.password = "not to be shown";
      return changedUrl.href;
    };
    const outputOf = async (env: Record<string, string>) => {
      const { code, output } = await portico(["start", "--port", "0"], env).ended;
      return { code, last: output.trim().split("\n").at(-1) };
    };

    test("a start on a missing database reports that", async () => {
      expect(await outputOf({ DATABASE_URL: formatUrl("/none") })).toEqual({
        code: 1,
        last: 'The database refused: database "none" does not exist (3D000).',
      });
    });

    test("a start with a role that cannot create roles and schemas reports that", async () => {
      const role = `weak_${randomUUID().slice(0, 8)}`;
      const database = await openPostgres({ url: url.href, connections: 1 });
      await database.script(`create role ${role} login`);
      const refusal = await outputOf({ DATABASE_URL: formatUrl(url.pathname, role) });
      await database.script(`drop role ${role}`);
      await database.close();
      expect(refusal).toEqual({
        code: 1,
        last: expect.stringMatching(
          /^The database refused: permission denied for .* \(42501\)\. The role must be a superuser/,
        ),
      });
    });

    test("a start with a wrong DATABASE_DIRECT_URL reports that", async () => {
      const env = { DATABASE_URL: url.href, DATABASE_DIRECT_URL: formatUrl("/none") };
      expect(await outputOf(env)).toEqual({
        code: 1,
        last: 'The database that DATABASE_DIRECT_URL names cannot be used (database "none" does not exist).',
      });
    });
  },
);
