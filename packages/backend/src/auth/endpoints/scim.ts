import type { Context } from "hono";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";

const messages = "urn:ietf:params:scim:api:messages:2.0";

/**
 * `/scim/v2/*`: describes the server to an organization's directory (RFC 7644, section 4). Like the reference, it has
 * no resources yet, so both lists are empty.
 *
 * Source: supabase/auth 2.196 (`internal/api/scim`).
 */
export function scim(context: AuthContext, c: Context): Response {
  if (!context.scimEnabled) throw new AuthError(404, "feature_disabled", "SCIM server is disabled");
  const path = c.req.path.split("/scim/v2/")[1];
  const resource =
    path === "ServiceProviderConfig" ? serviceProviderConfig(context) : emptyLists.get(path ?? "");
  if (resource === undefined) return refuse(404, "Endpoint or resource does not exist");
  // Hono answers HEAD as GET.
  if (!["GET", "HEAD"].includes(c.req.method)) {
    return new Response(null, { status: 405, headers: { allow: "GET" } });
  }
  if (emptyLists.has(path ?? "") && c.req.query("filter") !== undefined) {
    return refuse(403, "Filtering is not supported on this endpoint");
  }
  return send(200, resource);
}

const emptyList = {
  schemas: [`${messages}:ListResponse`],
  totalResults: 0,
  startIndex: 1,
  itemsPerPage: 0,
  Resources: [],
};

const emptyLists = new Map([
  ["ResourceTypes", emptyList],
  ["Schemas", emptyList],
]);

/** RFC 7643, section 5. */
function serviceProviderConfig({ config }: AuthContext) {
  const unsupported = { supported: false };
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: unsupported,
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { ...unsupported, maxResults: 0 },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "OAuth Bearer Token",
        description: "Authentication scheme using the OAuth Bearer Token Standard",
        specUri: "http://www.rfc-editor.org/info/rfc6750",
        primary: true,
      },
    ],
    meta: {
      resourceType: "ServiceProviderConfig",
      location: `${config.auth.external_url.replace(/\/$/, "")}/scim/v2/ServiceProviderConfig`,
    },
  };
}

/** RFC 7644, section 3.12. */
const refuse = (status: number, detail: string) =>
  send(status, { schemas: [`${messages}:Error`], detail, status: String(status) });

const send = (status: number, body: object) =>
  Response.json(body, { status, headers: { "content-type": "application/scim+json" } });
