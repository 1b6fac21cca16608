import { z } from "zod";
import { DatabaseError } from "../../database/errors.ts";
import { MigrationError } from "../../database/migrations/migration-error.ts";
import { isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { applyMigration } from "../../replacement/apply-migration.ts";
import type { DeskContext } from "../context.ts";
import { fromDatabaseError, inputMistake } from "../errors.ts";
import { projectFolder } from "../project-folder.ts";
import { nameOfChange, statementsOfChange } from "../schema-changes/change-sql.ts";
import { lossesOf } from "../schema-changes/losses.ts";
import { changeShape, type SchemaChange } from "../schema-changes/shapes.ts";
import { readStatements } from "../sql/read-statements.ts";
import { type Endpoint, readBody } from "./endpoint.ts";
import { withMistakes } from "./mistakes.ts";

/**
 * `POST /schema/plan`: returns the SQL of a change, what it destroys, and the error if PostgreSQL would refuse it.
 * Changes nothing.
 */
export const postPlan: Endpoint = async (context, c) => {
  const { change } = await readBody(c, z.object({ change: changeShape }));
  await refuseForeignSchema(context, change);
  const statements = statementsOfChange(change);
  if (statements.length === 0) throw inputMistake("This changes nothing.");
  const text = statements.map((statement) => `${statement};\n`).join("");
  const losses = await lossesOf(context.database, change);
  return c.json({ name: nameOfChange(change), text, losses, refusal: await dryRun(context, text) });
};

/**
 * Refuses changes to tables that belong to Supabase or the server, because new versions change these tables. Changes to
 * their policies are allowed.
 */
async function refuseForeignSchema({ database }: DeskContext, change: SchemaChange): Promise<void> {
  if (change.kind.endsWith(" policy")) return;
  const { rows } = await database.query<{ readonly isOwn: boolean }>(sql`
    select ${isProjectSchema("n.name")} as "isOwn" from (select ${change.schema}::text as name) as n`);
  if (rows[0]?.isOwn) return;
  throw inputMistake(
    `The schema ${change.schema} is not the project's. Only policies of its tables can be changed.`,
  );
}

/** Executes SQL and rolls it back. Returns PostgreSQL's error, or null. */
async function dryRun(context: DeskContext, text: string) {
  const statements = await readStatements(context, text);
  try {
    await context.database.transaction(
      async (connection) => {
        for (const { sqlText } of statements) await connection.script(sqlText);
      },
      { isDryRun: true, runsProjectCode: true, caller: "desk" },
    );
  } catch (error) {
    if (error instanceof DatabaseError) return fromDatabaseError(error).body();
    throw error;
  }
  return null;
}

const migrationShape = z.object({
  name: z.string().min(1).max(200),
  text: z
    .string()
    .min(1)
    .max(1024 * 1024),
});

/**
 * `POST /schema/apply`: applies a migration that the developer has read, and writes its file. Either both succeed, or
 * neither takes effect.
 */
export const postApply: Endpoint = async (context, c) => {
  const project = projectFolder(context);
  const { name, text } = await readBody(c, migrationShape);
  // Refuse a script with a commit: if it failed after the commit, the part before it would stay applied.
  await readStatements(context, text);
  try {
    const migration = { name, sql: text };
    const path = await withMistakes(() => applyMigration({ ...context, project }, migration));
    return c.json({ path });
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    if (error.cause instanceof DatabaseError) throw fromDatabaseError(error.cause);
    throw inputMistake(error.message);
  }
};
