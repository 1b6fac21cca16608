import { decodeJwt, type JWTPayload, SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { startPrimary, startStandby } from "../../test/databases/clusters.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { createLog } from "../log/log.ts";
import { type RunningServer, startServer } from "./server.ts";

const delay = 1_500;

const migration = `
create table notes (id int primary key);
grant all on notes to authenticated, service_role;
create view places as select pg_is_in_recovery() as is_standby, (select count(*) from notes)::int as notes;
grant select on places to authenticated, anon;
create function place() returns boolean language sql stable as 'select pg_is_in_recovery()';
create function note(id int) returns boolean language sql volatile as $$
  insert into notes values (id); select pg_is_in_recovery() $$;
create view told as select pg_notify('told', '')::text, pg_is_in_recovery() as is_standby;
grant select on told to authenticated;`;

// Run this test only nightly, because it creates two clusters.
test.runIf(process.env["PORTICO_FAILOVER"])(
  "a session reads from the standby, except what it has just written",
  async () => {
    const primary = await startPrimary();
    const standby = await startStandby(primary);
    const urlOf = ({ port }: { port: number }) =>
      `postgresql://postgres@127.0.0.1:${port}/postgres`;
    const project = await projectFolder({ "supabase/migrations/1_notes.sql": migration });
    const start = async () => {
      const server = await startServer({
        project,
        host: "127.0.0.1",
        port: 0,
        storage: {
          url: urlOf(primary),
          standby: { url: urlOf(standby), maxDelayMs: delay },
        },
        env: {},
        log: createLog("error"),
      });
      onTestFinished(() => server.close());
      return server;
    };
    const [firstServer, secondServer] = [await start(), await start()];
    const ada = await sessionAt(firstServer, { sub: "ada", session_id: "ada" });
    const bob = await sessionAt(firstServer, { sub: "bob", session_id: "bob" });
    const isOnStandby = async (session: Session, server = firstServer) =>
      (await session(server, "places")).at(0)?.is_standby;

    await expect.poll(() => isOnStandby(ada)).toBe(true);
    await expect.poll(() => isOnStandby(bob, secondServer)).toBe(true);
    expect(await ada(firstServer, "rpc/place")).toBe(true);

    // The standby receives nothing from now on.
    await standby.client.query("select pg_wal_replay_pause()");
    await ada(firstServer, "notes", { id: 1 });
    expect(await ada(firstServer, "places")).toEqual([{ is_standby: false, notes: 1 }]);
    // The other process learns of the write through a notification.
    const pollOptions = { timeout: delay / 2, interval: 5 };
    await expect
      .poll(() => ada(secondServer, "places"), pollOptions)
      .toEqual([{ is_standby: false, notes: 1 }]);
    // Other sessions may read an older state.
    expect(await bob(secondServer, "places")).toEqual([{ is_standby: true, notes: 0 }]);
    // The standby does not have the table, so the primary answers.
    await primary.client.query(
      "create table fresh (id int); grant select on fresh to authenticated; notify pgrst",
    );
    await expect.poll(() => bob(firstServer, "fresh")).toEqual([]);

    // The standby falls behind.
    await expect.poll(() => isOnStandby(bob, secondServer)).toBe(false);
    await standby.client.query("select pg_wal_replay_resume()");
    await expect.poll(() => isOnStandby(bob, secondServer)).toBe(true);
    await expect.poll(() => isOnStandby(ada)).toBe(true);

    // A refused change does not count as a write.
    await expect(bob(firstServer, "notes", { id: 1 })).rejects.toThrow("duplicate key");
    await expect(bob(firstServer, "rpc/note?id=9")).rejects.toThrow("read-only");
    expect(await isOnStandby(bob)).toBe(true);
    expect(await bob(firstServer, "rpc/note", { id: 2 })).toBe(false);
    expect(await isOnStandby(bob)).toBe(false);
    // Changes by another wire may affect the tables.
    const cyd = await signUp(firstServer);
    const cydAnHourAgo = await sessionAt(firstServer, decodeJwt(cyd));
    expect(await isOnStandby(cydAnHourAgo, secondServer)).toBe(true);
    const response = await fetch(`${firstServer.origin}/auth/v1/user`, {
      method: "PUT",
      headers: { apikey: firstServer.keys.publishable, authorization: `Bearer ${cyd}` },
      body: JSON.stringify({ data: { name: "Cyd" } }),
    });
    expect(response.status).toBe(200);
    expect(await isOnStandby(cydAnHourAgo)).toBe(false);
    await expect.poll(() => isOnStandby(cydAnHourAgo, secondServer), pollOptions).toBe(false);

    // All callers without a session count as one session, so requests that change nothing must not count.
    const anonymous = (path: string, init?: RequestInit) =>
      fetch(`${firstServer.origin}${path}`, {
        ...init,
        headers: { apikey: firstServer.keys.publishable },
      });
    const isAnybodyOnStandby = async () => {
      const rows = await (await anonymous("/rest/v1/places")).json();
      return (rows as { is_standby: boolean }[])[0]?.is_standby;
    };
    await expect.poll(isAnybodyOnStandby).toBe(true);
    const body = JSON.stringify(credentials);
    const otherCallers = [
      anonymous("/auth/v1/token?grant_type=password", { method: "POST", body }),
      anonymous("/rest/v1/notes", { method: "OPTIONS" }),
      anonymous("/rest/v1/"),
    ];
    expect((await Promise.all(otherCallers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await isAnybodyOnStandby()).toBe(true);

    // `notify` is not possible on a standby.
    expect((await ada(firstServer, "told")).at(0)?.is_standby).toBe(false);

    standby.kill();
    // The standby takes a moment to stop. Every request is answered during that time.
    while (await isOnStandby(ada));
    expect(await ada(secondServer, "places")).toEqual([{ is_standby: false, notes: 2 }]);
  },
  120_000,
);

const credentials = { email: "cyd@example.com", password: "correct horse battery" };

async function signUp({ origin, keys }: RunningServer): Promise<string> {
  const response = await fetch(`${origin}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: keys.publishable },
    body: JSON.stringify(credentials),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/** Queries the REST API as one user, whose token is an hour old. */
type Session = (
  server: RunningServer,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: the body has the rows of any table
) => Promise<any>;

async function sessionAt({ keys }: RunningServer, claims: JWTPayload): Promise<Session> {
  const token = await new SignJWT({ ...claims, role: "authenticated" })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt("1 hour ago")
    .setExpirationTime("1 hour")
    .sign(keys.jwtSecret);
  return async (server, path, body) => {
    const response = await fetch(`${server.origin}/rest/v1/${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        apikey: server.keys.publishable,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.status === 201 ? undefined : response.json();
  };
}
