import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FunctionsClient } from "@supabase/functions-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { needs } from "../../test/needs.ts";
import {
  canReachNpm,
  deno,
  functionsFolder,
  serveFunctions,
} from "../../test/servers/functions-wire.ts";
import { type RunningServer, startServer } from "../server/server.ts";

let folder: Awaited<ReturnType<typeof functionsFolder>>;
let database: Awaited<ReturnType<typeof makeTestStorage>>;
let server: RunningServer;
let client: FunctionsClient;
const lines: string[] = [];

const start = (env: Readonly<Record<string, string | undefined>>) =>
  startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    storage: database.storage,
    env,
    log: {
      error: ({ err }) => lines.push(String(err)),
      warn: (_, line) => lines.push(line),
      info: (_, line) => lines.push(line),
    },
  });

beforeAll(async () => {
  const files = {
    "supabase/config.toml": `
      [functions.open]
      verify_jwt = false
      [functions.other]
      entrypoint = "./functions/elsewhere/main.ts"
      [functions.off]
      enabled = false`,
    "supabase/functions/.env": "GREETING=hello\nSUPABASE_URL=http://evil.example\n",
    "supabase/functions/_shared/words.ts": "export const words = (name: string) => 'from ' + name;",
    "supabase/functions/deno.json": '{"imports": {"shared/": "./_shared/"}}',
    "supabase/functions/hello/index.ts": `
      import { words } from "shared/words.ts";
      console.log("starting");
      Deno.serve(async (request: Request) => {
        const { name } = await request.json();
        console.error("asked by " + name);
        return Response.json({
          words: words(name),
          greeting: Deno.env.get("GREETING"),
          url: Deno.env.get("SUPABASE_URL"),
          path: new URL(request.url).pathname,
          agent: request.headers.get("x-agent"),
        }, { status: 201, headers: { "x-function": "hello" } });
      });`,
    "supabase/functions/open/index.ts": `
      export default { fetch: () => new Response("open") };`,
    "supabase/functions/elsewhere/main.ts": `Deno.serve(() => new Response("other"));`,
    "supabase/functions/off/index.ts": `Deno.serve(() => new Response("off"));`,
    // This is what `serve` of std 0.168 does, which half of all functions use.
    "supabase/functions/old/index.ts": `
      const listener = Deno.listen({ port: 8000 });
      for await (const connection of listener) {
        (async () => {
          for await (const event of Deno.serveHttp(connection)) {
            event.respondWith(new Response("old " + (await event.request.text())));
          }
        })();
      }`,
    "supabase/functions/reader/index.ts": `
      Deno.serve(async () => {
        const tried = await Promise.allSettled([
          Deno.readTextFile("/etc/passwd"),
          Deno.readTextFile(new URL("../.env", import.meta.url)),
          (async () => new Deno.Command("/bin/ls").output())(),
          Deno.writeTextFile("here.txt", ""),
          (async () => Deno.networkInterfaces())(),
        ]);
        return Response.json(tried.map(({ status, reason }) => reason?.name ?? status));
      });`,
    "supabase/functions/caller/index.ts": `
      Deno.serve(async (request: Request) => {
        const response = await fetch(Deno.env.get("SUPABASE_URL") + "/rest/v1/secrets", {
          headers: {
            apikey: Deno.env.get("SUPABASE_SERVICE_ROLE_KEY")!,
            authorization: request.headers.get("x-as") ?? "",
          },
        });
        return new Response(response.body, { status: response.status });
      });`,
    "supabase/functions/packages/index.ts": `
      import ms from "npm:ms@2.1.3";
      Deno.serve(() => Response.json({ ms: ms("2 days") }));`,
    "supabase/functions/broken/index.ts": `throw new Error("no");`,
    "supabase/functions/streaming/index.ts": `
      Deno.serve((request) => new Response(request.body, { headers: { "content-type": "text/event-stream" } }));`,
    "supabase/migrations/1_secrets.sql":
      "create table secrets (word text); insert into secrets values ('psst');",
  };
  folder = await functionsFolder(files);
  database = await makeTestStorage();
  server = await start(process.env);
  client = new FunctionsClient(`${server.origin}/functions/v1`, {
    headers: {
      apikey: server.keys.publishable,
      authorization: `Bearer ${server.keys.publishable}`,
    },
  });
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await folder.remove();
});

