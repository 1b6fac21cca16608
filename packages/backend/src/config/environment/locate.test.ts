import { expect, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { ConfigError } from "../config-error.ts";
import { onDisk } from "../disk.ts";
import { locateVariables } from "./locate.ts";

test("a problem with a variable of an .env file names the file and the line", async () => {
  const project = await projectFolder({
    "supabase/.env": "# ports\nPORTICO_ADMIN_PORT=x\n",
    ".env": "PORTICO_ADMIN_PORT=1\nSITE_URL=x\n",
  });
  const problems = [
    "The environment variable PORTICO_ADMIN_PORT must be a port.",
    "The environment variable SITE_URL must be a URL.",
    "The environment variable PORTICO_WORKERS must be a number.",
    "supabase/config.toml:3: auth.site_url must be a URL, found x in the environment variable SITE_URL.",
  ];
  const located = await locateVariables(new ConfigError(problems), onDisk(project), {});
  expect(located.problems).toEqual([
    `supabase/.env:2: ${problems[0]}`,
    `.env:2: ${problems[1]}`,
    problems[2],
    problems[3],
  ]);
});

test("a variable of the process has no file", async () => {
  const project = await projectFolder({ ".env": "SITE_URL=x\n" });
  const error = new ConfigError(["The environment variable SITE_URL must be a URL."]);
  expect(await locateVariables(error, onDisk(project), { SITE_URL: "y" })).toEqual(error);
});
