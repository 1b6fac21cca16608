import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import ownPackage from "../package.json" with { type: "json" };
import { type Command, portico } from "../test/command.ts";
import { projectFolder, temporaryFolder } from "../test/project-folder.ts";

let folder: string;
const started: Command[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-cli-"));
});
afterAll(async () => {
  for (const { process } of started) process.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[], env?: Record<string, string>): Command {
  const command = portico(["start", "--port", "0", ...args], env);
  started.push(command);
  return command;
}

const project = (config = "") =>
  projectFolder({
    "supabase/config.toml": `[auth.email]\nenable_confirmations = true\n${config}`,
    "supabase/migrations/1_notes.sql":
      "create table notes (id serial primary key, text text not null);",
    "supabase/seed.sql": "insert into notes (text) values ('from the seed');",
  });

const post = async (url: string, body: unknown) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

const getJson = async (url: string) => JSON.parse(await (await fetch(url)).text());

describe("a start that fails", () => {
  const refusal = async (command: Command) => {
    const { code, output } = await command.ended;
    return { code, last: output.trim().split("\n").at(-1) };
  };

  test("a start on a port that is in use ends with a message", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    const address = await new Promise<number>((resolve) =>
      other.once("listening", () => {
        const bound = other.address();
        resolve(typeof bound === "object" && bound ? bound.port : 0);
      }),
    );
    const folder = await project(`[api]\nport = ${address}`);
    for (const args of [
      ["--port", String(address)],
      ["--project", folder],
    ]) {
      expect(await refusal(portico(["start", "--memory", ...args]))).toEqual({
        code: 1,
        last: `Port ${address} is in use by another program. Choose another one: --port ${address + 1}`,
      });
    }
    expect(await refusal(start(["--memory"], { PORTICO_ADMIN_PORT: String(address) }))).toEqual({
      code: 1,
      last: `This process cannot listen on PORTICO_ADMIN_PORT and PORTICO_ADMIN_HOST (listen EADDRINUSE: address already in use 127.0.0.1:${address}).`,
    });
    other.close();
  });

  test("a start without access to its data directory ends with a message", async () => {
    expect(await refusal(start(["--data", "/proc/portico"]))).toEqual({
      code: 1,
      last: expect.stringMatching(/^\/proc\/portico cannot be written: /),
    });
  });

  test("an invalid config.toml ends the start with the file, the key and the expected value", async () => {
    const directory = await project("[auth]\njwt_expiry = 'soon'\n");
    expect(await refusal(start(["--project", directory, "--memory"]))).toEqual({
      code: 1,
      last: expect.stringMatching(
        /^supabase\/config\.toml:\d+: auth\.jwt_expiry must be a whole number of seconds.*"soon"/,
      ),
    });
  });

  test("a failing migration ends the start with its line, after the notes", async () => {
    const directory = await projectFolder({
      "supabase/migrations/0_skipped.txt": "",
      "supabase/migrations/1_first.sql": "select 1;",
      "supabase/migrations/1_wrong.sql": "select 1;\n\nselekt 2;\n",
    });
    const { code, output } = await start(["--project", directory, "--memory", "--lenient"]).ended;
    expect(code).toBe(1);
    expect(output.trim().split("\n").slice(-4)).toEqual([
      expect.stringContaining("Note: supabase/migrations/0_skipped.txt is skipped"),
      'supabase/migrations/1_wrong.sql:3: syntax error at or near "selekt" (42601).',
      "  3 | selekt 2;",
      "      ^",
    ]);
  });

  test("a start without its PostgreSQL server ends with a message", async () => {
    const command = start([], { DATABASE_URL: "postgresql://127.0.0.1:1/none" });
    expect(await refusal(command)).toEqual({
      code: 1,
      last: expect.stringMatching(/^The database in DATABASE_URL can't be reached/),
    });
  });

  test("a start with an invalid database URL ends with a message that hides the password", async () => {
    const { code, output } = await start([], {
      DATABASE_URL: "postgresql://ada:not#to be shown@127.0.0.1/app",
    }).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^The URL of a database cannot be read: .*%23 for #\.$/m);
    expect(output).not.toMatch(/shown|^ +at /m);
  });

  test.each([
    [["start", "--port", "x"], '--port must be a number from 0 to 65535, not "x".'],
    [["begin"], expect.stringMatching(/^Unknown command "begin"\. Available commands: init, /)],
  ])("a start called as %j fails with one sentence", async (args, last) => {
    expect(await refusal(portico(args))).toEqual({ code: 1, last });
  });
});

test("portico --version prints the version", async () => {
  expect(await portico(["--version"]).ended).toEqual({
    code: 0,
    output: `${ownPackage.version}\n`,
  });
});

test("portico start hides the secret key in production unless --secret-key is given", async () => {
  const directory = await project();
  const outputOf = async (...more: string[]) => {
    const command = start(["--project", directory, "--memory", ...more], {
      NODE_ENV: "production",
    });
    await command.origin;
    await expect.poll(() => command.output()).toContain("Press Ctrl-C to stop.");
    return command.output();
  };
  const [silent, requested] = await Promise.all([outputOf(), outputOf("--secret-key")]);
  expect(silent).toContain("Secret key        hidden; use --secret-key to print it");
  expect(silent).not.toContain("sb_secret_");
  expect(requested).toMatch(/Secret key +sb_secret_/);
});

test("data survives a restart, and a second process on the same data directory is refused", async () => {
  const directory = await project();
  const data = join(folder, "kept");
  const first = start(["--project", directory, "--data", data]);
  const origin = await first.origin;
  const second = await start(["--project", directory, "--data", data]).ended;
  expect(second).toEqual({
    code: 1,
    output: expect.stringContaining(`${data} is in use by another process.`),
  });
  const account = { email: "kept@example.com", password: "correct horse" };
  expect((await post(`${origin}/auth/v1/signup`, account)).status).toBe(200);
  const keysBefore = await getJson(`${origin}/auth/v1/.well-known/jwks.json`);
  first.process.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);

  const repeated = start(["--project", directory, "--data", data]);
  const back = await repeated.origin;
  expect(await getJson(`${back}/auth/v1/.well-known/jwks.json`)).toEqual(keysBefore);
  const signIn = await post(`${back}/auth/v1/token?grant_type=password`, account);
  expect(signIn.body.code).toBe("email_not_confirmed");
  expect(await getJson(`${back}/rest/v1/notes?select=text`)).toEqual([{ text: "from the seed" }]);
  repeated.process.kill("SIGINT");
  expect((await repeated.ended).code).toBe(0);
}, 60_000);

