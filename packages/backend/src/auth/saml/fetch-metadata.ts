import type { AuthContext } from "../context.ts";
import { requirePublicUrl } from "../custom-providers/public-url.ts";
import { badRequest } from "../errors.ts";
import { outgoingFetch } from "../providers/configured-providers.ts";

const timeoutMs = 10_000;

/** Leaves room for the metadata of a federation with hundreds of providers, which can be several megabytes long. */
const maxBytes = 4 << 20;

/**
 * Fetches an identity provider's metadata. A request to the sandbox stays within the process.
 *
 * @throws {AuthError} 400 if it cannot be fetched
 */
export async function fetchMetadata(context: AuthContext, url: string): Promise<string> {
  if (!isSandboxUrl(context, url)) await requirePublicUrl(url);
  const failed = (reason: string, cause?: unknown) =>
    Object.assign(
      badRequest(
        "saml_metadata_fetch_failed",
        `${reason} fetching SAML Metadata from URL '${url}'`,
      ),
      { cause },
    );
  let response: Response;
  try {
    response = await outgoingFetch(context)(url, {
      headers: { accept: "application/xml;charset=UTF-8", "user-agent": "portico" },
      // Refuse redirects, because only the original URL was checked for internal addresses.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw failed("No response while", error);
  }
  if (response.status !== 200) throw failed(`HTTP ${response.status} error`);
  const decoder = new TextDecoder();
  let [size, text] = [0, ""];
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw failed("Too much data while");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns whether a URL belongs to the sandbox, which is on this machine and has no certificate. */
export function isSandboxUrl({ sandbox }: AuthContext, url: string): boolean {
  return sandbox !== undefined && url.startsWith(`${sandbox.origin}/sandbox/`);
}
