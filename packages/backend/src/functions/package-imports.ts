import { readFile } from "node:fs/promises";

/** A range of versions, or another package's name and range. Files, workspaces and addresses are none. */
const fromNpm = /^(?:npm:)?[\w@^~<>=*.|/ +-]*$/;

/**
 * Returns an import map by which a function imports the dependencies of its `package.json` by name. Deno itself
 * looks for that file above its main module, which is elsewhere.
 */
export async function importMapOf(packageJson: string): Promise<string> {
  const { dependencies = {} } = parse(await readFile(packageJson, "utf8"));
  const imports = Object.entries(dependencies).flatMap(([name, range]) => {
    if (typeof range !== "string" || !fromNpm.test(range)) return [];
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

/** What cannot be read has no dependencies: Deno then says which import it does not find. */
function parse(text: string): { readonly dependencies?: Readonly<Record<string, unknown>> } {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
