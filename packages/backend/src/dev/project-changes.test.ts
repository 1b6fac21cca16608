import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { createLog } from "../log/log.ts";
import { type ChangeKind, kindOf, watchProject } from "./project-changes.ts";

test.each([
  ["supabase/migrations/1_notes.sql", "migrations"],
  ["supabase/schemas/tables/notes.sql", "schemas"],
  ["supabase/database/public/tables/notes.sql", "schemas"],
  ["supabase/tests/notes.sql", undefined],
  ["supabase/.temp/notes.sql", undefined],
  ["supabase/seed.sql", "seeds"],
  ["supabase/seeds/people.sql", "seeds"],
  ["supabase/config.toml", "settings"],
  ["supabase/templates/invite.html", "settings"],
  [".env.local", "settings"],
  ["supabase/.env", "settings"],
  ["supabase/functions/hello/index.ts", undefined],
  ["supabase/migrations/notes.txt", undefined],
  ["src/database.types.ts", undefined],
])("the kind of a change of %s is %s", (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});

test("a supabase folder that is created later is watched", async () => {
  const project = await projectFolder({});
  const changes: ChangeKind[] = [];
  onTestFinished(watchProject(project, createLog("error"), (kinds) => changes.push(...kinds)));
  await mkdir(join(project, "supabase/migrations"), { recursive: true });
  await eventually(() => expect(changes).toEqual(["settings"]));
  await writeFile(join(project, "supabase/migrations/1_notes.sql"), "");
  await eventually(() => expect(changes).toContain("migrations"));
});
