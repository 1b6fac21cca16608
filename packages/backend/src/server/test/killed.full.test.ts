import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Command, portico } from "../../../test/command.ts";
import { makeTestStorage } from "../../../test/database.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { openPglite } from "../../database/pglite/pglite.ts";
import { openPostgres } from "../../database/postgres/postgres.ts";
import { sql } from "../../database/sql.ts";

/** `npm run test:nightly` kills the server a hundred times. `cli.full.test.ts` kills it once, during sign-ups. */
const kills = Number(process.env["PORTICO_KILLS"] ?? 0);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let running: Command | undefined;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": "[auth]\nminimum_password_length = 6\n[inbucket]\nenabled = false\n",
  });
  storage = await makeTestStorage();
});
afterAll(async () => {
  running?.process.kill("SIGKILL");
  await running?.ended;
  await storage.drop();
  await folder.remove();
});

const data = () => join(folder.path, "data");

/** Starts the command with the data of the last run, and returns its address. */
async function startServer(): Promise<string> {
  const args = ["start", "--port", "0", "--project", folder.path];
  running =
    "url" in storage.storage
      ? portico(args, { DATABASE_URL: storage.storage.url })
      : portico([...args, "--data", data()]);
  return running.origin;
}

interface Answer {
  readonly status: number;
  readonly access: string;
  readonly refresh: string;
  readonly code: string;
}

async function send(origin: string, path: string, body: object, token = ""): Promise<Answer> {
  const response = await fetch(`${origin}/auth/v1${path}`, {
    method: path === "/user" ? "PUT" : "POST",
    headers: {
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const answer = JSON.parse(await response.text());
  return {
    status: response.status,
    access: String(answer.access_token),
    refresh: String(answer.refresh_token),
    code: String(answer.code),
  };
}

const signUp = (origin: string, email: string, password: string) =>
  send(origin, "/signup", { email, password });
const signIn = (origin: string, email: string, password: string) =>
  send(origin, "/token?grant_type=password", { email, password });
const refresh = (origin: string, token: string) =>
  send(origin, "/token?grant_type=refresh_token", { refresh_token: token });

/** The state that a client knows from the responses, and its last request without a response. */
interface Person {
  readonly email: string;
  password: string;
  /** The password of a change whose response has not arrived yet. */
  pendingPassword?: string | undefined;
  refreshToken: string;
  accessToken: string;
  /** The refresh token of the user's other device. A new password signs that device out. */
  other?: string | undefined;
}

let count = 0;
const newEmail = () => `person${++count}@example.com`;

async function signUpPerson(origin: string): Promise<Person> {
  const email = newEmail();
  const password = "first password";
  const { access, refresh: refreshToken } = await signUp(origin, email, password);
  return { email, password, accessToken: access, refreshToken };
}

/** Repeats each action until the server no longer responds. */
function startLoad(origin: string, refreshing: Person, changing: Person) {
  const answered: string[] = [];
  const underWay = Promise.withResolvers<void>();
  const pending = new Set<string>();
  const untilDead = async (work: () => Promise<void>) => {
    for (;;) {
      try {
        await work();
      } catch (error) {
        // The connection was lost, before or during the answer.
        if (error instanceof TypeError || error instanceof SyntaxError) return;
        throw error;
      }
    }
  };
  const over = Promise.all([
    ...Array.from({ length: 3 }, () =>
      untilDead(async () => {
        const email = newEmail();
        pending.add(email);
        const { status } = await signUp(origin, email, "a password");
        expect(status).toBe(200);
        pending.delete(email);
        answered.push(email);
        underWay.resolve();
      }),
    ),
    untilDead(async () => {
      const answer = await refresh(origin, refreshing.refreshToken);
      expect(answer.status).toBe(200);
      refreshing.refreshToken = answer.refresh;
    }),
    untilDead(async () => {
      const { email, password } = changing;
      changing.other = undefined;
      const other = await signIn(origin, email, password);
      changing.other = other.refresh;
      changing.pendingPassword = `password ${++count}`;
      const { status } = await send(
        origin,
        "/user",
        { password: changing.pendingPassword },
        changing.accessToken,
      );
      expect(status).toBe(200);
      changing.password = changing.pendingPassword;
      changing.pendingPassword = undefined;
    }),
  ]);
  return { answered, pending, underWay: underWay.promise, over };
}

/** The password is either the last confirmed one or the one of the unanswered request. */
async function checkPassword(origin: string, person: Person): Promise<void> {
  const { email, password, pendingPassword, other } = person;
  const old = await signIn(origin, email, password);
  const next =
    pendingPassword === undefined ? undefined : await signIn(origin, email, pendingPassword);
  const changed = next?.status === 200;
  expect([old.status, next?.status]).toEqual(changed ? [400, 200] : [200, next && 400]);
  // The other devices were signed out if and only if the password changed.
  if (other !== undefined) {
    const { status } = await refresh(origin, other);
    expect(status).toBe(changed || pendingPassword === undefined ? 400 : 200);
  }
  expect((await refresh(origin, person.refreshToken)).status).toBe(200);
}

/** States that no kill may leave behind. */
const halfDone = {
  "an account without an identity": sql`
    select email from auth.users u
    where not exists (select from auth.identities i where i.user_id = u.id)`,
  "an account that is not confirmed": sql`select email from auth.users where confirmed_at is null`,
  "an account without a password": sql`
    select email from auth.users where coalesce(encrypted_password, '') !~ '^[$]2'`,
  "a session without the way in that it was opened by": sql`
    select id from auth.sessions s
    where not exists (select from auth.mfa_amr_claims c where c.session_id = s.id)`,
  "a session of an account that never came in": sql`
    select s.id from auth.sessions s join auth.users u on u.id = s.user_id
    where u.last_sign_in_at is null`,
};

test.runIf(kills > 0)(
  `a server killed during sign-ups, refreshes and password changes (${kills} times) keeps all that it confirmed and nothing half done`,
  {
    timeout: 60_000 + kills * 15_000,
  },
  async () => {
    let origin = await startServer();
    for (let round = 1; round <= kills; round++) {
      const [refreshing, changing] = [await signUpPerson(origin), await signUpPerson(origin)];
      const { answered, pending, underWay, over } = startLoad(origin, refreshing, changing);
      await Promise.race([underWay, over]);
      await sleep(Math.random() * 700);
      running?.process.kill("SIGKILL");
      await over;
      await running?.ended;
      expect(answered.length).toBeGreaterThan(0);

      origin = await startServer();
      for (const email of answered) {
        expect([email, (await signIn(origin, email, "a password")).status]).toEqual([email, 200]);
      }
      // An unanswered sign-up may or may not have created the account. In both cases the user can sign in or sign up
      // again.
      for (const email of pending) {
        const second = await signUp(origin, email, "a password");
        expect([200, 422]).toContain(second.status);
        expect((await signIn(origin, email, "a password")).status).toBe(200);
      }
      expect((await refresh(origin, refreshing.refreshToken)).status).toBe(200);
      await checkPassword(origin, changing);
    }
    running?.process.kill("SIGTERM");
    expect((await running?.ended)?.code).toBe(0);
    const database =
      "url" in storage.storage
        ? await openPostgres({ url: storage.storage.url, connections: 1 })
        : await openPglite({ directory: data() });
    try {
      for (const [label, statement] of Object.entries(halfDone)) {
        expect([label, (await database.query(statement)).rows]).toEqual([label, []]);
      }
    } finally {
      await database.close();
    }
  },
);
