/** The name of a backup: later ones come later in order, and every file system takes it. */
export function archiveName(date: Date, project?: string): string {
  const day = `${date.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  return `portico-${project === undefined ? "" : `${project}-`}${day}.tar.gz`;
}

/** A backup that was made because it was due. */
export interface DueArchive {
  readonly name: string;
  /** Tells projects apart whose backups share a directory. */
  readonly project: string;
  readonly date: Date;
}

/** The backups among names that a schedule gave, the oldest first. Others have none of its business. */
export function dueArchives(names: readonly string[]): DueArchive[] {
  return names
    .flatMap((name) => {
      const [, project, day, hour, minute, second] = pattern.exec(name) ?? [];
      if (project === undefined) return [];
      return [{ name, project, date: new Date(`${day}T${hour}:${minute}:${second}Z`) }];
    })
    .sort((a, b) => a.date.getTime() - b.date.getTime());
}

const pattern = /^portico-([0-9a-f]{8})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/;
