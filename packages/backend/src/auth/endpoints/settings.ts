import type { Context } from "hono";
import { enabledService } from "../../config/sections/sms.ts";
import type { AuthContext } from "../context.ts";
import { enabledProviders } from "../providers/provider-config.ts";
import { providerNames } from "../providers/providers.ts";

/**
 * `GET /settings`: returns the project's sign-in methods. An enabled provider is listed only if it has credentials or
 * the sandbox replaces it, so that applications show no button that would fail.
 */
export function settings(context: AuthContext, c: Context): Response {
  const { auth } = context.config;
  const options = { sandboxOrigin: context.sandbox?.origin };
  const usableNames = new Set<string>(
    enabledProviders(auth.external, options).map(({ name }) => name),
  );
  // The reference supports the provider "x" but does not list it (`internal/api/settings.go`), so list it
  // only if it is usable.
  const listedNames = providerNames.filter((name) => name !== "x" || usableNames.has(name));
  return c.json({
    external: {
      anonymous_users: auth.enable_anonymous_sign_ins,
      ...Object.fromEntries(listedNames.map((name) => [name, usableNames.has(name)])),
      email: auth.email.enable_signup,
      phone: auth.sms.enable_signup,
    },
    disable_signup: !auth.enable_signup,
    mailer_autoconfirm: !auth.email.enable_confirmations,
    phone_autoconfirm: !auth.sms.enable_confirmations,
    sms_provider: enabledService(auth.sms) ?? "",
    saml_enabled: context.saml !== undefined,
    saml_private_key_next_configured: false,
    passkeys_enabled: auth.passkey?.enabled ?? false,
  });
}

/** `GET /health` */
export function health(_: AuthContext, c: Context): Response {
  return c.json({
    version: "portico",
    name: "GoTrue",
    description: "GoTrue is a user registration and authentication API",
  });
}

/** `GET /.well-known/jwks.json`: returns the public keys of access tokens (RFC 7517, section 5). */
export function jwks(context: AuthContext, c: Context): Response {
  c.header("cache-control", "public, max-age=600");
  return c.json({ keys: context.signingKeys.flatMap(({ publicJwk }) => publicJwk ?? []) });
}
