import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { advise, NotPrepared } from "./advise.ts";
import { formatReport } from "./report.ts";

const scope = { exposedSchemas: ["public"] };
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("findings have the columns of splinter, and the report lists them by level with their SQL", async () => {
  await database.script(`
    create table public.notes (name text);
    create policy "Nobody" on public.notes using (false);`);
  const findings = await advise(database, scope);
  expect(findings[0]).toEqual({
    name: "rls_disabled_in_public",
    title: "Table of the API without row-level security",
    level: "ERROR",
    facing: "EXTERNAL",
    categories: ["SECURITY"],
    description: expect.stringContaining("public key"),
    detail: "public.notes is in the API, and its row-level security is off.",
    remediation:
      "https://supabase.com/docs/guides/database/database-linter?lint=0013_rls_disabled_in_public",
    metadata: { schema: "public", name: "notes", type: "table" },
    cache_key: "rls_disabled_in_public_public_notes",
    fix: "alter table public.notes enable row level security;",
  });
  expect(formatReport(findings)).toBe(`Errors (2)

Table of the API without row-level security (rls_disabled_in_public)
Everyone who knows the public key may read or change every row of a table without row-level security.
https://supabase.com/docs/guides/database/database-linter?lint=0013_rls_disabled_in_public

  public.notes is in the API, and its row-level security is off.
    alter table public.notes enable row level security;

Policies without effect (policy_exists_rls_disabled)
Policies protect nothing until row-level security is enabled on their table.
https://supabase.com/docs/guides/database/database-linter?lint=0007_policy_exists_rls_disabled

  public.notes has policies (Nobody), but its row-level security is off.
    alter table public.notes enable row level security;

Suggestions (1)

Table without a primary key (no_primary_key)
Without a primary key, no query, update or replication can identify a single row of the table.
https://supabase.com/docs/guides/database/database-linter?lint=0004_no_primary_key

  public.notes has no primary key.
    alter table public.notes add column id bigint generated always as identity primary key;
`);
  expect(formatReport([])).toBe("No issues found.\n");
});

// All databases of a server share its roles, so the test only renames those of the embedded database.
test.skipIf(process.env["TEST_DATABASE_URL"])(
  "advise throws NotPrepared for a database without the roles of the API",
  async () => {
    await database.script("alter role anon rename to visitors");
    await expect(advise(database, scope)).rejects.toThrow(NotPrepared);
  },
);
