import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { type Server, type ServerOptions, startServer } from "./server.ts";

/** A server with its own project, whose desk the test can open. */
export interface DeskServer {
  readonly server: Server;
  /** The link that opens the desk, with its key. */
  readonly link: string;
  /** The folder that contains `supabase/`. */
  readonly project: string;
  stop(): Promise<void>;
}

/**
 * @param options.files more project files, by their path below `supabase`
 * @param options.isStored whether the database is in a folder instead of memory
 */
export async function startDesk(
  migration: string,
  {
    files = {},
    isStored = false,
    ...options
  }: Pick<ServerOptions, "flags" | "env"> & {
    readonly files?: Readonly<Record<string, string>>;
    readonly isStored?: boolean;
  } = {},
): Promise<DeskServer> {
  const project = await mkdtemp(join(tmpdir(), "desk-"));
  const allFiles = {
    "config.toml": 'project_id = "shop"\n',
    "migrations/20260101000000_shop.sql": migration,
    ...files,
  };
  for (const [path, content] of Object.entries(allFiles)) {
    const file = join(project, "supabase", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const data = isStored ? { data: join(project, ".portico") } : {};
  const server = await startServer({ project, printsSecrets: true, ...data, ...options });
  await expect.poll(server.output).toMatch(/\/desk\/\S*\s/);
  return {
    server,
    project,
    link: /http\S+\/desk\/\S*/.exec(server.output())?.[0] ?? "",
    stop: async () => {
      await server.stop();
      await rm(project, { recursive: true, force: true });
    },
  };
}

/** Creates a Supabase client with the publishable key of the desk's project. */
export async function createProjectClient({ server }: DeskServer) {
  const { publishableKey } = await (await fetch(`${server.url}/portico.json`)).json();
  return createClient(server.url, publishableKey, { auth: { persistSession: false } });
}

/** Opens the desk, then one of its screens through the navigation. */
export async function openScreen(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

/** Opens a table of the schema `public`. */
export async function openTable(page: Page, link: string, name: string): Promise<Locator> {
  await page.goto(link);
  await page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`public.${name}`);
  return page.getByRole("grid", { name: `Rows of ${name}` });
}

/** Returns the cell in a row and a column, both counted from 1. The column of checkboxes does not count. */
export const cellOf = (grid: Locator, row: number, column: number) =>
  grid.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);

/** Selects the role or user that the desk runs as. */
export async function viewAs(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: /^As / }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
}
