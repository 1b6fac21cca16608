import { createHmac } from "node:crypto";

/**
 * Returns the symmetric signature of Standard Webhooks (specification, section "Signature scheme").
 *
 * @param secret `v1,whsec_` and the key in base64, as config.toml holds it
 * @param timestamp seconds since 1970
 */
export function signWebhook(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.replace(/^v1,whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return `v1,${signature}`;
}
