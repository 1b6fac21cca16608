import { AuthError } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * Portico does not support SAML 2.0 and SCIM. These endpoints respond like the reference with both disabled, which
 * is its default (supabase/auth, `internal/api/sso.go`, `scim.go`).
 */
export const sso: Endpoint = () => {
  throw samlDisabled();
};

export const scim: Endpoint = () => {
  throw new AuthError(404, "feature_disabled", "SCIM server is disabled");
};

export const samlDisabled = () =>
  new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
