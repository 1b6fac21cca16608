import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../database/port.ts";
import { createWire, openWire, type Wire } from "./wire.ts";

/** Tests the first load of the schema, which the first request starts. */

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

/** Creates another wire, which has loaded no schema yet, and counts its loads. */
function createUnloadedWire(database: Database) {
  let loads = 0;
  const countingDatabase: Database = {
    ...database,
    transaction: (work, modes) => {
      if (modes?.isolation === "repeatable read") loads += 1;
      return database.transaction(work, modes);
    },
  };
  return { wire: createWire(countingDatabase, {}), loads: () => loads };
}

/** Returns the SQL that changes the settings of this database for the REST API. */
const settingsSql = (change: string) =>
  wire.database.script(`do $$ begin execute format(
    'alter role authenticator in database %I ${change}', current_database()); end $$`);

test("requests during the first load wait for it", async () => {
  const { wire: unloadedWire, loads } = createUnloadedWire(wire.database);
  onTestFinished(() => unloadedWire.close());
  expect(loads()).toBe(0);
  const requests = [
    unloadedWire.send("/films?select=id"),
    unloadedWire.send("/nothing"),
    unloadedWire.send("/films", { method: "OPTIONS", headers: { origin: "https://app.example" } }),
    unloadedWire.rest.ready(),
    unloadedWire.send("/films?select=id"),
  ];
  const statuses = (await Promise.all(requests)).map((response) => response?.status);
  expect(statuses).toEqual([200, 404, 200, undefined, 200]);
  expect(loads()).toBe(1);
});

test("the first load includes earlier changes", async () => {
  const { wire: unloadedWire, loads } = createUnloadedWire(wire.database);
  onTestFinished(() => unloadedWire.close());
  await wire.database.script(
    "create table latecomers (id int); grant select on latecomers to anon",
  );
  expect((await unloadedWire.send("/latecomers")).status).toBe(200);
  expect(loads()).toBe(1);
});

test("after a failed first load, the response is PGRST002 and the next request loads again", async () => {
  const { wire: unloadedWire, loads } = createUnloadedWire(wire.database);
  onTestFinished(() => unloadedWire.close());
  await wire.rest.ready();
  await settingsSql("set pgrst.db_pre_config to ''public.nothing''");
  try {
    for (const method of ["GET", "POST"]) {
      const response = await unloadedWire.send("/films", {
        method,
        headers: { origin: "https://a.example" },
      });
      expect({
        status: response.status,
        again: response.headers.get("retry-after"),
        readable: response.headers.get("access-control-allow-origin"),
        body: await response.json(),
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
    await expect(unloadedWire.rest.ready()).rejects.toMatchObject({ code: "PGRST002" });
    // A wire with a loaded schema continues to use it.
    expect((await wire.send("/films?select=id")).status).toBe(200);
  } finally {
    await settingsSql("reset pgrst.db_pre_config");
  }
  expect(loads()).toBe(3);
  expect(unloadedWire.failures).toMatchObject([1, 2, 3].map(() => ({ cause: { code: "42883" } })));
  expect((await unloadedWire.send("/films?select=id")).status).toBe(200);
});

test("a wire that is closed during the first load finishes the waiting requests, and loads no more", async () => {
  const { wire: unloadedWire, loads } = createUnloadedWire(wire.database);
  const waitingRequest = unloadedWire.send("/films?select=id");
  await unloadedWire.close();
  expect((await waitingRequest).status).toBe(200);
  const unusedWire = createUnloadedWire(wire.database);
  await unusedWire.wire.close();
  expect((await unusedWire.wire.send("/films")).status).toBe(503);
  expect([loads(), unusedWire.loads()]).toEqual([1, 0]);
});
