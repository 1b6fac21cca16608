import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import { openRaw } from "../../../test/servers/raw-socket.ts";
import { listen } from "../../http/listening/listen.ts";
import { upgradesFor } from "../../http/listening/upgrades.ts";
import { createRealtime } from "../app.ts";
import type { TableChanges } from "../changes/port.ts";
import { hostedLimits } from "../limits.ts";

test("a join is acknowledged even if the subscription takes long", async () => {
  const gate = Promise.withResolvers<void>();
  const changes: TableChanges = {
    subscribe: async () => {
      await gate.promise;
      return { updateClaims: () => {}, close: () => {} };
    },
    close: async () => {},
  };
  const database = await openTestDatabase();
  const wire = createRealtime({
    isPrivateOnly: false,
    database,
    log: silentLog,
    changes,
    limits: hostedLimits,
    authenticate: async () => ({ claims: { role: "anon" }, isKey: true }),
  });
  const app = new Hono().route("/realtime/v1", wire.app);
  const port = await listen({ host: "127.0.0.1", port: 0 }, () => {}, upgradesFor(app));
  onTestFinished(async () => {
    await Promise.all([wire.close(), port.close()]);
    await database.close();
  });
  const server = { origin: port.origin, keys: { publishable: "key" } };
  const { join, messages, socket } = await openRaw(server, { vsn: "2.0.0" });
  const entry = { event: "*", schema: "public", table: "notes" };
  expect(await join("a", { postgres_changes: [entry] })).toMatchObject({ status: "ok" });
  const status = { status: "ok", message: "Subscribed to PostgreSQL" };
  const isSubscribed = [
    "join 1",
    null,
    "realtime:a",
    "system",
    { extension: "postgres_changes", ...status, channel: "a" },
  ];
  expect(messages).not.toContainEqual(isSubscribed);
  gate.resolve();
  await eventually(() => expect(messages).toContainEqual(isSubscribed));
  socket.terminate();
});
