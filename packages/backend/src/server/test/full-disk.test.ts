import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { testLog } from "../../../test/test-log.ts";
import type { RunningServer } from "../server.ts";

/** Tests what each wire responds when the database's disk is full. Triggers raise PostgreSQL's error. */

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer(
    {
      "supabase/config.toml": "[storage.buckets.files]\npublic = true",
      "supabase/migrations/1_full.sql": `
        create function disk_full() returns trigger language plpgsql as $$
          begin
            raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device';
          end $$;
        create table notes (id int primary key);
        insert into notes values (1);
        create trigger refuse before insert on notes for each row execute function disk_full();
        create trigger refuse before insert on auth.users for each row execute function disk_full();
        create trigger refuse before insert on storage.objects for each row execute function disk_full();`,
    },
    { log: testLog() },
  );
});
afterAll(() => server.close());

async function send(path: string, body: object | string) {
  const response = await fetch(`${server.origin}${path}`, {
    method: "POST",
    headers: {
      apikey: server.keys.secret,
      "content-type": typeof body === "string" ? "text/plain" : "application/json",
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const account = { email: "ada@example.com", password: "correct horse" };

test.each([
  ["/auth/v1/signup", account, 503, { error_code: "unexpected_failure" }],
  ["/auth/v1/admin/users", account, 503, { error_code: "unexpected_failure" }],
  ["/rest/v1/notes", { id: 2 }, 503, { code: "53100" }],
  ["/storage/v1/object/files/a.txt", "text", 507, { code: "InsufficientStorage" }],
])(
  "a full disk is reported as such by POST %s, and nothing is written",
  async (path, body, status, error) => {
    expect(await send(path, body)).toMatchObject({ status, body: error });
    const headers = { apikey: server.keys.secret };
    const notes = await fetch(`${server.origin}/rest/v1/notes`, { headers });
    expect(await notes.json()).toEqual([{ id: 1 }]);
    const users = await fetch(`${server.origin}/auth/v1/admin/users`, { headers });
    expect(await users.json()).toMatchObject({ users: [] });
    expect(await send("/storage/v1/object/list/files", { prefix: "" })).toEqual({
      status: 200,
      body: [],
    });
  },
);
