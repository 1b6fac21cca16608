import { expect, test } from "vitest";
import { applyProject, createsPostgis } from "../migrations/apply-project.ts";
import { sql } from "../sql.ts";
import { openPglite } from "./pglite.ts";
import { postgisModule } from "./postgis.ts";

const migration = {
  version: "1",
  name: "places",
  sql: `-- where things are
    create schema if not exists extensions;
    create extension if not exists postgis with schema extensions;
    create table places (id int primary key, at extensions.geometry(point, 4326));
    insert into places values (1, 'srid=4326;point(1 2)');`,
};
const project = { migrations: [migration], seeds: [] };

test("a project that creates the extension is recognised by its files", () => {
  expect(createsPostgis([migration])).toBe(true);
  expect(createsPostgis([{ sql: 'CREATE EXTENSION "postgis"' }])).toBe(true);
  expect(createsPostgis([{ sql: "-- we could create extension postgis" }])).toBe(false);
});

/** The package is larger than all others together, so the project does not install it for its own tests. */
const isInstalled = postgisModule() !== undefined;

test.skipIf(isInstalled)(
  "a migration that needs PostGIS is refused with the name of the missing package",
  async () => {
    const database = await openPglite({ postgis: true });
    await expect(applyProject(database, project)).rejects.toThrow(
      "npm install @electric-sql/pglite-postgis@0.2.8",
    );
    await database.close();
  },
);

test.runIf(isInstalled)(
  "an embedded database with the PostGIS package has PostGIS",
  async () => {
    const database = await openPglite({ postgis: true });
    await applyProject(database, project);
    const { rows } = await database.query(
      sql`select extensions.st_asgeojson(at)::json as at, array['a'] as others from places`,
    );
    expect(rows).toEqual([{ at: { type: "Point", coordinates: [1, 2] }, others: ["a"] }]);
    await database.close();
  },
  240_000,
);
