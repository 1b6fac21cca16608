import type { z } from "zod";
import { flag, optionalText, requireKeys, secret, table } from "./setting.ts";

// The format of webhook secrets that the Supabase CLI requires.
const webhookSecret = /^v1,whsec_[A-Za-z0-9+/=]{32,88}$/;

/** The hosts for which the reference allows http. */
const localHosts: ReadonlySet<string> = new Set([
  "localhost",
  "127.0.0.1",
  "[::1]",
  "host.docker.internal",
]);

/** Matches `/<schema>/<function>`. */
const functionPath = /^\/[^/]+\/[^/]+$/;

function validateHook(
  hook: { enabled: boolean; uri?: string | undefined; secrets?: string | undefined },
  context: z.core.$RefinementCtx,
) {
  const addIssue = (key: "uri" | "secrets", message: string) =>
    context.addIssue({ code: "custom", path: [key], message });
  if (!hook.enabled || hook.uri === undefined) return;
  const url = URL.canParse(hook.uri) ? new URL(hook.uri) : undefined;
  switch (url?.protocol) {
    case "http:":
      if (!localHosts.has(url.hostname)) {
        addIssue("uri", "must start with https://; http:// is for a hook on this machine");
        return;
      }
      break;
    case "https:":
      break;
    case "pg-functions:":
      if (hook.secrets !== undefined) {
        addIssue("secrets", "has no use for a hook that is a PostgreSQL function; remove it");
      }
      if (!functionPath.test(url.pathname)) {
        addIssue(
          "uri",
          "must name a schema and a function: pg-functions://postgres/public/my_hook",
        );
      }
      return;
    default:
      addIssue("uri", "must start with http://, https:// or pg-functions://");
      return;
  }
  if (hook.secrets === undefined) {
    addIssue("secrets", "is missing, and is needed for a hook called over HTTP");
  } else if (!hook.secrets.split("|").every((part) => webhookSecret.test(part))) {
    addIssue(
      "secrets",
      'must be "v1,whsec_" and 32 to 88 characters of base64, several joined by "|"',
    );
  }
}

const hook = () =>
  table({ enabled: flag().default(false), uri: optionalText(), secrets: secret() })
    .superRefine(validateHook)
    .transform(requireKeys("uri"))
    .optional();

/** `[auth.hook.*]` */
export const hooks = table({
  mfa_verification_attempt: hook(),
  password_verification_attempt: hook(),
  custom_access_token: hook(),
  send_sms: hook(),
  send_email: hook(),
  before_user_created: hook(),
});
