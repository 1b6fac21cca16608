const fs = require("node:fs");

/*
 * Loaded into a suite's process before Jest: the suite reads the keys of the server under test where its files have the
 * Supabase CLI's. The files of the checkout remain as they are.
 */

const keys = JSON.parse(process.env["CONFORMANCE_KEYS"] ?? "{}");
const cliSecret = "super-secret-jwt-token-with-at-least-32-characters-long";
const token = /\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g;

const readFileSync = fs.readFileSync;
// @ts-expect-error The overloads of readFileSync cannot be written as one function.
fs.readFileSync = (path, options) => {
  const content = readFileSync(path, options);
  if (!String(path).endsWith(".ts")) return content;
  // TypeScript reads files as bytes, Jest as text.
  return typeof content === "string"
    ? replaceKeys(content)
    : Buffer.from(replaceKeys(content.toString()));
};

/** @param {string} text */
function replaceKeys(text) {
  return text.replaceAll(cliSecret, keys.secret).replace(token, (key, payload) => {
    const { iss, role } = JSON.parse(Buffer.from(payload, "base64url").toString());
    return iss === "supabase-demo" ? (keys[role] ?? key) : key;
  });
}
