import { z } from "zod";
import { explainScript, runScript } from "../sql/run-script.ts";
import { type DataEndpoint, readBody, runAsShape } from "./endpoint.ts";

const scriptShape = z.object({
  text: z.string().max(1_000_000),
  as: runAsShape,
  mostRows: z.int().min(1).max(1_000).default(500),
  isDryRun: z.boolean().default(false),
});

/** `POST /sql`: runs a script in one transaction. */
export const postSql: DataEndpoint = async (context, c) => {
  const script = await readBody(c, scriptShape);
  return c.json({ results: await runScript(context, script, c.req.raw.signal) });
};

/** `POST /sql/explain`: returns the plan of one statement with execution times. */
export const postExplain: DataEndpoint = async (context, c) => {
  const script = await readBody(c, scriptShape);
  return c.json({ plan: await explainScript(context, script, c.req.raw.signal) });
};