describe("with Deno", needs("Deno", deno), () => {
  test("a function sees its path below the mount of the wire, even if the rest contains /functions/v1", async () => {
    const wire = await serveFunctions(
      {
        "supabase/functions/path/index.ts": `
          Deno.serve((request: Request) => new Response(new URL(request.url).pathname));`,
      },
      { path: { verify_jwt: false } } as never,
      0,
      {},
      "/edge",
    );
    try {
      const response = await fetch(`${wire.origin}/edge/path/functions/v1/deep`);
      expect(await response.text()).toBe("/path/functions/v1/deep");
    } finally {
      await wire.close();
    }
  });

  test("a response has the function's status, headers and variables, and the log has the function's name", async () => {
    const response = await fetch(`${server.origin}/functions/v1/hello/deep?x=1`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.keys.publishable}`, "x-agent": "test" },
      body: JSON.stringify({ name: "Ada" }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-function")).toBe("hello");
    expect(await response.json()).toEqual({
      words: "from Ada",
      greeting: "hello",
      url: server.origin,
      path: "/hello/deep",
      agent: "test",
    });
    expect(lines).toEqual(expect.arrayContaining(["starting", "asked by Ada"]));
    const { data, error } = await client.invoke("hello", { body: { name: "Bob" } });
    expect([error, data.words]).toEqual([null, "from Bob"]);
  });

  test("a caller needs a key or a token, unless verify_jwt is off", async () => {
    const post = async (name: string, headers = {}) => {
      const response = await fetch(`${server.origin}/functions/v1/${name}`, {
        method: "POST",
        headers,
      });
      return [response.status, await response.text()];
    };
    expect(await post("hello")).toEqual([401, '{"msg":"Error: Missing authorization header"}']);
    expect(await post("hello", { authorization: "Basic x" })).toEqual([
      401,
      `{"msg":"Error: Auth header is not 'Bearer {token}'"}`,
    ]);
    expect(await post("hello", { authorization: "Bearer a.b.c" })).toEqual([
      401,
      '{"msg":"Invalid JWT"}',
    ]);
    expect(await post("other", { authorization: `bearer ${server.keys.publishable}` })).toEqual([
      200,
      "other",
    ]);
    expect(await post("open")).toEqual([200, "open"]);
  });

  test("functions may use std's old serve or another entry point, or be disabled", async () => {
    expect((await client.invoke("old", { body: "one" })).data).toBe("old one");
    expect((await client.invoke("old", { body: "two" })).data).toBe("old two");
    expect((await client.invoke("other")).data).toBe("other");
    expect((await client.invoke("off")).error?.context.status).toBe(404);
  });

  test("a function can read its folder, and neither other files, programs nor the server's variables", async () => {
    const { data } = await client.invoke("reader");
    expect(data).toEqual(["NotCapable", "fulfilled", "NotCapable", "NotCapable", "NotCapable"]);
  });

  test("a function can call the server's own wires", async () => {
    const as = { "x-as": `Bearer ${server.keys.serviceRole}` };
    expect((await client.invoke("caller", { headers: as })).data).toBe('[{"word":"psst"}]');
  });

  test(
    "a function imports from npm where the network allows it",
    needs("way to npm for Deno", canReachNpm()),
    async () => {
      expect((await client.invoke("packages")).data).toEqual({ ms: 172_800_000 });
    },
  );

  test("request and response bodies of functions are streamed", async () => {
    let spoken = () => {};
    const received = new Promise<void>((resolve) => {
      spoken = resolve;
    });
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode("first"));
        await received;
        controller.enqueue(new TextEncoder().encode("second"));
        controller.close();
      },
    });
    const response = await fetch(`${server.origin}/functions/v1/streaming`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.keys.publishable}` },
      body,
      duplex: "half",
    } as RequestInit);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    spoken();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("second");
  });

  test("a function that does not start is a relay error, and others keep running", async () => {
    const brokenResult = await client.invoke("broken");
    expect(brokenResult.error).toMatchObject({ name: "FunctionsRelayError" });
    expect(brokenResult.error?.context.status).toBe(503);
    expect(await brokenResult.error?.context.json()).toMatchObject({ code: "BOOT_ERROR" });
    expect(lines.join("\n")).toContain("Error: no");
    expect((await client.invoke("open")).data).toBe("open");
  });

  test("a changed function is loaded again", async () => {
    expect((await client.invoke("open")).data).toBe("open");
    const file = join(folder.path, "supabase/functions/open/index.ts");
    await writeFile(file, `Deno.serve(() => new Response("changed"));`);
    await expect.poll(async () => (await client.invoke("open")).data).toBe("changed");
  });
});

test("an unknown function is not found", async () => {
  const { error } = await client.invoke("nowhere");
  expect(error?.context.status).toBe(404);
  expect(await error?.context.json()).toEqual({
    code: "NOT_FOUND",
    message: "Requested function was not found",
  });
});
