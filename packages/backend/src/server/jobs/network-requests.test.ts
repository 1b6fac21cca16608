import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import { testLog } from "../../../test/test-log.ts";
import { defaultConfig } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { createNetworkRequests } from "./network-requests.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("a request that SQL queues before notifications arrive is sent", async () => {
  const opening = Promise.withResolvers<void>();
  const requests = createNetworkRequests({
    database: {
      ...database,
      listen: async (channel, onNotify) => {
        await opening.promise;
        return database.listen(channel, onNotify);
      },
    },
    config: defaultConfig(),
    development: {
      isDevelopment: true,
      hasInbox: false,
      hasSandbox: false,
      desk: undefined,
      messages: [],
    },
    options: { log: testLog() },
  });
  // Give the first check of the queue time to end, as it would if it did not wait for the notifications.
  for (let query = 0; query < 20; query++) await database.query(sql`select`);
  const queue = sql`select net.http_get('file:///etc/passwd') as id`;
  const [queued] = (await database.query(queue)).rows;
  opening.resolve();
  await eventually(async () => {
    const response = sql`select error_msg from net._http_response where id = ${queued?.["id"]}`;
    expect((await database.query(response)).rows).toEqual([
      { error_msg: "Unsupported protocol: file:" },
    ]);
  });
  await requests.close?.();
});
