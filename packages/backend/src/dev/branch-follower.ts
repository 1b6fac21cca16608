import { hasDatabase } from "../database/pglite/pglite.ts";
import type { Replacement } from "../replacement/swap.ts";
import { switchBranch } from "../snapshots/branches.ts";
import {
  findGitFolder,
  readGitBranch,
  readPreviousBranch,
  waitForGit,
  watchHead,
} from "../snapshots/git-branch.ts";
import type { EmbeddedProject } from "../snapshots/project-copy.ts";

/** Keeps a separate database for each git branch. */
export interface BranchFollower {
  /**
   * Switches to the database of the current branch if another branch has been checked out. Returns a message about the
   * switch, or undefined if nothing changed.
   */
  follow(replace: (replacement: Replacement) => Promise<void>): Promise<string | undefined>;
  /** Calls `onChange` when another branch may have been checked out. Returns a function that stops watching. */
  watch(onChange: () => void): () => void;
}

/** Creates a branch follower, or returns undefined if the project is not in a git repository. */
export async function openBranchFollower(
  project: EmbeddedProject,
): Promise<BranchFollower | undefined> {
  const git = await findGitFolder(project.project);
  if (git === undefined) return undefined;
  return {
    async follow(replace) {
      await waitForGit(git);
      const name = await readGitBranch(git);
      if (name === undefined || !hasDatabase(project.directory)) return undefined;
      const currentName = (await readPreviousBranch(git)) ?? name;
      const outcome = await switchBranch(project, name, { currentName, replace });
      switch (outcome.kind) {
        case "unchanged":
          return undefined;
        case "created":
          return `The branch "${name}" now has its own database, a copy of the database of "${outcome.from}".`;
        case "switched":
          return `Switched to the database of the branch "${name}".`;
      }
    },
    watch: (onChange) => watchHead(git, onChange),
  };
}
