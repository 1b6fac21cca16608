import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { isWithinProject } from "../config/boundary.ts";
import { configFileNames } from "../config/config-file.ts";
import { warnOfExposureByDevServer } from "../config/dev-servers.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./terminal/command.ts";
import { printMessage } from "./terminal/print.ts";

export const initCommand = defineCommand({
  name: "init",
  summary: "Create a Supabase project folder",
  options: {
    project: {
      type: "string",
      argument: "DIR",
      help: "the folder that will contain supabase/ (default: the current one)",
    },
    force: { type: "boolean", help: "overwrite an existing supabase/config.toml" },
  },
  async run({ values }) {
    const project = resolve(values.project ?? ".");
    const folder = join(project, "supabase");
    const config = join(folder, "config.toml");
    const existing = configFileNames
      .map((name) => join(project, name))
      .find((file) => existsSync(file));
    for (const path of [config, folder, join(folder, "migrations"), join(folder, ".gitignore")]) {
      if (!(await isWithinProject(project, path)))
        throw new UsageError(`${path} is a link that leads out of the project. Remove it first.`);
    }
    if (existing !== undefined && existing !== config) {
      throw new UsageError(`${existing} exists already. Remove it to create ${config}.`);
    }
    if (existing !== undefined && !values.force) {
      throw new UsageError(`${config} exists already. To overwrite it: --force`);
    }
    await mkdir(join(folder, "migrations"), { recursive: true });
    // Remove the file first, because `writeFile` follows a symbolic link, which could lead to another file of the
    // project.
    await rm(config, { force: true });
    await writeFile(config, configTemplate(basename(project)), { flag: "wx" });
    await writeFile(join(folder, ".gitignore"), gitignore, { flag: "wx" }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      },
    );
    printMessage(`Created ${config}.
Next: portico dev, and portico migration new create_notes
`);
    const exposureWarning = await warnOfExposureByDevServer(join(project, ".portico"));
    if (exposureWarning !== undefined) printMessage(`Note: ${exposureWarning}\n`);
  },
});

/** Returns a configuration with the keys that most projects change. All other keys have their defaults. */
const configTemplate = (
  name: string,
) => `# The keys and their defaults: https://supabase.com/docs/guides/local-development/cli/config
project_id = ${JSON.stringify(name.replace(/[^\w.-]+/g, "-").slice(0, 40) || "project")}

[api]
port = 54321
schemas = ["public", "graphql_public"]
extra_search_path = ["public", "extensions"]
max_rows = 1000

[db]
port = 54322
major_version = 17

[db.seed]
enabled = true
sql_paths = ["./seed.sql"]

[auth]
# The URL of your application, and others that links in emails may lead to.
site_url = "http://127.0.0.1:3000"
additional_redirect_urls = ["https://127.0.0.1:3000"]
enable_signup = true
enable_anonymous_sign_ins = false
minimum_password_length = 6

[auth.email]
enable_signup = true
enable_confirmations = false

[storage]
file_size_limit = "50MiB"
`;

/** The Supabase CLI's own files, and files with environment variables. */
const gitignore = `.branches
.temp
.env.keys
.env.local
.env.*.local
`;
