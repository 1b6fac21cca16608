import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StorageClient } from "@supabase/storage-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder, temporaryFolder } from "../../test/project-folder.ts";
import { makeS3Bucket, startS3Server } from "../../test/servers/s3-server.ts";
import { startServer } from "../server/server.ts";
import { openS3Store } from "../storage/files/s3.ts";
import { examineDatabase } from "./database.ts";
import type { FilesToExamine } from "./files.ts";

// Examine a project whose server has run and was stopped.

const calls = { channels: [], privateChannels: [], changes: [] };
const examine = async (examineOptions: FilesToExamine) =>
  (await examineDatabase({ ...examineOptions, calls })).findings;

const minutesAgo = new Date(Date.now() - 5 * 60_000);

async function usedProject(env: Record<string, string> = {}) {
  const folder = await temporaryFolder({ "supabase/config.toml": "[storage.buckets.kept]\n" });
  const storage = await makeTestStorage();
  const directory = join(folder.path, ".portico");
  const database = "url" in storage.storage ? storage.storage : { directory };
  const options = { project: folder.path, host: "127.0.0.1", port: 0, env, log: silentLog };
  const server = await startServer({ ...options, storage: database });
  const headers = { apikey: server.keys.secret, authorization: `Bearer ${server.keys.secret}` };
  const client = new StorageClient(`${server.origin}/storage/v1`, headers).from("kept");
  for (const name of ["one.txt", "two.txt"]) {
    expect((await client.upload(name, name)).error).toBeNull();
  }
  const { data } = await client.info("two.txt");
  await server.close();
  const examineOptions: FilesToExamine = { directory: folder.path, env, database };
  return {
    patient: examineOptions,
    files: join(directory, "files"),
    version: data?.version ?? "",
    close: async () => {
      await storage.drop();
      await folder.remove();
    },
  };
}

let project: Awaited<ReturnType<typeof usedProject>>;
beforeAll(async () => {
  project = await usedProject();
});
afterAll(() => project.close());

const placeOf = (version: string) => join(project.files, version.slice(0, 2), version);

async function writeStrayFile(content: string): Promise<string> {
  const version = randomUUID();
  await mkdir(join(placeOf(version), ".."), { recursive: true });
  await writeFile(placeOf(version), content);
  await utimes(placeOf(version), minutesAgo, minutesAgo);
  return version;
}

test("a project whose objects and files match has no findings", async () => {
  expect(await examine(project.patient)).toEqual([]);
});

test("a project that was never started has no findings", async () => {
  const database = { directory: join(project.patient.directory, "nothing") };
  expect(await examine({ ...project.patient, database })).toEqual([]);
});

test("files without objects, objects without files and unfinished uploads are named and counted", async () => {
  const version = await writeStrayFile("nobody's");
  const leftover = join(project.files, "incoming", `${randomUUID()}.elsewhere.1`);
  await writeFile(leftover, "half");
  const unfinished = join(project.files, "unfinished", randomUUID());
  await writeFile(unfinished, "more");
  await writeFile(`${unfinished}.json`, "{}");
  const findings = await examine(project.patient);
  expect(findings).toEqual([
    {
      severity: "doubtful",
      cause: expect.stringContaining(`1 file (8 bytes) in ${project.files} has no row`),
      fix: expect.stringContaining("--remove-strays"),
    },
    {
      severity: "doubtful",
      cause: expect.stringMatching(/^2 uploads \(8 bytes\) are unfinished, the oldest since 20/),
      fix: expect.stringContaining("portico start"),
    },
  ]);
  expect(findings[0]?.cause).toContain(version);
  await rm(leftover);
  await rm(unfinished);
  await rm(`${unfinished}.json`);

  const args = ["doctor", "--project", project.patient.directory, "--remove-strays"];
  const env = "url" in project.patient.database ? project.patient.database.url : "";
  const { output, code } = await portico(args, env ? { DATABASE_URL: env } : {}).ended;
  expect(output).toContain("1 file (8 bytes)");
  expect(output).toContain("is removed");
  expect(code).toBe(0);
  expect(await examine(project.patient)).toEqual([]);

  await rm(placeOf(project.version));
  expect(await examine(project.patient)).toEqual([
    {
      severity: "wrong",
      cause: expect.stringMatching(/^1 object has no file in .*: kept\/two\.txt\.$/),
      fix: expect.stringContaining("backup"),
    },
  ]);
});

test("files are not removed if they belong to another database", async () => {
  const files = join(project.patient.directory, "others");
  for (let index = 0; index < 2; index++) {
    const version = randomUUID();
    await mkdir(join(files, version.slice(0, 2)), { recursive: true });
    await writeFile(join(files, version.slice(0, 2), version), "");
    await utimes(join(files, version.slice(0, 2), version), minutesAgo, minutesAgo);
  }
  const filesBefore = await readdir(files, { recursive: true });
  const findings = await examine({ ...project.patient, files, removesUnreferenced: true });
  expect(findings.map(({ cause }) => cause).join()).toContain(
    `None of the 2 files (0 bytes) in ${files}`,
  );
  expect(await readdir(files, { recursive: true })).toEqual(filesBefore);
});

test("files in an S3 store are compared with the objects", async () => {
  const s3 = await startS3Server();
  const { settings } = await makeS3Bucket(s3);
  const inStore = await usedProject({
    STORAGE_S3_BUCKET: `${settings.bucket}/project`,
    STORAGE_S3_ENDPOINT: s3.endpoint,
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  });
  expect(await examine(inStore.patient)).toEqual([]);
  const store = await openS3Store(settings);
  await store.remove([inStore.version]);
  expect((await store.list()).length).toBe(1);
  store.close();
  expect((await examine(inStore.patient)).map(({ cause }) => cause)).toEqual([
    expect.stringMatching(/^1 object has no file in s3:.*: kept\/two\.txt\.$/),
  ]);
  await s3.close();
  expect((await examine(inStore.patient)).map(({ cause }) => cause)).toEqual([
    expect.stringMatching(/^The store of the files does not respond/),
  ]);
  await inStore.close();
});

test("a database that is unreachable is reported", async () => {
  const { patient: examineOptions } = project;
  const unreachable = { url: "postgresql://postgres@127.0.0.1:9/postgres" };
  expect(
    (await examine({ ...examineOptions, database: unreachable })).map(({ severity }) => severity),
  ).toEqual(["wrong"]);
});

test("portico doctor examines the database and the files of a running server", async () => {
  const folder = await projectFolder({
    "supabase/config.toml": "",
    "supabase/migrations/1_trigger.sql": `
      create table profiles (id uuid);
      create function on_signup() returns trigger language plpgsql security definer as
        $$ begin insert into profiles values (new.id); return new; end $$;
      create trigger on_signup after insert on auth.users for each row execute function on_signup();
      insert into storage.buckets (id, name) values ('b', 'b');
      insert into storage.objects (bucket_id, name, version) values ('b', 'gone.txt', 'v1');`,
  });
  const server = portico(["start", "--port", "0", "--project", folder]);
  await server.origin;
  const { output } = await portico(["doctor", "--project", folder]).ended;
  expect(output).not.toContain("has it open");
  expect(output).toContain("gone.txt");
  server.process.kill("SIGTERM");
  await server.ended;
  // Without the server, the doctor opens the database itself, and must find the same.
  const { output: laterOutput } = await portico(["doctor", "--project", folder]).ended;
  expect(laterOutput).toBe(output);
});
