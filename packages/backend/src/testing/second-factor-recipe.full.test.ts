import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { afterEach, describe, expect, test } from "vitest";
import { startBackend, type TestBackend } from "./index.ts";

const root = join(import.meta.dirname, "../../../..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const project = (path: string) => file(`examples/shared/supabase/${path}`);

/** Returns the SQL from a section of a documentation page. */
function sqlOf(page: string, section: string): string {
  const [, sectionText = ""] = file(page).split(`\n## ${section}\n`);
  return /```sql[^\n]*\n([\s\S]*?)```/.exec(sectionText)?.[1] ?? "";
}

let backend: TestBackend | undefined;
afterEach(() => backend?.close());

const migration = "migrations/20261125090000_second_factor.sql";

describe.each([
  ["the templates", project(migration)],
  ["the documentation", sqlOf("packages/react/docs/account.md", "What a second factor guards")],
])("the SQL of %s", (_, sql) => {
  test("the SQL hides notes from a session without a second factor", async () => {
    backend = await startBackend({
      files: {
        "config.toml": `${project("config.toml")}
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`,
        "migrations/20260801090000_notes.sql": project("migrations/20260801090000_notes.sql"),
        [migration]: sql,
      },
    });
    const password = "correct horse battery";
    const ada = await backend.signedIn({ email: "ada@example.com", password });
    await ada.data.from("notes").insert({ text: "Diary" }).throwOnError();
    expect((await ada.data.from("notes").select("text")).data).toEqual([{ text: "Diary" }]);

    const enrollment = await ada.auth.mfa.enroll({ factorType: "totp" });
    if (enrollment.error) throw enrollment.error;
    const { id: factorId, totp } = enrollment.data;
    const code = new TOTP({ secret: totp.secret }).generate();
    expect((await ada.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect((await ada.data.from("notes").select("text")).data).toEqual([{ text: "Diary" }]);

    const { data } = await ada.auth.signInWithPassword({ email: ada.email, password });
    expect(data.session).not.toBeNull();
    expect((await ada.data.from("notes").select("text")).data).toEqual([]);
    const refusal = await ada.data.from("notes").insert({ text: "Mine" });
    expect(refusal.error).toMatchObject({ code: "42501" });
  });
});
