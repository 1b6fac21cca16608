import { stat } from "node:fs/promises";
import { join } from "node:path";
import { examineApplication } from "./application.ts";
import { examineFiles, type FilesPatient } from "./files.ts";
import type { Finding } from "./finding.ts";
import { examinePage } from "./page.ts";
import { examineProject } from "./project.ts";
import { examineService } from "./service.ts";

/** The things to examine; a missing one is skipped. */
export interface Patient {
  /** The folder that holds `supabase/`, and perhaps `node_modules`. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The address of the page with the forms. */
  readonly page?: string | undefined;
  /** The address of the service that the page calls. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** The database whose objects are compared with their files. */
  readonly database?: FilesPatient["database"] | undefined;
  readonly files?: string | undefined;
  readonly removesStrays?: boolean | undefined;
}

/** Looks for the real causes of problems with a sign-in form, and compares objects with their files. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { directory, env, page, url, key, database } = patient;
  const hasProject = await exists(join(directory, "supabase"));
  const findings = await Promise.all([
    hasProject ? examineProject(directory, env, page) : [],
    examineApplication(directory),
    url === undefined ? [] : examineService(url.replace(/\/+$/, ""), key),
    page === undefined ? [] : examinePage(page, url),
    database === undefined ? [] : examineFiles({ ...patient, database }),
  ]);
  return findings.flat();
}

/** The findings for a person to read, errors first. */
export function report(findings: readonly Finding[]): string {
  if (findings.length === 0) return "Nothing is wrong as far as can be seen from here.\n";
  const order = { wrong: 0, doubtful: 1 } as const;
  return [...findings]
    .sort((a, b) => order[a.severity] - order[b.severity])
    .map(({ severity, cause, fix }) => `${severity === "wrong" ? "✗" : "?"} ${cause}\n  → ${fix}\n`)
    .join("\n");
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
