import { expect, onTestFinished, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { openPostgres } from "../database/postgres/postgres.ts";
import { prepareDatabase } from "../database/system.ts";
import { examineDatabase } from "./database.ts";

const calls = { channels: [], privateChannels: [], changes: [] };

async function examinedAfter(script: string) {
  const { storage, drop } = await makeTestStorage();
  onTestFinished(drop);
  if (!("url" in storage)) throw new Error("There is no server.");
  const { url } = storage;
  const database = await openPostgres({ url, connections: 1 });
  await prepareDatabase(database);
  await database.script(script);
  await database.close();
  const options = { directory: "/nowhere", env: {}, database: { url }, calls };
  return (await examineDatabase(options)).findings;
}

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

test.runIf(isPostgres)(
  "the doctor reports a server that the start refuses as an error",
  async () => {
    const script = `do $$ begin
    execute format('alter database %I set standard_conforming_strings = off', current_database());
  end $$`;
    expect(await examinedAfter(script)).toEqual([
      {
        severity: "wrong",
        cause: expect.stringContaining("Portico needs standard_conforming_strings = on"),
        fix: "portico start refuses it. Correct the setting, or name another server.",
      },
    ]);
  },
);

test.runIf(isPostgres)("the doctor reports a missing privilege as a warning", async () => {
  expect(await examinedAfter("drop event trigger pgrst_ddl_watch")).toContainEqual({
    severity: "doubtful",
    cause: expect.stringContaining("a new table is not noticed"),
    fix: expect.stringContaining("notify pgrst, 'reload schema'"),
  });
});
