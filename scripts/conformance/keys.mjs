import { createHmac, randomBytes } from "node:crypto";

/**
 * Creates the keys of a server under test. The suites contain the public keys that every local project of the Supabase
 * CLI has. Portico refuses those keys with a PostgreSQL server, so the suites get other ones.
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
