import { symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { sql } from "../database/sql.ts";
import { startServer } from "../server/server.ts";

test("a bucket's folder outside the project is reported at the start and not uploaded", async () => {
  const outsideFolder = await temporaryFolder({ "secret.txt": "secret" });
  const folder = await temporaryFolder({
    "supabase/config.toml": `
      [storage.buckets.dots]
      objects_path = "../../${basename(outsideFolder.path)}"
      [storage.buckets.absolute]
      objects_path = "${outsideFolder.path}"
      [storage.buckets.link]
      objects_path = "./link"
      [storage.buckets.own]
      objects_path = "../pictures"`,
    "pictures/a.txt": "a",
  });
  await symlink(outsideFolder.path, join(folder.path, "supabase/link"));
  const database = await makeTestStorage();
  const files = join(folder.path, ".portico/files");
  const server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
    env: {},
    files,
    storage: database.storage,
  });
  expect(server.warnings.filter((warning) => warning.includes("outside the project"))).toEqual([
    expect.stringContaining("[storage.buckets.dots] objects_path leads to "),
    expect.stringContaining("[storage.buckets.absolute] objects_path leads to "),
    expect.stringContaining("[storage.buckets.link] objects_path leads to "),
  ]);
  const response = await fetch(`${server.origin}/storage/v1/object/list-v2/own`, {
    method: "POST",
    headers: { apikey: server.keys.secret },
    body: "{}",
  });
  expect(await response.json()).toMatchObject({ objects: [{ name: "a.txt" }] });
  await server.close();
  await database.drop();
  await folder.remove();
  await outsideFolder.remove();
});

test("a bucket whose folder is the project's gets no credentials and no data of its developer", async () => {
  const folder = await temporaryFolder({
    "supabase/config.toml": `
      [storage.buckets.all]
      public = true
      objects_path = ".."
      [storage.buckets.data]
      objects_path = "../.portico"`,
    "a.txt": "a",
    ".env.local": "psst",
    ".git/config": "psst",
    "web/.npmrc": "psst",
    ".portico/project-secret.json": "psst",
  });
  const database = await makeTestStorage();
  const files = join(folder.path, ".portico/files");
  const server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
    env: {},
    files,
    storage: database.storage,
  });
  const { rows } = await server.database.query(
    sql`select bucket_id, name from storage.objects order by name`,
  );
  expect(rows).toEqual([
    { bucket_id: "all", name: "a.txt" },
    { bucket_id: "all", name: "supabase/config.toml" },
  ]);
  await server.close();
  await database.drop();
  await folder.remove();
});
