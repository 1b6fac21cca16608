import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readStatus } from "../control/running-server.ts";
import { UsageError } from "../usage-error.ts";
import type { SeedTarget } from "../user-seeds/seed-users.ts";
import { withProjectDatabase } from "./project-database/connect.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
  type StoredDatabase,
} from "./terminal/options.ts";
import { asJson, outputOption } from "./terminal/output.ts";
import { print, printMessage } from "./terminal/print.ts";

export const seedUsersCommand = defineCommand({
  name: "seed users",
  parameters: "[FILE]",
  summary: "Create the accounts of a file, or update them",
  options: { ...projectOption, ...dataOption, ...outputOption },
  notes: `FILE is JSON or TOML (default: supabase/seed-users.json or .toml): docs/commands.md.
`,
  async run({ values, parameters }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    if (parameters.length > 1) throw new UsageError("portico seed users takes one file.");
    const { project } = readProject(values.project);
    const [{ readUserFile }, { seedUsers }] = await Promise.all([
      import("../user-seeds/user-file.ts"),
      import("../user-seeds/seed-users.ts"),
    ]);
    const file = parameters[0] === undefined ? defaultFile(project) : resolve(parameters[0]);
    const users = await readUserFile(file);
    const location = readStoredDatabase(values.data, project);
    const seededUsers = await withServer(project, location, (target) => seedUsers(target, users));
    if (format === "json") return print(asJson(seededUsers));
    const count = (outcome: string) =>
      seededUsers.filter((item) => item.outcome === outcome).length;
    printMessage(`Accounts created: ${count("created")}; updated: ${count("updated")}.\n`);
  },
});

function defaultFile(project: string): string {
  const files = ["seed-users.json", "seed-users.toml"].map((name) =>
    join(project, "supabase", name),
  );
  const existingFile = files.find((file) => existsSync(file));
  if (existingFile !== undefined) return existingFile;
  throw new UsageError(`There is no ${files.join(" or ")}. Name a file: portico seed users FILE`);
}

/** Calls `use` with the running server, or with a server that is started for the call. */
async function withServer<T>(
  project: string,
  location: StoredDatabase,
  use: (target: SeedTarget) => Promise<T>,
): Promise<T> {
  const status = "directory" in location ? await readStatus(location.directory) : undefined;
  if (status) {
    const { API_URL: origin = "", SECRET_KEY: secretKey = "" } = status.variables;
    return withProjectDatabase(location, (database) => use({ origin, secretKey, database }));
  }
  const { createLog, startServer } = await import("../index.ts");
  const server = await startServer({
    project,
    storage: location,
    env: process.env,
    host: "127.0.0.1",
    port: 0,
    log: createLog("warn"),
    withoutTls: true,
  });
  try {
    const { origin, keys, database } = server;
    return await use({ origin, secretKey: keys.secret, database });
  } finally {
    await server.close();
  }
}
