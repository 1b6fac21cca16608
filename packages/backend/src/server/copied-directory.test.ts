import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { makeDataDirectory } from "../private-directory.ts";
import { warnOfCopy } from "./copied-directory.ts";

/** Creates a project's data directory as a server does when it starts. */
async function createProject(): Promise<string> {
  const project = await projectFolder({ "supabase/config.toml": "" });
  const directory = join(project, ".portico");
  await makeDataDirectory(directory);
  await mkdir(join(directory, "database"));
  return directory;
}

test("a data directory that was created here causes no warning", async () => {
  const directory = await createProject();
  expect(await warnOfCopy(directory)).toBeUndefined();
  await makeDataDirectory(directory);
  expect(await warnOfCopy(directory)).toBeUndefined();
});

test.each([
  ["with the record of its origin", async () => {}],
  ["without the record", (directory: string) => rm(join(directory, "origin"))],
  ["with an invented record", (directory: string) => writeFile(join(directory, "origin"), "1")],
])("a copied data directory is reported once, %s", async (_, change) => {
  const original = await createProject();
  const copy = join(await projectFolder({ "supabase/config.toml": "" }), ".portico");
  await cp(original, copy, { recursive: true });
  await change(copy);
  await makeDataDirectory(copy);
  expect(await warnOfCopy(copy)).toContain(`${copy} was copied or unpacked here`);
  expect(await warnOfCopy(copy)).toBeUndefined();
  expect(await warnOfCopy(original)).toBeUndefined();
});

test("a directory that is empty, or that the operator chose, causes no warning", async () => {
  const project = await projectFolder({ "data/database/PG_VERSION": "17", ".portico/log": "" });
  expect(await warnOfCopy(join(project, "data"))).toBeUndefined();
  expect(await warnOfCopy(join(project, ".portico"))).toBeUndefined();
  expect(await warnOfCopy(join(project, "none/.portico"))).toBeUndefined();
});
