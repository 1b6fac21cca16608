import { advise } from "../../advisors/advise.ts";
import { examineRunning } from "../../doctor/doctor.ts";
import { slowestDatabaseStatements, slowestStatements } from "../advice/slow-statements.ts";
import { requireDevelopment } from "../find-request.ts";
import { projectFolder } from "../project-folder.ts";
import type { Endpoint } from "./endpoint.ts";
import { withMistakes } from "./mistakes.ts";

/** Nobody would read more findings, and the response would grow to several megabytes. */
const maxFindings = 1_000;

/** `GET /advice`: returns the findings of `portico db advisors`, the most serious first. */
export const getAdvice: Endpoint = async ({ database, config }, c) => {
  const findings = await withMistakes(() =>
    advise(database, { exposedSchemas: config.api.schemas }),
  );
  return c.json({ count: findings.length, findings: findings.slice(0, maxFindings) });
};

/** `GET /advice/doctor`: returns the findings of `portico doctor` that a running server can make. */
export const getDoctor: Endpoint = async (context, c) => {
  const { database, env, storage, files } = context;
  const findings = await withMistakes(() =>
    examineRunning({ directory: projectFolder(context), env, database, storage, files }),
  );
  return c.json({ count: findings.length, findings: findings.slice(0, maxFindings) });
};

/**
 * `GET /advice/statements`: returns the slowest statements of recent requests, and those that PostgreSQL has measured.
 */
export const getStatements: Endpoint = async ({ database, recentRequests }, c) =>
  c.json({
    requests: slowestStatements(requireDevelopment(recentRequests).statements()),
    database: (await slowestDatabaseStatements(database)) ?? null,
  });

/** `GET /advice/sizes`: returns the largest tables, and by how much they have grown. */
export const getSizes: Endpoint = async ({ sizes }, c) =>
  c.json(await requireDevelopment(sizes).compare());
