/** Returns the name of a backup. Names sort by date, and are valid on every file system. */
export function archiveName(date: Date, project?: string): string {
  const timestamp = `${date.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  return `portico-${project === undefined ? "" : `${project}-`}${timestamp}.tar.gz`;
}

export interface ScheduledArchive {
  readonly name: string;
  /** Distinguishes projects that share a backup directory. */
  readonly project: string;
  readonly date: Date;
}

/** Returns the scheduled backups among the names, the oldest first. A schedule never removes other files. */
export function findScheduledArchives(names: readonly string[]): ScheduledArchive[] {
  return names
    .flatMap((name) => {
      const [, project, day, hour, minute, second] = pattern.exec(name) ?? [];
      if (project === undefined) return [];
      return [{ name, project, date: new Date(`${day}T${hour}:${minute}:${second}Z`) }];
    })
    .sort((a, b) => a.date.getTime() - b.date.getTime());
}

const pattern = /^portico-([0-9a-f]{8})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/;
