import type { RunningServer } from "../server/server.ts";

/** The options that determine which lines are printed. */
export interface GreetingOptions {
  readonly hasSite: boolean;
  /** Whether the command has the option `--secret-key`. */
  readonly wantsSecretKey: boolean;
  readonly hasClassicKeys: boolean;
  readonly hasS3Keys: boolean;
  /** Whether a person sees the output. Otherwise it may be stored in a log, so it must not contain secrets. */
  readonly isInteractive: boolean;
  /** The number of workers, if there are several. */
  readonly workers: number | undefined;
}

/** Lists the enabled and the disabled parts of the API. */
function describeServices(config: RunningServer["config"]): string {
  const { auth, api, storage, edge_runtime: functions, realtime } = config;
  const rows: readonly [name: string, isEnabled: boolean][] = [
    ["auth", auth.enabled],
    ["data", api.enabled],
    ["files", storage.enabled],
    ["functions", functions.enabled],
    ["realtime", realtime.enabled],
  ];
  const list = new Intl.ListFormat("en-US");
  const enabledNames = rows.filter(([, isEnabled]) => isEnabled).map(([name]) => name);
  const disabledNames = rows.filter(([, isEnabled]) => !isEnabled).map(([name]) => name);
  const disabledNote =
    disabledNames.length > 0 ? `; off in config.toml: ${list.format(disabledNames)}` : "";
  return `${enabledNames.length > 0 ? list.format(enabledNames) : "nothing"}; no GraphQL${disabledNote}`;
}

/** The last line of a server's output when it runs in the foreground. */
export const stopAdvice = "Press Ctrl-C to stop.\n";

/** Returns the text that is printed when the server is ready. */
export function formatGreeting(
  server: RunningServer,
  { hasSite, wantsSecretKey, hasClassicKeys, hasS3Keys, isInteractive, workers }: GreetingOptions,
): string {
  const { s3Keys } = server;
  const { origin, keys, config, hasInbox, inboxOrigin, deskUrl, databaseUrl, filesLocation } =
    server;
  const sendsMail = config.auth.email.smtp?.enabled === true;
  const rows: readonly [name: string, value: string, isVisible: boolean][] = [
    ["Page", origin, hasSite],
    [
      "Desk",
      wantsSecretKey || isInteractive || !deskUrl?.includes("#key=")
        ? (deskUrl ?? "")
        : "run `portico status` for its link",
      deskUrl !== undefined,
    ],
    ["Inbox", `${origin}/inbox`, hasInbox],
    ["Mailpit API", inboxOrigin ?? "", inboxOrigin !== undefined],
    ["API", origin, true],
    ["", describeServices(config), true],
    ["Workers", String(workers), workers !== undefined],
    ["Monitoring", `${server.monitoringOrigin}/metrics`, server.monitoringOrigin !== undefined],
    ["Database", databaseUrl ?? "", databaseUrl !== undefined],
    ["Files", filesLocation ?? "", filesLocation !== undefined && config.storage.enabled],
    ["Publishable key", keys.publishable, true],
    [
      "Secret key",
      wantsSecretKey || isInteractive ? keys.secret : "hidden; use --secret-key to print it",
      true,
    ],
    ["anon key", keys.anon, hasClassicKeys],
    ["service_role key", keys.serviceRole, hasClassicKeys],
    ["S3", `${origin}/storage/v1/s3`, hasS3Keys && s3Keys !== undefined],
    ["S3 access key", s3Keys?.accessKey ?? "", hasS3Keys && s3Keys !== undefined],
    ["S3 secret", s3Keys?.secret ?? "", hasS3Keys && s3Keys !== undefined],
  ];
  const lines = rows.filter(([, , isVisible]) => isVisible);
  const width = Math.max(...lines.map(([name]) => name.length)) + 3;
  const nextStep = hasSite
    ? `Next: open ${origin} and sign up.`
    : `Next: call createClient("${origin}", "${keys.publishable}") in your application.`;
  const mailNote =
    hasInbox && !sendsMail ? ` Emails and text messages arrive at ${origin}/inbox.` : "";
  return `
Portico is ready.

${lines.map(([name, value]) => `  ${name.padEnd(width)}${value}\n`).join("")}
${server.development.map((message) => `${message}\n`).join("")}${nextStep}${mailNote}
`;
}
