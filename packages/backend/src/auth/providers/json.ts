/** Returns the value at a path in a JSON document, or undefined. */
export function valueAt(document: unknown, ...path: readonly (string | number)[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Returns the text at a path, or "", which is never stored as a claim. */
export function textAt(document: unknown, ...path: readonly (string | number)[]): string {
  const value = valueAt(document, ...path);
  return typeof value === "string" ? value : "";
}

/** Returns the identifier at a path as text. Some providers send a number. */
export function idAt(document: unknown, ...path: readonly (string | number)[]): string {
  const value = valueAt(document, ...path);
  return typeof value === "number" && value !== 0 ? String(value) : textAt(document, ...path);
}

/** Returns the boolean at a path. Some providers send it as text. */
export function flagAt(document: unknown, ...path: readonly (string | number)[]): boolean {
  const value = valueAt(document, ...path);
  return value === true || value === "true";
}

/** Returns the list at a path, or an empty list. */
export function listAt(document: unknown, ...path: readonly (string | number)[]): unknown[] {
  const value = valueAt(document, ...path);
  return Array.isArray(value) ? value : [];
}

/** Returns a copy of the object at a path with its own enumerable members. */
export function recordAt(
  document: unknown,
  ...path: readonly (string | number)[]
): Record<string, unknown> {
  const value = valueAt(document, ...path);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
