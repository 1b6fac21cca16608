import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { isAllowedRedirect } from "../auth/request/redirects.ts";
import { findScheduledArchives } from "../backup/names.ts";
import { ConfigError } from "../config/config-error.ts";
import { configFileOf } from "../config/config-file.ts";
import { warnOfExposureByDevServer } from "../config/dev-servers.ts";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { codeKinds, hasCode, type Templates } from "../config/files/templates.ts";
import { loadConfig } from "../config/load.ts";
import { readProject } from "../config/project.ts";
import { type Config, withOrigin } from "../config/sections/schema.ts";
import { doubtful, type Finding, wrong } from "./finding.ts";
import { type ChannelCalls, formatList } from "./realtime/calls.ts";

/**
 * Examines a project folder for problems, both locally and on the hosted service.
 *
 * @param application.page the URL of the page with the forms, if known
 * @param application.calls the calls that open channels, if there is an application
 */
export async function examineProject(
  directory: string,
  {
    env,
    page,
    calls,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly page: string | undefined;
    readonly calls: ChannelCalls | undefined;
  },
): Promise<Finding[]> {
  const folder = onDisk(directory);
  try {
    const loadedConfig = await loadConfig({ folder, env });
    const project = await readProject(folder, loadedConfig.config);
    const config = withOrigin(loadedConfig.config, "http://localhost:54321");
    const file = await configFileOf(folder);
    const exposureWarning = await warnOfExposureByDevServer(resolve(directory, ".portico"));
    const variables = new Set(Object.keys(await readEnvironment(folder, env)));
    return [
      ...[...loadedConfig.warnings, ...project.warnings].map((warning) =>
        doubtful(warning, "Correct or remove that line."),
      ),
      ...(exposureWarning === undefined ? [] : [wrong(exposureWarning, "Do either.")]),
      ...checkRedirects(config, page, file),
      ...checkProviders(config),
      ...checkTemplates(project.templates, config),
      ...checkCaptcha(config, variables),
      ...checkChannels(config, calls?.channels ?? [], file),
      ...(await checkBackups(directory, config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split("\n")
      .map((message) => wrong(message, "The project does not start until this is corrected."));
  }
}

function checkChannels(
  { realtime }: Config,
  locations: readonly string[],
  file: string,
): Finding[] {
  if (realtime.enabled || locations.length === 0) return [];
  return [
    doubtful(
      `No channel can be joined (${formatList(locations)}): [realtime] enabled = false, so /realtime/v1 responds with 404 here.`,
      `Set realtime.enabled = true in ${file}, or remove the line.`,
    ),
  ];
}

/** Reports missing or overdue backups. The reason is in the server's log. */
async function checkBackups(directory: string, { portico }: Config): Promise<Finding[]> {
  if (!portico.backup) return [];
  const { directory: folder, every } = portico.backup;
  const names = await readdir(resolve(directory, "supabase", folder)).catch(() => []);
  const lastBackupAt = findScheduledArchives(names).at(-1)?.date;
  const fix = "See the log of portico start for the reason, or make a backup: portico backup";
  if (!lastBackupAt) return [doubtful(`No backup of [portico.backup] is in ${folder}.`, fix)];
  if (Date.now() - lastBackupAt.getTime() < 2 * every * 1000) return [];
  const subject = `The last backup of [portico.backup] was made at ${lastBackupAt.toISOString()}`;
  return [wrong(`${subject}, but they are due more often.`, fix)];
}

function checkRedirects(config: Config, page: string | undefined, file: string): Finding[] {
  if (page === undefined || isAllowedRedirect(config, page)) return [];
  const { site_url, additional_redirect_urls } = config.auth;
  const list = additional_redirect_urls.map((url) => JSON.stringify(url)).join(", ");
  return [
    wrong(
      `Links in messages and social providers do not come back to ${page}: it is neither below ` +
        `auth.site_url (${site_url}) nor among auth.additional_redirect_urls (${list || "none"}), so ` +
        "they lead to the site instead.",
      `Add "${new URL(page).origin}/**" to auth.additional_redirect_urls in ${file}.`,
    ),
  ];
}

function checkProviders(config: Config): Finding[] {
  return Object.entries(config.auth.external)
    .filter(([, provider]) => provider.enabled)
    .flatMap(([name, provider]) => {
      if (!provider.client_id) {
        return [
          doubtful(
            `"Sign in with ${name}" goes to the sandbox: auth.external.${name} has no client_id. The ` +
              "hosted service refuses it, and so does a backend that other machines can reach.",
            `Register an application with ${name} and set client_id and secret (docs/social-login.md).`,
          ),
        ];
      }
      return provider.secret || name === "apple"
        ? []
        : [
            wrong(
              `${name} refuses to exchange its code: auth.external.${name} has a client_id and no secret.`,
              `Set secret = "env(SUPABASE_AUTH_EXTERNAL_${name.toUpperCase()}_SECRET)", and the variable.`,
            ),
          ];
    });
}

/** The template variables that result in a link. A code needs `.Token`. */
const linkVariables = [".ConfirmationURL", ".TokenHash"];

function checkTemplates(checkTemplates: Templates, config: Config): Finding[] {
  const length = config.auth.email.otp_length;
  return Object.entries(checkTemplates).flatMap(([kind, template]) => {
    if (!template?.html) return [];
    const hasLink = linkVariables.some((variable) => template.html?.includes(variable));
    const key = `auth.email.template.${kind}`;
    if (!hasCode(template) && !hasLink) {
      return [
        wrong(
          `The message of ${key} contains neither a link nor a code, so users cannot continue.`,
          "Put {{ .ConfirmationURL }} or {{ .Token }} into it.",
        ),
      ];
    }
    if (!hasCode(template) && codeKinds.some((item) => item === kind)) {
      return [
        doubtful(
          `The message of ${key} contains no code, so users have nothing to enter when a form asks for ${length} digits.`,
          "Put {{ .Token }} into it.",
        ),
      ];
    }
    return [];
  });
}

function checkCaptcha(config: Config, variables: ReadonlySet<string>): Finding[] {
  const { captcha } = config.auth;
  if (!captcha?.enabled) return [];
  const hasSiteKey = [...variables].some((name) =>
    /CAPTCHA.*SITE|SITE.*KEY|TURNSTILE|HCAPTCHA/i.test(name),
  );
  if (hasSiteKey) return [];
  return [
    doubtful(
      `Every form is refused with captcha_failed unless it sends a token: auth.captcha is on (${captcha.provider}), ` +
        "and no environment variable looks like the site key that a page needs to show the captcha.",
      "Put captcha() of @portico/react/plugins into <Auth plugins>, or set auth.captcha.enabled = false.",
    ),
  ];
}
