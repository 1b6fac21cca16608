import { afterAll, beforeAll } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { testAddressProofs } from "../../../test/possession.ts";
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
