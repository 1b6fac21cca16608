import { isTable, type Path, type Table, valueAt } from "../document.ts";
import type { Reference, ResolvedDocument } from "./environment.ts";

/** A variable that is not set, and what that means for the project. */
export interface Consequence extends Reference {
  /** The end of the warning's sentence. Undefined if the value simply counts as absent. */
  readonly effect: string | undefined;
}

/** The sections that send messages, and their required keys. */
const services: readonly { readonly section: Path; readonly keys: readonly string[] }[] = [
  { section: ["auth", "email", "smtp"], keys: ["host", "port", "user", "pass", "admin_email"] },
  ...Object.entries({
    twilio: ["account_sid", "message_service_sid", "auth_token"],
    twilio_verify: ["account_sid", "message_service_sid", "auth_token"],
    messagebird: ["originator", "access_key"],
    textlocal: ["sender", "api_key"],
    vonage: ["from", "api_key", "api_secret"],
  }).map(([name, keys]) => ({ section: ["auth", "sms", name], keys })),
];

/**
 * Lets a project start although some variables are only set in production, as the Supabase CLI does. A provider without
 * credentials uses the sandbox, a message service without credentials is ignored, and a captcha without its secret
 * refuses every caller. Modifies the document.
 */
export function tolerateUnsetVariables({ document, unset }: ResolvedDocument): Consequence[] {
  return unset.map((reference) => {
    const { path, variable } = reference;
    const section = path.slice(0, -1);
    const key = String(path.at(-1));
    const table = valueAt(document, section);
    const effect = () => {
      if (isProviderCredential(path, document)) {
        if (isTable(table)) for (const name of ["client_id", "secret"]) delete table[name];
        return "so in development the sandbox plays the provider, and elsewhere it is closed";
      }
      const service = services.find((candidate) => String(candidate.section) === String(section));
      // The section may already have been removed because of another key.
      if (
        service?.keys.includes(key) &&
        (table === undefined || isEnabled(table, service.section))
      ) {
        removePath(document, section);
        return `so [${section.map(String).join(".")}] is left out`;
      }
      if (String(path) === "auth,captcha,secret" && isTable(table) && isEnabled(table, section)) {
        table["secret"] = `env(${variable})`;
        return "so every captcha is refused";
      }
      return undefined;
    };
    return { ...reference, effect: effect() };
  });
}

/**
 * Returns whether the path is a required credential of an enabled provider. Apple and Google need no secret if the
 * application sends their ID tokens.
 */
function isProviderCredential(path: Path, document: Table): boolean {
  const [section, group, provider, key] = path;
  if (section !== "auth" || group !== "external" || path.length !== 4) return false;
  if (!isEnabled(valueAt(document, path.slice(0, -1)), path)) return false;
  return key === "client_id" || (key === "secret" && provider !== "apple" && provider !== "google");
}

/** Returns whether a section is enabled. SMTP is enabled by default, the other sections are not. */
function isEnabled(table: unknown, section: Path): boolean {
  const enabled = isTable(table) ? table["enabled"] : undefined;
  if (enabled === undefined) return section.includes("smtp");
  return enabled === true || enabled === "true";
}

function removePath(document: Table, path: Path): void {
  const parent = valueAt(document, path.slice(0, -1));
  if (isTable(parent)) delete parent[String(path.at(-1))];
}
