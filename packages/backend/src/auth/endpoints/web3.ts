import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { badRequest, OAuthError, unprocessable } from "../errors.ts";
import { captchaParams, requireCaptcha } from "../guards/captcha.ts";
import { takeToken } from "../limits/token-bucket.ts";
import {
  callHookForNewUser,
  refuseUnverified,
  runSignInTransaction,
  signInWithProfile,
} from "../provider-sign-in/sign-in.ts";
import { completeProfile } from "../providers/profile.ts";
import { device, readParams, redirectCandidates, text } from "../request/parameters.ts";
import { isAllowedRedirect, redirectTarget } from "../request/redirects.ts";
import { openSession } from "../sessions/open-session.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import {
  type Chain,
  InvalidWalletMessage,
  parseWalletMessage,
  type WalletMessage,
} from "../web3/message.ts";
import { hasEthereumSignature, hasSolanaSignature } from "../web3/signature.ts";

const paramsSchema = z.object({
  chain: text(),
  message: text(),
  signature: text(),
  ...captchaParams,
});

/** How far a message's issue time may be in the past or in the future, as in the reference. */
const maxValidityMs = 10 * 60 * 1000;

/** The reference counts the bytes of a message. */
const messageBytes = { min: 64, max: 20 * 1024 };

/**
 * `POST /token?grant_type=web3`: exchanges a message that a wallet has signed for a session (supabase/auth,
 * `internal/api/web3.go`).
 */
export async function signInWithWeb3(context: AuthContext, c: Context): Promise<Response> {
  const { ethereum, solana } = context.config.auth.web3;
  if (!ethereum.enabled && !solana.enabled) throw disabled("Web3 provider is disabled");
  const params = await readParams(c, paramsSchema);
  await requireCaptcha(context, c, params);
  const chain = readChain(params.chain);
  if (!context.config.auth.web3[chain].enabled) {
    throw disabled(`${titles[chain]} Web3 provider is disabled`);
  }
  const message = await verifyMessage(chain, params);
  refuseForeignUri(context, chain, message);
  checkTimes(chain, message);
  await refuseUsedMessage(context, chain, params.message);

  const { address, domain } = message;
  const subject = `web3:${chain}:${accountAddress(chain, address)}`;
  const custom_claims = {
    address,
    chain,
    network: message.chainId,
    domain,
    statement: message.statement ?? (chain === "solana" ? "" : null),
  };
  const signIn = {
    provider: { name: "web3", emailOptional: true },
    profile: completeProfile(subject, { emails: [], claims: { sub: subject, custom_claims } }),
    redirectTo: redirectTarget(context.config, ...redirectCandidates(c)),
    address: device(c).address,
    traits: { chain, network: message.chainId, address, domain, uri: message.uri.href },
  };
  await callHookForNewUser(context, signIn);
  const outcome = await runSignInTransaction(context, async (connection) => {
    const result = await signInWithProfile(context, connection, signIn);
    if (result.kind === "unverified") return result;
    const { user } = result;
    const grant = await openSession(context, connection, {
      user,
      method: "web3",
      device: device(c),
    });
    return { kind: "session" as const, grant };
  });
  if (outcome.kind === "unverified") return refuseUnverified(context, outcome);
  return c.json(await tokenResponse(context, outcome.grant));
}

const titles: Readonly<Record<Chain, string>> = { ethereum: "Ethereum", solana: "Solana" };

const disabled = (message: string) => unprocessable("web3_provider_disabled", message);
const invalid = (message: string) => badRequest("validation_failed", message);
const refused = (message: string) => new OAuthError("invalid_grant", message);

function readChain(chain: string): Chain {
  if (chain === "ethereum" || chain === "solana") return chain;
  throw badRequest("web3_unsupported_chain", "Unsupported chain");
}

/** Returns an address as the account's identity stores it. Ethereum addresses are case-insensitive. */
function accountAddress(chain: Chain, address: string): string {
  return chain === "ethereum" ? address.toLowerCase() : address;
}

