/**
 * Checks that docs/rest-api.md is correct: sends its examples, and looks for missing operators and
 * settings.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuthClient } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presetValues, startDocumentedServer } from "../../../test/servers/documented-server.ts";
import {
  blockOf,
  compareExample,
  examplesOf,
  type Values,
} from "../../../test/servers/documented-wire.ts";
import type { RunningServer } from "../../server/server.ts";
import { settingNames } from "../settings.ts";

const page = await readFile(new URL("../../../../../docs/rest-api.md", import.meta.url), "utf8");

let project: string;
let server: RunningServer;
let values: Values;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "portico-documented-"));
  await mkdir(join(project, "supabase/migrations"), { recursive: true });
  await writeFile(join(project, "supabase/migrations/1_films.sql"), blockOf(page, "sql"));
  await writeFile(join(project, "supabase/config.toml"), blockOf(page, "toml"));
  server = await startDocumentedServer(project);
  const client = new AuthClient({ url: `${server.origin}/auth/v1`, persistSession: false });
  const { data } = await client.signUp({ email: "ada@example.com", password: "correct horse" });
  values = presetValues(server).set("Ada's token", data.session?.access_token);
});
afterAll(async () => {
  await server.close();
  await rm(project, { recursive: true, force: true });
});

describe("filters", () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` \|.*\| ([\d, ]+) \|$/gm)].map(
    ([, filter = "", ids = ""]) => ({ filter, found: ids }),
  );

  it.each(rows)(
    "the filter $filter finds the rows that the table names",
    async ({ filter, found: ids }) => {
      const url = new URL(`/rest/v1/films?select=id&order=id&${filter}`, server.origin);
      const films: unknown = await (await fetch(url)).json();
      expect(films).toEqual(ids.split(", ").map((id) => ({ id: Number(id) })));
    },
  );

  it("the table has a row for every operator", async () => {
    const grammar = await readFile(new URL("../parse/syntax.ts", import.meta.url), "utf8");
    const [, types = ""] =
      /^export type SimpleOperator(.*?)^export type Quantifier /ms.exec(grammar) ?? [];
    const operators = [...types.matchAll(/"(\w+)"/g)].map(([, name]) => name);
    expect(operators.length).toBeGreaterThan(20);
    const documented = rows.map(({ filter }) => /=(?:not\.)?(\w+)/.exec(filter)?.[1]);
    expect(operators.filter((operator) => !documented.includes(operator))).toEqual([]);
  });
});

describe("the examples, in the order of the page", () => {
  it.each(examplesOf(page))("$title", async (example) => {
    expect(await compareExample(example, server.origin, values)).toEqual([]);
  });
});

it("the page lists exactly the settings that the wire reads", () => {
  const listedSettings = [...page.matchAll(/`pgrst\.(\w+)`(?=[^\n]*\|)/g)].map(([, name]) => name);
  expect([...new Set(listedSettings)].sort()).toEqual(settingNames);
});
