import { resolve, sep } from "node:path";
import type { ProjectFolder } from "../../config/folder.ts";

/** Deno takes the paths as one argument, and Linux limits an argument to 128 KiB. */
const maxCharacters = 100_000;

/**
 * Finds the files that match the patterns of a function's `static_files`, which are relative to the `supabase` folder.
 * Omits those below `supabase/functions`, because every function may read them.
 */
export async function findStaticFiles(
  folder: ProjectFolder,
  directory: string,
  name: string,
  patterns: readonly string[],
): Promise<{ readonly paths: readonly string[]; readonly warnings: readonly string[] }> {
  const paths = new Set<string>();
  const warnings: string[] = [];
  let pathCharacters = 0;
  for (const pattern of patterns) {
    const matches = (await folder.match(pattern)).map((path) => ({
      path,
      absolute: resolve(directory, "..", path),
    }));
    if (matches.length === 0) {
      warnings.push(`functions.${name}.static_files: no file matches ${JSON.stringify(pattern)}.`);
    }
    for (const { path, absolute: absolutePath } of matches) {
      if (absolutePath.startsWith(resolve(directory, "functions") + sep) || paths.has(absolutePath))
        continue;
      if (!(await folder.isProjectFile(path))) {
        const reason = (await folder.contains(path))
          ? "may have secrets of this machine"
          : "is outside the project";
        warnings.push(
          `functions.${name}.static_files leads to ${path}, which ${reason}. The function cannot read it.`,
        );
        continue;
      }
      if (absolutePath.includes(",")) {
        // Deno separates paths by commas, and cannot escape a comma in a path.
        warnings.push(
          `functions.${name}.static_files: the function cannot read ${path}, because of the comma.`,
        );
        continue;
      }
      pathCharacters += absolutePath.length + 1;
      if (pathCharacters > maxCharacters) {
        warnings.push(
          `functions.${name}.static_files names too many files outside supabase/functions. The function cannot read those after ${paths.size}.`,
        );
        return { paths: [...paths], warnings };
      }
      paths.add(absolutePath);
    }
  }
  return { paths: [...paths], warnings };
}
