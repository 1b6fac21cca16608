import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { recoverSwap, replacementOf, swapIn } from "../replacement/swap.ts";
import { currentBranch, folderOf, listBranches, validateBranchName } from "./branches.ts";
import { findGitFolder, readGitBranch, readPreviousBranch } from "./git-branch.ts";

test.each(["main", "feature/login", "Fix-Ä", "a.b", `long/${"x".repeat(190)}`, "a(b)'c!"])(
  "the folder name of the branch %s is valid on every file system",
  (name) => {
    validateBranchName(name);
    expect(folderOf(name)).toMatch(/^[a-z0-9_%-][a-z0-9_.%-]{0,199}$/);
    expect(replacementOf(`branches/${folderOf(name)}`, "branches/other")).toBeDefined();
  },
);

test("branches whose names differ only in case have different folders", () => {
  expect(folderOf("Fix").toLowerCase()).not.toBe(folderOf("fix").toLowerCase());
});

test.each([
  "",
  "-x",
  "../x",
  "a b",
  "a..b",
  "a/",
  "/a",
  "a/.b",
  ".a",
  "a.lock",
  "a~1",
  "x".repeat(201),
])("the branch name %j is refused", (name) => {
  expect(() => validateBranchName(name)).toThrow("cannot be the name of a git branch");
});

test.each([
  ["database", "branches/a"],
  ["branches/a", "../b"],
  ["branches/a/..", "branches/b"],
  ["branches/a", "branches/a"],
  ["branches/a", null],
])("a replacement from %s to %s is refused", (from, to) => {
  expect(replacementOf(from, to)).toBeUndefined();
});

const record = (name: string) => JSON.stringify({ name, date: "2026-01-01T00:00:00.000Z" });

test("a switch that was killed in the middle loses neither database", async () => {
  const directory = await projectFolder({
    "branch.json": record("main"),
    "database/PG_VERSION": "main",
    "branches/other/branch.json": record("other"),
    "branches/other/database/PG_VERSION": "other",
  });
  const replacement = { from: "branches/other", to: "branches/main" };
  // Repeat the steps of a swap except the last one, which would move the new database in.
  await mkdir(join(directory, "branches/main"));
  await writeFile(join(directory, "swap.json"), JSON.stringify(replacement));
  await rename(join(directory, "database"), join(directory, "branches/main/database"));
  await rename(join(directory, "branch.json"), join(directory, "branches/main/branch.json"));
  await rename(join(directory, "branches/other/branch.json"), join(directory, "branch.json"));
  await recoverSwap(directory);
  expect(await listBranches(directory)).toMatchObject([
    { name: "main", isCurrent: true, sizeBytes: 4 },
    { name: "other", isCurrent: false, sizeBytes: 5 },
  ]);
  await (await swapIn(directory, replacement)).keep();
  expect(await currentBranch(directory)).toBe("other");
  expect(await listBranches(directory)).toMatchObject([{ name: "other" }, { name: "main" }]);
});

test("readGitBranch finds the branch of a repository, a worktree and a subfolder, and none if HEAD is detached", async () => {
  const folder = await projectFolder({
    "repository/.git/HEAD": "ref: refs/heads/feature/a\n",
    "repository/.git/logs/HEAD":
      "0 1 A <a@example.com> 1 +0000\tcheckout: moving from main to feature/a\n",
    "repository/.git/worktrees/tree/HEAD": "ref: refs/heads/b\n",
    "repository/app/package.json": "{}",
    "tree/.git": "gitdir: ../repository/.git/worktrees/tree\n",
    "detached/.git/HEAD": `${"a".repeat(40)}\n`,
    "detached/.git/logs/HEAD": "",
  });
  const branchOf = async (path: string) => {
    const git = await findGitFolder(join(folder, path));
    return git && (await readGitBranch(git));
  };
  expect(await branchOf("repository/app")).toBe("feature/a");
  expect(await branchOf("tree")).toBe("b");
  expect(await branchOf("detached")).toBeUndefined();
  expect(await readPreviousBranch(join(folder, "repository/.git"))).toBe("main");
  expect(await readPreviousBranch(join(folder, "detached/.git"))).toBeUndefined();
});
