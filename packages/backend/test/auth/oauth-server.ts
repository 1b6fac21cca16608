import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { AuthAdminApi, AuthClient } from "@supabase/auth-js";
import { Hono } from "hono";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { ConfigInput } from "../../src/config/sections/schema.ts";
import type { Database } from "../../src/database/port.ts";
import { memoryStorage } from "../../src/testing/memory-storage.ts";
import { type AuthFixture, authFixture } from "./auth-fixture.ts";

type Settings = NonNullable<ConfigInput["auth"]>["oauth_server"];

/** The OAuth server on a port, with clients and users. */
export interface OAuthServerFixture {
  readonly wire: AuthFixture;
  /** The server's URL, which is also its issuer. */
  readonly issuer: string;
  /** Returns a client on the consent page, signed in as this user. */
  person(email: string): Promise<InstanceType<typeof AuthClient>>;
  admin(): InstanceType<typeof AuthAdminApi>;
  close(): Promise<void>;
}

export const siteUrl = "https://site.example";

export async function oauthServerFixture(
  database: Database,
  settings: Settings = {},
): Promise<OAuthServerFixture> {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}/auth/v1`;
  const wire = await authFixture(database, {
    auth: {
      site_url: siteUrl,
      external_url: issuer,
      oauth_server: { enabled: true, allow_dynamic_registration: true, ...settings },
    },
  });
  app.route("/auth/v1", wire.app);
  const secretKey = wire.auth.keys.secret;
  return {
    wire,
    issuer,
    person: async (email) => {
      const { data } = await (await wire.signedIn(email)).getSession();
      if (!data.session) throw new Error("The user has no session.");
      const client = new AuthClient({
        url: issuer,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: memoryStorage(),
      });
      const { error } = await client.setSession(data.session);
      if (error) throw error;
      return client;
    },
    admin: () =>
      new AuthAdminApi({
        url: issuer,
        headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export const allowInsecure = { [oauth.allowInsecureRequests]: true };
export const callback = "https://app.example/callback";

/** A native application. It uses an OAuth library and knows only the server's URL. */
export interface Application {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
}

/** Discovers the server and registers the client. */
export async function registerApplication(
  issuer: string,
  method: "none" | "client_secret_basic" | "client_secret_post",
): Promise<Application> {
  const server = await oauth.processDiscoveryResponse(
    new URL(issuer),
    await oauth.discoveryRequest(new URL(issuer), allowInsecure),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: "App",
        redirect_uris: [callback],
        token_endpoint_auth_method: method,
      },
      allowInsecure,
    ),
  );
  const secret = String(client["client_secret"]);
  const authentication = {
    none: () => oauth.None(),
    client_secret_basic: () => oauth.ClientSecretBasic(secret),
    client_secret_post: () => oauth.ClientSecretPost(secret),
  }[method]();
  return { server, client, authentication };
}

/** The data that an application stores between an authorization request and the response. */
export interface PendingAuthorization {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** The URL that the browser was redirected to. */
  readonly location: URL;
  /** The authorization id in the URL, for the consent page. */
  readonly id: string;
}

/** Sends an authorization request whose parameters are valid, except for the given changes. */
export async function authorize(
  { server, client }: Application,
  changes: Readonly<Record<string, string>> = {},
): Promise<PendingAuthorization> {
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const url = new URL(server.authorization_endpoint ?? "");
  const parameters = {
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: "code",
    scope: "openid email",
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await fetch(url, { redirect: "manual" });
  const location = new URL(response.headers.get("location") ?? "about:blank");
  const id = location.searchParams.get("authorization_id") ?? "";
  return { verifier, state, nonce, location, id };
}

/** Approves the request for the user, as the consent page does. */
export async function approveConsent(
  person: InstanceType<typeof AuthClient>,
  { id }: PendingAuthorization,
): Promise<URL> {
  const { data: details, error } = await person.oauth.getAuthorizationDetails(id);
  if (error) throw error;
  if ("redirect_url" in details) return new URL(details.redirect_url);
  const { data, error: refusal } = await person.oauth.approveAuthorization(id);
  if (refusal) throw refusal;
  return new URL(data.redirect_url);
}

/** Exchanges the code in the URL that the browser returned to. */
export async function exchange(
  { server, client, authentication }: Application,
  authorizationRequest: PendingAuthorization,
  callbackUrl: URL,
  verifier = authorizationRequest.verifier,
): Promise<Response> {
  const parameters = oauth.validateAuthResponse(
    server,
    client,
    callbackUrl,
    authorizationRequest.state,
  );
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    callback,
    verifier,
    allowInsecure,
  );
}

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  id_token: z.string().optional(),
});

/** Runs the whole flow, from the authorization request to the tokens. */
export async function authorizeAndExchange(
  app: Application,
  person: InstanceType<typeof AuthClient>,
  changes?: Readonly<Record<string, string>>,
) {
  const authorizationRequest = await authorize(app, changes);
  const callbackUrl = await approveConsent(person, authorizationRequest);
  const response = await exchange(app, authorizationRequest, callbackUrl);
  return { authorizationRequest, callbackUrl, ...tokensSchema.parse(await response.json()) };
}
