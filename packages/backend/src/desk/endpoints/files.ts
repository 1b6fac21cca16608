import { relative } from "node:path";
import { z } from "zod";
import { writeMigration } from "../../config/files/new-migration.ts";
import { writePgtapTest } from "../../why/pgtap-test.ts";
import { type Endpoint, readBody } from "./endpoint.ts";
import { withMistakes } from "./mistakes.ts";

const fileShape = z.object({
  name: z.string().min(1).max(200),
  text: z
    .string()
    .min(1)
    .max(1024 * 1024),
});

/** `POST /files/tests`: writes a pgTAP test into `supabase/tests`, after the developer has seen it. */
export const postTestFile: Endpoint = async ({ project }, c) => {
  const { name, text } = await readBody(c, fileShape);
  const path = await withMistakes(() => writePgtapTest(project, name, text));
  return c.json({ path: relative(project, path) });
};

/** `POST /files/migrations`: writes a migration as `portico migration new` does, after the developer has seen it. */
export const postMigrationFile: Endpoint = async ({ project }, c) => {
  const { name, text } = await readBody(c, fileShape);
  return c.json({ path: await withMistakes(() => writeMigration(project, name, text)) });
};