/** Parses the message and verifies that the owner of its address has signed it. */
async function verifyMessage(
  chain: Chain,
  { message: signedText, signature }: z.output<typeof paramsSchema>,
): Promise<WalletMessage> {
  const length = Buffer.byteLength(signedText);
  if (length < messageBytes.min) throw invalid("message is too short");
  if (length > messageBytes.max) throw invalid("message must not exceed 20KB");
  const signatureBytes = chain === "solana" ? readBase64Signature(signature) : undefined;
  if (chain === "ethereum" && signature.replace(/^0x/, "").length !== 130) {
    throw invalid(
      "signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string",
    );
  }
  const message = parseMessage(chain, signedText);
  const isSigned = signatureBytes
    ? await hasSolanaSignature(signedText, signatureBytes, message)
    : await hasEthereumSignature(signedText, signature, message.address);
  if (!isSigned) throw refused("Signature does not match address in message");
  return message;
}

function readBase64Signature(signature: string): Uint8Array {
  if (signature.length !== 86 && signature.length !== 88) {
    throw invalid("signature must be 64 bytes encoded as base64 with or without padding");
  }
  const bytes = Buffer.from(signature, "base64");
  if (!/^[\w+/-]+=*$/.test(signature) || bytes.length !== 64) {
    throw invalid("signature does not contain valid base64 characters");
  }
  return bytes;
}

function parseMessage(chain: Chain, signedText: string): WalletMessage {
  try {
    return parseWalletMessage(chain, signedText);
  } catch (error) {
    throw error instanceof InvalidWalletMessage ? invalid(error.message) : error;
  }
}

/** Refuses a message that was signed for another application, because that application may have forwarded it. */
function refuseForeignUri(
  { config }: AuthContext,
  chain: Chain,
  { uri, domain }: WalletMessage,
): void {
  const prefix = `Signed ${titles[chain]} message is using`;
  const isLocal = uri.hostname === "localhost";
  if (uri.protocol !== "https:" && !isLocal) {
    throw refused(`${prefix} URI which does not use HTTPS`);
  }
  if (!isAllowedRedirect(config, uri.href)) {
    throw refused(
      `${prefix} URI which is not allowed on this server, message was signed for another app`,
    );
  }
  // The page that asks for a signature chooses the URI, and the wallet compares only the domain with the page. The
  // reference accepts any domain together with a local URI, so a stranger's page could obtain such a signature.
  const isOwnDomain =
    uri.host === domain && (isLocal || isAllowedRedirect(config, `https://${domain}/`));
  if (!isOwnDomain) {
    throw refused(
      `${prefix} a Domain that does not match the one in URI which is not allowed on this server`,
    );
  }
}

function checkTimes(chain: Chain, message: WalletMessage): void {
  const title = titles[chain];
  const now = Date.now();
  const { notBeforeMs, expiresAtMs, issuedAtMs } = message;
  if (notBeforeMs !== undefined && now < notBeforeMs) {
    throw refused(`Signed ${title} message becomes valid in the future`);
  }
  // The reference reads an Ethereum message's expiration only if the message also has `Not Before`.
  if (expiresAtMs !== undefined && now > expiresAtMs) {
    throw refused(`Signed ${title} message is expired`);
  }
  if (now > issuedAtMs + maxValidityMs) throw refused(`${title} message was issued too long ago`);
  if (now < issuedAtMs - maxValidityMs) {
    throw refused(`${title} message was issued too far in the future`);
  }
}

/**
 * Refuses a message that has signed in before: an intercepted one would otherwise be valid for minutes. The bucket
 * holds one token, and refills when the message is no longer valid. The reference does not check this.
 */
async function refuseUsedMessage(
  { database }: AuthContext,
  chain: Chain,
  signedText: string,
): Promise<void> {
  const digest = createHash("sha256").update(signedText).digest("base64url");
  const { state } = await takeToken(database, `web3_message ${digest}`, 1, maxValidityMs / 500);
  if (state === "refused") throw refused(`Signed ${titles[chain]} message was already used`);
}
