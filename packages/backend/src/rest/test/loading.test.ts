import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../database/port.ts";
import { openWire, type Wire, wireOver } from "./wire.ts";

/** The first load of the schema, which the REST API starts for its first request. */

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

/** Creates another wire that has loaded nothing yet, and counts its loads. */
function unread(database: Database) {
  let loads = 0;
  const counted: Database = {
    ...database,
    transaction: (work, modes) => {
      if (modes?.isolation === "repeatable read") loads += 1;
      return database.transaction(work, modes);
    },
  };
  return { wire: wireOver(counted, {}), loads: () => loads };
}

/** Changes this database's settings for the REST API. */
const configuredBy = (change: string) =>
  wire.database.script(`do $$ begin execute format(
    'alter role authenticator in database %I ${change}', current_database()); end $$`);

test("requests during the first load wait for it, and share it", async () => {
  const { wire: fresh, loads } = unread(wire.database);
  onTestFinished(() => fresh.close());
  expect(loads()).toBe(0);
  const requests = [
    fresh.send("/films?select=id"),
    fresh.send("/nothing"),
    fresh.send("/films", { method: "OPTIONS", headers: { origin: "https://app.example" } }),
    fresh.rest.ready(),
    fresh.send("/films?select=id"),
  ];
  const statuses = (await Promise.all(requests)).map((answer) => answer?.status);
  expect(statuses).toEqual([200, 404, 200, undefined, 200]);
  expect(loads()).toBe(1);
});

test("a change before the first load is seen without a second load", async () => {
  const { wire: fresh, loads } = unread(wire.database);
  onTestFinished(() => fresh.close());
  await wire.database.script(
    "create table latecomers (id int); grant select on latecomers to anon",
  );
  expect((await fresh.send("/latecomers")).status).toBe(200);
  expect(loads()).toBe(1);
});

test("a failed first load is answered with PGRST002, and the next request tries again", async () => {
  const { wire: fresh, loads } = unread(wire.database);
  onTestFinished(() => fresh.close());
  await wire.rest.ready();
  await configuredBy("set pgrst.db_pre_config to ''public.nothing''");
  try {
    for (const method of ["GET", "POST"]) {
      const answer = await fresh.send("/films", {
        method,
        headers: { origin: "https://a.example" },
      });
      expect({
        status: answer.status,
        again: answer.headers.get("retry-after"),
        readable: answer.headers.get("access-control-allow-origin"),
        body: await answer.json(),
      }).toEqual({
        status: 503,
        again: "1",
        readable: "*",
        body: {
          code: "PGRST002",
          message: "Could not query the database for the schema cache. Retrying.",
          details: null,
          hint: null,
        },
      });
    }
    await expect(fresh.rest.ready()).rejects.toMatchObject({ code: "PGRST002" });
    // The wire with a loaded schema keeps using it.
    expect((await wire.send("/films?select=id")).status).toBe(200);
  } finally {
    await configuredBy("reset pgrst.db_pre_config");
  }
  expect(loads()).toBe(3);
  expect(fresh.failures).toMatchObject([1, 2, 3].map(() => ({ cause: { code: "42883" } })));
  expect((await fresh.send("/films?select=id")).status).toBe(200);
});

test("a wire that closes during the first load answers the waiting requests, and loads no more", async () => {
  const { wire: fresh, loads } = unread(wire.database);
  const waiting = fresh.send("/films?select=id");
  await fresh.close();
  expect((await waiting).status).toBe(200);
  const unused = unread(wire.database);
  await unused.wire.close();
  expect((await unused.wire.send("/films")).status).toBe(503);
  expect([loads(), unused.loads()]).toEqual([1, 0]);
});
