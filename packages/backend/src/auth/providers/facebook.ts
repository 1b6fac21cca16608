import { createHmac } from "node:crypto";

/**
 * Shows Facebook that the access token is used by the application it was issued to.
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function withAppSecretProof(url: string, accessToken: string, appSecret: string): string {
  const proof = createHmac("sha256", appSecret).update(accessToken).digest("hex");
  const proven = new URL(url);
  proven.searchParams.set("appsecret_proof", proof);
  return proven.href;
}
