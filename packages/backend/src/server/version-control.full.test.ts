import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { lockDirectory } from "../database/pglite/directory-lock.ts";
import { createLog } from "../log/log.ts";
import { startServer } from "./server.ts";

const git = (directory: string, ...args: readonly string[]) =>
  execFileSync("git", ["-C", directory, ...args], { encoding: "utf8" });

/** Creates a project in a git repository, with the data of an earlier start. */
async function repository(): Promise<string> {
  const project = await projectFolder({
    "supabase/config.toml": "",
    ".portico/localhost.pem": "a private key",
  });
  git(project, "init", "--quiet");
  return project;
}

test("git add stages the project and none of its data", async () => {
  const project = await repository();
  const unlock = await lockDirectory(join(project, ".portico"));
  await unlock();
  git(project, "add", "--all");
  expect(git(project, "ls-files").trim()).toBe("supabase/config.toml");
});

test("an existing .gitignore is not changed", async () => {
  const directory = await projectFolder({ ".gitignore": "nothing\n" });
  await (await lockDirectory(directory))();
  expect(await readFile(join(directory, ".gitignore"), "utf8")).toBe("nothing\n");
});

test("a data directory that is the project itself does not hide the project from git", async () => {
  const project = await repository();
  await (await lockDirectory(project))();
  git(project, "add", "--all");
  expect(git(project, "ls-files")).toContain("supabase/config.toml");
});

test("a data directory that git tracks is refused until the named command has untracked it", async () => {
  const project = await repository();
  git(project, "add", "--all", "--force");
  const start = () =>
    startServer({
      ...{ project, host: "127.0.0.1", port: 0, env: {}, log: createLog("error") },
      storage: { directory: join(project, ".portico") },
    });
  const refusal = await start().catch((error: Error) => error.message);
  const [, command = ""] = /start again: git (.+?)\. If/.exec(String(refusal)) ?? [];
  expect(refusal).toMatch(
    /^.*\.portico is tracked by git \(1 files\), and holds the project's secret/,
  );
  execFileSync("git", command.split(" "));
  await writeFile(join(project, "supabase/seed.sql"), "");
  const server = await start();
  await server.close();
  git(project, "add", "--all");
  expect(git(project, "ls-files")).not.toContain(".portico");
});
