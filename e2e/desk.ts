import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { type Server, type ServerOptions, startServer } from "./server.ts";

/** A server with a project of its own, whose desk is open to the test. */
export interface DeskServer {
  readonly server: Server;
  /** The link that opens the desk, with its key. */
  readonly link: string;
  /** The folder that contains `supabase/`. */
  readonly project: string;
  stop(): Promise<void>;
}

export async function startDesk(
  migration: string,
  options: Pick<ServerOptions, "flags" | "env"> = {},
): Promise<DeskServer> {
  const project = await mkdtemp(join(tmpdir(), "desk-"));
  const folder = join(project, "supabase/migrations");
  await mkdir(folder, { recursive: true });
  await writeFile(join(project, "supabase/config.toml"), 'project_id = "shop"\n');
  await writeFile(join(folder, "20260101000000_shop.sql"), migration);
  const server = await startServer({ project, printsSecrets: true, ...options });
  await expect.poll(server.output).toMatch(/\/desk\/\S*\s/);
  return {
    ...{ server, project },
    link: /http\S+\/desk\/\S*/.exec(server.output())?.[0] ?? "",
    stop: async () => {
      await server.stop();
      await rm(project, { recursive: true, force: true });
    },
  };
}

/** Opens a table of the schema `public`. */
export async function openTable(page: Page, link: string, name: string): Promise<Locator> {
  await page.goto(link);
  await page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`public.${name}`);
  return page.getByRole("grid", { name: `Rows of ${name}` });
}

/** Returns the cell of a row and a column, both counted from 1, without the checkboxes. */
export const cellOf = (grid: Locator, row: number, column: number) =>
  grid.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);

/** Selects the role that the desk runs as. */
export async function seeAs(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: /^As / }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
}
