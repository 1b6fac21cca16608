import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { AuthError, badRequest } from "../errors.ts";
import { captchaParams, requireCaptcha } from "../guards/captcha.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { device, pkceParams, readParams, text, uuid } from "../request/parameters.ts";
import { loadSaml } from "../saml/load.ts";
import {
  findProviderByDomain,
  findProviderById,
  insertRelayState,
  type SsoProvider,
} from "../saml/providers.ts";
import { createFlowState, readCodeChallenge } from "../tokens/flow-states.ts";

/** @throws {AuthError} 404 if the project has not enabled SAML */
export function requireSaml(context: AuthContext): asserts context is AuthContext & {
  readonly saml: NonNullable<AuthContext["saml"]>;
} {
  if (!context.saml) {
    throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  }
}

const paramsSchema = z.object({
  provider_id: text(),
  domain: text(),
  redirect_to: text(),
  skip_http_redirect: z.boolean().nullish(),
  ...pkceParams,
  ...captchaParams,
});

/** `POST /sso`: begins a sign-in at an identity provider (supabase/auth, `internal/api/sso.go`). */
export async function singleSignOn(context: AuthContext, c: Context): Promise<Response> {
  requireSaml(context);
  await limitByAddress(context, "sso", device(c).address);
  const params = await readParams(c, paramsSchema);
  await requireCaptcha(context, c, params);
  const provider = await findProvider(context, params);
  if (provider.disabled) {
    throw new AuthError(404, "sso_provider_disabled", "SSO Provider is currently disabled");
  }
  const codeChallenge = readCodeChallenge(params);
  const { parseIdentityProviderMetadata, signInUrl } = await loadSaml();
  const relayState = randomUUID();
  const { url, requestId } = await signInUrl(
    context,
    parseIdentityProviderMetadata(provider.metadata_xml),
    { relayState, nameIdFormat: provider.name_id_format },
  );
  await context.database.transaction(async (connection) => {
    const flowId = await createFlowState(connection, {
      providerType: "sso/saml",
      authenticationMethod: "sso/saml",
      codeChallenge,
      referrer: params.redirect_to,
    });
    await insertRelayState(connection, relayState, {
      sso_provider_id: provider.id,
      request_id: requestId,
      flow_state_id: flowId,
      redirect_to: params.redirect_to,
    });
  });
  return params.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303);
}

async function findProvider(
  { database }: AuthContext,
  { provider_id: id, domain }: z.output<typeof paramsSchema>,
): Promise<SsoProvider> {
  if (id !== "" && !uuid.test(id)) {
    throw badRequest("bad_json", "Could not parse request body as JSON: provider_id: not a UUID");
  }
  if (id !== "" && domain !== "") {
    throw badRequest("validation_failed", "Only one of provider_id or domain supported");
  }
  if (id === "" && domain === "") {
    throw badRequest("validation_failed", "A provider_id or domain needs to be provided");
  }
  const provider = id
    ? await findProviderById(database, id)
    : await findProviderByDomain(database, domain);
  if (provider) return provider;
  const message = id ? "No such SSO provider" : "No SSO provider assigned for this domain";
  throw new AuthError(404, "sso_provider_not_found", message);
}
