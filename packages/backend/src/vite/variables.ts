import type { Variables } from "../dev/variables-of-user.ts";

/** The variables that {@link assignVariables} has set in this process, and the backend that they refer to. */
const assigned = new Map<string, string>();
let assignedFor: unknown;

/**
 * Returns the variables that a person has set in the process or in files. Like the CLI, treats an empty variable as not
 * set.
 */
export function variablesOfUser(files: Variables): Map<string, string> {
  const set = new Map<string, string>();
  for (const [name, value] of Object.entries({ ...files, ...process.env })) {
    if (value && assigned.get(name) !== value) set.set(name, value);
    else if (files[name]) set.set(name, files[name]);
  }
  return set;
}

/**
 * Sets variables of the process, unless its user has set them. Vite passes them to `import.meta.env` by their prefixes,
 * and servers read them from `process.env`.
 */
export function assignVariables(
  backend: { readonly variables: Variables },
  user: ReadonlyMap<string, string>,
): void {
  assignedFor = backend;
  for (const [name, value] of Object.entries(backend.variables)) {
    if (value === undefined || user.has(name)) continue;
    process.env[name] = value;
    assigned.set(name, value);
  }
}

/** Removes the variables again, unless they refer to a different backend. */
export function withdrawVariables(backend = assignedFor): void {
  if (assignedFor !== backend) return;
  for (const [name, value] of assigned) {
    if (process.env[name] === value) delete process.env[name];
  }
  assigned.clear();
}
