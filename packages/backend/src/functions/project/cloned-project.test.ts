import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../test/needs.ts";
import { deno, functionsFolder, serveFunctions } from "../../../test/servers/functions-wire.ts";
import { onDisk } from "../../config/disk.ts";
import { findFunctions } from "./project-functions.ts";

/** A stranger's project, whose functions and links try to reach other files of the machine. */
const answering = (code: string) => `
  Deno.serve(async () => {
    try {
      return new Response(String(${code}));
    } catch (error) {
      return new Response(error.name);
    }
  });`;

let wire: Awaited<ReturnType<typeof serveFunctions>>;
let machine: Awaited<ReturnType<typeof functionsFolder>>;
let secret: string;
/** The server that provides the stranger's modules. */
const remote = createServer((_, response) => {
  response.setHeader("content-type", "application/typescript");
  response.end('export const name = "a stranger";');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => remote.listen(0, "127.0.0.1", resolve));
  const { port } = remote.address() as AddressInfo;
  machine = await functionsFolder({ "secret.json": `{ "secret": "psst" }` });
  secret = join(machine.path, "secret.json");
  const json = `with { type: "json" }`;
  wire = await serveFunctions(
    {
      "shared/own.json": `{ "own": "mine" }`,
      ".env": `"psst"`,
      "supabase/functions/own/index.ts": `
        import own from "../_shared/own.json" ${json};
        Deno.serve(async () => new Response(own.own + (await import("../_shared/own.json", { with: { type: "json" } })).default.own));`,
      "supabase/functions/static/index.ts": `
        import secret from "file://${secret}" ${json};
        ${answering("secret.secret")}`,
      "supabase/functions/mapped/deno.json": `{ "imports": { "secret": "file://${secret}" } }`,
      "supabase/functions/mapped/index.ts": `
        import secret from "secret" ${json};
        ${answering("secret.secret")}`,
      "supabase/functions/lazy/index.ts": answering(
        `(await import("file://${secret}", { with: { type: "json" } })).default.secret`,
      ),
      "supabase/functions/linked-import/index.ts": `
        import secret from "../links/file.json" ${json};
        ${answering("secret.secret")}`,
      "supabase/functions/hidden/index.ts": `
        import env from "../../../.env" ${json};
        ${answering("env")}`,
      "supabase/functions/vendored/deno.json": '{ "vendor": true }',
      "supabase/functions/vendored/index.ts": `
        import { name } from "http://127.0.0.1:${port}/written.ts";
        ${answering("name")}`,
      "supabase/functions/required/index.ts": `
        import { createRequire } from "node:module";
        ${answering(`createRequire(import.meta.url)("${secret}").secret`)}`,
      ...Object.fromEntries(
        [
          "links/file.json",
          "links/folder/secret.json",
          "indirect/folder/secret.json",
          "links/.env",
        ].map((path, index) => [
          `supabase/functions/read-${index}/index.ts`,
          answering(`await Deno.readTextFile(new URL("../${path}", import.meta.url))`),
        ]),
      ),
    },
    {},
    0,
    {},
    "/functions/v1",
    async (project) => {
      const functions = join(project, "supabase/functions");
      await mkdir(join(functions, "links"));
      await symlink(secret, join(functions, "links/file.json"));
      await symlink(machine.path, join(functions, "links/folder"));
      await symlink(join(project, ".env"), join(functions, "links/.env"));
      await symlink("links", join(functions, "indirect"));
      await symlink(secret, join(functions, ".env"));
      await mkdir(join(functions, "_shared"));
      await mkdir(join(functions, "vendored/vendor"));
      await symlink(machine.path, join(functions, `vendored/vendor/http_127.0.0.1_${port}`));
      await symlink("../../../shared/own.json", join(functions, "_shared/own.json"));
    },
  );
});
afterAll(async () => {
  await wire.close();
  await machine.remove();
  remote.close();
});

const textOf = async (name: string) =>
  (
    await fetch(`${wire.origin}/functions/v1/${name}`, {
      headers: { authorization: "Bearer good" },
    })
  ).text();

describe("the functions of a cloned project", needs("Deno", deno), () => {
  test("links and imports within the project work", async () => {
    expect(await textOf("own")).toBe("minemine");
  });

  test.each(["static", "mapped", "linked-import", "hidden"])(
    "a function that imports a file of the machine does not start: %s",
    async (name) => {
      expect(await textOf(name)).toContain("BOOT_ERROR");
      expect(wire.lines.join("\n")).toContain("Requires read access to");
    },
  );

  test("a function that keeps its imports in a folder does not have them written through a link", async () => {
    expect(await textOf("vendored")).toBe("a stranger");
    expect(await readdir(machine.path)).not.toContain("written.ts");
  });

  test.each(["lazy", "required", "read-0", "read-1", "read-2", "read-3"])(
    "a function does not read files of the machine while it runs: %s",
    async (name) => {
      expect(await textOf(name)).toMatch(/^(NotCapable|TypeError|Error)$/);
    },
  );
});

test("a function whose entry point or import map is outside of the project is left out", async () => {
  const folder = await functionsFolder({
    "supabase/functions/map/index.ts": "",
    "supabase/functions/fine/index.ts": "",
  });
  const functions = join(folder.path, "supabase/functions");
  await mkdir(join(functions, "linked"));
  await writeFile(join(machine.path, "index.ts"), "");
  await symlink(join(machine.path, "index.ts"), join(functions, "linked/index.ts"));
  await symlink(secret, join(functions, "map/deno.json"));
  const found = await findFunctions(onDisk(folder.path), join(folder.path, "supabase"), {
    named: { entrypoint: join(machine.path, "index.ts") },
  } as never);
  expect(found.functions.map(({ name }) => name)).toEqual(["fine"]);
  expect([...found.warnings].sort()).toEqual([
    expect.stringMatching(/^functions\.linked leads to .*index\.ts, which is outside the project/),
    expect.stringMatching(/^functions\.map leads to .*deno\.json, which is outside the project/),
    expect.stringMatching(/^functions\.named leads to .*index\.ts, which is outside the project/),
  ]);
  await folder.remove();
});
