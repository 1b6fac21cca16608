import { TOTP } from "otpauth";
import { type RunningServer, startServer } from "../../src/server/server.ts";
import { createAuthenticator, type Options } from "../auth/authenticator.ts";
import { testLog } from "../test-log.ts";
import type { Values } from "./documented-wire.ts";

/** Starts the server for the examples of docs/auth-wire.md, with the configuration that the page shows. */
export function startDocumentedServer(project: string): Promise<RunningServer> {
  return startServer({
    project,
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    env: { GOTRUE_SAML_ENABLED: "true" },
    log: testLog(),
  });
}

/** Returns the values that the page uses but no response contains: the project's keys, and codes from devices. */
export function presetValues({ origin, keys }: RunningServer): Values {
  const authenticator = createAuthenticator();
  const values: Values = new Map<string, unknown>([
    ["origin", origin],
    ["publishable key", keys.publishable],
    ["secret key", keys.secret],
    ["code of the app", () => new TOTP({ secret: String(values.get("secret")) }).generate()],
    ["new passkey", () => authenticator.create(optionsIn(values, "creation options"))],
    ["signature of the passkey", () => authenticator.get(optionsIn(values, "request options"))],
  ]);
  return values;
}

function optionsIn(values: Values, name: string): Options {
  const value = values.get(name);
  if (typeof value !== "object" || value === null || !("challenge" in value)) {
    throw new Error(`The value {${name}} is not an object with a challenge.`);
  }
  const user = "user" in value ? value.user : undefined;
  const id = typeof user === "object" && user !== null && "id" in user ? String(user.id) : "";
  return { challenge: String(value.challenge), user: { id } };
}
