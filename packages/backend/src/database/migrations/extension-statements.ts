import { creationOf, isPreinstalled, isStandIn, standIns } from "../extensions.ts";
import type { Database } from "../port.ts";

const word = String.raw`(?:"[^"]+"|'[^']+'|[\w.-]+)`;
const creation = new RegExp(
  String.raw`^create\s+extension\s+(?:if\s+not\s+exists\s+)?(?<name>${word})(?:\s+with)?` +
    String.raw`(?:\s+schema\s+(?<schema>${word})|\s+version\s+${word}|\s+(?<cascade>cascade))*\s*$`,
  "i",
);
const other = new RegExp(
  String.raw`^(?:drop\s+extension\s+(?:if\s+exists\s+)?|comment\s+on\s+extension\s+|alter\s+extension\s+)(?<name>${word})\s*(?<rest>[^]*)$`,
  "i",
);

/**
 * A statement about an extension as this database can take it. A version other than the one that there is
 * would be refused, and so would a second creation of what the hosted service does not have from the start.
 * A PostgreSQL server that lacks an extension gets its stand-in as plain SQL.
 */
export async function adaptExtension(
  text: string,
  { engine }: Pick<Database, "engine">,
): Promise<string> {
  const created = creation.exec(text)?.groups;
  if (created) {
    const name = unquoted(created["name"] ?? "");
    const schema = created["schema"];
    if (engine === "postgres" && isStandIn(name)) {
      return creationOf(name, schema ? unquoted(schema) : "public");
    }
    const isOptional = isPreinstalled(name) || /\sif\s+not\s+exists\s/i.test(text);
    return [
      `create extension ${isOptional ? "if not exists " : ""}"${name}"`,
      schema ? `with schema "${unquoted(schema)}"` : "",
      created["cascade"] ?? "",
    ].join(" ");
  }
  const named = other.exec(text)?.groups?.["name"];
  if (engine === "postgres" && named !== undefined && isStandIn(unquoted(named))) {
    const name = unquoted(named).replaceAll("'", "''");
    return `do $portico$ begin
      if exists (select from pg_extension where extname = '${name}') then
        execute $portico_statement$${text}$portico_statement$;
      end if;
    end $portico$`;
  }
  return text;
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
