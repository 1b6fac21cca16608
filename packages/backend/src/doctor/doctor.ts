import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/port.ts";
import { examineApplication } from "./application.ts";
import { type DatabaseToExamine, examineDatabase, examineOpenDatabase } from "./database.ts";
import { examineFiles } from "./files.ts";
import type { Finding } from "./finding.ts";
import { examinePage } from "./page.ts";
import { examineProject } from "./project.ts";
import { type ChannelCalls, findChannelCalls } from "./realtime/calls.ts";
import { examineMigrations } from "./realtime/migrations.ts";
import { examineService } from "./service.ts";

/** What to examine. Undefined parts are skipped. */
export interface ExamineOptions {
  /** The folder that contains `supabase/`, and usually `node_modules`. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The URL of the page with the forms. */
  readonly page?: string | undefined;
  /** The URL of the backend that the page calls. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** The database that files and channels are compared with. */
  readonly database?: DatabaseToExamine["database"] | undefined;
  readonly files?: string | undefined;
  readonly removesUnreferenced?: boolean | undefined;
  /**
   * Returns what the running server finds in the database and the files, which only that server can open. This is
   * undefined if no server is running.
   */
  readonly examineOnServer?: (() => Promise<readonly Finding[]>) | undefined;
}

/**
 * Looks for the causes of failing sign-in forms, compares objects with their files, and checks whether the application's
 * channels can receive the changes that they listen to.
 */
export async function examine(options: ExamineOptions): Promise<Finding[]> {
  const { directory, env, page, url, key } = options;
  const hasProjectFolder = await pathExists(join(directory, "supabase"));
  const hasApplication = await pathExists(join(directory, "package.json"));
  // Do not search any other folder, such as a home directory, because it may contain all files of the machine.
  const calls = hasProjectFolder || hasApplication ? await findChannelCalls(directory) : undefined;
  const findings = await Promise.all([
    hasProjectFolder ? examineProject(directory, { env, page, calls }) : [],
    examineApplication(directory),
    url === undefined ? [] : examineService(url.replace(/\/+$/, ""), { key, calls }),
    page === undefined ? [] : examinePage(page, url),
    examineData(options, calls ?? { channels: [], privateChannels: [], changes: [] }),
  ]);
  return findings.flat();
}

/** A project whose server runs in this process. */
export interface RunningProject extends Pick<ExamineOptions, "directory" | "env" | "files"> {
  readonly database: Database;
  /** The data directory; undefined if the database is in memory. */
  readonly storage: { readonly directory: string } | undefined;
}

/** Examines the folder, the application, and the open database and files of a running server. */
export async function examineRunning(project: RunningProject): Promise<Finding[]> {
  const { directory, env } = project;
  const calls = await findChannelCalls(directory);
  const findings = await Promise.all([
    examineProject(directory, { env, page: undefined, calls }),
    examineApplication(directory),
    examineRunningData(project, calls),
  ]);
  return sortFindings(findings.flat());
}

/** Examines the open database and the files of a running server. */
export async function examineRunningData(
  { directory, env, database, storage, files }: RunningProject,
  knownCalls?: ChannelCalls,
): Promise<Finding[]> {
  const calls = knownCalls ?? (await findChannelCalls(directory));
  const findings = await Promise.all([
    examineOpenDatabase(database, calls),
    storage ? examineFiles(database, { directory, env, database: storage, files }) : [],
  ]);
  return findings.flat();
}

/** Examines the database, or a temporary one that is created from the migrations if the database cannot be read. */
async function examineData(
  options: ExamineOptions,
  calls: ChannelCalls,
): Promise<readonly Finding[]> {
  const { directory, env, database, examineOnServer } = options;
  if (examineOnServer && !options.removesUnreferenced) return examineOnServer();
  const { isRead, findings } = database
    ? await examineDatabase({ ...options, database, calls })
    : { isRead: false, findings: [] };
  return isRead ? findings : [...findings, ...(await examineMigrations(directory, env, calls))];
}

/** Formats the findings for the user, errors first. */
export function formatFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No problems found.\n";
  return sortFindings(findings)
    .map(({ severity, cause, fix }) => `${severity === "wrong" ? "✗" : "?"} ${cause}\n  → ${fix}\n`)
    .join("\n");
}

/** Returns the findings with errors first. */
function sortFindings(findings: readonly Finding[]): Finding[] {
  const severityOrder = { wrong: 0, doubtful: 1 } as const;
  return [...findings].sort((a, b) => severityOrder[a.severity] - severityOrder[b.severity]);
}

async function pathExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
