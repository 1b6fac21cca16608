import { AuthApiError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import {
  type ConsentClient,
  closedReasonOf,
  destinationOf,
  fetchConsentRequest,
  scopesOf,
  sendDecision,
} from "./request.ts";

test.each([
  ["https://app.example/callback?from=portico", "app.example"],
  ["http://localhost:8787/callback", "localhost:8787"],
  ["https://app.example:8443/", "app.example:8443"],
  ["com.example.app:/callback", "com.example.app"],
  // A user name in the URL must not be mistaken for the host.
  ["https://bank.example@evil.example/", "evil.example"],
])("the decision for the redirect URI %s goes to %s", (address, destination) => {
  expect(destinationOf(address)).toBe(destination);
});

test("known scopes are shown once and in a fixed order", () => {
  expect(scopesOf({ scope: "email openid  email telepathy" })).toEqual(["openid", "email"]);
});

test.each([
  ["authorization not found", 404, "oauth_authorization_not_found", "over"],
  ["authorization request is no longer pending", 400, "validation_failed", "over"],
  ["authorization request cannot be processed", 400, "validation_failed", "over"],
  ["OAuth server is disabled", 404, "feature_disabled", "off"],
  ["unauthorized request origin", 400, "validation_failed", undefined],
])(
  'the error "%s" is mapped to the reason that the consent screen shows',
  (message, status, code, reason) => {
    expect(closedReasonOf(new AuthApiError(message, status, code))).toBe(reason);
  },
);

/** Returns a client whose server always redirects to the given URL. */
function clientRedirectingTo(redirect_url: string): ConsentClient {
  const respond = async () => ({ data: { redirect_url }, error: null });
  const oauth = {
    getAuthorizationDetails: respond,
    approveAuthorization: respond,
    denyAuthorization: respond,
    listGrants: async () => ({ data: [], error: null }),
    revokeGrant: async () => ({ data: {}, error: null }),
  };
  return { auth: { oauth } };
}

test.each([
  "https://app.example/callback?code=x",
  "http://localhost:8787/callback?code=x",
  "com.example.app:/callback?code=x",
])("the consent screen redirects to %s", async (address) => {
  expect(await fetchConsentRequest(clientRedirectingTo(address), "abc")).toEqual({
    redirectUrl: address,
  });
  expect(await sendDecision(clientRedirectingTo(address), "abc", "approve")).toBe(address);
});

test.each([
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "blob:https://app.example/x",
  "file:///etc/passwd",
  "//evil.example",
  "",
])("the consent screen refuses to redirect to %j", async (address) => {
  const refusal = { code: "forbidden_redirect" };
  const client = clientRedirectingTo(address);
  await expect(fetchConsentRequest(client, "abc")).rejects.toMatchObject(refusal);
  await expect(sendDecision(client, "abc", "deny")).rejects.toMatchObject(refusal);
});
