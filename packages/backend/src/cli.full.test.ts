import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../scripts/process/free-port.mjs";
import ownPackage from "../package.json" with { type: "json" };
import { type Command, portico } from "../test/processes/portico-command.ts";
import { projectFolder, temporaryFolder } from "../test/project-folder.ts";

let folder: string;
const startedCommands: Command[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-cli-"));
});
afterAll(async () => {
  for (const { process } of startedCommands) process.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[], env?: Record<string, string>): Command {
  const command = portico(["start", "--port", "0", ...args], env);
  startedCommands.push(command);
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

describe("portico start, when it fails", () => {
  const refusal = async (command: Command) => {
    const { code, output } = await command.ended;
    return { code, lastLine: output.trim().split("\n").at(-1) };
  };

  const occupyPort = async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    return (other.address() as AddressInfo).port;
  };

  test("portico start replaces a port of config.toml that is in use, and keeps the new one", async () => {
    const port = await occupyPort();
    const folder = await project(`[api]\nport = ${port}`);
    const origins: string[] = [];
    for (const _run of ["first", "second"]) {
      const command = portico(["start", "--project", folder]);
      startedCommands.push(command);
      origins.push(await command.origin);
      command.process.kill("SIGTERM");
      const { output } = await command.ended;
      expect(output).toContain(
        `Note: Port ${port} for the API is in use by another program, which clients of that port reach instead. This server is at ${origins.at(-1)}. To choose a port: --port`,
      );
    }
    expect(origins[1]).toBe(origins[0]);
    expect(origins[0]).not.toContain(String(port));
  });

  test("a second portico start on the same project says that the project is in use", async () => {
    const folder = await project(`[api]\nport = ${await freePort()}`);
    const first = portico(["start", "--project", folder]);
    startedCommands.push(first);
    await first.origin;
    const { code, lastLine } = await refusal(portico(["start", "--project", folder]));
    expect(code).toBe(1);
    expect(lastLine).toContain("is in use by another process");
    first.process.kill("SIGTERM");
    await first.ended;
  });

  test("portico dev refuses a port of an option that is in use", async () => {
    const port = await occupyPort();
    for (const option of ["--port", "--db-port"]) {
      const command = portico(["dev", "--project", await project(), option, String(port)]);
      expect(await refusal(command)).toEqual({
        code: 1,
        lastLine: `Port ${port} is in use by another program. Choose another one, or leave out ${option} to take a free one.`,
      });
    }
  });

  test("portico start on a port that is in use fails with a message", async () => {
    const port = await occupyPort();
    const folder = await project(`[api]\nport = ${port}`);
    for (const [args, env] of [
      [["--port", String(port)], {}],
      [["--project", folder], { NODE_ENV: "production" }],
    ] satisfies [string[], Record<string, string>][]) {
      expect(await refusal(portico(["start", "--memory", ...args], env))).toEqual({
        code: 1,
        lastLine: `Port ${port} is in use by another program. Choose another one: --port ${port + 1}`,
      });
    }
    expect(await refusal(start(["--memory"], { PORTICO_ADMIN_PORT: String(port) }))).toEqual({
      code: 1,
      lastLine: `This process cannot listen on PORTICO_ADMIN_PORT and PORTICO_ADMIN_HOST (listen EADDRINUSE: address already in use 127.0.0.1:${port}).`,
    });
  });

  test("portico start without access to its data directory fails with a message", async () => {
    expect(await refusal(start(["--data", "/proc/portico"]))).toEqual({
      code: 1,
      lastLine: expect.stringMatching(/^\/proc\/portico cannot be written: /),
    });
  });

  test("portico start with an invalid config.toml fails with the file, the key and the expected value", async () => {
    const directory = await project("[auth]\njwt_expiry = 'soon'\n");
    expect(await refusal(start(["--project", directory, "--memory"]))).toEqual({
      code: 1,
      lastLine: expect.stringMatching(
        /^supabase\/config\.toml:\d+: auth\.jwt_expiry must be a whole number of seconds.*"soon"/,
      ),
    });
  });

  test("portico start with a failing migration prints the notes, and fails with the line of the migration", async () => {
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

  test("portico start without its PostgreSQL server fails with a message", async () => {
    const command = start([], { DATABASE_URL: "postgresql://127.0.0.1:1/none" });
    expect(await refusal(command)).toEqual({
      code: 1,
      lastLine: expect.stringMatching(/^The PostgreSQL server can't be reached/),
    });
  });

  test.each([
    "db diff",
    "db dump",
    "db query vacuum",
    "gen types",
    "promote --dry-run",
    "db pull --db-url postgresql://127.0.0.1:1/none",
    "import postgresql://no-such-host.invalid/none",
  ])("portico %s without its PostgreSQL server fails with a message", async (command) => {
    const args = [...command.split(" "), "--project", await project()];
    const hasOwnUrl = command.includes("://");
    const env = hasOwnUrl ? {} : { DATABASE_URL: "postgresql://127.0.0.1:1/none" };
    const { code, output } = await portico(args, env).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^The PostgreSQL server can't be reached \(.*(ECONNREFUSED|ENOTFOUND)/m);
    expect(output).not.toMatch(/^ +at /m);
  });

  test("portico start with an invalid database URL fails with a message that hides the password", async () => {
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
  ])("portico with the arguments %j fails with a message of one line", async (args, lastLine) => {
    expect(await refusal(portico(args))).toEqual({ code: 1, lastLine });
  });
});

test("portico --version prints the version", async () => {
  expect(await portico(["--version"]).ended).toEqual({
    code: 0,
    output: `${ownPackage.version}\n`,
  });
});

test("portico start hides the secret key in production, except with --secret-key", async () => {
  const directory = await project();
  const outputOf = async (...flags: string[]) => {
    const command = start(["--project", directory, "--memory", ...flags], {
      NODE_ENV: "production",
    });
    await command.origin;
    await expect.poll(() => command.output()).toContain("Press Ctrl-C to stop.");
    return command.output();
  };
  const [defaultOutput, outputWithKey] = await Promise.all([outputOf(), outputOf("--secret-key")]);
  expect(defaultOutput).toContain("Secret key        hidden; use --secret-key to print it");
  expect(defaultOutput).not.toContain("sb_secret_");
  expect(outputWithKey).toMatch(/Secret key +sb_secret_/);
});

test("data survives a restart, and a second process on the same data directory is refused", async () => {
  const directory = await project();
  const data = join(folder, "kept");
  const firstServer = start(["--project", directory, "--data", data]);
  const origin = await firstServer.origin;
  const secondServer = await start(["--project", directory, "--data", data]).ended;
  expect(secondServer).toEqual({
    code: 1,
    output: expect.stringContaining(`${data} is in use by another process.`),
  });
  const account = { email: "kept@example.com", password: "correct horse" };
  expect((await post(`${origin}/auth/v1/signup`, account)).status).toBe(200);
  const keysBefore = await getJson(`${origin}/auth/v1/.well-known/jwks.json`);
  firstServer.process.kill("SIGTERM");
  expect((await firstServer.ended).code).toBe(0);

  const restartedServer = start(["--project", directory, "--data", data]);
  const restartedOrigin = await restartedServer.origin;
  expect(await getJson(`${restartedOrigin}/auth/v1/.well-known/jwks.json`)).toEqual(keysBefore);
  const signIn = await post(`${restartedOrigin}/auth/v1/token?grant_type=password`, account);
  expect(signIn.body.code).toBe("email_not_confirmed");
  expect(await getJson(`${restartedOrigin}/rest/v1/notes?select=text`)).toEqual([
    { text: "from the seed" },
  ]);
  restartedServer.process.kill("SIGINT");
  expect((await restartedServer.ended).code).toBe(0);
}, 60_000);

test("a server that is killed during sign-ups keeps every acknowledged account", async () => {
  const directory = await project();
  const data = join(folder, "killed");
  const killedServer = start(["--project", directory, "--data", data]);
  const origin = await killedServer.origin;
  const acknowledged: string[] = [];
  await Promise.allSettled(
    Array.from({ length: 40 }, async (_, index) => {
      const email = `victim${index}@example.com`;
      const { status } = await post(`${origin}/auth/v1/signup`, { email, password: "secret12" });
      if (status !== 200) return;
      acknowledged.push(email);
      if (acknowledged.length === 15) killedServer.process.kill("SIGKILL");
    }),
  );
  await killedServer.ended;
  expect(acknowledged.length).toBeGreaterThanOrEqual(15);
  expect(acknowledged.length).toBeLessThan(40);

  const restartedServer = start(["--project", directory, "--data", data]);
  const restartedOrigin = await restartedServer.origin;
  const codes = await Promise.all(
    acknowledged.map(async (email) => {
      const account = { email, password: "secret12" };
      return (await post(`${restartedOrigin}/auth/v1/token?grant_type=password`, account)).body
        .code;
    }),
  );
  expect(codes).toEqual(acknowledged.map(() => "email_not_confirmed"));
  const inbox = await getJson(`${restartedOrigin}/inbox/api/v1/messages?limit=500`);
  const recipients = new Set(
    inbox.messages.map((message: { To: { Address: string }[] }) => message.To[0]?.Address),
  );
  expect(acknowledged.filter((email) => !recipients.has(email))).toEqual([]);
  restartedServer.process.kill("SIGTERM");
  expect((await restartedServer.ended).code).toBe(0);
}, 120_000);

test.each([
  { flags: ["--expose-inbox"], inbox: true, sandbox: false },
  { flags: ["--expose-sandbox"], inbox: false, sandbox: true },
])(
  "a server on a public address serves only the tools that $flags names",
  async ({ flags, inbox, sandbox }) => {
    const directory = await project("[auth.external.github]\nenabled = true\n");
    const command = start(["--project", directory, "--memory", "--host", "0.0.0.0", ...flags]);
    const origin = await command.origin;
    const { inbox: inboxPath } = await getJson(`${origin}/portico.json`);
    expect(inboxPath).toBe(inbox ? "/inbox" : undefined);
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
    // Without parameters, the sandbox responds with 400. A 404 means that it is not served.
    const sandboxResponse = await fetch(`${origin}/sandbox/github/authorize`);
    expect(sandboxResponse.status).toBe(sandbox ? 400 : 404);
    command.process.kill("SIGTERM");
    const { output } = await command.ended;
    const [exposed, hidden] = inbox ? ["inbox", "sandbox"] : ["sandbox", "inbox"];
    expect(output).toContain(`\nOpen to everyone because of --expose-${exposed}: ${exposed}.\n`);
    expect(output).toContain(
      `\nClosed because 0.0.0.0 can be reached from other machines: ${hidden}. To open: --expose-${hidden}.\n`,
    );
    expect(output.includes("Note: E-mails are not delivered.")).toBe(!inbox);
  },
  60_000,
);

describe("portico start in another folder", () => {
  let command: Command;
  let projectWithTypo: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    projectWithTypo = await temporaryFolder({
      "supabase/config.toml": "[auth.emial]\nenable = true\n",
    });
    command = start(["--project", projectWithTypo.path, "--memory"]);
    await command.origin;
  });
  afterAll(() => projectWithTypo.remove());

  test("a page whose host name was rebound to this machine cannot read the inbox", async () => {
    const { port } = new URL(await command.origin);
    const status = await new Promise<number | undefined>((resolve) => {
      get(
        { port, host: "127.0.0.1", path: "/inbox", headers: { host: "evil.example" } },
        (response) => resolve(response.resume().statusCode),
      );
    });
    expect(status).toBe(421);
  });

  test("the server warns about an unknown key, keeps running when its output is closed, and stops cleanly", async () => {
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
