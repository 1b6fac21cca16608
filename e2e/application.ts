import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "./server.ts";

/** An application that signs users in with their product accounts (OAuth 2.1). */
export interface Application {
  /** The URL that the application redirects to for authorization. */
  readonly authorizeUrl: string;
  /** The redirect URI. */
  readonly callback: string;
  /** Exchanges a callback's code for tokens, and returns the user that they belong to. */
  userOf(callbackUrl: URL): Promise<{ readonly email?: string; readonly name?: string }>;
  close(): Promise<void>;
}

/** Registers an application with the product, as an administrator does, and starts its server. */
export async function registerApplication(
  server: Pick<Server, "output" | "url">,
  name: string,
  scope: string,
): Promise<Application> {
  const listener = createServer((_, response) =>
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(
      // Include an icon, so that the browser does not request one after the server is gone.
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${name}</title><h1>${name}</h1>`,
    ),
  ).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const callback = `http://127.0.0.1:${address.port}/callback`;

  const [, secret = ""] = /Secret key\s+(\S+)/.exec(server.output()) ?? [];
  const auth = `${server.url}/auth/v1`;
  const registration = await fetch(`${auth}/admin/oauth/clients`, {
    method: "POST",
    headers: {
      apikey: secret,
      Authorization: `Bearer ${secret}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id: id }: { client_id?: string } = await registration.json();
  if (!id) throw new Error(`The application was not registered: ${registration.status}.`);

  const verifier = randomBytes(32).toString("base64url");
  const authorizationParameters = new URLSearchParams({
    client_id: id,
    redirect_uri: callback,
    response_type: "code",
    scope,
    state: "here",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return {
    authorizeUrl: `${auth}/oauth/authorize?${authorizationParameters}`,
    callback,
    async userOf(callbackUrl) {
      const tokenResponse = await fetch(`${auth}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: id,
          redirect_uri: callback,
          code: callbackUrl.searchParams.get("code") ?? "",
          code_verifier: verifier,
        }),
      });
      const { access_token: token }: { access_token?: string } = await tokenResponse.json();
      const response = await fetch(`${auth}/oauth/userinfo`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      return response.json();
    },
    async close() {
      listener.closeAllConnections();
      listener.close();
      await once(listener, "close");
    },
  };
}
