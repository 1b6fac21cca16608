import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { ChangeSubscriber, SubscriptionHandle, TableChanges, TokenClaims } from "./port.ts";
import { DatabaseTableChanges } from "./table-changes.ts";

let database: Database;
let changes: TableChanges;
const subscriptions: SubscriptionHandle[] = [];
/** SQL that reverts what a test has changed. */
const undoStatements: string[] = [];
/** Called when a query has failed. */
let onQueryError = () => {};
/** Called before a filter is evaluated in SQL. */
let onFilter = async (_statements: string) => {};

const createNotes = `
  create table notes (id int primary key, text text, owner uuid);
  alter table notes enable row level security;
  create policy own on notes to authenticated using (owner = auth.uid());
  alter publication supabase_realtime add table notes;`;

async function open() {
  // Only the check for recreated tables uses fake time.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  database = await openTestDatabase({ bypassesPooler: true });
  await database.script(createNotes);
  const share: Database["withLimits"] = (requestedShare) => {
    const shared = database.withLimits(requestedShare);
    const query = async (statement: Parameters<Database["query"]>[0]) =>
      shared.query(statement).catch((error: unknown) => {
        onQueryError();
        throw error;
      });
    const batch = async (statements: Parameters<Database["batch"]>[0]) => {
      if (requestedShare.maxStatementMs === 500) await onFilter(JSON.stringify(statements));
      return shared.batch(statements);
    };
    return {
      ...shared,
      query: query as Database["query"],
      batch: batch as Database["batch"],
    };
  };
  changes = new DatabaseTableChanges({ ...database, withLimits: share }, silentLog);
}
async function close() {
  await changes.close();
  await database.close();
  vi.useRealTimers();
}
// With replication, later tests would receive changes of earlier ones. Opening a database is cheap on a server.
if (process.env["TEST_DATABASE_URL"]) {
  beforeEach(open);
  afterEach(close);
} else {
  beforeAll(open);
  afterAll(close);
}
afterEach(async () => {
  for (const { close } of subscriptions.splice(0)) close();
  onQueryError = () => {};
  onFilter = async () => {};
  await database.script(["delete from notes", ...undoStatements.splice(0)].join(";"));
});

async function subscribeChannel(channel: ChangeSubscriber, signal?: AbortSignal) {
  const subscription = await changes.subscribe(channel, signal);
  subscriptions.push(subscription);
  return subscription;
}

async function subscribe(
  claims: TokenClaims,
  filter?: string,
  { signal, client = {} }: { readonly signal?: AbortSignal; readonly client?: object } = {},
) {
  const received: string[] = [];
  const subscriber = {
    entries: new Map([[1, { event: "*", schema: "public", table: "notes", filter }]]),
    claims,
    client,
    onChange: (_: readonly number[], data: string) => received.push(JSON.parse(data).record.text),
    onGap: () => received.push("gap"),
    onEnd: () => received.push("end"),
  };
  const subscription = await subscribeChannel(subscriber, signal);
  return { ...subscription, received };
}

const serviceRole = { role: "service_role" };
const checkTables = () => vi.advanceTimersByTimeAsync(30_000);

test("changes of a table that was dropped and recreated are delivered", async () => {
  const { received } = await subscribe(serviceRole, "text=eq.new");
  await database.script(`drop table notes; ${createNotes}`);
  await eventually(async () => {
    await checkTables();
    await database.query(sql`delete from notes`);
    await database.query(sql`insert into notes values (1, 'new')`);
    await vi.waitFor(() => expect(received).toContain("new"), 1_000);
  });
});

test("the subscription to a table that is no longer published ends", async () => {
  const { received } = await subscribe(serviceRole);
  await database.script("alter publication supabase_realtime drop table notes");
  undoStatements.push("alter publication supabase_realtime add table notes");
  await checkTables();
  await eventually(() => expect(received).toEqual(["end"]));
});

test("the last of several tokens in a row decides which rows are delivered", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const subscription = await subscribe(serviceRole);
  subscription.updateClaims({ role: "anon" });
  subscription.updateClaims({ role: "authenticated", sub: bob });
  subscription.updateClaims({ role: "authenticated", sub: ada });
  await eventually(() => expect(subscription.received).toEqual(["gap"]));
  await database.query(sql`insert into notes values (1, 'of Bob', ${bob}), (2, 'of Ada', ${ada})`);
  await eventually(() => expect(subscription.received).toEqual(["gap", "of Ada"]));
});

