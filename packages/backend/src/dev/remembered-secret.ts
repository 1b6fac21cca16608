import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectSecret } from "../keys/project.ts";
import { replaceFile } from "../private-directory.ts";

const filePath = (directory: string) => join(directory, "project-secret.json");

/** Returns the secret of the database in a data directory, if {@link rememberSecret} has stored it there. */
export async function recallSecret(directory: string): Promise<ProjectSecret | undefined> {
  try {
    const { secret, createdAt } = JSON.parse(await readFile(filePath(directory), "utf8"));
    const project = { secret: Buffer.from(secret, "base64"), created_at: new Date(createdAt) };
    return Number.isNaN(project.created_at.getTime()) ? undefined : project;
  } catch {
    return undefined;
  }
}

/**
 * Stores the secret of a database in a file next to it, so that the next start has the keys before the database is
 * open.
 */
export async function rememberSecret(
  directory: string,
  { secret, created_at }: ProjectSecret,
): Promise<void> {
  const text = Buffer.from(secret).toString("base64");
  const content = JSON.stringify({ secret: text, createdAt: created_at.toISOString() });
  await replaceFile(filePath(directory), content);
}
