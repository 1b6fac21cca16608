import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import type { Database } from "./port.ts";
import { lackingRights } from "./rights.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Roles belong to the whole server, so nothing of this is kept. */
const after = (script: string) =>
  database.transaction(
    async (connection) => {
      await connection.script(script);
      return lackingRights(connection);
    },
    { keepsNothing: true },
  );

test("a server with all that it takes lacks nothing", async () => {
  expect(await lackingRights(database)).toEqual([]);
});

test("a service_role that obeys policies is noted", async () => {
  expect(await after("alter role service_role nobypassrls")).toEqual([
    expect.objectContaining({ remedy: expect.stringContaining("service_role bypassrls") }),
  ]);
});

test.each(["drop event trigger pgrst_drop_watch", "alter event trigger pgrst_ddl_watch disable"])(
  "a schema that nobody watches is noted: %s",
  async (script) => {
    expect(await after(script)).toEqual([
      expect.objectContaining({ remedy: expect.stringContaining("notify pgrst, 'reload schema'") }),
    ]);
  },
);
