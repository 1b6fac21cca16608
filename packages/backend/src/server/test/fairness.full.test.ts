import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { testLog } from "../../../test/test-log.ts";
import type { RunningServer } from "../server.ts";

/** Tests that one caller's many slow requests do not delay another caller's request. */

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer(
    {
      "supabase/migrations/1_slow.sql": `
      create table texts (id int primary key);
      create function slow(seconds float) returns int language sql stable
        as 'select 1 from pg_sleep(seconds)';`,
    },
    { log: testLog(), env: { PORTICO_TRUSTED_PROXIES: "1" } },
  );
  await sendFrom("203.0.113.9", "texts");
});
afterAll(() => server.close());

const sendFrom = (address: string, path: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/rest/v1/${path}`, {
    ...init,
    headers: { "x-forwarded-for": address },
  });

/**
 * How many of the other caller's earlier requests may be answered first: those that are running, those that were
 * already next, and those that end while the request is on its way. Without fairness, all 50 would be answered first.
 */
const maxEarlierRequests = 25;

// The embedded database runs short requests first, and checks the running statement every 50 ms.
test.each([0.08, 0.3])(
  "many requests of one caller that take %s s do not delay another caller's",
  async (seconds) => {
    let sentCount = 0;
    /** The requests in the order of their responses. Each is a number, counted in the order of sending. */
    const responseOrder: number[] = [];
    const caller = new AbortController();
    const someSent = Promise.withResolvers<void>();
    const floodRequests = Array.from({ length: 50 }, async () => {
      while (!caller.signal.aborted) {
        const path = `rpc/slow?seconds=${seconds}`;
        const position = ++sentCount;
        await (await sendFrom("203.0.113.1", path, { signal: caller.signal })).text();
        if (responseOrder.push(position) > 10) someSent.resolve();
      }
    });
    try {
      await someSent.promise;
      for (let attempt = 0; attempt < 3; attempt++) {
        const [sentBefore, answeredBefore] = [sentCount, responseOrder.length];
        const { status } = await sendFrom("203.0.113.2", "texts");
        expect(status).toBe(200);
        const earlierResponses = responseOrder
          .slice(answeredBefore)
          .filter((position) => position <= sentBefore);
        expect(earlierResponses.length).toBeLessThan(maxEarlierRequests);
      }
    } finally {
      caller.abort();
      await Promise.allSettled(floodRequests);
    }
  },
);

test("the waiting requests of one caller are limited, and another's are not refused", async () => {
  const caller = new AbortController();
  const refusal = Promise.withResolvers<Response>();
  const floodRequests = Array.from({ length: 700 }, async () => {
    const response = await sendFrom("203.0.113.1", "rpc/slow?seconds=0.3", {
      signal: caller.signal,
    });
    if (response.status === 429) refusal.resolve(response);
  });
  const rejected = await refusal.promise;
  expect(rejected.headers.get("retry-after")).toBe("1");
  expect(await rejected.json()).toEqual({
    code: "PGRST051",
    message: "Too many of your requests wait for the database",
    details: null,
    hint: "Send fewer requests at a time.",
  });
  expect((await sendFrom("203.0.113.2", "texts")).status).toBe(200);
  caller.abort();
  await Promise.allSettled(floodRequests);
});
