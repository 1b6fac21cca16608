import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { openPglite } from "../../database/pglite/pglite.ts";
import { openPostgres } from "../../database/postgres/postgres.ts";
import { sql } from "../../database/sql.ts";

/** `npm run test:nightly` kills the server a hundred times. `cli.full.test.ts` kills it once, during sign-ups. */
const kills = Number(process.env["PORTICO_KILLS"] ?? 0);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let currentServer: Command | undefined;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": "[auth]\nminimum_password_length = 6\n[inbucket]\nenabled = false\n",
  });
  storage = await makeTestStorage();
});
afterAll(async () => {
  currentServer?.process.kill("SIGKILL");
  await currentServer?.ended;
  await storage.drop();
  await folder.remove();
});

const data = () => join(folder.path, "data");

/** Starts the command with the data of the last run, and returns its address. */
async function startServer(): Promise<string> {
  const args = ["start", "--port", "0", "--project", folder.path];
  currentServer =
    "url" in storage.storage
      ? portico(args, { DATABASE_URL: storage.storage.url })
      : portico([...args, "--data", data()]);
  return currentServer.origin;
}

interface AuthResult {
  readonly status: number;
  readonly access: string;
  readonly refresh: string;
  readonly code: string;
}

async function send(origin: string, path: string, body: object, token = ""): Promise<AuthResult> {
  const response = await fetch(`${origin}/auth/v1${path}`, {
    method: path === "/user" ? "PUT" : "POST",
    headers: {
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const reply = JSON.parse(await response.text());
  return {
    status: response.status,
    access: String(reply.access_token),
    refresh: String(reply.refresh_token),
    code: String(reply.code),
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
  otherSession?: string | undefined;
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
  const confirmedActions: string[] = [];
  const started = Promise.withResolvers<void>();
  const pending = new Set<string>();
  const repeatUntilKilled = async (work: () => Promise<void>) => {
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
  const finished = Promise.all([
    ...Array.from({ length: 3 }, () =>
      repeatUntilKilled(async () => {
        const email = newEmail();
        pending.add(email);
        const { status } = await signUp(origin, email, "a password");
        expect(status).toBe(200);
        pending.delete(email);
        confirmedActions.push(email);
        started.resolve();
      }),
    ),
    repeatUntilKilled(async () => {
      const refreshed = await refresh(origin, refreshing.refreshToken);
      expect(refreshed.status).toBe(200);
      refreshing.refreshToken = refreshed.refresh;
    }),
    repeatUntilKilled(async () => {
      const { email, password } = changing;
      changing.otherSession = undefined;
      const otherSession = await signIn(origin, email, password);
      changing.otherSession = otherSession.refresh;
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
  return { answered: confirmedActions, pending, underWay: started.promise, over: finished };
}

/** Checks that the password is either the last confirmed one or that of the unanswered request. */
async function checkPassword(origin: string, person: Person): Promise<void> {
  const { email, password, pendingPassword, otherSession } = person;
  const oldPasswordSession = await signIn(origin, email, password);
  const newPasswordSession =
    pendingPassword === undefined ? undefined : await signIn(origin, email, pendingPassword);
  const isChanged = newPasswordSession?.status === 200;
  expect([oldPasswordSession.status, newPasswordSession?.status]).toEqual(
    isChanged ? [400, 200] : [200, newPasswordSession && 400],
  );
  // The other devices were signed out if and only if the password changed.
  if (otherSession !== undefined) {
    const { status } = await refresh(origin, otherSession);
    expect(status).toBe(isChanged || pendingPassword === undefined ? 400 : 200);
  }
  expect((await refresh(origin, person.refreshToken)).status).toBe(200);
}

/** States that no kill may leave behind. */
const interruptedChanges = {
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
    for (let attempt = 1; attempt <= kills; attempt++) {
      const [refreshing, changing] = [await signUpPerson(origin), await signUpPerson(origin)];
      const {
        answered: confirmedActions,
        pending,
        underWay: started,
        over: finished,
      } = startLoad(origin, refreshing, changing);
      await Promise.race([started, finished]);
      await sleep(Math.random() * 700);
      currentServer?.process.kill("SIGKILL");
      await finished;
      await currentServer?.ended;
      expect(confirmedActions.length).toBeGreaterThan(0);

      origin = await startServer();
      for (const email of confirmedActions) {
        expect([email, (await signIn(origin, email, "a password")).status]).toEqual([email, 200]);
      }
      // An unanswered sign-up may or may not have created the account. In both cases the user can sign in or sign up
      // again.
      for (const email of pending) {
        const signUpResult = await signUp(origin, email, "a password");
        expect([200, 422]).toContain(signUpResult.status);
        expect((await signIn(origin, email, "a password")).status).toBe(200);
      }
      expect((await refresh(origin, refreshing.refreshToken)).status).toBe(200);
      await checkPassword(origin, changing);
    }
    currentServer?.process.kill("SIGTERM");
    expect((await currentServer?.ended)?.code).toBe(0);
    const database =
      "url" in storage.storage
        ? await openPostgres({ url: storage.storage.url, connections: 1 })
        : await openPglite({ directory: data() });
    try {
      for (const [label, statement] of Object.entries(interruptedChanges)) {
        expect([label, (await database.query(statement)).rows]).toEqual([label, []]);
      }
    } finally {
      await database.close();
    }
  },
);
