import { afterAll, beforeAll } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { testArrivals } from "../../../test/possession.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

testArrivals(
  () => database,
  ["a code", "a reset", "an invitation", "a link of the administrator's"],
);
