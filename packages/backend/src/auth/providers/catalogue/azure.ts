import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { type IdTokenMapping, standardIdToken, subjectClaims } from "../id-token-claims.ts";
import { at, flag, text } from "../json.ts";
import { oneEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/dialect.ts";

/** https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference */
const ownClaimsOfAzure = new Set(
  "aud iss iat nbf exp c_hash at_hash aio nonce rh uti jti ver sub name preferred_username".split(
    " ",
  ),
);

/**
 * Microsoft Entra ID. The claim `xms_edov` says whether the tenant owns the address's domain. Without that
 * optional claim the administrator of any tenant may have entered the address; Supabase Auth trusts it
 * anyway.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/migrate-off-email-claim-authorization
 */
const mapIdToken: IdTokenMapping = (token) => {
  if (isExternalIssuer(text(token, "iss"))) return standardIdToken(token);
  const verified = at(token, "xms_edov") === "1" || flag(token, "xms_edov");
  return {
    emails: oneEmail(text(token, "email"), verified),
    claims: {
      ...subjectClaims(token),
      preferred_username: text(token, "preferred_username"),
      full_name: text(token, "name"),
      custom_claims: Object.fromEntries(
        Object.entries(token).filter(([claim]) => !ownClaimsOfAzure.has(claim)),
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
  idToken: { keys: azureKeys, nonce: true, map: mapIdToken },
  dialect: {
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

/** Aliases of many tenants, which never occur as an issuer. */
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
export function azureKeys(issuer: string, url: string | undefined): string | undefined {
  const ofTenant = tenantIssuer.test(issuer);
  const ofExternal = url !== undefined && externalIssuer.test(issuer);
  if (!ofTenant && !ofExternal) return undefined;
  const expected = expectedIssuer(url);
  if (expected !== undefined && issuer.replace(/\/$/, "") !== expected) return undefined;
  return issuer.replace(/\/v2[.]0\/?$/, "/discovery/v2.0/keys");
}

function expectedIssuer(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const issuer = `${url.replace(/\/$/, "")}/v2.0`;
  const tenant = (tenantIssuer.exec(issuer) ?? externalIssuer.exec(issuer))?.[1];
  if (tenant === undefined || manyTenants.has(tenant)) return undefined;
  return tenant === "consumers" ? issuer.replace("/consumers/", `/${personalTenant}/`) : issuer;
}
