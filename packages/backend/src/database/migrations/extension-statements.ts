import { creationOf, isPreinstalled, isStandIn, standIns } from "../extensions.ts";
import type { Database } from "../port.ts";
import { tokensOf } from "./tokens.ts";

interface Creation {
  readonly name: string;
  readonly schema: string | undefined;
  readonly isOptional: boolean;
  readonly cascades: boolean;
}

/**
 * A statement about an extension as this database can take it. A version other than the one that there is
 * would be refused, and so would a second creation of what the hosted service does not have from the start.
 * A PostgreSQL server that lacks an extension gets its stand-in as plain SQL.
 */
export async function adaptExtension(
  text: string,
  { engine }: Pick<Database, "engine">,
): Promise<string> {
  const words = [...tokensOf(text)].map(({ from, to }) => text.slice(from, to));
  const created = readCreation(words);
  if (created) {
    const { name, cascades } = created;
    const always = standIns[name]?.schema;
    const schema = always ?? created.schema;
    if (engine === "postgres" && isStandIn(name)) return creationOf(name, schema ?? "public");
    return [
      `create extension ${isPreinstalled(name) || created.isOptional ? "if not exists " : ""}"${name}"`,
      // One with a schema of its own makes it, where the statement does not name it.
      ...(schema === undefined || always !== undefined ? [] : [`with schema "${schema}"`]),
      ...(cascades ? ["cascade"] : []),
    ].join(" ");
  }
  const named = nameIn(words);
  if (engine === "postgres" && named !== undefined && isStandIn(named)) {
    return `do $portico$ begin
      if exists (select from pg_extension where extname = '${named.replaceAll("'", "''")}') then
        execute $portico_statement$${text}$portico_statement$;
      end if;
    end $portico$`;
  }
  return text;
}

/** Undefined for what is no `create extension` that PostgreSQL would take. */
function readCreation(words: readonly string[]): Creation | undefined {
  const rest = [...words];
  const skip = (...expected: readonly string[]) => {
    const isThere = expected.every((word, index) => rest[index]?.toLowerCase() === word);
    if (isThere) rest.splice(0, expected.length);
    return isThere;
  };
  if (!skip("create", "extension")) return undefined;
  const isOptional = skip("if", "not", "exists");
  const name = rest.shift();
  if (name === undefined) return undefined;
  let schema: string | undefined;
  let cascades = false;
  skip("with");
  while (rest.length > 0) {
    if (skip("schema")) schema = unquoted(rest.shift() ?? "");
    else if (skip("version")) rest.shift();
    else if (skip("cascade")) cascades = true;
    else return undefined;
  }
  return { name: unquoted(name), schema, isOptional, cascades };
}

/** The extension that another statement is about. */
function nameIn(words: readonly string[]): string | undefined {
  const verbs = /^(drop extension (if exists )?|comment on extension |alter extension )$/;
  for (let count = 2; count <= 4; count++) {
    const verb = `${words.slice(0, count).join(" ").toLowerCase()} `;
    const name = words[count];
    if (verbs.test(verb) && name !== undefined && name.toLowerCase() !== "if")
      return unquoted(name);
  }
  return undefined;
}

function unquoted(name: string): string {
  return /^["']/.test(name) ? name.slice(1, -1) : name.toLowerCase();
}

/** Says which extensions that files of a project create are stand-ins, where the server lacks them. */
export function toldStandIns(files: readonly { readonly sql: string }[]): string[] {
  const statement = /^[ \t]*create\s+extension\s+(?:if\s+not\s+exists\s+)?("[^"]+"|[\w-]+)/gim;
  const created = files.flatMap(({ sql }) =>
    [...sql.matchAll(statement)].map(([, name = ""]) => unquoted(name)),
  );
  const names = [...new Set(created)].filter(isStandIn).sort();
  const those = (works: boolean) => names.filter((name) => standIns[name]?.works === works);
  const parts = [
    those(true).length > 0 ? `stand-ins that work: ${those(true).join(", ")}` : "",
    those(false).length > 0 ? `only named, a call says so: ${those(false).join(", ")}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? [`Extensions (docs/project-folders.md): ${parts.join("; ")}.`] : [];
}
