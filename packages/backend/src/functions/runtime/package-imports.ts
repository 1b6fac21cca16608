import { readFile } from "node:fs/promises";

/** Matches a version range, or another package's name with a range. Does not match files, workspaces and URLs. */
const npmRange = /^(?:npm:)?[\w@^~<>=*.|/ +-]*$/;

/**
 * Returns an import map for the dependencies of a function's `package.json`. Deno itself would not find the file,
 * because it looks above its main module, which is not in the function's folder.
 */
export async function importMapOf(packageJson: string): Promise<string> {
  const { dependencies = {} } = parse(await readFile(packageJson, "utf8"));
  const imports = Object.entries(dependencies).flatMap(([name, range]) => {
    if (typeof range !== "string" || !npmRange.test(range)) return [];
    const target = range.startsWith("npm:")
      ? range.slice("npm:".length)
      : `${name}@${range || "*"}`;
    return [
      [name, `npm:${target}`],
      [`${name}/`, `npm:/${target}/`],
    ];
  });
  return JSON.stringify({ imports: Object.fromEntries(imports) });
}

/**
 * Parses a file. Returns an empty object for an invalid file, because Deno then reports the import that it cannot find.
 */
function parse(text: string): { readonly dependencies?: Readonly<Record<string, unknown>> } {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === "object" && content !== null ? content : {};
  } catch {
    return {};
  }
}
