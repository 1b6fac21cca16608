import { join } from "node:path";
import { expect, test } from "vitest";
import { portico } from "../../test/command.ts";
import { projectFolder } from "../../test/project-folder.ts";

test("a start in a subfolder serves the project above, and in an empty folder it reports that it is empty", async () => {
  const config = "[storage]\nenabled = false\n[realtime]\nenabled = false";
  const above = await projectFolder({
    "supabase/config.toml": config,
    "supabase/functions/hello/index.ts": "",
  });
  const empty = await projectFolder({ "package.json": "{}" });
  const inside = portico(["start", "--port", "0", "--memory"], {}, undefined, [
    ...["env", "-C", join(above, "supabase/functions/hello")],
  ]);
  await inside.origin;
  expect(inside.output()).toContain(`The project is in ${above}.`);
  expect(inside.output()).toMatch(
    / {4}auth, data, and functions; no GraphQL; off in config\.toml: files and realtime\n/,
  );
  const nothing = portico(["start", "--port", "0", "--memory", "--project", empty]);
  await nothing.origin;
  expect(nothing.output()).toContain(
    `Note: ${empty} has no supabase folder, so an empty project is served.`,
  );
  for (const { process, ended } of [inside, nothing]) {
    process.kill();
    await ended;
  }
});
