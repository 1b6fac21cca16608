import { createHash } from "node:crypto";
import type { LeakCheck } from "../../config/environment/settings.ts";
import { readText } from "../../http/body/body.ts";
import type { Log } from "../../log/log.ts";
import type { LeakedPasswords } from "../context.ts";
import { failure } from "../errors.ts";

const timeoutMs = 5000;

export function createLeakedPasswords(
  service: LeakCheck | undefined,
  log: Log,
): LeakedPasswords | undefined {
  if (!service) return undefined;
  return {
    has: async (password) => {
      const digits = createHash("sha1").update(password).digest("hex").toUpperCase();
      try {
        const suffixes = await fetchSuffixes(service, digits.slice(0, 5));
        return suffixes.has(digits.slice(5));
      } catch (error) {
        if (service.failClosed) {
          throw failure(
            "Unable to perform password strength check with HaveIBeenPwned.org.",
            error,
          );
        }
        log.error({ err: error }, "could not check whether a password has leaked");
        return false;
      }
    },
  };
}

async function fetchSuffixes({ url, userAgent }: LeakCheck, prefix: string): Promise<Set<string>> {
  const response = await fetch(url + prefix, {
    // Requests padding: without it, the length of the response would reveal the requested prefix.
    headers: { "user-agent": userAgent, "add-padding": "true" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`The service responded with status ${response.status}.`);
  const suffixes = (await readText(response))
    .split("\n")
    .map((line) => /^([0-9A-F]{35}):0*[1-9]\d*\s*$/.exec(line)?.[1])
    .filter((suffix) => suffix !== undefined);
  return new Set(suffixes);
}
