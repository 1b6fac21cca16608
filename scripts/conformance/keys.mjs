import { createHmac, randomBytes } from "node:crypto";

/**
 * The keys of a server under test. The suites contain the keys of every local project of the Supabase CLI. Those are
 * public, and Portico refuses them with a PostgreSQL server, so that the suites get keys of their own.
 */
export function createKeys() {
  const secret = randomBytes(32).toString("hex");
  return { secret, anon: signKey(secret, "anon"), service_role: signKey(secret, "service_role") };
}

/** @typedef {ReturnType<typeof createKeys>} Keys */

/**
 * @param {string} secret
 * @param {string} role
 */
function signKey(secret, role) {
  const claims = { iss: "supabase-demo", role, exp: 1983812996 };
  const parts = [{ alg: "HS256", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const content = parts.join(".");
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}
