/** The value at a path into a JSON document; undefined if there is none. */
export function at(document: unknown, ...path: readonly (string | number)[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The text at a path; "" if there is none, which no claim keeps. */
export function text(document: unknown, ...path: readonly (string | number)[]): string {
  const value = at(document, ...path);
  return typeof value === "string" ? value : "";
}

/** The identifier at a path, whether a provider writes it as a number or as text. */
export function id(document: unknown, ...path: readonly (string | number)[]): string {
  const value = at(document, ...path);
  return typeof value === "number" && value !== 0 ? String(value) : text(document, ...path);
}

/** The boolean at a path. Some providers write it as text. */
export function flag(document: unknown, ...path: readonly (string | number)[]): boolean {
  const value = at(document, ...path);
  return value === true || value === "true";
}

/** The list at a path; empty if there is none. */
export function list(document: unknown, ...path: readonly (string | number)[]): unknown[] {
  const value = at(document, ...path);
  return Array.isArray(value) ? value : [];
}

/** The object at a path, its own enumerable members only. */
export function record(
  document: unknown,
  ...path: readonly (string | number)[]
): Record<string, unknown> {
  const value = at(document, ...path);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
