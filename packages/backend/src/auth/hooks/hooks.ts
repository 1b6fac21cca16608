import { randomUUID } from "node:crypto";
import type { Config } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import type { HookName, HookResponse, Hooks } from "../context.ts";
import { AuthError, failure } from "../errors.ts";
import { currentCallerAddress } from "./caller-address.ts";
import { callHttpHook, type HttpTimeouts } from "./http-hook.ts";
import { callPostgresHook } from "./postgres-hook.ts";
import { throwHookRefusal } from "./refusal.ts";

/** The name of each hook in the body of its requests (supabase/auth, `internal/hooks/v0hooks`). */
const requestNames: Record<HookName, string> = {
  mfa_verification_attempt: "mfa-verification",
  password_verification_attempt: "password-verification",
  custom_access_token: "customize-access-token",
  send_sms: "send-sms",
  send_email: "send-email",
  before_user_created: "before-user-created",
};

export interface HooksOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly timeouts?: HttpTimeouts;
  /** Maps a configured URI to the URL to call. */
  readonly urlFor?: (uri: string) => string;
}

export function createHooks({
  config,
  database,
  log,
  timeouts,
  urlFor = (uri) => uri,
}: HooksOptions): Hooks {
  const hooks = config.auth.hook;
  const uriOf = (name: HookName) => (hooks[name]?.enabled ? hooks[name].uri : undefined);

  async function callUri(uri: string, name: HookName, input: object): Promise<string | undefined> {
    const body = JSON.stringify(input);
    if (new URL(uri).protocol === "pg-functions:") return callPostgresHook(database, uri, body);
    const secrets = hooks[name]?.secrets?.split("|").filter(Boolean) ?? [];
    return callHttpHook({ url: urlFor(uri), secrets, body }, timeouts);
  }

  return {
    isAnyEnabled: Object.values(hooks).some((hook) => hook?.enabled),
    isEnabled: (name) => uriOf(name) !== undefined,
    call: async (name, input) => {
      const uri = uriOf(name);
      if (uri === undefined) return {};
      const address = currentCallerAddress();
      const metadata = {
        uuid: randomUUID(),
        time: new Date(),
        name: requestNames[name],
        ...(address ? { ip_address: address } : {}),
      };
      try {
        const text = await callUri(uri, name, { metadata, ...input });
        return text === undefined ? {} : parseResponse(text);
      } catch (error) {
        if (!(error instanceof AuthError)) throw failure(`Error running hook URI: ${uri}`, error);
        // The error handler logs errors of 500 and above, and a hook's own refusals are expected.
        const isHookRefusal = error.code === "unknown";
        if (error.status < 500 && !isHookRefusal)
          log.error({ err: error }, `the hook ${name} failed`);
        throw error;
      }
    },
  };
}

function parseResponse(text: string): HookResponse {
  const response = parseJson(text);
  throwHookRefusal(response);
  if (response === null) return {};
  if (!isHookResponse(response)) throw unreadableResponse();
  return response;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadableResponse(error);
  }
}

function isHookResponse(value: unknown): value is HookResponse {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the error for a response that is not valid for this kind of hook. */
export const unreadableResponse = (cause?: unknown) =>
  failure("Error unmarshaling JSON output.", cause);
