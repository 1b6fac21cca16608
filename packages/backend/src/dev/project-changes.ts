import { existsSync, watch } from "node:fs";
import { join, sep } from "node:path";
import type { Log } from "../log/log.ts";

/** The part of a project that a changed file belongs to. The functions wire watches the functions itself. */
export type ChangeKind = "migrations" | "schemas" | "seeds" | "settings";

/** Combines changes, because editors write several files together, and some write a file twice. */
const debounceMs = 40;

/** Returns the part of the project that a file belongs to, or undefined if changes to the file have no effect. */
export function kindOf(path: string): ChangeKind | undefined {
  const file = path.split(sep).join("/");
  if (/^supabase\/migrations\/[^/]+\.sql$/.test(file)) return "migrations";
  if (/^supabase\/(seed\.sql|seeds?\/.+\.sql)$/.test(file)) return "seeds";
  // All other folders may contain schema files, because config.toml can name any folder.
  if (/^supabase\/(?!(migrations|tests|functions|snippets)\/|\.).+\.sql$/.test(file))
    return "schemas";
  if (/^supabase\/(config\.toml|config\.jsonc?|templates\/.+)$/.test(file)) return "settings";
  if (/^(supabase\/)?\.env(\.[\w.-]+)?$/.test(file)) return "settings";
  return undefined;
}

/**
 * Calls `onChange` with the changed parts shortly after a project's files have changed.
 *
 * @returns a function that stops watching
 */
export function watchProject(
  project: string,
  log: Log,
  onChange: (kinds: ReadonlySet<ChangeKind>) => void,
): () => void {
  const pending = new Set<ChangeKind>();
  let timer: NodeJS.Timeout | undefined;
  const queueChange = (path: string) => {
    const kind = kindOf(path);
    if (!kind) return;
    pending.add(kind);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const kinds = new Set(pending);
      pending.clear();
      onChange(kinds);
    }, debounceMs);
  };
  const supabaseFolder = join(project, "supabase");
  const watchSupabase = () =>
    existsSync(supabaseFolder)
      ? watchFolder(supabaseFolder, true, (path) => queueChange(join("supabase", path)), log)
      : () => {};
  let unwatchSupabase = watchSupabase();
  // Do not watch the project folder recursively: node_modules may be large.
  const unwatchProject = watchFolder(
    project,
    false,
    (path) => {
      if (path !== "supabase") return queueChange(path);
      unwatchSupabase();
      unwatchSupabase = watchSupabase();
      // Check everything, because files may have been written before the new folder was watched.
      queueChange("supabase/config.toml");
    },
    log,
  );
  return () => {
    clearTimeout(timer);
    unwatchProject();
    unwatchSupabase();
  };
}

function watchFolder(
  directory: string,
  recursive: boolean,
  queueChange: (path: string) => void,
  log: Log,
): () => void {
  try {
    const watcher = watch(directory, { recursive }, (_, path) => {
      if (path !== null) queueChange(path);
    });
    watcher.on("error", (err) => log.warn({ err }, `${directory} is no longer watched`));
    return () => watcher.close();
  } catch (err) {
    log.warn({ err }, `${directory} cannot be watched: restart after a change`);
    return () => {};
  }
}
