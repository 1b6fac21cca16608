import { afterAll, beforeAll } from "vitest";
import { testAddressProofs } from "../../../test/auth/possession.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

testAddressProofs(
  () => database,
  ["a code", "a reset", "an invitation", "an administrator's link"],
);
