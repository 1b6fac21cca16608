import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join, relative } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { lockDirectory } from "../database/pglite/directory-lock.ts";
import { findProgram } from "../find-program.ts";
import { createLog } from "../log/log.ts";
import { startServer } from "./server.ts";
import { refuseTracked } from "./version-control.ts";

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
      project,
      host: "127.0.0.1",
      port: 0,
      env: {},
      log: createLog("error"),
      storage: { directory: join(project, ".portico") },
    });
  const refusal = await start().catch((error: Error) => error.message);
  const [, command = ""] = /start again: git (.+?)\. Anyone/.exec(String(refusal)) ?? [];
  expect(refusal).toMatch(
    /^.*\.portico is tracked by git \(1 file\), and holds the project's secret/,
  );
  execFileSync("git", command.split(" "));
  await writeFile(join(project, "supabase/seed.sql"), "");
  const server = await start();
  await server.close();
  git(project, "add", "--all");
  expect(git(project, "ls-files")).not.toContain(".portico");
});

test("a repository runs no program of its own when a project below it starts", async () => {
  const project = await repository();
  const marker = join(project, "ran");
  const commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "a"];
  await mkdir(join(project, "other"));
  await writeFile(join(project, "other/file"), "");
  git(project, "add", "supabase", "other");
  git(project, ...commit);
  git(project, "sparse-checkout", "set", "--cone", "--sparse-index", "supabase");
  // Git needs the folder that is not checked out, and asks the remote for it.
  const missing = git(project, "rev-parse", "HEAD:other").trim();
  await rm(join(project, ".git/objects", missing.slice(0, 2), missing.slice(2)), { force: true });
  for (const [name, value] of [
    ["core.repositoryformatversion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.url", `ext::touch ${marker}`],
    ["remote.origin.promisor", "true"],
    ["protocol.ext.allow", "always"],
    ["core.fsmonitor", `touch ${marker}`],
  ] as const) {
    git(project, "-c", "core.fsmonitor=false", "config", name, value);
  }
  await refuseTracked(join(project, ".portico"));
  expect(existsSync(marker)).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "git is not started from a folder that the PATH names relatively, such as the project",
  async () => {
    const folder = await projectFolder({ git: "#!/bin/sh\n" });
    const at = relative(process.cwd(), folder);
    expect(findProgram("git", { PATH: `${at}${delimiter}${delimiter}.` })).toBeUndefined();
    expect(findProgram("git", { PATH: `${at}${delimiter}${folder}` })).toBe(join(folder, "git"));
  },
);
