/**
 * Portico does not support SAML 2.0. These endpoints respond as if no provider has been added (supabase/auth,
 * `internal/api/ssoadmin.go`).
 */
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { readParams, text } from "../../request/parameters.ts";
import { samlDisabled } from "../sso.ts";

/** `GET /admin/sso/providers` */
export async function listSsoProviders(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  return c.json({ items: [] });
}

const providerSchema = z.object({ type: text(), metadata_url: text(), metadata_xml: text() });

/** `POST /admin/sso/providers`. The reference stores the provider, which cannot be used; Portico refuses it. */
export async function addSsoProvider(context: AuthContext, c: Context): Promise<never> {
  await requireAdmin(context, c);
  const { type, metadata_url: url, metadata_xml: xml } = await readParams(c, providerSchema);
  if (type !== "saml") throw invalid("Only 'saml' supported for SSO provider type");
  if (url !== "" && xml !== "") {
    throw invalid("Only one of metadata_xml or metadata_url needs to be set");
  }
  if (url === "" && xml === "") throw invalid("Either metadata_xml or metadata_url must be set");
  if (url !== "" && !URL.canParse(url)) throw invalid("metadata_url is not a valid URL");
  if (url !== "" && !url.startsWith("https:")) throw invalid("metadata_url is not a HTTPS URL");
  throw samlDisabled();
}

/** `GET`, `PUT` and `DELETE /admin/sso/providers/:idp_id` */
export async function findSsoProvider(context: AuthContext, c: Context): Promise<never> {
  await requireAdmin(context, c);
  throw new AuthError(404, "sso_provider_not_found", "SSO Identity Provider not found");
}

const invalid = (message: string) => badRequest("validation_failed", message);
