import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "./port.ts";
import { findMissingRights } from "./rights.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/**
 * Runs a script, returns the missing rights, and rolls the script back, because all databases of a server share its
 * roles.
 */
const missingRightsAfter = (script: string) =>
  database.transaction(
    async (connection) => {
      await connection.script(script);
      return findMissingRights(connection);
    },
    { isDryRun: true },
  );

test("a server with all rights has no findings", async () => {
  expect(await findMissingRights(database)).toEqual([]);
});

test("a service_role that obeys policies is reported", async () => {
  expect(await missingRightsAfter("alter role service_role nobypassrls")).toEqual([
    expect.objectContaining({ remedy: expect.stringContaining("service_role bypassrls") }),
  ]);
});

test.each(["drop event trigger pgrst_drop_watch", "alter event trigger pgrst_ddl_watch disable"])(
  "a schema that is not watched is reported: %s",
  async (script) => {
    expect(await missingRightsAfter(script)).toEqual([
      expect.objectContaining({ remedy: expect.stringContaining("notify pgrst, 'reload schema'") }),
    ]);
  },
);
