import pg from "pg";
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
  /** Statements that change rows, or can change them. The new migration does not contain them. */
  readonly lost: readonly LostStatement[];
  /** Tables with rows after the old migrations that have a different number of rows after the new one. */
  readonly lostRows: readonly LostRows[];
  /**
   * Statements that would make the new schema equal to the old one. The new migration does not contain them, because
   * they fail or have no effect. They are undefined if the comparison library is not installed.
   */
  readonly differences: readonly string[] | undefined;
}

export interface LostRows {
  /** The table's name with its schema. */
  readonly table: string;
  readonly expected: number;
  readonly actual: number;
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
      const { added, differences, lostRows } = await withFolderDatabase(
        project,
        (squashed) => completeSchema(squashed, original),
        () => [{ ...lastMigration, sql }],
      );
      return {
        sql: [sql, ...added].join("\n"),
        lost: migrations
          .flatMap(lostStatements)
          .filter(
            ({ firstLine }) => !(hasJobs(differences, lostRows) && jobPattern.test(firstLine)),
          ),
        lostRows,
        differences,
      };
    },
    () => migrations,
  );
}

/** Compares the schemas and rows of two databases, and adds to the new database what its schema lacks. */
async function completeSchema(squashed: string, original: string) {
  const changes = await findDifferences(squashed, original);
  const added: string[] = [];
  for (const script of changes ?? []) {
    if (await tryScript(squashed, script)) added.push(script);
  }
  const differences = changes?.length ? await findDifferences(squashed, original) : changes;
  return { added, differences, lostRows: await findLostRows(squashed, original) };
}

/**
 * Returns the statements that would make the schemas equal, or undefined if the comparison library is not installed.
 */
async function findDifferences(
  squashed: string,
  original: string,
): Promise<readonly string[] | undefined> {
  try {
    // Include the platform's objects, because their grants, policies and triggers have to be the same too.
    return (await compareSchemas(squashed, original, { includesPlatform: true })).scripts;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Runs a script in a transaction. Returns false if PostgreSQL refuses it. */
async function tryScript(url: string, script: string): Promise<boolean> {
  try {
    await withConnection(url, (client) => client.query(script));
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  }
}

async function findLostRows(squashed: string, original: string): Promise<readonly LostRows[]> {
  const expectedCounts = await countRows(original);
  const actualCounts = await countRows(squashed);
  return [...expectedCounts]
    .map(([table, expected]) => ({ table, expected, actual: actualCounts.get(table) ?? 0 }))
    .filter(({ expected, actual }) => expected !== actual);
}

/** Counts the rows in all tables, except PostgreSQL's tables and the records of migrations. */
async function countRows(url: string): Promise<ReadonlyMap<string, number>> {
  return withConnection(url, async (client) => {
    const tables = await client.query<{ name: string }>(`
      select format('%I.%I', nspname, relname) as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and relpersistence = 'p' and nspname not like 'pg\\_%'
        and nspname <> all('{information_schema,portico,supabase_migrations}')
      order by name`);
    const counts = tables.rows.map(
      ({ name }) => `select ${client.escapeLiteral(name)} as name, count(*) from ${name}`,
    );
    const { rows } = await client.query<{ name: string; count: string }>(
      counts.join(" union all ") || "select where false",
    );
    return new Map(rows.map(({ name, count }) => [name, Number(count)]));
  });
}

async function withConnection<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
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

/** Matches statements about scheduled jobs, which the comparison adds to the new migration. */
const jobPattern = /\bcron\.(?:schedule|unschedule|alter_job)/i;

/** Returns whether the new migration schedules the same jobs. */
const hasJobs = (
  differences: readonly string[] | undefined,
  lostRows: readonly LostRows[],
): boolean => differences !== undefined && !lostRows.some(({ table }) => table === "cron.job");

const lostStatements = ({ file, sql }: MigrationFile): LostStatement[] =>
  splitStatements(sql)
    .filter(({ text }) => rowPattern.test(text) && !dumpSettingPattern.test(text))
    .map(({ text, start }) => ({
      location: `supabase/migrations/${file}:${lineAt(sql, start)}`,
      firstLine: text.split("\n", 1)[0]?.slice(0, 100) ?? "",
    }));
