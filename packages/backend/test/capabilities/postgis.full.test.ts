import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgisModule } from "../../src/database/pglite/postgis.ts";
import { needs } from "../needs.ts";
import { type CapabilityProject, dataOf, startCapabilityProject } from "./project.ts";

/**
 * PostGIS is optional: its package is larger than all others together, and PostgreSQL test servers lack the extension.
 */
const isInstalled = postgisModule() !== undefined && !process.env["TEST_DATABASE_URL"];

describe("a project with PostGIS", needs("PostGIS", isInstalled), () => {
  let project: CapabilityProject;
  beforeAll(async () => {
    project = await startCapabilityProject({
      "supabase/migrations/1_places.sql": `
        create extension postgis with schema extensions;
        create table places (id int primary key, at extensions.geometry(point, 4326));
        grant select on places to anon;
        insert into places values (1, 'srid=4326;point(1 2)');`,
    });
  }, 240_000);
  afterAll(() => project.close());

  test("database.using_modifiers.format_geojson: geojson returns the rows as features", async () => {
    const features = dataOf(await project.client().from("places").select().geojson());
    expect(features).toMatchObject({
      type: "FeatureCollection",
      features: [{ geometry: { type: "Point", coordinates: [1, 2] }, properties: { id: 1 } }],
    });
  });
});
