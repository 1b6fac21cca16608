import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../test/needs.ts";
import { deno, serveFunctions } from "../../../test/servers/functions-wire.ts";

let wire: Awaited<ReturnType<typeof serveFunctions>>;

/** A function that runs the code that a test sends to it. */
const evaluating = `
  import fs from "node:fs";
  import os from "node:os";
  const AsyncFunction = (async () => {}).constructor;
  Deno.serve(async (request) => {
    const run = new AsyncFunction("fs", "os", await request.text());
    try {
      return Response.json({ value: await run(fs, os) });
    } catch (error) {
      return Response.json({ error: error.name, message: error.message });
    }
  });`;

beforeAll(async () => {
  wire = await serveFunctions(
    {
      "shared/outside.ts": `import { further } from "../further/deep.ts"; export const outside = "outside " + further;`,
      "further/deep.ts": `export const further = "further";`,
      "services/main.ts": `Deno.serve(() => new Response("service"));`,
      "package.json": `{ "dependencies": { "left-pad": "1.3.0" } }`,
      ".env": "SECRET=psst",
      "supabase/functions/.env": "GREETING=hello\nHOME=mine\nEMPTY=\n",
      "supabase/functions/run/index.ts": evaluating,
      "supabase/functions/other/index.ts": evaluating,
      "supabase/functions/importing/index.ts": `
        import { outside } from "../../../shared/outside.ts";
        Deno.serve(() => new Response(outside));`,
    },
    { service: { entrypoint: "../services/main.ts" } } as never,
  );
});
afterAll(() => wire.close());

const headers = { authorization: "Bearer good" };
const textOf = async (name: string) =>
  (await fetch(`${wire.origin}/functions/v1/${name}`, { headers })).text();
const run = async (
  code: string,
  name = "run",
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its code returns
): Promise<any> => {
  const response = await fetch(`${wire.origin}/functions/v1/${name}`, {
    method: "POST",
    headers,
    body: code,
  });
  return response.json();
};

describe("a function's surroundings", needs("Deno", deno), () => {
  test("unset variables are undefined in a function, as on the hosted service", async () => {
    expect(
      await run(`return [
        Deno.env.get("X") ?? "", Deno.env.has("X"), process.env.NODE_ENV ?? "none",
        Deno.env.get("GREETING"), Deno.env.get("EMPTY"), process.env.GREETING,
      ]`),
    ).toEqual({ value: ["", false, "none", "hello", "", "hello"] });
  });

  test("the environment has the function's variables, and none of the server or of Deno", async () => {
    const { value } = await run(`return [Deno.env.toObject(), process.env]`);
    for (const { TMPDIR, ...env } of value) {
      expect(env).toEqual({ EMPTY: "", GREETING: "hello", HOME: "mine" });
      expect(TMPDIR).toMatch(/portico-function-/);
    }
  });

  test("a function can write to its own /tmp", async () => {
    const tried = await run(`
      Deno.writeTextFileSync("/tmp/one.txt", "one");
      await Deno.writeTextFile(new URL("file:///tmp/two.txt"), "two");
      fs.writeFileSync("/tmp/three.txt", "three");
      await fs.promises.writeFile(os.tmpdir() + "/four.txt", "four");
      await Deno.mkdir("/tmp/deep/er", { recursive: true });
      await Deno.rename("/tmp/two.txt", "/tmp/deep/er/2.txt");
      const made = [await Deno.makeTempFile({ suffix: ".pdf" }), await Deno.makeTempDir({ dir: "/tmp" })];
      const names = [];
      for await (const { name } of Deno.readDir("/tmp")) names.push(name);
      return [
        await Deno.readTextFile("/tmp/one.txt"), fs.readFileSync("/tmp/deep/er/2.txt", "utf8"),
        fs.existsSync("/tmp/three.txt"), names.length, made.every((one) => Deno.statSync(one)),
      ];`);
    expect(tried).toEqual({ value: ["one", "two", true, 6, true] });
    expect(await run(`return fs.existsSync("/tmp/one.txt")`, "other")).toEqual({ value: false });
  });

  test.each([
    ["the server's files", `return Deno.readTextFile("/etc/passwd")`],
    ["the project's secrets", `return Deno.readTextFile("${"$"}{Deno.cwd()}/../../.env")`],
    ["files outside, by import", `return import("file:///etc/hosts.ts")`],
    ["files beside its /tmp", `return Deno.readTextFile("/tmp/../main.js")`],
    ["the machine's /tmp", `return [...Deno.readDirSync("/var/../tmp")]`],
    ["the project's functions, to write", `return Deno.writeTextFile("run/index.ts", "")`],
    ["a way out by a link", `return Deno.symlink("/etc/passwd", "/tmp/link")`],
    ["programs", `return new Deno.Command("/bin/ls").output()`],
    ["libraries", `return Deno.dlopen("libc.so.6", {})`],
    ["the machine's addresses", `return Deno.networkInterfaces()`],
    ["the machine's users", `return os.userInfo()`],
    [
      "sockets of the machine",
      `return Deno.connect({ transport: "unix", path: "/var/run/docker.sock" })`,
    ],
    ["the environment of its own process", `return Deno.readTextFile("/proc/self/environ")`],
  ])("a function cannot reach %s", async (_, code) => {
    expect(await run(code)).toMatchObject({
      error: expect.stringMatching(/^(NotCapable|TypeError)$/),
    });
  });

  test("another program on the machine cannot bypass verify_jwt at a worker", async () => {
    expect(
      await run(`
        const worker = Deno.serve(() => new Response("reached"));
        const { port } = worker.addr;
        const response = await fetch("http://127.0.0.1:" + port);
        await worker.shutdown();
        return [response.status, await response.text()];`),
    ).toEqual({ value: [403, ""] });
  });

  test("a function may import modules from outside supabase/functions, and may be outside itself", async () => {
    expect(await textOf("importing")).toBe("outside further");
    expect(await textOf("service")).toBe("service");
  });

  test("a new function and changed variables are loaded while the server runs", async () => {
    expect(JSON.parse(await textOf("fresh")).code).toBe("NOT_FOUND");
    const functions = join(wire.directory, "functions");
    await mkdir(join(functions, "fresh"));
    await writeFile(
      join(functions, "fresh/index.ts"),
      `Deno.serve(() => new Response(Deno.env.get("GREETING")));`,
    );
    await expect.poll(() => textOf("fresh")).toBe("hello");
    await writeFile(join(functions, ".env"), "GREETING=good day\n");
    await expect.poll(() => textOf("fresh")).toBe("good day");
  });
});
