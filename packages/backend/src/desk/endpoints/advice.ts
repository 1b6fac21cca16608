import { advise } from "../../advisors/advise.ts";
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
