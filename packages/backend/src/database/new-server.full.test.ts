import { expect, onTestFinished, test } from "vitest";
import { startPrimary } from "../../test/databases/clusters.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { prepareDatabase } from "./system.ts";

test.runIf(process.env["TEST_DATABASE_URL"])(
  "several databases of a new server can be prepared at the same time",
  async () => {
    const { client, port } = await startPrimary();
    const names = ["one", "two", "three", "four", "five", "six"];
    for (const name of names) await client.query(`create database ${name} template template0`);
    const databases = await Promise.all(
      names.map((name) =>
        openPostgres({ url: `postgresql://postgres@127.0.0.1:${port}/${name}`, connections: 1 }),
      ),
    );
    onTestFinished(async () => {
      await Promise.all(databases.map((database) => database.close()));
    });
    const preparations = await Promise.allSettled(databases.map(prepareDatabase));
    expect(preparations.filter(({ status }) => status === "rejected")).toEqual([]);
    await client.end();
  },
);
