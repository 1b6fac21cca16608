/** Checks that docs/storage-wire.md is correct, by sending its examples. */
import { readFile } from "node:fs/promises";
import { AuthClient } from "@supabase/auth-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../test/project-folder.ts";
import { presetValues, startDocumentedServer } from "../../test/servers/documented-server.ts";
import {
  blockOf,
  compareExample,
  examplesOf,
  type Values,
} from "../../test/servers/documented-wire.ts";
import type { RunningServer } from "../server/server.ts";

const page = await readFile(new URL("../../../../docs/storage-wire.md", import.meta.url), "utf8");

let project: Awaited<ReturnType<typeof temporaryFolder>>;
let server: RunningServer;
let values: Values;
beforeAll(async () => {
  project = await temporaryFolder({
    "supabase/migrations/1_policies.sql": blockOf(page, "sql"),
    "supabase/config.toml": blockOf(page, "toml"),
  });
  server = await startDocumentedServer(project.path);
  const client = new AuthClient({ url: `${server.origin}/auth/v1`, persistSession: false });
  const { data } = await client.signUp({ email: "ada@example.com", password: "correct horse" });
  values = presetValues(server)
    .set("Ada's token", data.session?.access_token)
    .set("Ada's id", data.user?.id)
    .set("the name in base64", btoa(`${data.user?.id}/later.txt`));
});
afterAll(async () => {
  await server.close();
  await project.remove();
});

it.each(examplesOf(page))("$title", async (example) => {
  expect(await compareExample(example, server.origin, values)).toEqual([]);
});
