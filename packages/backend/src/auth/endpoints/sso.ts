import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Auth } from "../context.ts";
import { AuthError, badRequest } from "../errors.ts";
import { requireAdmin } from "../guards/admin.ts";
import { readParams, text } from "../request/parameters.ts";

/**
 * Portico does not support SAML 2.0. These endpoints answer like the reference with SAML disabled, which is
 * its default (supabase/auth, `internal/api/sso.go`, `ssoadmin.go`, `scim.go`).
 */
export function addSso(app: Hono, auth: Auth): void {
  for (const path of ["/sso", "/sso/*"]) {
    app.all(path, () => {
      throw disabled();
    });
  }
  app.all("/scim/v2/*", () => {
    throw new AuthError(404, "feature_disabled", "SCIM server is disabled");
  });
  app.get("/admin/sso/providers", (c) => listProviders(auth, c));
  app.post("/admin/sso/providers", (c) => addProvider(auth, c));
  app.on(["GET", "PUT", "DELETE"], "/admin/sso/providers/:idp_id", (c) => findProvider(auth, c));
}

const disabled = () => new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");

async function listProviders(auth: Auth, c: Context): Promise<Response> {
  await requireAdmin(auth, c);
  return c.json({ items: [] });
}

async function findProvider(auth: Auth, c: Context): Promise<never> {
  await requireAdmin(auth, c);
  throw new AuthError(404, "sso_provider_not_found", "SSO Identity Provider not found");
}

const provider = z.object({ type: text(), metadata_url: text(), metadata_xml: text() });

/** The reference stores a provider that cannot be used; refuse it instead. */
async function addProvider(auth: Auth, c: Context): Promise<never> {
  await requireAdmin(auth, c);
  const { type, metadata_url: url, metadata_xml: xml } = await readParams(c, provider);
  if (type !== "saml") throw invalid("Only 'saml' supported for SSO provider type");
  if (url !== "" && xml !== "") {
    throw invalid("Only one of metadata_xml or metadata_url needs to be set");
  }
  if (url === "" && xml === "") throw invalid("Either metadata_xml or metadata_url must be set");
  if (url !== "" && !URL.canParse(url)) throw invalid("metadata_url is not a valid URL");
  if (url !== "" && !url.startsWith("https:")) throw invalid("metadata_url is not a HTTPS URL");
  throw disabled();
}

const invalid = (message: string) => badRequest("validation_failed", message);
