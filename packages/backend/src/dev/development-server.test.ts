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

/** Starts a development server in memory, with ports that were chosen before. */
async function develop(project: string, database = 0): Promise<DevelopmentServer> {
  const server = await openDevelopmentServer({
    ...{ project, directory: join(project, ".portico"), storage: { memory: true }, env: {} },
    ...{
      ports: { api: 0, database },
      reserved: { ports: { api: 0, database }, secret: createProjectSecret() },
    },
    ...{ startsWithoutMigrations: false, allowsDrops: false, howToAllowDrops: "" },
    log: createLog("error"),
    report: () => {},
    reportProblems: () => {},
  });
  onTestFinished(() => server.close());
  await server.developer.settled();
  return server;
}

test("a development server whose database port was taken since it was chosen takes another one", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const taken = (other.address() as AddressInfo).port;
  const project = await projectFolder({ "supabase/config.toml": "" });
  const { databaseUrl = "" } = (await develop(project, taken)).current();
  expect(new URL(databaseUrl).port).not.toBe(String(taken));
});

test("the types are written again after another program has changed the schema", async () => {
  const project = await projectFolder({
    "supabase/config.toml": '[portico]\ntypes = "types.ts"\n',
  });
  const { database } = (await develop(project)).current();
  const types = () => readFile(join(project, "types.ts"), "utf8");
  expect(await types()).not.toContain("notes: {");
  await database.script("create table notes (id int primary key)");
  await eventually(async () => expect(await types()).toContain("notes: {"));
});
