import { join } from "node:path";
import { expect, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

test("a start in a subfolder serves the project above, and in an empty folder it reports that it is empty", async () => {
  const config = "[storage]\nenabled = false\n[realtime]\nenabled = false";
  const project = await projectFolder({
    "supabase/config.toml": config,
    "supabase/functions/hello/index.ts": "",
  });
  const emptyFolder = await projectFolder({ "package.json": "{}" });
  const subfolderCommand = portico(["start", "--port", "0", "--memory"], {}, undefined, [
    "env",
    "-C",
    join(project, "supabase/functions/hello"),
  ]);
  await subfolderCommand.origin;
  expect(subfolderCommand.output()).toContain(`The project is in ${project}.`);
  expect(subfolderCommand.output()).toMatch(
    / {4}auth, data, and functions; no GraphQL; off in config\.toml: files and realtime\n/,
  );
  const emptyCommand = portico(["start", "--port", "0", "--memory", "--project", emptyFolder]);
  await emptyCommand.origin;
  expect(emptyCommand.output()).toContain(
    `Note: ${emptyFolder} has no supabase folder, so an empty project is served.`,
  );
  for (const { process, ended } of [subfolderCommand, emptyCommand]) {
    process.kill();
    await ended;
  }
});
