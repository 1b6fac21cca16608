/** Parses a `.env` file. A line has a name, `=`, and a value, which may be quoted. */
export function parseEnv(text: string): Record<string, string> {
  const linePattern =
    /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*("(?:[^"]*)"|'(?:[^']*)'|`(?:[^`]*)`|[^#\n]*)/gm;
  const entries = [...text.matchAll(linePattern)].map(([, name = "", value = ""]) => {
    const [, quote, quoted] = /^(["'`])(.*)\1$/s.exec(value.trim()) ?? [];
    if (quoted === undefined) return [name, value.trim()] as const;
    return [name, quote === '"' ? quoted.replaceAll("\\n", "\n") : quoted] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns whether two JSON values are deeply equal. */
export function isDeepStrictEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [a, b] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  return (
    a.size === b.size &&
    [...a].every(([key, value]) => b.has(key) && isDeepStrictEqual(value, b.get(key)))
  );
}
