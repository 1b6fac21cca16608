import { backupCommand, restoreCommand } from "./backup.ts";
import { branchCommand, branchDeleteCommand, branchSwitchCommand } from "./branch.ts";
import { dbAdvisorsCommand } from "./db/advisors.ts";
import { dbDiffCommand, dbPullCommand } from "./db/diff.ts";
import { dbDumpCommand } from "./db/dump.ts";
import { dbLintCommand } from "./db/lint.ts";
import { dbQueryCommand } from "./db/query.ts";
import { dbResetCommand, migrationDownCommand } from "./db/reset.ts";
import { devCommand } from "./dev.ts";
import { doctorCommand } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { genTypesCommand } from "./gen-types.ts";
import { importCommand } from "./import.ts";
import { initCommand } from "./init.ts";
import { listCommand } from "./list.ts";
import { migrationListCommand } from "./migration/list.ts";
import { migrationNewCommand } from "./migration/new.ts";
import { migrationRepairCommand } from "./migration/repair.ts";
import { migrationSquashCommand } from "./migration/squash.ts";
import { migrationUpCommand } from "./migration/up.ts";
import { promoteCommand } from "./promote.ts";
import { seedUsersCommand } from "./seed-users.ts";
import {
  snapshotDeleteCommand,
  snapshotListCommand,
  snapshotRestoreCommand,
  snapshotSaveCommand,
} from "./snapshot.ts";
import { startCommand } from "./start.ts";
import { statusCommand } from "./status.ts";
import { stopCommand } from "./stop.ts";
import type { Command } from "./terminal/command.ts";
import { testDbCommand } from "./test-db.ts";
import { whyCommand } from "./why.ts";

/** All commands of `portico`, in the order of `portico --help`. */
export const commands: readonly Command[] = [
  initCommand,
  devCommand,
  startCommand,
  statusCommand,
  listCommand,
  stopCommand,
  migrationNewCommand,
  migrationListCommand,
  migrationUpCommand,
  migrationDownCommand,
  migrationRepairCommand,
  migrationSquashCommand,
  dbResetCommand,
  dbQueryCommand,
  dbDiffCommand,
  dbPullCommand,
  dbDumpCommand,
  dbAdvisorsCommand,
  dbLintCommand,
  testDbCommand,
  whyCommand,
  genTypesCommand,
  seedUsersCommand,
  snapshotSaveCommand,
  snapshotRestoreCommand,
  snapshotListCommand,
  snapshotDeleteCommand,
  branchCommand,
  branchSwitchCommand,
  branchDeleteCommand,
  promoteCommand,
  exportCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
];
