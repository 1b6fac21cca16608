import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { ConfigError } from "./config-error.ts";
import { onDisk } from "./disk.ts";
import { loadConfig } from "./load.ts";
import { readProject } from "./project.ts";

async function read(directory: string) {
  const folder = onDisk(directory);
  const { config } = await loadConfig({ folder, env: {} });
  return readProject(folder, config);
}

test.each([
  ["arrays", `x = ${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["tables", `[${"a.".repeat(100_000)}a]`],
  ["keys", `${"a.".repeat(100_000)}a = 1`],
  ["inline tables", `x = ${"{a=".repeat(100_000)}1${"}".repeat(100_000)}`],
])("a config.toml with %s that are nested too deep is refused with a message", async (_, toml) => {
  const directory = await projectFolder({ "supabase/config.toml": toml });
  await expect(read(directory)).rejects.toThrow(ConfigError);
});

test.each(["supabase/migrations/1_large.sql", "supabase/seed.sql"])(
  "%s above 100 MB is refused before it is read",
  async (file) => {
    const directory = await projectFolder({ "supabase/config.toml": "", [file]: "" });
    await truncate(join(directory, file), 300 * 1024 * 1024);
    await expect(read(directory)).rejects.toThrow(
      new ConfigError([
        `${file} has 300 MB; a file of a project may have at most 100. Split it, or load the data with psql.`,
      ]),
    );
  },
);
