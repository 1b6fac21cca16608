/**
 * Microsoft Entra ID issues tokens in the name of the person's tenant, so the issuer is a pattern
 * rather than a name, unless `url` in the configuration pins one tenant.
 */
const tenantIssuer = /^https:\/\/login[.]microsoftonline[.]com\/([^/]+)\/v2[.]0\/?$/;
const externalIssuer = /^https:\/\/[a-z0-9-]+[.]ciamlogin[.]com\/([^/]+)\/v2[.]0\/?$/;

/** Names that stand for many tenants and that no token is ever issued in. */
const manyTenants = new Set(["common", "organizations"]);

/** The tenant of personal accounts, which the name `consumers` stands for (Microsoft's id-token-claims-reference). */
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Whether the issuer is a customer-facing tenant (External ID), whose tokens hold standard claims. */
export function isExternalIssuer(issuer: string): boolean {
  return externalIssuer.test(issuer);
}

/**
 * Where the keys of an accepted issuer are, undefined for one that is not accepted.
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
