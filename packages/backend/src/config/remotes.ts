import { formatPath, isTable, type Path, valueAt } from "./document.ts";
import type { Reference } from "./environment/environment.ts";

/**
 * Returns a message for each `[remotes.*]` section that the Supabase CLI refuses: one without a project reference, or
 * with the reference of another section. The section's other keys configure that project on the hosted service, so they
 * have no effect here, as in `supabase start`.
 *
 * Source: the Supabase CLI, `pkg/config/config.go` (`Validate`).
 */
export function warnOfRemotes(
  document: unknown,
  unset: readonly Reference[],
): readonly { readonly path: Path; readonly message: string }[] {
  const remotes = valueAt(document, ["remotes"]);
  if (!isTable(remotes)) return [];
  const ownersByReference = new Map<string, string>();
  return Object.entries(remotes).flatMap(([name, remote]) => {
    const path = ["remotes", name, "project_id"];
    // Do not warn, because this variable may only be set where the file is pushed to the hosted service.
    if (unset.some((reference) => formatPath(reference.path) === formatPath(path))) return [];
    const reference = String(valueAt(remote, ["project_id"]) ?? "");
    if (!/^[a-z]{20}$/.test(reference)) {
      const message =
        'must be the reference of a hosted project, such as "abcdefghijklmnopqrst": the Supabase CLI does not read this file.';
      return [{ path, message }];
    }
    const owner = ownersByReference.get(reference);
    ownersByReference.set(reference, owner ?? name);
    if (owner === undefined) return [];
    const message = `is that of ${formatPath(["remotes", owner])}, too: the Supabase CLI does not read this file.`;
    return [{ path, message }];
  });
}
