import { AddressError } from "../database/address-error.ts";
import { findTriggersFailingOnHosted } from "../database/auth-triggers/diagnosis.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { type DatabaseLocation, openDatabaseAt } from "../database/location.ts";
import { DirectoryInUse } from "../database/pglite/directory-lock.ts";
import { hasDatabase } from "../database/pglite/pglite.ts";
import type { Database } from "../database/port.ts";
import { findMissingRights } from "../database/rights.ts";
import { sql } from "../database/sql.ts";
import { requireServer } from "../database/system.ts";
import { examineFiles, type FilesToExamine } from "./files.ts";
import { doubtful, type Finding, wrong } from "./finding.ts";
import type { ChannelCalls } from "./realtime/calls.ts";
import { examineTables } from "./realtime/examine-tables.ts";
import { examineReplication, examineSlots } from "./realtime/replication.ts";

/** The database of a project, with the files and channels to compare with it. */
export interface DatabaseToExamine extends FilesToExamine {
  readonly database: DatabaseLocation & { readonly directUrl?: string | undefined };
  readonly calls: ChannelCalls;
}

/** The findings, and whether the database could be read at all. */
export interface Examination {
  /** Whether the database could be read. This fails if it does not exist yet, or is open in another process. */
  readonly isRead: boolean;
  readonly findings: readonly Finding[];
}

/** Examines the database of a project: whether its files exist, and which changes its channels receive. */
export async function examineDatabase(options: DatabaseToExamine): Promise<Examination> {
  const { database: location } = options;
  if ("directory" in location && !hasDatabase(location.directory)) {
    return { isRead: false, findings: [] };
  }
  let database: Database;
  try {
    database = await openDatabaseAt(location);
  } catch (error) {
    const finding = toFinding(error);
    if (!finding) throw error;
    return { isRead: false, findings: [finding] };
  }
  try {
    const refusal = await checkServer(database);
    if (refusal) return { isRead: false, findings: [refusal] };
    if (!(await isPrepared(database))) return { isRead: false, findings: [] };
    const files = await examineFiles(database, options);
    const findings = await examineOpenDatabase(database, options.calls, location.directUrl);
    return { isRead: true, findings: [...findings, ...files] };
  } finally {
    await database.close();
  }
}

/** Examines the rights, triggers and channels of a database that is open. */
export async function examineOpenDatabase(
  database: Database,
  calls: ChannelCalls,
  directUrl?: string | undefined,
): Promise<Finding[]> {
  const missingRights = [
    ...(await findMissingRights(database)),
    ...(await findTriggersFailingOnHosted(database)),
  ];
  const rightFindings = missingRights.map(({ effect, remedy }) => doubtful(effect, remedy));
  return [...rightFindings, ...(await examineChannels(database, calls, directUrl))];
}

function toFinding(error: unknown): Finding | undefined {
  if (error instanceof DirectoryInUse) {
    return doubtful(
      "The files and channels could not be compared with the database, because a server has it open.",
      "Stop the server with portico stop, and run the doctor again.",
    );
  }
  if (error instanceof DatabaseUnavailable) {
    return wrong(
      "The database that DATABASE_URL names cannot be reached.",
      "Start the server, or correct the address.",
    );
  }
  return undefined;
}

/** Returns a finding if `portico start` would refuse the server. */
async function checkServer(database: Database): Promise<Finding | undefined> {
  try {
    await requireServer(database);
    return undefined;
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return wrong(
      error.message,
      "portico start refuses it. Correct the setting, or name another server.",
    );
  }
}

async function isPrepared(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ isPrepared: boolean }>(
    sql`select to_regclass('storage.s3_multipart_uploads_parts') is not null
      and to_regclass('realtime.messages') is not null as "isPrepared"`,
  );
  return rows[0]?.isPrepared === true;
}

async function examineChannels(
  database: Database,
  calls: ChannelCalls,
  directUrl: string | undefined,
): Promise<Finding[]> {
  const { rows } = await database.query(
    sql`select from pg_publication_tables where pubname = 'supabase_realtime' limit 1`,
  );
  // A project that neither publishes tables nor listens to changes needs no replication.
  const needsReplication = rows.length > 0 || calls.changes.length > 0;
  const findings = needsReplication ? await examineReplication(database, { directUrl }) : [];
  const tables = await examineTables({ database, isTemporary: false }, calls);
  return [...(await examineSlots(database)), ...findings, ...tables];
}
