import type { PGlite } from "@electric-sql/pglite";

/** Emscripten's number for EPERM. */
const notPermitted = 63;

/**
 * Keeps PostgreSQL from creating links, which it only does for tablespaces. The content of a tablespace would be in
 * this thread's memory and lost at the end of the process, and a data directory with a link is refused at the next
 * start.
 */
export function refuseLinks({ Module: { FS } }: PGlite): void {
  const symlink = () => {
    throw new FS.ErrnoError(notPermitted);
  };
  Object.assign(FS, { symlink });
}
