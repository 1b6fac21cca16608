import type { Variables } from "../dev/variables-of-user.ts";

/** The variables that this process has from {@link assignVariables}, and the backend that they lead to. */
const assigned = new Map<string, string>();
let assignedFor: unknown;

/** Returns the variables of the process and of files that a person has set. Like the CLI, an empty one is not set. */
export function variablesOfUser(files: Variables): Map<string, string> {
  const set = new Map<string, string>();
  for (const [name, value] of Object.entries({ ...files, ...process.env })) {
    if (value && assigned.get(name) !== value) set.set(name, value);
    else if (files[name]) set.set(name, files[name]);
  }
  return set;
}

/**
 * Sets variables of the process that its user has not set. Vite passes them to `import.meta.env` by their prefixes, and
 * servers read them from `process.env`.
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

/** Removes the variables again, unless they lead to another backend than this one. */
export function withdrawVariables(backend = assignedFor): void {
  if (assignedFor !== backend) return;
  for (const [name, value] of assigned) {
    if (process.env[name] === value) delete process.env[name];
  }
  assigned.clear();
}
