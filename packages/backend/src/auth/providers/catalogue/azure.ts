import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { type IdTokenMapping, standardIdToken, subjectClaims } from "../id-token-claims.ts";
import { flagAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";

/** Microsoft's own claims (https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference). */
const standardClaimsOfAzure = new Set(
  "aud iss iat nbf exp c_hash at_hash aio nonce rh uti jti ver sub name preferred_username".split(
    " ",
  ),
);

/**
 * Maps the ID token of Microsoft Entra ID. The claim `xms_edov` states whether the tenant owns the address's domain.
 * Without that optional claim, the administrator of any tenant may have entered the address; Supabase Auth trusts it
 * anyway.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/migrate-off-email-claim-authorization
 */
const mapIdToken: IdTokenMapping = (token) => {
  if (isExternalIssuer(textAt(token, "iss"))) return standardIdToken(token);
  const isVerified = valueAt(token, "xms_edov") === "1" || flagAt(token, "xms_edov");
  return {
    emails: singleEmail(textAt(token, "email"), isVerified),
    claims: {
      ...subjectClaims(token),
      preferred_username: textAt(token, "preferred_username"),
      full_name: textAt(token, "name"),
      custom_claims: Object.fromEntries(
        Object.entries(token).filter(([claim]) => !standardClaimsOfAzure.has(claim)),
      ),
    },
  };
};

export const azure = {
  ...commonDescription,
  title: "Azure",
  authorization: endpoint("login.microsoftonline.com/common", "/oauth2/v2.0/authorize"),
  token: endpoint("login.microsoftonline.com/common", "/oauth2/v2.0/token"),
  scopes: ["openid"],
  pkce: true,
  profile: "id-token",
  idToken: { keysUrl: azureKeysUrl, returnsNonce: true, map: mapIdToken },
  sandboxResponses: {
    idToken: (account) =>
      withoutEmpty({
        sub: account.subject,
        name: account.name,
        preferred_username: account.email,
        email: account.email,
        xms_edov: account.verified,
        oid: account.subject,
        tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
        ver: "2.0",
      }),
  },
} satisfies BuiltInProvider;

/**
 * Microsoft Entra ID has one issuer per tenant, so the issuer is matched by a pattern, unless the configured
 * `url` names one tenant.
 */
const tenantIssuer = /^https:\/\/login[.]microsoftonline[.]com\/([^/]+)\/v2[.]0\/?$/;
const externalIssuer = /^https:\/\/[a-z0-9-]+[.]ciamlogin[.]com\/([^/]+)\/v2[.]0\/?$/;

/** Aliases that represent many tenants. No token's issuer contains one. */
const manyTenants = new Set(["common", "organizations"]);

/** The tenant of personal accounts, whose alias is `consumers` (Microsoft's id-token-claims-reference). */
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Returns whether the issuer is a customer-facing tenant (External ID), whose tokens hold standard claims. */
function isExternalIssuer(issuer: string): boolean {
  return externalIssuer.test(issuer);
}

/**
 * Returns the URL of an issuer's keys, or undefined if the issuer is not accepted.
 *
 * @param url the configured `url`, such as `https://login.microsoftonline.com/<tenant>` or
 *   `https://<name>.ciamlogin.com/<tenant>`
 */
export function azureKeysUrl(issuer: string, url: string | undefined): string | undefined {
  const isTenantIssuer = tenantIssuer.test(issuer);
  const isAllowedExternalIssuer = url !== undefined && externalIssuer.test(issuer);
  if (!isTenantIssuer && !isAllowedExternalIssuer) return undefined;
  const configuredIssuer = expectedIssuer(url);
  if (configuredIssuer !== undefined && issuer.replace(/\/$/, "") !== configuredIssuer)
    return undefined;
  return issuer.replace(/\/v2[.]0\/?$/, "/discovery/v2.0/keys");
}

function expectedIssuer(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const issuer = `${url.replace(/\/$/, "")}/v2.0`;
  const tenant = (tenantIssuer.exec(issuer) ?? externalIssuer.exec(issuer))?.[1];
  if (tenant === undefined || manyTenants.has(tenant)) return undefined;
  return tenant === "consumers" ? issuer.replace("/consumers/", `/${personalTenant}/`) : issuer;
}
