import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/servers/realtime-server.ts";
import { sql } from "../../database/sql.ts";
import { removeOldMessages } from "../jobs.ts";

const migration = `
  create policy everything on realtime.messages for select to authenticated using (true);
  create table rooms (id int primary key, name text);
  create function publish() returns trigger language plpgsql security definer as $$ begin
    perform realtime.broadcast_changes(
      'room:' || new.id, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger publish after insert or update on rooms for each row execute function publish();`;

let realtime: RealtimeServer;
let ada: string;
beforeAll(async () => {
  realtime = await startRealtimeServer({ migration });
  ada = await realtime.signUp("ada@example.com");
});
afterEach(disconnectAll);
afterAll(() => realtime.close());

const query = (statement: ReturnType<typeof sql>) => realtime.server.database.query(statement);
const listen = async (topic: string, vsn = "2.0.0", isPrivate = true) =>
  join(await connect(realtime.server, ada, { vsn }), topic, { private: isPrivate });

test.each(["1.0.0", "2.0.0"])(
  "realtime.send reaches the topic's channels in version %s of the protocol",
  async (vsn) => {
    const [room, other] = [await listen("a", vsn), await listen("b", vsn)];
    const publicRoom = await listen("a", vsn, false);
    await query(sql`select realtime.send('{"n": 1.50}', 'private', 'a')`);
    await query(sql`select realtime.send('{"n": 0}', 'neither', 'a', null)`);
    await query(sql`select realtime.send('{"n": 2}', 'public', 'a', false)`);
    await eventually(() => expect(room.messages).toHaveLength(1));
    await eventually(() => expect(publicRoom.messages).toHaveLength(1));
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(room.messages).toEqual([
      { type: "broadcast", event: "private", payload: { n: 1.5, id }, meta: { id } },
    ]);
    expect(publicRoom.messages).toMatchObject([{ event: "public" }]);
    expect(other.messages).toEqual([]);
  },
);

test("a message that is larger than a notification arrives complete and in order", async () => {
  const room = await listen("large");
  const text = "ä".repeat(20_000);
  await query(sql`
    select realtime.send('{}', 'before', 'large'),
      realtime.send(jsonb_build_object('text', ${text}::text), 'large', 'large'),
      realtime.send('{}', 'after', 'large')`);
  await eventually(() => expect(room.messages).toHaveLength(3));
  expect(room.messages.map(({ event }) => event)).toEqual(["before", "large", "after"]);
  expect(room.messages[1]).toMatchObject({ payload: { text } });
});

test("binary messages arrive in version 2.0.0 but not in version 1.0.0, which has no binary frames", async () => {
  const [room, legacyRoom] = [await listen("bytes"), await listen("bytes", "1.0.0")];
  await query(sql`select realtime.send_binary('\\x00ff', 'bytes', 'bytes')`);
  await query(sql`select realtime.send('{}', 'after', 'bytes')`);
  await eventually(() => expect(legacyRoom.messages).toMatchObject([{ event: "after" }]));
  await eventually(() => expect(room.messages).toHaveLength(2));
  expect([...new Uint8Array(room.messages[0]?.payload as ArrayBuffer)]).toEqual([0, 255]);
});

test("messages are delivered after the commit, and not after a rollback", async () => {
  const room = await listen("room:1");
  await realtime.server.database
    .transaction(async (connection) => {
      await connection.query(sql`insert into rooms values (1, 'undone')`);
      throw new Error("undone");
    })
    .catch(() => {});
  await query(sql`insert into rooms values (1, 'done')`);
  await query(sql`update rooms set name = 'changed' where id = 1`);
  await eventually(() => expect(room.messages).toHaveLength(2));
  expect(room.messages).toMatchObject([
    { event: "INSERT", payload: { operation: "INSERT", record: { name: "done" }, table: "rooms" } },
    { event: "UPDATE", payload: { record: { name: "changed" }, old_record: { name: "done" } } },
  ]);
});

test("a channel receives each requested stored message once", async () => {
  await query(sql`select realtime.send('{"n": 1}', 'old', 'replay')`);
  await query(sql`select realtime.send('{"n": 2}', 'newer', 'replay')`);
  const joinWithReplay = async (replay: { since: number; limit?: number }, isPrivate = true) =>
    join(await connect(realtime.server, ada), "replay", {
      private: isPrivate,
      broadcast: { replay },
    });
  const fullReplay = await joinWithReplay({ since: Date.now() - 60_000 });
  await eventually(() => expect(fullReplay.messages).toHaveLength(2));
  const id = expect.any(String);
  expect(fullReplay.messages).toMatchObject([
    { event: "old", payload: { n: 1 }, meta: { replayed: true, id } },
    { event: "newer", payload: { n: 2 }, meta: { replayed: true, id } },
  ]);
  const limitedReplay = await joinWithReplay({ since: Date.now() - 60_000, limit: 1 });
  await eventually(() => expect(limitedReplay.messages).toMatchObject([{ event: "newer" }]));
  const emptyReplay = await joinWithReplay({ since: Date.now() + 60_000 });
  expect(emptyReplay.messages.filter(({ meta }) => (meta as { replayed?: true }).replayed)).toEqual(
    [],
  );
  await query(sql`select realtime.send('{}', 'live', 'replay')`);
  await eventually(() => expect(emptyReplay.messages.at(-1)).toMatchObject({ event: "live" }));
  await expect(joinWithReplay({ since: 1.5 })).rejects.toThrow(
    "UnableToReplayMessages: Replay params are not valid",
  );
});

test("messages are deleted after three days", async () => {
  await query(sql`
    insert into realtime.messages (topic, extension, event, payload, inserted_at)
    values ('old', 'broadcast', 'x', '{}', now()::timestamp - interval '73 hours'),
      ('old', 'broadcast', 'x', '{}', now()::timestamp - interval '71 hours')`);
  await removeOldMessages(realtime.server.database);
  const { rows } = await query(sql`select from realtime.messages where topic = 'old'`);
  expect(rows).toHaveLength(1);
});
