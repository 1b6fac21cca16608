import { creationStatement, isPreinstalled, isStandIn, standIns } from "../extensions.ts";
import type { Database } from "../port.ts";
import { tokenize } from "./tokens.ts";

interface Creation {
  readonly name: string;
  readonly schema: string | undefined;
  readonly isOptional: boolean;
  readonly cascades: boolean;
}

/**
 * Adapts a statement about an extension to this database. Removes the version, because only one is available, and
 * tolerates a second creation of extensions that are installed from the start. On a PostgreSQL server without the
 * extension, creates its stand-in with plain SQL.
 */
export async function adaptExtension(
  text: string,
  { engine }: Pick<Database, "engine">,
): Promise<string> {
  const tokens = [...tokenize(text)].map(({ start, end }) => text.slice(start, end));
  const creation = parseCreation(tokens);
  if (creation) {
    const { name, cascades } = creation;
    const fixedSchema = standIns[name]?.schema;
    const schema = fixedSchema ?? creation.schema;
    if (engine === "postgres" && isStandIn(name))
      return creationStatement(name, schema ?? "public");
    return [
      `create extension ${isPreinstalled(name) || creation.isOptional ? "if not exists " : ""}"${name}"`,
      // An extension with a fixed schema creates that schema itself, unless the statement names it.
      ...(schema === undefined || fixedSchema !== undefined ? [] : [`with schema "${schema}"`]),
      ...(cascades ? ["cascade"] : []),
    ].join(" ");
  }
  const extensionName = parseExtensionName(tokens);
  if (engine === "postgres" && extensionName !== undefined && isStandIn(extensionName)) {
    return `do $portico$ begin
      if exists (select from pg_extension where extname = '${extensionName.replaceAll("'", "''")}') then
        execute $portico_statement$${text}$portico_statement$;
      end if;
    end $portico$`;
  }
  return text;
}

/** Parses a `create extension` statement. Returns undefined for any other or invalid statement. */
function parseCreation(tokens: readonly string[]): Creation | undefined {
  const remaining = [...tokens];
  const skip = (...expected: readonly string[]) => {
    const isMatch = expected.every((token, index) => remaining[index]?.toLowerCase() === token);
    if (isMatch) remaining.splice(0, expected.length);
    return isMatch;
  };
  if (!skip("create", "extension")) return undefined;
  const isOptional = skip("if", "not", "exists");
  const name = remaining.shift();
  if (name === undefined) return undefined;
  let schema: string | undefined;
  let cascades = false;
  skip("with");
  while (remaining.length > 0) {
    if (skip("schema")) schema = unquoted(remaining.shift() ?? "");
    else if (skip("version")) remaining.shift();
    else if (skip("cascade")) cascades = true;
    else return undefined;
  }
  return { name: unquoted(name), schema, isOptional, cascades };
}

/** Returns the extension that a drop, comment or alter statement refers to. */
function parseExtensionName(tokens: readonly string[]): string | undefined {
  const verbs = /^(drop extension (if exists )?|comment on extension |alter extension )$/;
  for (let count = 2; count <= 4; count++) {
    const verb = `${tokens.slice(0, count).join(" ").toLowerCase()} `;
    const name = tokens[count];
    if (verbs.test(verb) && name !== undefined && name.toLowerCase() !== "if")
      return unquoted(name);
  }
  return undefined;
}

function unquoted(name: string): string {
  return /^["']/.test(name) ? name.slice(1, -1) : name.toLowerCase();
}

/** Returns a message about the project's extensions that are replaced by stand-ins on a server that lacks them. */
export function describeStandIns(files: readonly { readonly sql: string }[]): string[] {
  const statement = /^[ \t]*create\s+extension\s+(?:if\s+not\s+exists\s+)?("[^"]+"|[\w-]+)/gim;
  const createdNames = files.flatMap(({ sql }) =>
    [...sql.matchAll(statement)].map(([, name = ""]) => unquoted(name)),
  );
  const names = [...new Set(createdNames)].filter(isStandIn).sort();
  const namesThatWork = (works: boolean) => names.filter((name) => standIns[name]?.works === works);
  const parts = [
    namesThatWork(true).length > 0 ? `stand-ins that work: ${namesThatWork(true).join(", ")}` : "",
    namesThatWork(false).length > 0
      ? `stand-ins that exist only by name and fail when they are called: ${namesThatWork(false).join(", ")}`
      : "",
  ].filter(Boolean);
  return parts.length > 0 ? [`Extensions (docs/project-folders.md): ${parts.join("; ")}.`] : [];
}
