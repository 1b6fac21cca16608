import type { Caller } from "../http/caller/caller.ts";
import type { S3Access } from "./context.ts";
import { invalidAccessKey } from "./errors.ts";
import type { RawRequest } from "./signature/canonical.ts";
import type { ChunkSigning } from "./signature/chunks.ts";
import { readClaimedSignature } from "./signature/claimed-signature.ts";
import { verifySignature } from "./signature/verification.ts";

const serviceCaller: Caller = { role: "service_role", claims: { role: "service_role" } };

/**
 * Identifies the caller of a request by its signature. An access key bypasses row-level security. With a session token,
 * the request is signed with the project's public key, and the token names the caller.
 *
 * @throws {StorageError}
 */
export async function identifyCaller(
  request: RawRequest,
  access: S3Access,
): Promise<{ readonly caller: Caller; readonly signing: ChunkSigning }> {
  const claimedSignature = readClaimedSignature(request);
  const { sessionToken, accessKey } = claimedSignature;
  if (sessionToken !== undefined) {
    const key = verifySignature(request, claimedSignature, access.publicSecrets);
    return { caller: await access.callerOf(sessionToken), signing: { claimedSignature, key } };
  }
  const secret = access.secretOf(accessKey);
  if (secret === undefined) throw invalidAccessKey(access.hintFor(accessKey));
  return {
    caller: serviceCaller,
    signing: { claimedSignature, key: verifySignature(request, claimedSignature, [secret]) },
  };
}
