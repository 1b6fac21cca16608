import { formatPath, isTable, type Path, valueAt } from "./document.ts";

/** Keys of the Supabase CLI that have no effect in Portico, with the reason. */
interface IneffectiveKeys {
  readonly section: Path;
  /** Each key with the values that cause no warning, because the CLI writes them into every new file. */
  readonly keys: Readonly<Record<string, readonly unknown[]>>;
  /** Completes the sentence "studio.port has no effect here: …". */
  readonly reason: string;
}

/**
 * Only lists keys that an author would expect to affect the local project. Keys for the CLI itself or the hosted
 * service are in the table of docs/project-folders.md.
 */
const ineffective: readonly IneffectiveKeys[] = [
  {
    section: ["studio"],
    keys: { port: [54323], api_url: ["http://127.0.0.1", "http://localhost"] },
    reason: "Portico serves no Studio.",
  },
  ...[["inbucket"], ["local_smtp"]].map((section) => ({
    section,
    keys: { smtp_port: [], pop3_port: [] },
    reason: "the inbox only offers HTTP.",
  })),
  {
    section: ["analytics"],
    keys: {
      port: [54327],
      vector_port: [54328],
      backend: ["postgres"],
      gcp_project_id: [""],
      gcp_project_number: [""],
      gcp_jwt_path: [""],
    },
    reason: "Portico runs no Logflare. Its log goes to the terminal.",
  },
  {
    section: ["db", "pooler"],
    keys: { enabled: [false] },
    reason: "Portico runs no pooler. Connect to the port of the database.",
  },
  {
    section: ["db"],
    keys: { root_key: [""] },
    reason: "Vault has its own key, which is stored with the data.",
  },
  ...[["db"], ["experimental"]].map((section) => ({
    section,
    keys: { orioledb_version: [""] },
    reason: "the database is PostgreSQL without OrioleDB.",
  })),
  {
    section: ["realtime"],
    keys: { ip_version: ["IPv4"] },
    reason: "the server listens at the address of --host.",
  },
  {
    section: ["realtime"],
    keys: { max_header_length: [4096] },
    reason: "the headers of a request may be up to 80 KiB long.",
  },
  {
    section: ["storage", "image_transformation"],
    keys: { enabled: [true] },
    reason: "images are transformed if the package sharp is installed.",
  },
  {
    section: ["storage", "analytics"],
    keys: { enabled: [false] },
    reason: "Portico has no analytics buckets.",
  },
  {
    section: ["edge_runtime"],
    keys: { policy: ["per_worker"] },
    reason: "the process of a function serves many requests, and restarts after a change.",
  },
  {
    section: ["edge_runtime"],
    keys: { inspector_port: [8083] },
    reason: "functions run without an inspector.",
  },
  {
    section: ["edge_runtime"],
    keys: { deno_version: [2] },
    reason: "functions run with the installed Deno.",
  },
  {
    section: ["experimental"],
    keys: { compute: [false] },
    reason: "Portico runs no compute.",
  },
  {
    section: ["auth", "sms", "twilio_verify"],
    keys: { enabled: [false] },
    reason: "Twilio Verify makes the codes itself. Use another service, or a hook.",
  },
];

/**
 * Returns a message for each section of the file that has no effect. The message continues the sentence that the path
 * begins.
 */
export function warnWithoutEffect(
  document: unknown,
): readonly { readonly path: Path; readonly message: string }[] {
  const warnings = ineffective.flatMap(({ section, keys, reason }) => {
    const key = Object.keys(keys).find((name) => {
      const value = valueAt(document, [...section, name]);
      return (
        value !== undefined &&
        !keys[name]?.some((silentValue) => String(silentValue) === String(value))
      );
    });
    return key === undefined ? [] : [{ path: [...section, key], reason }];
  });
  const compute = valueAt(document, ["compute"]);
  const computeNames = isTable(compute) ? Object.keys(compute) : [];
  return [
    ...warnings,
    ...computeNames.map((name) => ({
      path: ["compute", name],
      reason: "Portico runs no compute.",
    })),
  ].map(({ path, reason }) => ({ path, message: `has no effect here: ${reason}` }));
}

/** The keys that cause a warning, such as `studio.port`. Exported for the documentation's test. */
export const keysWithWarning: readonly string[] = [
  ...ineffective.flatMap(({ section, keys }) =>
    Object.keys(keys).map((key) => formatPath([...section, key])),
  ),
];