test("claims that the database rejects do not end a channel that has newer claims", async () => {
  const ada = { role: "authenticated", sub: randomUUID() };
  const subscription = await subscribe({ ...ada, name: "\u0000" });
  onQueryError = () => subscription.updateClaims(ada);
  await database.query(sql`insert into notes values (1, 'missed', ${ada.sub})`);
  await eventually(() => expect(subscription.received).toEqual(["gap"]));
  await database.query(sql`insert into notes values (2, 'delivered', ${ada.sub})`);
  await eventually(() => expect(subscription.received).toEqual(["gap", "delivered"]));
});

test("a channel that closes while its subscription is queued causes no more queries", async () => {
  const abortController = new AbortController();
  const firstSubscription = subscribe(serviceRole, "text=eq.a");
  const abortedSubscription = subscribe(serviceRole, "id=eq.no number", abortController);
  abortController.abort();
  await expect(abortedSubscription).rejects.toThrow("The channel has ended.");
  await firstSubscription;
});

test("a change that cannot be delivered to one subscriber reaches the others", async () => {
  const onGap = vi.fn();
  await subscribeChannel({
    entries: new Map([[1, { event: "*", schema: "public", table: "notes", filter: "id=eq.1" }]]),
    claims: serviceRole,
    client: {},
    onChange: () => {
      // JSON.stringify throws this for a value that nests too deeply.
      throw new RangeError("Maximum call stack size exceeded");
    },
    onGap,
    onEnd: () => {},
  });
  const other = await subscribe(serviceRole, "id=eq.2");
  await database.query(sql`insert into notes values (1, 'failing', null), (2, 'delivered', null)`);
  await eventually(() => expect(other.received).toEqual(["delivered"]));
  await eventually(() => expect(onGap).toHaveBeenCalledOnce());
});

test("a client with many slow filters does not delay other clients", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onFilter = (statements) => (statements.includes("%held") ? promise : Promise.resolve());
  const client = {};
  const slowFilters = Array.from(
    { length: 20 },
    (_, index) => `text=not.like.%held ${index}`,
  ).join();
  const fewFilters = await subscribe(serviceRole, "text=like.d%", { client });
  const manyFilters = await subscribe(serviceRole, slowFilters, { client });
  const other = await subscribe(serviceRole, "text=like.%d");
  await database.query(sql`insert into notes values (1, 'delivered', null)`);
  for (const { received } of [fewFilters, other]) {
    await eventually(() => expect(received).toEqual(["delivered"]));
  }
  expect(manyFilters.received).toEqual([]);
  resolve();
  await eventually(() => expect(manyFilters.received).toEqual(["delivered"]));
});

test("bulk changes of three tables do not delay changes of a fourth", async () => {
  const otherTables = ["a", "b", "c"];
  undoStatements.push(`drop table ${otherTables.join()}`);
  await database.script(
    otherTables
      .map(
        (name) => `create table ${name} (id int primary key);
          alter table ${name} enable row level security;
          create policy seen on ${name} to authenticated using (true);
          alter publication supabase_realtime add table ${name};`,
      )
      .join(""),
  );
  const ada = { role: "authenticated", sub: randomUUID() };
  const deliveries: string[] = [];
  const listen = (table: string) =>
    subscribeChannel({
      entries: new Map([[1, { event: "*", schema: "public", table }]]),
      claims: ada,
      client: {},
      onChange: () => deliveries.push(table),
      onGap: () => deliveries.push("gap"),
      onEnd: () => deliveries.push("end"),
    });
  for (const table of [...otherTables, "notes"]) await listen(table);
  await database.script(`
    insert into a select generate_series(1, 400);
    insert into b select generate_series(1, 400);
    insert into c select generate_series(1, 400);
    insert into notes values (1, 'small', '${ada.sub}');`);
  await eventually(() => expect(deliveries).toContain("notes"));
  // At most two batches of two hundred changes are delivered before it.
  expect(deliveries.indexOf("notes")).toBeLessThan(500);
  await eventually(() => expect(deliveries).toHaveLength(1_201));
});
