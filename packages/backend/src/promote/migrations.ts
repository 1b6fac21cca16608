import { lineAt } from "../database/migrations/explanation.ts";
import { splitStatements } from "../database/migrations/statements.ts";
import { type Difference, failure } from "./rehearsal.ts";

/** A migration or seed, with its path in the project folder. */
export interface SqlFile {
  readonly path: string;
  readonly sql: string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly fix: string;
}

const platform = `"?(?:auth|storage|realtime|vault|extensions|graphql|graphql_public|pgbouncer|supabase_migrations)"?`;
const reservedRoles = String.raw`"?(?:anon|authenticated|authenticator|dashboard_user|pgbouncer|service_role|supabase_\w+)"?`;
/**
 * Settings of reserved roles that the hosted service allows a project to change (supabase/cli,
 * `pkg/migration/dump.go`).
 */
const allowedSettings = String.raw`"?(?:pgaudit\.|pgrst\.|session_replication_role|statement_timeout|track_io_timing)`;

/**
 * Statements that `postgres` may not run on a hosted project, where it is not a superuser and does not own the schemas of
 * the platform.
 */
const rules: readonly Rule[] = [
  {
    pattern: /^alter\s+system\b/i,
    reason: "needs a superuser",
    fix: "Set it for the project: supabase postgres-config update",
  },
  {
    pattern: /^(?:create|alter)\s+(?:role|user)\b(?=[\s\S]*\s(?:superuser|replication)\b)/i,
    reason: "makes a superuser or a replication role, which needs a superuser",
    fix: "Leave that attribute out.",
  },
  {
    pattern: new RegExp(
      String.raw`^(?:alter\s+role\s+${reservedRoles}\b(?!\s+(?:in\s+database\s+\S+\s+)?(?:set|reset)\s+${allowedSettings})|drop\s+role\s+[^;]*${reservedRoles})`,
      "i",
    ),
    reason: "changes a reserved role, which needs a superuser",
    fix: "Use a role of your own.",
  },
  {
    pattern: /^copy\b[\s\S]*\b(?:from|to)\s+(?:program\s+)?'/i,
    reason: "reads or writes files of the server",
    fix: "Write the rows as INSERT statements.",
  },
  {
    pattern: /^create\s+(?:tablespace|database)\b/i,
    reason: "needs a superuser, or a second database",
    fix: "Leave it out.",
  },
  {
    pattern: /^create\s[\s\S]*\blanguage\s+'?"?(?:c|internal|\w+u)\b/i,
    reason: "creates a function in a language that is not trusted",
    fix: "Write it in SQL or PL/pgSQL, or as an Edge Function.",
  },
  {
    pattern: new RegExp(
      String.raw`^create\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(?:table|view|materialized\s+view|function|procedure|type|domain|sequence)\s+(?:if\s+not\s+exists\s+)?${platform}\s*\.`,
      "i",
    ),
    reason: "creates an object in a schema of the platform, where postgres has no privilege",
    fix: "Create it in public, or in a schema of your own.",
  },
  {
    pattern: new RegExp(
      String.raw`^(?:alter\s+table|drop\s+(?:table|function|view|type))\s+(?:if\s+exists\s+)?(?:only\s+)?${platform}\s*\.|^create\s+(?:unique\s+)?index\b[^;(]*\son\s+(?:only\s+)?${platform}\s*\.`,
      "i",
    ),
    reason: "changes an object of the platform, which postgres does not own",
    fix: "Keep your columns and indexes in a table of your own that references it.",
  },
  {
    pattern:
      /^set\s+(?:local\s+|session\s+)?(?:role\s+|session\s+authorization\s+)['"]?supabase_|\bowner\s+to\s+"?supabase_|^alter\s+default\s+privileges\s+for\s+(?:role|user)\s+"?supabase_/i,
    reason: "acts as a role of the platform, of which postgres is not a member",
    fix: "Leave it out, or name postgres.",
  },
];

/** Finds statements that the hosted service refuses. Does not look into `do` blocks. */
export function findRefusedStatements(files: readonly SqlFile[]): Difference[] {
  return files.flatMap(({ path, sql }) =>
    splitStatements(sql).flatMap(({ text, start }) => {
      const rule = rules.find(({ pattern }) => pattern.test(text));
      if (!rule) return [];
      const firstLine = text.split("\n", 1)[0]?.slice(0, 100);
      return [failure(`${path}:${lineAt(sql, start)} ${rule.reason}: ${firstLine}`, rule.fix)];
    }),
  );
}
