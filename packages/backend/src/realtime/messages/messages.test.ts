import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/realtime-server.ts";
import { sql } from "../../database/sql.ts";
import { removeOldMessages } from "./janitor.ts";

const migration = `
  create policy everything on realtime.messages for select to authenticated using (true);
  create table rooms (id int primary key, name text);
  create function tell() returns trigger language plpgsql security definer as $$ begin
    perform realtime.broadcast_changes(
      'room:' || new.id, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger tell after insert or update on rooms for each row execute function tell();`;

let running: RealtimeServer;
let ada: string;
beforeAll(async () => {
  running = await startRealtimeServer({ migration });
  ada = await running.signUp("ada@example.com");
});
afterEach(disconnectAll);
afterAll(() => running.close());

/** Through a pooler, messages are looked for every three seconds. */
const waitFor = (check: () => unknown) => eventually(check);
const query = (statement: ReturnType<typeof sql>) => running.server.database.query(statement);
const listen = async (topic: string, vsn = "2.0.0", isPrivate = true) =>
  join(await connect(running.server, ada, { vsn }), topic, { private: isPrivate });

test.each(["1.0.0", "2.0.0"])(
  "realtime.send tells the topic's channels, in version %s",
  async (vsn) => {
    const [room, other] = [await listen("a", vsn), await listen("b", vsn)];
    const open = await listen("a", vsn, false);
    await query(sql`select realtime.send('{"n": 1.50}', 'private', 'a')`);
    await query(sql`select realtime.send('{"n": 0}', 'neither', 'a', null)`);
    await query(sql`select realtime.send('{"n": 2}', 'public', 'a', false)`);
    await waitFor(() => expect(room.messages).toHaveLength(1));
    await waitFor(() => expect(open.messages).toHaveLength(1));
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(room.messages).toEqual([
      { type: "broadcast", event: "private", payload: { n: 1.5, id }, meta: { id } },
    ]);
    expect(open.messages).toMatchObject([{ event: "public" }]);
    expect(other.messages).toEqual([]);
  },
);

test("a message that is larger than a notification arrives whole and in its place", async () => {
  const room = await listen("large");
  const text = "ä".repeat(20_000);
  await query(sql`
    select realtime.send('{}', 'before', 'large'),
      realtime.send(jsonb_build_object('text', ${text}::text), 'large', 'large'),
      realtime.send('{}', 'after', 'large')`);
  await waitFor(() => expect(room.messages).toHaveLength(3));
  expect(room.messages.map(({ event }) => event)).toEqual(["before", "large", "after"]);
  expect(room.messages[1]).toMatchObject({ payload: { text } });
});

test("bytes arrive in version 2.0.0, and not in version 1.0.0, which has no word for them", async () => {
  const [room, old] = [await listen("bytes"), await listen("bytes", "1.0.0")];
  await query(sql`select realtime.send_binary('\\x00ff', 'bytes', 'bytes')`);
  await query(sql`select realtime.send('{}', 'after', 'bytes')`);
  await waitFor(() => expect(old.messages).toMatchObject([{ event: "after" }]));
  await waitFor(() => expect(room.messages).toHaveLength(2));
  expect([...new Uint8Array(room.messages[0]?.payload as ArrayBuffer)]).toEqual([0, 255]);
});

test("nothing is told before the commit, and nothing of what is rolled back", async () => {
  const room = await listen("room:1");
  await running.server.database
    .transaction(async (connection) => {
      await connection.query(sql`insert into rooms values (1, 'undone')`);
      throw new Error("undone");
    })
    .catch(() => {});
  await query(sql`insert into rooms values (1, 'done')`);
  await query(sql`update rooms set name = 'changed' where id = 1`);
  await waitFor(() => expect(room.messages).toHaveLength(2));
  expect(room.messages).toMatchObject([
    { event: "INSERT", payload: { operation: "INSERT", record: { name: "done" }, table: "rooms" } },
    { event: "UPDATE", payload: { record: { name: "changed" }, old_record: { name: "done" } } },
  ]);
});

test("a channel gets the stored messages that it asks for, each once", async () => {
  await query(sql`select realtime.send('{"n": 1}', 'old', 'replay')`);
  await query(sql`select realtime.send('{"n": 2}', 'newer', 'replay')`);
  const ask = async (replay: { since: number; limit?: number }, isPrivate = true) =>
    join(await connect(running.server, ada), "replay", {
      private: isPrivate,
      broadcast: { replay },
    });
  const all = await ask({ since: Date.now() - 60_000 });
  await waitFor(() => expect(all.messages).toHaveLength(2));
  const id = expect.any(String);
  expect(all.messages).toMatchObject([
    { event: "old", payload: { n: 1 }, meta: { replayed: true, id } },
    { event: "newer", payload: { n: 2 }, meta: { replayed: true, id } },
  ]);
  const last = await ask({ since: Date.now() - 60_000, limit: 1 });
  await waitFor(() => expect(last.messages).toMatchObject([{ event: "newer" }]));
  const none = await ask({ since: Date.now() + 60_000 });
  expect(none.messages.filter(({ meta }) => (meta as { replayed?: true }).replayed)).toEqual([]);
  await query(sql`select realtime.send('{}', 'live', 'replay')`);
  await waitFor(() => expect(none.messages.at(-1)).toMatchObject({ event: "live" }));
  await expect(ask({ since: 1.5 })).rejects.toThrow(
    "UnableToReplayMessages: Replay params are not valid",
  );
});

test("messages are deleted after three days", async () => {
  await query(sql`
    insert into realtime.messages (topic, extension, event, payload, inserted_at)
    values ('old', 'broadcast', 'x', '{}', now()::timestamp - interval '73 hours'),
      ('old', 'broadcast', 'x', '{}', now()::timestamp - interval '71 hours')`);
  await removeOldMessages(running.server.database);
  const { rows } = await query(sql`select from realtime.messages where topic = 'old'`);
  expect(rows).toHaveLength(1);
});
