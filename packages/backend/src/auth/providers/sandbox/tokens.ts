import { createECDH, hkdfSync, randomUUID } from "node:crypto";
import { generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { accessTokenHash } from "../id-token.ts";
import { sandboxClient } from "./client.ts";
import { type Failure, isFailure } from "./failures.ts";
import type { Person } from "./people.ts";

const codeLifetimeSeconds = 60;
export const accessTokenLifetimeSeconds = 3600;

/** The contents of a code, which is signed so that any process can redeem it. */
export interface Grant {
  readonly provider: string;
  readonly person: Person;
  readonly failure: Failure;
  readonly redirectUri: string;
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
}

export interface RedeemableGrant extends Grant {
  /** Identifies the code, so that it can be marked as used. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** The bearer of an access token. */
export type Bearer = Pick<Grant, "provider" | "person" | "failure">;

/** The data that an ID token is issued for. */
interface IdTokenGrant extends Pick<Grant, "nonce" | "failure"> {
  readonly issuer: string;
  readonly accessToken: string;
}

const bearerSchema = z.object({
  provider: z.string(),
  person: z.object({ name: z.string(), email: z.string() }),
  failure: z.custom<Failure>(isFailure),
});
const grantSchema = bearerSchema.extend({
  redirectUri: z.string(),
  scope: z.string(),
  codeChallenge: z.string().optional(),
  nonce: z.string().optional(),
  jti: z.string(),
  exp: z.number(),
});

export type SandboxTokens = Awaited<ReturnType<typeof sandboxTokens>>;

/**
 * Creates the sandbox's signer. All keys are derived from one secret, so that processes accept each other's
 * codes and publish the same key.
 */
export async function sandboxTokens(secret: Uint8Array) {
  const deriveKey = (purpose: string) =>
    new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
  const key = deriveKey("portico sandbox tokens");
  const idTokenKey = p256(deriveKey("portico sandbox ID tokens"));
  const privateKey = await importJWK(idTokenKey, "ES256");
  const { d: _, ...publicKey } = idTokenKey;
  const header = { alg: "ES256", kid: "sandbox" };

  return {
    /** The public key that verifies ID tokens. */
    keySet: { keys: [{ ...publicKey, kid: header.kid, alg: header.alg, use: "sig" }] },

    async issueCode({ ...grant }: Grant): Promise<{ code: string; id: string; expiresAt: Date }> {
      const id = randomUUID();
      const ageSeconds = grant.failure === "expired_code" ? codeLifetimeSeconds + 1 : 0;
      const expirySeconds = Math.floor(Date.now() / 1000) - ageSeconds + codeLifetimeSeconds;
      const code = await new SignJWT(grant)
        .setProtectedHeader({ alg: "HS256", typ: "code" })
        .setJti(id)
        .setExpirationTime(expirySeconds)
        .sign(key);
      return { code, id, expiresAt: new Date(expirySeconds * 1000) };
    },

    /** @throws {Error} for a code that is forged, expired or not from the sandbox */
    async readCode(code: string): Promise<RedeemableGrant> {
      const { payload } = await jwtVerify(code, key, { typ: "code", algorithms: ["HS256"] });
      const { jti, exp, codeChallenge, nonce, ...rest } = grantSchema.parse(payload);
      return { ...rest, codeChallenge, nonce, id: jti, expiresAt: new Date(exp * 1000) };
    },

    issueAccessToken({ provider, person, failure }: Bearer): Promise<string> {
      return new SignJWT({ provider, person, failure })
        .setProtectedHeader({ alg: "HS256", typ: "access" })
        .setExpirationTime(`${accessTokenLifetimeSeconds} s`)
        .sign(key);
    },

    /** @throws {Error} for a token that is forged, expired or not from the sandbox */
    async readAccessToken(token: string): Promise<Bearer> {
      const { payload } = await jwtVerify(token, key, { typ: "access", algorithms: ["HS256"] });
      return bearerSchema.parse(payload);
    },

    async issueIdToken(
      claims: Readonly<Record<string, unknown>>,
      { issuer, nonce, failure, accessToken }: IdTokenGrant,
    ): Promise<string> {
      const isForged = failure === "forged_id_token";
      const signer = isForged ? (await generateKeyPair("ES256")).privateKey : privateKey;
      const tokenNonce = failure === "wrong_nonce" ? randomUUID() : nonce;
      return new SignJWT({
        ...claims,
        ...(tokenNonce === undefined ? {} : { nonce: tokenNonce }),
        at_hash: accessTokenHash(accessToken, header.alg),
      })
        .setProtectedHeader(header)
        .setIssuer(issuer)
        .setAudience(sandboxClient.clientId)
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(signer);
    },
  };
}

/** Returns the P-256 key pair for 32 bytes. */
function p256(scalar: Uint8Array): JWK & { d: string } {
  const keyPair = createECDH("prime256v1");
  keyPair.setPrivateKey(scalar);
  const publicPoint = keyPair.getPublicKey();
  return {
    kty: "EC",
    crv: "P-256",
    d: Buffer.from(scalar).toString("base64url"),
    x: publicPoint.subarray(1, 33).toString("base64url"),
    y: publicPoint.subarray(33).toString("base64url"),
  };
}
