import type { Variables } from "../dev/variables-of-user.ts";

/** The variables that {@link assignVariables} has set in this process. */
const assignedVariables = new Map<string, string>();
/** The backend for which the variables were set. */
let assignedFor: unknown;

/**
 * Returns the variables that the user has set in the process or in files. Like the Supabase CLI, treats an empty variable
 * as not set.
 */
export function readUserVariables(files: Variables): Map<string, string> {
  const userVariables = new Map<string, string>();
  for (const [name, value] of Object.entries({ ...files, ...process.env })) {
    if (value && assignedVariables.get(name) !== value) userVariables.set(name, value);
    else if (files[name]) userVariables.set(name, files[name]);
  }
  return userVariables;
}

/**
 * Sets environment variables of this process, unless the user has set them. Vite passes those with its prefix to
 * `import.meta.env`, and code on the server reads them from `process.env`.
 */
export function assignVariables(
  backend: { readonly variables: Variables },
  userVariables: ReadonlyMap<string, string>,
): void {
  assignedFor = backend;
  for (const [name, value] of Object.entries(backend.variables)) {
    if (value === undefined || userVariables.has(name)) continue;
    process.env[name] = value;
    assignedVariables.set(name, value);
  }
}

/** Removes the variables that were set for a backend. */
export function withdrawVariables(backend = assignedFor): void {
  if (assignedFor !== backend) return;
  for (const [name, value] of assignedVariables) {
    if (process.env[name] === value) delete process.env[name];
  }
  assignedVariables.clear();
}
