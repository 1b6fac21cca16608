import { expect, test } from "vitest";
import { kindOf } from "./project-changes.ts";

test.each([
  ["supabase/migrations/1_notes.sql", "migrations"],
  ["supabase/schemas/tables/notes.sql", "schemas"],
  ["supabase/seed.sql", "seeds"],
  ["supabase/seeds/people.sql", "seeds"],
  ["supabase/config.toml", "settings"],
  ["supabase/templates/invite.html", "settings"],
  [".env.local", "settings"],
  ["supabase/.env", "settings"],
  ["supabase/functions/hello/index.ts", undefined],
  ["supabase/migrations/notes.txt", undefined],
  ["src/database.types.ts", undefined],
])("a change of %s belongs to %s", (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});
