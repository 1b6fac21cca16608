import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { isWithinProject } from "./boundary.ts";

test("the location of a missing file is resolved through all symbolic links of its path", async () => {
  const [project, outside] = [await projectFolder({ "src/a": "" }), await projectFolder({})];
  await symlink(join(outside, "new.ts"), join(project, "dangling.ts"));
  await symlink("dangling.ts", join(project, "twice.ts"));
  await symlink(outside, join(project, "folder"));
  await symlink("src/new.ts", join(project, "inside.ts"));
  await symlink("circle.ts", join(project, "circle.ts"));
  const results = await Promise.all(
    ["dangling.ts", "twice.ts", "folder/a/new.ts", "circle.ts", "inside.ts", "src/b/new.ts"].map(
      (path) => isWithinProject(project, path),
    ),
  );
  expect(results).toEqual([false, false, false, false, true, true]);
});
