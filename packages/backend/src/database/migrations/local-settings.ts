import { type Sql, sql } from "../sql.ts";

const namePattern = String.raw`("[^"]+"|[a-z_][\w.]*)`;
const assignments: readonly RegExp[] = [
  new RegExp(String.raw`^set\s+local\s+(?:session\s+(?=authorization))?${namePattern}`, "i"),
  /\bset_config\s*\(\s*'([^']+)'\s*,[^;]*?,\s*(?:is_local\s*(?:=>|:=)\s*)?(?:true|'t(?:rue)?')\s*\)/gi,
];

/**
 * The settings that test helpers change with `set_config` inside a function to act as a signed-in user. A block's text
 * does not show these changes.
 */
const impersonationSettings = ["role", "request.jwt.claims"];

/** Matches a statement that sets the role beyond the end of its block. */
const permanentRolePattern = /^(?:set\s+(?:session\s+)?role|reset\s+(?:role|all)|discard\s+all)\b/i;

/**
 * Returns the settings that a block's statements may change until the block ends: `set local x`, `set_config('x', …,
 * true)`, and those that a function may set.
 */
export function findLocalSettings(statements: readonly { readonly text: string }[]): string[] {
  const names = statements.flatMap(({ text }) =>
    assignments.flatMap((pattern) =>
      [...(pattern.global ? text.matchAll(pattern) : [pattern.exec(text)])].map(
        (match) => match?.[1],
      ),
    ),
  );
  const hiddenSettings = impersonationSettings.filter(
    (setting) =>
      setting !== "role" || !statements.some(({ text }) => permanentRolePattern.test(text)),
  );
  return [
    ...new Set(
      [...hiddenSettings, ...names]
        .filter((setting) => setting !== undefined)
        .map((setting) => setting.replaceAll('"', "").toLowerCase())
        .map((setting) => aliases[setting] ?? setting),
    ),
  ];
}

const aliases: Readonly<Record<string, string>> = {
  authorization: "session_authorization",
  time: "timezone",
};

/** Returns the query that reads settings for {@link restoreSettings}. */
export const readSettings = (names: readonly string[]): Sql => sql`
  select name, coalesce(current_setting(name, true), '') as value from unnest(${names}::text[]) as name`;

/** Returns the statement that restores settings until the end of the transaction. */
export const restoreSettings = (
  settings: readonly { readonly name: string; readonly value: string }[],
): Sql[] =>
  settings.map(({ name: setting, value }) => sql`select set_config(${setting}, ${value}, true)`);
