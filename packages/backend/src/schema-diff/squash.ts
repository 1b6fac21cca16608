import type { ProjectMigration } from "../database/migrations/apply-project.ts";
import { lineAt } from "../database/migrations/explanation.ts";
import { splitStatements } from "../database/migrations/statements.ts";
import { dumpDatabase } from "../transfer/database-dump.ts";
import { UsageError } from "../usage-error.ts";
import { compareSchemas } from "./diff.ts";
import { withFolderDatabase } from "./folder-database.ts";

/** A single migration with the schema of several. */
export interface SquashedMigrations {
  readonly sql: string;
  /** Statements that change rows, or may do so. The new migration does not contain them. */
  readonly lost: readonly LostStatement[];
  /** Whether the new schema was compared with the old one. False if the comparison library is not installed. */
  readonly isCompared: boolean;
}

export interface LostStatement {
  /** The path of the file with the line number. */
  readonly location: string;
  readonly firstLine: string;
}

/** A migration with its file's name. */
export type MigrationFile = ProjectMigration & { readonly file: string };

/**
 * Builds a temporary database from migrations, and returns its schema as a single migration.
 *
 * @throws {MigrationError} if one of them or the new migration fails
 */
export async function squash(
  project: string,
  migrations: readonly MigrationFile[],
): Promise<SquashedMigrations> {
  const lastMigration = migrations.at(-1);
  if (!lastMigration) throw new RangeError("at least one migration is required");
  return withFolderDatabase(
    project,
    async (original) => {
      const dump = await dumpDatabase(original, { content: "schema", engine: "pglite" });
      // The dump does not contain roles, so add their statements.
      const sql = [...migrations.flatMap(roleStatements), withRefreshes(dump)].join("\n\n");
      const differences = await withFolderDatabase(
        project,
        (squashed) => findDifferences(squashed, original),
        () => [{ ...lastMigration, sql }],
      );
      return {
        sql: [sql, ...(differences ?? [])].join("\n"),
        lost: migrations.flatMap(lostStatements),
        isCompared: differences !== undefined,
      };
    },
    () => migrations,
  );
}

/** Returns the statements that would make the schemas equal. Undefined if the comparison library is not installed. */
async function findDifferences(
  squashed: string,
  original: string,
): Promise<readonly string[] | undefined> {
  try {
    return (await compareSchemas(squashed, original)).scripts;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/**
 * Adds REFRESH statements, because pg_dump creates materialized views without rows, and querying a view that was never
 * refreshed fails.
 */
function withRefreshes(dump: string): string {
  const views = dump.matchAll(/^CREATE MATERIALIZED VIEW ((?:"(?:[^"]|"")+"\.?)+) AS$/gm);
  const refreshes = [...views].map(([, name]) => `REFRESH MATERIALIZED VIEW ${name};\n\n`).join("");
  return dump.replace(/RESET ALL;\n$/, `${refreshes}RESET ALL;\n`);
}

const rolePatterns = [
  /^(?:create|alter|drop)\s+(?:role|user|group)\s+(?!mapping\b)/i,
  /^alter\s+database\b/i,
  /^(?:grant|revoke)\s(?![\s\S]*\son\s)/i,
];

const roleStatements = ({ sql }: MigrationFile): string[] =>
  splitStatements(sql)
    .filter(({ text }) => rolePatterns.some((pattern) => pattern.test(text)))
    .map(({ text }) => `${text};`);

const rowPattern = /^(?:insert|update|delete|merge|copy|truncate|select|with|call|do|perform)\b/i;
/** Matches the settings at the start of a dump. */
const dumpSettingPattern = /^select\s+(?:pg_catalog\.)?set_config\s*\(/i;

const lostStatements = ({ file, sql }: MigrationFile): LostStatement[] =>
  splitStatements(sql)
    .filter(({ text }) => rowPattern.test(text) && !dumpSettingPattern.test(text))
    .map(({ text, start }) => ({
      location: `supabase/migrations/${file}:${lineAt(sql, start)}`,
      firstLine: text.split("\n", 1)[0]?.slice(0, 100) ?? "",
    }));
