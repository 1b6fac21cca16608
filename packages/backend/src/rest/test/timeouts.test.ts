import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWire, openWire, type Wire, withAuthenticator } from "./wire.ts";

/** Tests `statement_timeout` with both databases. */

/** Makes the names of roles unique, because other tests share the database server. */
const suffix = randomUUID().slice(0, 8);
/** A role whose statements exceed its timeout. */
const hasty = `hasty_${suffix}`;
/** A role whose statements are short. */
const hurried = `hurried_${suffix}`;

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
  await wire.database.script(`
    create role ${hasty};
    create role ${hurried};
    grant ${hasty}, ${hurried} to authenticator;
    alter role ${hasty} set statement_timeout to '60ms';
    alter role ${hurried} set statement_timeout to '1s';
    grant usage on schema public to ${hasty}, ${hurried};
    create table long_texts (id int primary key, text text);
    insert into long_texts values (1, repeat('a', 2001));
    grant select on long_texts to ${hasty}, ${hurried};
    create function timeout() returns text language sql
      as $$ select current_setting('statement_timeout') $$;
    create function nap() returns void language sql as 'select pg_sleep(0.2)';
    create function sleep() returns void language sql as 'select pg_sleep(60)';
    create function recurse() returns bigint language sql as $$
      with recursive r as (select 1 as n union all select n % 1000 + 1 from r)
      select count(*) from r $$;
    create function join_series() returns bigint language sql as $$
      select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b
      where a * b % 7 = 3 $$;
    create function spin() returns void language plpgsql as $$ begin loop null; end loop; end $$;
    create function catch_all() returns void language plpgsql as $$ begin
      loop begin perform 1 / 0; exception when others then null; end; end loop; end $$;
    create function patient() returns void language sql
      set statement_timeout to '200ms' as 'select pg_sleep(60)';
    create function lenient() returns void language sql
      set statement_timeout to '30s' as 'select pg_sleep(1.5)';
    create function write_and_sleep() returns void language plpgsql as $$ begin
      insert into long_texts values (2, 'of a statement that overran');
      perform pg_sleep(60); end $$;
    grant insert on long_texts to ${hasty}`);
  await wire.rest.reload();
});
afterAll(async () => {
  await wire.database.script(`drop owned by ${hasty}, ${hurried}; drop role ${hasty}, ${hurried}`);
  await wire.close();
});

const asHasty = { as: `role ${hasty}` };
const asHurried = { as: `role ${hurried}` };

const timeoutError = {
  code: "57014",
  details: null,
  hint: null,
  message: "canceling statement due to statement timeout",
};

/** Returns the response to a request, and its duration. */
async function sendTimed(path: string, init: Parameters<Wire["send"]>[1]) {
  const startedAt = performance.now();
  const response = await wire.send(path, init);
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, body, durationMs: performance.now() - startedAt };
}

describe("a statement beyond its role's timeout", () => {
  test.each([
    [
      "a regular expression that goes back and forth",
      String.raw`/long_texts?text=match.^(a*)(a*)(a*)(a*)\1\2\3\4$`,
    ],
    ["a sleep", "/rpc/sleep"],
    ["a recursive query without end", "/rpc/recurse"],
    ["a join of a million rows with a million", "/rpc/join_series"],
    ["a loop", "/rpc/spin"],
    ["a loop that catches what it can", "/rpc/catch_all"],
  ])(
    "a statement beyond its role's timeout is cancelled, and the next one succeeds: %s",
    async (_, path) => {
      const { status, body, durationMs } = await sendTimed(path, asHasty);
      expect({ status, body }).toEqual({ status: 500, body: timeoutError });
      expect(durationMs).toBeGreaterThan(50);
      expect((await sendTimed("/films?limit=1", {})).status).toBe(200);
    },
  );

  test("a statement beyond its role's timeout is cancelled even if its transaction depends on its result", async () => {
    for (const Prefer of ["tx=rollback", "count=planned"]) {
      const { body } = await sendTimed(
        String.raw`/long_texts?text=match.^(a*)(a*)(a*)(a*)\1\2\3\4$`,
        {
          ...asHasty,
          headers: { Prefer },
        },
      );
      expect(body).toEqual(timeoutError);
    }
  });

  test("a statement beyond its role's timeout is rolled back", async () => {
    expect((await sendTimed("/rpc/write_and_sleep", { method: "POST", ...asHasty })).body).toEqual(
      timeoutError,
    );
    expect((await sendTimed("/long_texts?id=eq.2", asHurried)).body).toEqual([]);
  });

  test("the timeout that a function declares applies to it", async () => {
    const { body, durationMs } = await sendTimed("/rpc/patient", asHasty);
    expect(body).toEqual(timeoutError);
    expect(durationMs).toBeGreaterThan(190);
  });

  test("a function that declares a longer timeout than the role's is not cancelled", async () => {
    expect((await sendTimed("/rpc/lenient", asHasty)).status).toBe(204);
  });
});

test("many short statements in succession are not cancelled", async () => {
  // The embedded database runs the requests one after the other, which takes longer than the timeout of a single one.
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => sendTimed("/rpc/nap", asHurried)),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(204));
});

test("a request that waits too long for a connection is refused", async () => {
  const limitedDatabase = wire.database.withLimits({ connections: 1, acquireTimeoutMs: 500 });
  const otherWire = createWire(limitedDatabase, {});
  await otherWire.rest.ready();
  const hasConnection = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const blockingTransaction = limitedDatabase.transaction(async () => {
    hasConnection.resolve();
    await isOver.promise;
  });
  await hasConnection.promise;
  const response = await otherWire.send("/films?limit=1");
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 504,
    body: {
      code: "PGRST003",
      details: null,
      hint: null,
      message: "Timed out acquiring connection from connection pool.",
    },
  });
  isOver.resolve();
  await blockingTransaction;
  await otherWire.close();
});

describe("default timeouts of roles", () => {
  const timeoutOf = async (as?: string) =>
    (await wire.send("/rpc/timeout", as ? { as } : {})).json();

  test("roles have the timeouts of the hosted service unless alter role changes them", async () => {
    expect([await timeoutOf(), await timeoutOf("ada"), await timeoutOf("service")]).toEqual([
      "3s",
      "8s",
      "8s",
    ]);
  });

  test("other roles have the timeout of the authenticator unless alter role changes it", async () => {
    await withAuthenticator(wire, "statement_timeout", "4s", async () => {
      expect([await timeoutOf(), await timeoutOf("ada"), await timeoutOf("service")]).toEqual([
        "3s",
        "8s",
        "4s",
      ]);
    });
  });
});

test("no request has caused an internal error", () => {
  expect(wire.failures).toEqual([]);
});
