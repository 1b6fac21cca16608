import { advise } from "../../advisors/advise.ts";
import { examineRunning } from "../../doctor/doctor.ts";
import { slowestOf, slowestOfDatabase } from "../advice/slow-statements.ts";
import { inDevelopment } from "../find-request.ts";
import { projectFolder } from "../project-folder.ts";
import type { Endpoint } from "./endpoint.ts";
import { withMistakes } from "./mistakes.ts";

/** More findings would not be read, and would make a page of several megabytes. */
const maxFindings = 1_000;

/** `GET /advice`: returns the findings of `portico db advisors`, the most serious first. */
export const getAdvice: Endpoint = async ({ database, config }, c) => {
  const findings = await withMistakes(() =>
    advise(database, { exposedSchemas: config.api.schemas }),
  );
  return c.json({ count: findings.length, findings: findings.slice(0, maxFindings) });
};

/** `GET /advice/doctor`: the findings of `portico doctor` that a running server can make. */
export const getDoctor: Endpoint = async (context, c) => {
  const { database, env, storage, files } = context;
  const findings = await withMistakes(() =>
    examineRunning({ directory: projectFolder(context), env, database, storage, files }),
  );
  return c.json({ count: findings.length, findings: findings.slice(0, maxFindings) });
};

/** `GET /advice/statements`: the slowest statements of recent requests, and of PostgreSQL where it measures. */
export const getStatements: Endpoint = async ({ database, recentRequests }, c) =>
  c.json({
    requests: slowestOf(inDevelopment(recentRequests).statements()),
    database: (await slowestOfDatabase(database)) ?? null,
  });

/** `GET /advice/sizes`: the largest tables, and how they have grown. */
export const getSizes: Endpoint = async ({ sizes }, c) =>
  c.json({ since: inDevelopment(sizes).measuredAt, tables: await inDevelopment(sizes).growth() });
