import { AuthApiError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { questionAt } from "../auth/consent-address.ts";
import { type Asker, answerQuestion, endOf, placeOf, readQuestion, scopesOf } from "./question.ts";

test.each([
  ["?authorization_id=abc", "abc"],
  ["?authorization_id=", undefined],
  ["", undefined],
])("the address %s asks %s", (search, id) => {
  expect(questionAt(search)).toBe(id);
});

test.each([
  ["https://app.example/callback?from=portico", "app.example"],
  ["http://localhost:8787/callback", "localhost:8787"],
  ["https://app.example:8443/", "app.example:8443"],
  ["com.example.app:/callback", "com.example.app"],
  // What a name before the host looks like is no host.
  ["https://bank.example@evil.example/", "evil.example"],
])("an answer to %s goes to %s", (address, place) => {
  expect(placeOf(address)).toBe(place);
});

test("scopes are shown once, in one order, and none that is unknown", () => {
  expect(scopesOf({ scope: "email openid  email telepathy" })).toEqual(["openid", "email"]);
});

test.each([
  ["authorization not found", 404, "oauth_authorization_not_found", "over"],
  ["authorization request is no longer pending", 400, "validation_failed", "over"],
  ["authorization request cannot be processed", 400, "validation_failed", "over"],
  ["OAuth server is disabled", 404, "feature_disabled", "off"],
  ["unauthorized request origin", 400, "validation_failed", undefined],
])("%s", (message, status, code, end) => {
  expect(endOf(new AuthApiError(message, status, code))).toBe(end);
});

/** A client whose server sends everybody on to an address. */
function sentOnTo(redirect_url: string): Asker {
  const answer = async () => ({ data: { redirect_url }, error: null });
  return {
    oauth: {
      getAuthorizationDetails: answer,
      approveAuthorization: answer,
      denyAuthorization: answer,
      listGrants: async () => ({ data: [], error: null }),
      revokeGrant: async () => ({ data: {}, error: null }),
    },
  };
}

test.each([
  "https://app.example/callback?code=x",
  "http://localhost:8787/callback?code=x",
  "com.example.app:/callback?code=x",
])("the browser goes on to %s", async (address) => {
  expect(await readQuestion(sentOnTo(address), "abc")).toEqual({ goTo: address });
  expect(await answerQuestion(sentOnTo(address), "abc", "approve")).toBe(address);
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
])("the browser does not go on to %j", async (address) => {
  await expect(readQuestion(sentOnTo(address), "abc")).rejects.toThrow(TypeError);
  await expect(answerQuestion(sentOnTo(address), "abc", "deny")).rejects.toThrow(TypeError);
});
