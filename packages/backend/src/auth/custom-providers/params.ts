import { z } from "zod";
import { badRequest } from "../errors.ts";
import { text } from "../request/parameters.ts";
import {
  type CustomProvider,
  type CustomProviderColumns,
  maxIdentifierLength,
} from "./custom-providers.ts";
import { requirePublicUrl } from "./public-url.ts";

const optionalStrings = z.array(z.string()).nullish();
const optionalBoolean = z.boolean().nullish();
const optionalObject = z.record(z.string(), z.unknown()).nullish();

/** The request body of a custom provider. */
export const customProviderParams = z.object({
  provider_type: text(),
  identifier: text(),
  name: text(),
  client_id: text(),
  client_secret: text(),
  acceptable_client_ids: optionalStrings,
  scopes: optionalStrings,
  pkce_enabled: optionalBoolean,
  attribute_mapping: optionalObject,
  custom_claims_allowlist: optionalStrings,
  authorization_params: optionalObject,
  enabled: optionalBoolean,
  email_optional: optionalBoolean,
  issuer: text(),
  discovery_url: text(),
  skip_nonce_check: optionalBoolean,
  authorization_url: text(),
  token_url: text(),
  userinfo_url: text(),
  jwks_uri: text(),
});

export type CustomProviderParams = z.output<typeof customProviderParams>;

type Type = CustomProvider["provider_type"];

/** @throws {AuthError} 400 */
export function readType(type: string): Type {
  if (type === "oauth2" || type === "oidc") return type;
  throw invalid("provider_type must be either 'oauth2' or 'oidc'");
}

/** @throws {AuthError} 400 for an identifier without the prefix that distinguishes it from built-in providers */
export function requirePrefix(name: string): void {
  if (name.startsWith("custom:")) return;
  throw invalid(`identifier must start with 'custom:' prefix, e.g. 'custom:${name}'`);
}

/** @throws {AuthError} 400 when a new provider lacks a required member */
export function requireComplete(params: CustomProviderParams, type: Type): void {
  if (params.identifier === "") throw invalid("identifier is required");
  requirePrefix(params.identifier);
  if (params.identifier.length > maxIdentifierLength) {
    throw invalid(`identifier must be ${maxIdentifierLength} characters or less`);
  }
  for (const name of ["name", "client_id", "client_secret"] as const) {
    if (params[name] === "") throw invalid(`${name} is required`);
  }
  if (type === "oidc" && params.issuer === "") {
    throw invalid("issuer is required for OIDC providers");
  }
  for (const name of ["authorization_url", "token_url", "userinfo_url"] as const) {
    if (type === "oauth2" && params[name] === "") {
      throw invalid(`${name} is required for OAuth2 providers`);
    }
  }
}

/** Parameters that only the server may set (supabase/auth, `reservedOAuthParams`). */
const reservedParameters = [
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "state",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "nonce",
];

/** The attributes that no provider may set (supabase/auth, `validateAttributeMapping`). */
const blockedAttributes = [
  "id",
  "aud",
  "role",
  "app_metadata",
  "created_at",
  "updated_at",
  "confirmed_at",
  "email_confirmed_at",
  "phone_confirmed_at",
  "email_verified",
  "phone_verified",
  "banned_until",
  "is_super_admin",
];

/** @throws {AuthError} 400 */
export function requireAllowedMappings(params: CustomProviderParams): void {
  for (const [name, value] of Object.entries(params.authorization_params ?? {})) {
    if (reservedParameters.includes(name)) {
      throw invalid(`Cannot override reserved OAuth parameter: ${name}`);
    }
    if (typeof value !== "string") {
      throw invalid(`Authorization parameter "${name}" must be a string`);
    }
  }
  for (const target of Object.keys(params.attribute_mapping ?? {})) {
    if (blockedAttributes.includes(target))
      throw invalid(`Cannot map to protected system field: ${target}`);
  }
  if (params.custom_claims_allowlist?.some((claim) => claim.trim() === "")) {
    throw invalid("custom_claims_allowlist entries must be non-empty strings");
  }
}

/** The URLs that are required for each type. */
const urlParameters = {
  oidc: ["issuer", "discovery_url"],
  oauth2: ["authorization_url", "token_url", "userinfo_url", "jwks_uri"],
} as const;

/** @throws {AuthError} 400 for a URL that the server must not request */
export async function requirePublic(params: CustomProviderParams, type: Type): Promise<void> {
  for (const name of urlParameters[type]) {
    if (params[name] !== "") await requirePublicUrl(params[name]);
  }
}

/** Returns the columns that the parameters set. Absent and empty parameters set none. */
export function columnsOf(params: CustomProviderParams, type: Type): CustomProviderColumns {
  const columns = {
    name: params.name,
    client_id: params.client_id,
    acceptable_client_ids: params.acceptable_client_ids,
    scopes: params.scopes && type === "oidc" ? withOpenId(params.scopes) : params.scopes,
    pkce_enabled: params.pkce_enabled,
    attribute_mapping: params.attribute_mapping,
    custom_claims_allowlist: params.custom_claims_allowlist,
    authorization_params: params.authorization_params,
    enabled: params.enabled,
    email_optional: params.email_optional,
    ...(type === "oidc" ? { skip_nonce_check: params.skip_nonce_check } : {}),
    ...Object.fromEntries(urlParameters[type].map((name) => [name, params[name]])),
  };
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([, value]) => value !== "" && value !== undefined && value !== null,
    ),
  );
}

/**
 * Adds the scope `openid`, without which a provider issues no ID token (OpenID Connect Core 1.0, section
 * 3.1.2.1).
 */
export function withOpenId(scopes: readonly string[]): readonly string[] {
  return scopes.includes("openid") ? scopes : ["openid", ...scopes];
}

const invalid = (message: string) => badRequest("validation_failed", message);
