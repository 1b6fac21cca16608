import { relative } from "node:path";
import { z } from "zod";
import { writeMigration } from "../../config/files/new-migration.ts";
import { writePgtapTest } from "../../why/pgtap/write-test-file.ts";
import { projectFolder } from "../project-folder.ts";
import { type Endpoint, readBody } from "./endpoint.ts";
import { withMistakes } from "./mistakes.ts";

const fileShape = z.object({
  name: z.string().min(1).max(200),
  text: z
    .string()
    .min(1)
    .max(1024 * 1024),
});

/** `POST /files/tests`: writes a pgTAP test that the developer has read to `supabase/tests`. */
export const postTestFile: Endpoint = async (context, c) => {
  const project = projectFolder(context);
  const { name, text } = await readBody(c, fileShape);
  const path = await withMistakes(() => writePgtapTest(project, name, text));
  return c.json({ path: relative(project, path) });
};

/** `POST /files/migrations`: writes a migration that the developer has read, as `portico migration new` does. */
export const postMigrationFile: Endpoint = async (context, c) => {
  const project = projectFolder(context);
  const { name, text } = await readBody(c, fileShape);
  return c.json({ path: await withMistakes(() => writeMigration(project, name, text)) });
};
