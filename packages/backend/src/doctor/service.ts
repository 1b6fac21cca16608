import { z } from "zod";
import { doubtful, type Finding, wrong } from "./finding.ts";
import type { ChannelCalls } from "./realtime/calls.ts";
import { examineSocket } from "./realtime/socket.ts";

/** With more clock skew, tokens are refused because they are issued in the future, or are renewed too late. */
const maxSkewSeconds = 30;

const settingsSchema = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
});

/**
 * Calls a running backend, on the hosted service or Portico, and checks its response, the key and the clock.
 *
 * @param url the URL of the project, such as `https://xyz.supabase.co`
 * @param options.calls the calls of the application, if it is known
 */
export async function examineService(
  url: string,
  { key, calls }: { readonly key: string | undefined; readonly calls: ChannelCalls | undefined },
): Promise<Finding[]> {
  const requestedAt = Date.now();
  const response = await fetchOrError(`${url}/auth/v1/settings`, key ? { apikey: key } : {});
  if (response instanceof Error) {
    return [
      wrong(
        `${url} does not respond (${errorReason(response)}): every form reports that the server cannot be reached.`,
        "Start the server (portico start), or correct the address with which the application was built.",
      ),
    ];
  }
  if (response.status === 401) {
    return [
      wrong(
        `${url} refuses the API key: every call ends with 401.`,
        "Use the publishable key that portico start prints, or the one in the project's settings.",
      ),
    ];
  }
  if (!response.ok) {
    return [
      wrong(
        `${url}/auth/v1/settings responds with ${response.status}: this is not Supabase Auth.`,
        "Use the address of the project without a path.",
      ),
    ];
  }
  // Test the socket only with a key: without one, the server refuses every socket, which says nothing about proxies.
  return [
    ...checkClock(response, requestedAt),
    ...(await checkSettings(response)),
    ...(key === undefined ? [] : await examineSocket(url, key, calls)),
  ];
}

function checkClock(response: Response, requestedAt: number): Finding[] {
  const serverTime = Date.parse(response.headers.get("date") ?? "");
  const skewSeconds = Math.round((serverTime - (requestedAt + Date.now()) / 2) / 1000);
  if (Number.isNaN(serverTime) || Math.abs(skewSeconds) <= maxSkewSeconds) return [];
  const direction = skewSeconds > 0 ? "behind" : "ahead of";
  return [
    wrong(
      `This machine's clock is ${Math.abs(skewSeconds)} seconds ${direction} the server's: sessions seem to have ` +
        "ended before they began, or are never renewed.",
      "Set the clock (timedatectl set-ntp true; on Windows: w32tm /resync).",
    ),
  ];
}

async function checkSettings(response: Response): Promise<Finding[]> {
  const settingsResult = settingsSchema.safeParse(await response.json().catch(() => undefined));
  if (!settingsResult.success) return [];
  const { external, disable_signup: isSignupDisabled } = settingsResult.data;
  const methods = Object.entries(external).filter(([, isEnabled]) => isEnabled);
  return [
    ...(methods.length === 0
      ? [
          wrong(
            "No user can sign in: e-mail, phone and every provider are disabled.",
            "Enable one, such as auth.email.enabled.",
          ),
        ]
      : []),
    ...(isSignupDisabled
      ? [
          doubtful(
            "Sign-up is disabled: users without an account are refused with signup_disabled.",
            'Hide the link to it (<Auth settings="auto"> of @portico/react/plugins), or set auth.enable_signup = true.',
          ),
        ]
      : []),
  ];
}

export async function fetchOrError(
  url: string,
  headers: Record<string, string> = {},
): Promise<Response | Error> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function errorReason(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