test("a server that is killed during forty sign-ups keeps every acknowledged account", async () => {
  const directory = await project();
  const data = join(folder, "killed");
  const victim = start(["--project", directory, "--data", data]);
  const origin = await victim.origin;
  const answered: string[] = [];
  await Promise.allSettled(
    Array.from({ length: 40 }, async (_, index) => {
      const email = `victim${index}@example.com`;
      const { status } = await post(`${origin}/auth/v1/signup`, { email, password: "secret12" });
      if (status !== 200) return;
      answered.push(email);
      if (answered.length === 15) victim.process.kill("SIGKILL");
    }),
  );
  await victim.ended;
  expect(answered.length).toBeGreaterThanOrEqual(15);
  expect(answered.length).toBeLessThan(40);

  const risen = start(["--project", directory, "--data", data]);
  const back = await risen.origin;
  const codes = await Promise.all(
    answered.map(async (email) => {
      const account = { email, password: "secret12" };
      return (await post(`${back}/auth/v1/token?grant_type=password`, account)).body.code;
    }),
  );
  expect(codes).toEqual(answered.map(() => "email_not_confirmed"));
  const inbox = await getJson(`${back}/inbox/api/v1/messages?limit=500`);
  const output = new Set(
    inbox.messages.map((message: { To: { Address: string }[] }) => message.To[0]?.Address),
  );
  expect(answered.filter((email) => !output.has(email))).toEqual([]);
  risen.process.kill("SIGTERM");
  expect((await risen.ended).code).toBe(0);
}, 120_000);

test.each([
  { flags: ["--expose-inbox"], inbox: true, sandbox: false },
  { flags: ["--expose-sandbox"], inbox: false, sandbox: true },
])(
  "a server on the network opens only the tools that $flags names",
  async ({ flags, inbox, sandbox }) => {
    const directory = await project("[auth.external.github]\nenabled = true\n");
    const command = start(["--project", directory, "--memory", "--host", "0.0.0.0", ...flags]);
    const origin = await command.origin;
    const { inbox: named } = await getJson(`${origin}/portico.json`);
    expect(named).toBe(inbox ? "/inbox" : undefined);
    const messages = await fetch(`${origin}/inbox/api/v1/messages`);
    expect(messages.status).toBe(inbox ? 200 : 404);

    const { external } = await getJson(`${origin}/auth/v1/settings`);
    expect(external.github).toBe(sandbox);
    const provider = await fetch(`${origin}/auth/v1/authorize?provider=github`);
    expect({ status: provider.status, at: new URL(provider.url).pathname }).toEqual(
      sandbox
        ? { status: 200, at: "/sandbox/github/authorize" }
        : { status: 400, at: "/auth/v1/authorize" },
    );
    // The sandbox answers 400 to a request without parameters; 404 means that it is not served.
    const bare = await fetch(`${origin}/sandbox/github/authorize`);
    expect(bare.status).toBe(sandbox ? 400 : 404);
    command.process.kill("SIGTERM");
    const { output } = await command.ended;
    const [open, closed] = inbox ? ["inbox", "sandbox"] : ["sandbox", "inbox"];
    expect(output).toContain(`\nOpen to everyone because of --expose-${open}: ${open}.\n`);
    expect(output).toContain(
      `\nClosed because 0.0.0.0 can be reached from other machines: ${closed}. To open: --expose-${closed}.\n`,
    );
    expect(output.includes("Note: E-mails are not delivered.")).toBe(!inbox);
  },
  60_000,
);

describe("in the home directory", () => {
  let command: Command;
  let typo: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    typo = await temporaryFolder({ "supabase/config.toml": "[auth.emial]\nenable = true\n" });
    command = start(["--project", typo.path, "--memory"]);
    await command.origin;
  });
  afterAll(() => typo.remove());

  test("no page on the internet can read the inbox", async () => {
    const { port } = new URL(await command.origin);
    const rebound = await new Promise<number | undefined>((resolve) => {
      get(
        { port, host: "127.0.0.1", path: "/inbox", headers: { host: "evil.example" } },
        (answer) => resolve(answer.resume().statusCode),
      );
    });
    expect(rebound).toBe(421);
  });

  test("the server keeps running when its output is closed, warns about an unknown key, and stops cleanly", async () => {
    const origin = await command.origin;
    command.process.stdout?.destroy();
    command.process.stderr?.destroy();
    expect((await fetch(`${origin}/auth/v1/health`)).status).toBe(200);
    command.process.kill("SIGTERM");
    const { code, output } = await command.ended;
    expect(code).toBe(0);
    expect(output).toContain("\nOpen to this machine for development: inbox, sandbox.\n");
    expect(output).toMatch(/Note: supabase\/config\.toml:\d+: .*auth\.emial/);
    await expect(fetch(origin)).rejects.toThrow();
  });
});
