import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isWithinProject } from "../../config/boundary.ts";
import { UsageError } from "../../usage-error.ts";

/**
 * Writes a test into a project folder.
 *
 * @returns the path of the file
 * @throws {UsageError} if the name is not a valid file name, the file exists, or the folder is not in the project
 */
export async function writePgtapTest(project: string, name: string, text: string): Promise<string> {
  if (!/^\w[\w.-]{0,99}$/.test(name)) {
    throw new UsageError(
      `The name of a test consists of letters, digits, "_", "-" and "."; got "${name.slice(0, 100)}".`,
    );
  }
  const folder = join(project, "supabase/tests");
  if (!(await isWithinProject(project, folder))) {
    throw new UsageError("supabase/tests is a link that leads out of the project.");
  }
  const path = join(folder, `${name}.test.sql`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new UsageError(`${path} exists already. Choose another name, or delete it.`);
  });
  return path;
}
