import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { createProjectSecret } from "../keys/project.ts";
import { createLog } from "../log/log.ts";
import { type DevelopmentServer, openDevelopmentServer } from "./development-server.ts";

/** Starts a development server in memory, with a reserved database port. */
async function startDevelopment(project: string, database = 0): Promise<DevelopmentServer> {
  const server = await openDevelopmentServer({
    project,
    directory: join(project, ".portico"),
    storage: { memory: true },
    env: {},

    ports: { api: 0, database },
    reserved: { ports: { api: 0, database }, secret: createProjectSecret() },
    startsWithoutMigrations: false,
    allowsDrops: false,
    howToAllowDrops: "",
    log: createLog("error"),
    report: () => {},
    reportProblems: () => {},
  });
  onTestFinished(() => server.close());
  await server.follower.settled();
  return server;
}

test("a development server uses another database port if the reserved one is in use", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const takenPort = (other.address() as AddressInfo).port;
  const project = await projectFolder({ "supabase/config.toml": "" });
  const { databaseUrl = "" } = (await startDevelopment(project, takenPort)).current();
  expect(new URL(databaseUrl).port).not.toBe(String(takenPort));
});

test("the types are written again when another program changes the schema", async () => {
  const project = await projectFolder({
    "supabase/config.toml": '[portico]\ntypes = "types.ts"\n',
  });
  const { database } = (await startDevelopment(project)).current();
  const types = () => readFile(join(project, "types.ts"), "utf8");
  expect(await types()).not.toContain("notes: {");
  await database.script("create table notes (id int primary key)");
  await eventually(async () => expect(await types()).toContain("notes: {"));
});
