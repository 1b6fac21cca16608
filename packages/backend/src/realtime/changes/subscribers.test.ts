import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { silence } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { createTableChanges } from "./changes.ts";
import type { ChangeClaims, ChangeSubscriber, ChangeSubscription, TableChanges } from "./port.ts";

let database: Database;
let changes: TableChanges;
const subscriptions: ChangeSubscription[] = [];
/** In SQL: what a test leaves to the next ones. */
const undo: string[] = [];
/** Called when the database has refused a question. */
let onRefusal = () => {};
/** Called before the database is asked about a filter. */
let onFilter = async (_question: string) => {};

const makeNotes = `
  create table notes (id int primary key, text text, owner uuid);
  alter table notes enable row level security;
  create policy own on notes to authenticated using (owner = auth.uid());
  alter publication supabase_realtime add table notes;`;

async function open() {
  // Time goes by for the look at the published tables alone.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  database = await openTestDatabase({ pastPooler: true });
  await database.script(makeNotes);
  const share: Database["share"] = (of) => {
    const shared = database.share(of);
    const query = async (question: Parameters<Database["query"]>[0]) =>
      shared.query(question).catch((error: unknown) => {
        onRefusal();
        throw error;
      });
    const batch = async (statements: Parameters<Database["batch"]>[0]) => {
      if (of.longest === 500) await onFilter(JSON.stringify(statements));
      return shared.batch(statements);
    };
    return {
      ...shared,
      query: query as Database["query"],
      batch: batch as Database["batch"],
    };
  };
  changes = createTableChanges({ ...database, share }, silence);
}
async function close() {
  await changes.close();
  await database.close();
  vi.useRealTimers();
}
// Replication tells of a table's changes to later tests as well; opening a database is cheap there.
if (process.env["TEST_DATABASE_URL"]) {
  beforeEach(open);
  afterEach(close);
} else {
  beforeAll(open);
  afterAll(close);
}
afterEach(async () => {
  for (const { close } of subscriptions.splice(0)) close();
  onRefusal = () => {};
  onFilter = async () => {};
  await database.script(["delete from notes", ...undo.splice(0)].join(";"));
});

async function subscribe(channel: ChangeSubscriber, signal?: AbortSignal) {
  const subscription = await changes.subscribe(channel, signal);
  subscriptions.push(subscription);
  return subscription;
}

async function listener(
  claims: ChangeClaims,
  filter?: string,
  { signal, client = {} }: { readonly signal?: AbortSignal; readonly client?: object } = {},
) {
  const heard: string[] = [];
  const subscriber = {
    wanted: new Map([[1, { event: "*", schema: "public", table: "notes", filter }]]),
    ...{ claims, client },
    onChange: (_: readonly number[], data: string) => heard.push(JSON.parse(data).record.text),
    onGap: () => heard.push("gap"),
    onEnd: () => heard.push("end"),
  };
  const subscription = await subscribe(subscriber, signal);
  return { ...subscription, heard };
}

const server = { role: "service_role" };
const lookAround = () => vi.advanceTimersByTimeAsync(30_000);

test("a table that is made anew is heard of again", async () => {
  const { heard } = await listener(server, "text=eq.new");
  await database.script(`drop table notes; ${makeNotes}`);
  await eventually(async () => {
    await lookAround();
    await database.query(sql`delete from notes`);
    await database.query(sql`insert into notes values (1, 'new')`);
    await vi.waitFor(() => expect(heard).toContain("new"), 1_000);
  });
});

test("who listens to a table that is published no longer is told the end", async () => {
  const { heard } = await listener(server);
  await database.script("alter publication supabase_realtime drop table notes");
  undo.push("alter publication supabase_realtime add table notes");
  await lookAround();
  await eventually(() => expect(heard).toEqual(["end"]));
});

