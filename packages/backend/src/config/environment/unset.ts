import { isTable, type Path, type Table, valueAt } from "../document.ts";
import type { Reference, Resolved } from "./environment.ts";

/** A variable that is not set, and what that means for the project. */
export interface Consequence extends Reference {
  /** In a sentence whose subject is the key; undefined where the value is simply absent. */
  readonly told: string | undefined;
}

/** The sections that send messages, and the keys that each needs. */
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
 * Lets a project start whose variables are set elsewhere, as the Supabase CLI does: a provider without its
 * credentials is the sandbox's, a service for messages without its own is left out, and a captcha without its
 * secret refuses everybody. Changes the document.
 */
export function withoutCredentials({ document, unset }: Resolved): Consequence[] {
  return unset.map((reference) => {
    const { path, variable } = reference;
    const section = path.slice(0, -1);
    const key = String(path.at(-1));
    const table = valueAt(document, section);
    const told = () => {
      if (isProvidersNeed(path, document)) {
        if (isTable(table)) for (const name of ["client_id", "secret"]) delete table[name];
        return "so in development the sandbox plays the provider, and elsewhere it is closed";
      }
      const service = services.find((known) => String(known.section) === String(section));
      // Removing the section for one key leaves no table for its other keys.
      if (service?.keys.includes(key) && (table === undefined || isOn(table, service.section))) {
        removeAt(document, section);
        return `so [${section.map(String).join(".")}] is left out`;
      }
      if (String(path) === "auth,captcha,secret" && isTable(table) && isOn(table, section)) {
        table["secret"] = `env(${variable})`;
        return "so every captcha is refused";
      }
      return undefined;
    };
    return { ...reference, told: told() };
  });
}

/**
 * True when an enabled provider lacks its credentials. Apple and Google need no secret where an application
 * sends their ID tokens.
 */
function isProvidersNeed(path: Path, document: Table): boolean {
  const [section, group, provider, key] = path;
  if (section !== "auth" || group !== "external" || path.length !== 4) return false;
  if (!isOn(valueAt(document, path.slice(0, -1)), path)) return false;
  return key === "client_id" || (key === "secret" && provider !== "apple" && provider !== "google");
}

/** A section for SMTP is on unless it says otherwise, the others are off. */
function isOn(table: unknown, section: Path): boolean {
  const enabled = isTable(table) ? table["enabled"] : undefined;
  if (enabled === undefined) return section.includes("smtp");
  return enabled === true || enabled === "true";
}

function removeAt(document: Table, path: Path): void {
  const parent = valueAt(document, path.slice(0, -1));
  if (isTable(parent)) delete parent[String(path.at(-1))];
}
