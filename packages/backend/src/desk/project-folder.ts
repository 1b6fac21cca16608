import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeskContext } from "./context.ts";
import { noProject } from "./errors.ts";

/** Returns the project folder. @throws {DeskError} if the server has none */
export function projectFolder({ project }: Pick<DeskContext, "project">): string {
  if (project === undefined || !existsSync(join(project, "supabase"))) throw noProject();
  return project;
}