test("of two tokens in a row, the last one decides", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const one = await listener(server);
  one.renew({ role: "anon" });
  one.renew({ role: "authenticated", sub: bob });
  one.renew({ role: "authenticated", sub: ada });
  await eventually(() => expect(one.heard).toEqual(["gap"]));
  await database.query(sql`insert into notes values (1, 'of Bob', ${bob}), (2, 'of Ada', ${ada})`);
  await eventually(() => expect(one.heard).toEqual(["gap", "of Ada"]));
});

test("claims that the database refuses do not end a channel that has others by now", async () => {
  const ada = { role: "authenticated", sub: randomUUID() };
  const one = await listener({ ...ada, name: "\u0000" });
  onRefusal = () => one.renew(ada);
  await database.query(sql`insert into notes values (1, 'missed', ${ada.sub})`);
  await eventually(() => expect(one.heard).toEqual(["gap"]));
  await database.query(sql`insert into notes values (2, 'told', ${ada.sub})`);
  await eventually(() => expect(one.heard).toEqual(["gap", "told"]));
});

test("nothing more is asked for a channel that has ended while it waited for its turn", async () => {
  const ending = new AbortController();
  const first = listener(server, "text=eq.a");
  const gone = listener(server, "id=eq.no number", ending);
  ending.abort();
  await expect(gone).rejects.toThrow("The channel has ended.");
  await first;
});

test("a change that cannot be told costs nobody else a change", async () => {
  const onGap = vi.fn();
  await subscribe({
    wanted: new Map([[1, { event: "*", schema: "public", table: "notes", filter: "id=eq.1" }]]),
    ...{ claims: server, client: {} },
    onChange: () => {
      // As JSON that nests too deeply does.
      throw new RangeError("Maximum call stack size exceeded");
    },
    ...{ onGap, onEnd: () => {} },
  });
  const other = await listener(server, "id=eq.2");
  await database.query(sql`insert into notes values (1, 'untold', null), (2, 'told', null)`);
  await eventually(() => expect(other.heard).toEqual(["told"]));
  await eventually(() => expect(onGap).toHaveBeenCalledOnce());
});

test("filters of one client that ask for much keep nobody else waiting", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onFilter = (question) => (question.includes("%held") ? promise : Promise.resolve());
  const client = {};
  const held = Array.from({ length: 20 }, (_, place) => `text=not.like.%held ${place}`).join();
  const few = await listener(server, "text=like.t%", { client });
  const many = await listener(server, held, { client });
  const other = await listener(server, "text=like.%d");
  await database.query(sql`insert into notes values (1, 'told', null)`);
  for (const { heard } of [few, other]) {
    await eventually(() => expect(heard).toEqual(["told"]));
  }
  expect(many.heard).toEqual([]);
  resolve();
  await eventually(() => expect(many.heard).toEqual(["told"]));
});

test("bulk changes of three tables keep no listener of a fourth waiting", async () => {
  const others = ["a", "b", "c"];
  undo.push(`drop table ${others.join()}`);
  await database.script(
    others
      .map(
        (name) => `create table ${name} (id int primary key);
          alter table ${name} enable row level security;
          create policy seen on ${name} to authenticated using (true);
          alter publication supabase_realtime add table ${name};`,
      )
      .join(""),
  );
  const ada = { role: "authenticated", sub: randomUUID() };
  const told: string[] = [];
  const listen = (table: string) =>
    subscribe({
      wanted: new Map([[1, { event: "*", schema: "public", table }]]),
      ...{ claims: ada, client: {} },
      onChange: () => told.push(table),
      onGap: () => told.push("gap"),
      onEnd: () => told.push("end"),
    });
  for (const table of [...others, "notes"]) await listen(table);
  await database.script(`
    insert into a select generate_series(1, 400);
    insert into b select generate_series(1, 400);
    insert into c select generate_series(1, 400);
    insert into notes values (1, 'small', '${ada.sub}');`);
  await eventually(() => expect(told).toContain("notes"));
  // Before it came two batches of two hundred at most.
  expect(told.indexOf("notes")).toBeLessThan(500);
  await eventually(() => expect(told).toHaveLength(1_201));
});
