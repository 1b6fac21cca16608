import type { RunningServer } from "../server/server.ts";

/** The lines that the person who starts the server asks for. */
export interface Shown {
  readonly hasSite: boolean;
  /** Asked for, or not in production. */
  readonly wantsSecretKey: boolean;
  readonly hasClassicKeys: boolean;
  readonly hasS3Keys: boolean;
  /** False where a log may keep what is told. */
  readonly isWatched: boolean;
  /** How many processes answer, where there are several. */
  readonly workers: number | undefined;
}

/** The parts of the API that are on, and those that are not. */
function servicesOf({ auth, api, storage, realtime }: RunningServer["config"]): string {
  const all: readonly [name: string, isOn: boolean][] = [
    ["auth", auth.enabled],
    ["data", api.enabled],
    ["files", storage.enabled],
    ["functions", true],
    ["realtime", realtime.enabled],
  ];
  const list = new Intl.ListFormat("en-US");
  const on = all.filter(([, isOn]) => isOn).map(([name]) => name);
  const off = all.filter(([, isOn]) => !isOn).map(([name]) => name);
  const absent = off.length > 0 ? `; off in config.toml: ${list.format(off)}` : "";
  return `${on.length > 0 ? list.format(on) : "nothing"}; no GraphQL${absent}`;
}

/** All that the person who starts the server has to know of it. */
export function greeting(
  server: RunningServer,
  { hasSite, wantsSecretKey, hasClassicKeys, hasS3Keys, isWatched, workers }: Shown,
): string {
  const { s3Keys } = server;
  const { origin, keys, config, hasInbox, inboxOrigin, databaseUrl, filesPlace } = server;
  const sendsMail = config.auth.email.smtp?.enabled === true;
  const all: readonly [name: string, value: string, isShown: boolean][] = [
    ["Page", origin, hasSite],
    ["Inbox", `${origin}/inbox`, hasInbox],
    ["Mailpit API", inboxOrigin ?? "", inboxOrigin !== undefined],
    ["API", origin, true],
    ["", servicesOf(config), true],
    ["Workers", String(workers), workers !== undefined],
    ["Monitoring", `${server.monitoringOrigin}/metrics`, server.monitoringOrigin !== undefined],
    ["Database", databaseUrl ?? "", databaseUrl !== undefined],
    ["Files", filesPlace ?? "", filesPlace !== undefined && config.storage.enabled],
    ["Publishable key", keys.publishable, true],
    [
      "Secret key",
      wantsSecretKey || isWatched ? keys.secret : "hidden; use --secret-key to print it",
      true,
    ],
    ["anon key", keys.anon, hasClassicKeys],
    ["service_role key", keys.serviceRole, hasClassicKeys],
    ["S3", `${origin}/storage/v1/s3`, hasS3Keys && s3Keys !== undefined],
    ["S3 access key", s3Keys?.accessKey ?? "", hasS3Keys && s3Keys !== undefined],
    ["S3 secret", s3Keys?.secret ?? "", hasS3Keys && s3Keys !== undefined],
  ];
  const lines = all.filter(([, , isShown]) => isShown);
  const width = Math.max(...lines.map(([name]) => name.length)) + 3;
  const next = hasSite
    ? `Next: open ${origin} and sign up.`
    : `Next: call createClient("${origin}", "${keys.publishable}") in your application.`;
  const mail = hasInbox && !sendsMail ? ` Emails and text messages arrive at ${origin}/inbox.` : "";
  return `
Portico is ready.

${lines.map(([name, value]) => `  ${name.padEnd(width)}${value}\n`).join("")}
${server.development.map((sentence) => `${sentence}\n`).join("")}${next}${mail}
Press Ctrl-C to stop.
`;
}
