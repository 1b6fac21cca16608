import { createHash, randomBytes } from "node:crypto";
import { authorizationIdIn } from "../src/auth/consent-path.ts";
import type { TestBackend } from "./backend.ts";
import { dataClient, filesClient, type TestUser } from "./user.ts";

const callback = "http://127.0.0.1:9/callback";

/** Registers an application that the user authorizes for a scope, and returns its clients. */
export async function authorizeApplication(
  { auth }: TestUser,
  backend: TestBackend,
  scope: string,
): Promise<Pick<TestUser, "data" | "files"> & { token: string }> {
  const authUrl = `${backend.origin}/auth/v1`;
  const registration = await fetch(`${authUrl}/admin/oauth/clients`, {
    method: "POST",
    headers: { apikey: backend.secretKey, "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: "Engines",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id } = await registration.json();

  const verifier = randomBytes(32).toString("base64url");
  const request = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: "code",
    scope,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const authorization = await fetch(`${authUrl}/oauth/authorize?${request}`, {
    redirect: "manual",
  });
  const id = authorizationIdIn(new URL(authorization.headers.get("location") ?? "").search) ?? "";
  await auth.oauth.getAuthorizationDetails(id);
  const { data: approval, error } = await auth.oauth.approveAuthorization(id, {
    skipBrowserRedirect: true,
  });
  if (error) throw error;
  const redirectUrl = new URL(approval.redirect_url);

  const tokens = await fetch(`${authUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id,
      redirect_uri: callback,
      code: redirectUrl.searchParams.get("code") ?? "",
      code_verifier: verifier,
    }),
  });
  const { access_token: token }: { access_token: string } = await tokens.json();
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
  return { data: dataClient(backend, fetchImpl), files: filesClient(backend, fetchImpl), token };
}
