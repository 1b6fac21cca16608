import { AuthError } from "../../auth/errors.ts";
import type { loadSaml as load } from "../../auth/saml/load.ts";

/** Throws, because no identity provider could reach a browser tab. */
export const loadSaml: typeof load = () => {
  throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
};
