import { incomingBody, readText } from "../../http/body/body.ts";
import { parseBearer } from "../../http/caller/bearer.ts";
/**
 * The sandbox stands in for all providers during development without client ids or without a network. It is an OAuth 2
 * and OpenID Connect server that imitates each provider, so that the same client, checks and mappings run as in
 * production. Its visitors can sign in as anyone, so it must not be served beyond loopback unless the operator enables
 * that explicitly.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import type { ProviderDescription } from "./description.ts";
import { isProviderName, type ProviderName, providers } from "./providers.ts";
import {
  type AuthorizationRequest,
  type Choice,
  chosenPerson,
  defaultChoice,
  readChoice,
  readRequest,
  successParameters,
} from "./sandbox/authorize.ts";
import { avatar } from "./sandbox/avatar.ts";
import type { ConsumeCode } from "./sandbox/codes.ts";
import { failuresOf } from "./sandbox/failures.ts";
import { authorizePage, formPostPage, refusalPage } from "./sandbox/page.ts";
import { slug } from "./sandbox/people.ts";
import type { SandboxResponses } from "./sandbox/responses.ts";
import { formPostScript, style } from "./sandbox/style.ts";
import { accountWithFailure, tokenResponse } from "./sandbox/token-endpoint.ts";
import { sandboxTokens } from "./sandbox/tokens.ts";

export { sandboxClient } from "./sandbox/client.ts";
export { type ConsumeCode, createCodeConsumer } from "./sandbox/codes.ts";

export interface SandboxOptions {
  /** The origin at which the sandbox is served. */
  readonly origin: string;
  /** Signs codes and tokens. Must be the same for all processes of the server. */
  readonly secret: Uint8Array;
  /** The allowed redirect URIs: the backend's own callback. */
  readonly redirectUris: readonly string[];
  /** Marks a code as used ({@link createCodeConsumer}). */
  readonly consumeCode: ConsumeCode;
  /** The delay of the failure `slow`, longer than the client's timeout. */
  readonly slowDelayMs?: number;
}

/** Creates the application, which must be mounted at the root: its paths begin with `/sandbox`. */
export function createSandbox(options: SandboxOptions): Hono {
  const { origin, redirectUris, consumeCode, slowDelayMs = 12_000 } = options;
  const tokens = sandboxTokens(options.secret);
  const app = new Hono().basePath("/sandbox");

  app.get("/sandbox.css", (c) => c.body(style, 200, asset("text/css")));
  app.get("/form-post.js", (c) => c.body(formPostScript, 200, asset("text/javascript")));
  app.get("/avatar/:file", (c) =>
    c.body(avatar(slug(c.req.param("file").replace(/[.]svg$/, ""))), 200, asset("image/svg+xml")),
  );

  app.use("/:provider/*", async (c, next) => {
    if (!isProviderName(c.req.param("provider"))) return c.notFound();
    await next();
    c.header("cache-control", "no-store");
    return undefined;
  });

  app.get("/:provider/authorize", (c) => {
    const { name, provider } = providerOfPath(c);
    const result = readRequest(new URL(c.req.url).searchParams, provider, redirectUris);
    if (result.kind === "refusal")
      return renderPage(c, refusalPage(provider.title, result.reason), 400);
    if (result.kind === "error")
      return redirectBack(
        c,
        name,
        result.request,
        errorParameters("invalid_request", result.reason),
      );
    return renderPage(c, page(name, result.request, defaultChoice));
  });

  app.post("/:provider/authorize", async (c) => {
    const { name, provider } = providerOfPath(c);
    const form = new URLSearchParams(await readText(incomingBody(c)));
    const result = readRequest(form, provider, redirectUris);
    if (result.kind === "refusal")
      return renderPage(c, refusalPage(provider.title, result.reason), 400);
    const { request } = result;
    if (result.kind === "error")
      return redirectBack(c, name, request, errorParameters("invalid_request", result.reason));
    if (form.get("decision") === "deny")
      return redirectBack(
        c,
        name,
        request,
        errorParameters("access_denied", "The user denied the request"),
      );
    const choice = readChoice(form);
    if (choice.failure === "provider_error")
      return redirectBack(
        c,
        name,
        request,
        errorParameters("server_error", "The provider had an error of its own"),
      );
    const person = chosenPerson(choice);
    if (person === undefined) {
      const emailError = "Enter an email address, such as someone@example.com.";
      return renderPage(c, page(name, request, choice, emailError), 400);
    }
    const { failure } = choice;
    const { code, id, expiresAt } = await (await tokens).issueCode({
      ...request,
      provider: name,
      person,
      failure,
    });
    if (failure === "used_code") await consumeCode(id, expiresAt);
    return redirectBack(
      c,
      name,
      request,
      successParameters(name, request, { code, person, failure }),
    );
  });

  app.post("/:provider/token", async (c) => {
    const form = new URLSearchParams(await readText(incomingBody(c)));
    const grant = await (await tokens).readCode(form.get("code") ?? "").catch(() => undefined);
    if (grant?.failure === "slow") await sleep(slowDelayMs, undefined, { ref: false });
    if (grant?.failure === "token_error") return c.text("Bad gateway", 502);
    return tokenResponse(
      { ...providerOfPath(c), origin, tokens: await tokens, consumeCode },
      form,
      c.req.header("authorization"),
    );
  });

  app.get("/:provider/userinfo/:document?", async (c) => {
    const { name } = providerOfPath(c);
    const sandboxResponses: SandboxResponses = providers[name].sandboxResponses;
    const token = parseBearer(c.req.header("authorization")) ?? "";
    const bearer = await (await tokens).readAccessToken(token).catch(() => undefined);
    if (bearer?.provider !== name) return c.json({ error: "invalid_token" }, 401);
    if (bearer.failure === "profile_error") return c.text("Bad gateway", 502);
    for (const header of sandboxResponses.headers ?? []) {
      if (c.req.header(header) === undefined) return c.json({ error: `${header} is missing` }, 400);
    }
    if (name === "facebook" && !c.req.query("appsecret_proof"))
      return c.json({ error: "appsecret_proof is missing" }, 400);
    const documents = sandboxResponses.documents?.(accountWithFailure(bearer, origin)) ?? {};
    const document = documents[c.req.param("document") ?? "user"];
    return document === undefined ? c.notFound() : Response.json(document);
  });

  app.get("/:provider/jwks", async (c) => c.json((await tokens).keySet));

  app.get("/:provider/.well-known/openid-configuration", (c) => {
    const { name, provider } = providerOfPath(c);
    const issuer = `${origin}/sandbox/${name}`;
    return c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
      token_endpoint_auth_methods_supported: [`client_secret_${provider.authentication}`],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: provider.scopes,
    });
  });

  function page(
    name: ProviderName,
    { parameters }: AuthorizationRequest,
    choice: Choice,
    emailError?: string,
  ) {
    const provider: ProviderDescription = providers[name];
    const failures = failuresOf(name, provider);
    return authorizePage({ provider, request: parameters, failures, choice, emailError });
  }

  function redirectBack(
    c: Context,
    name: ProviderName,
    { redirectUri, state, formPost }: AuthorizationRequest,
    responseParameters: URLSearchParams,
  ) {
    if (!responseParameters.has("state") && state !== "") responseParameters.set("state", state);
    responseParameters.set("iss", `${origin}/sandbox/${name}`);
    if (formPost)
      return renderPage(c, formPostPage(providers[name].title, redirectUri, responseParameters));
    const target = new URL(redirectUri);
    for (const [key, value] of responseParameters) target.searchParams.set(key, value);
    return c.redirect(target.href, 303);
  }

  return app;
}

/** Returns a `fetch` that answers requests to the sandbox within the process, and passes all others on. */
export function sandboxFetch(
  sandbox: { readonly fetch: (request: Request) => Response | Promise<Response> },
  origin: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(`${origin}/sandbox/`) ? sandbox.fetch(request) : fetch(request);
  };
}

function providerOfPath(c: Context): { name: ProviderName; provider: ProviderDescription } {
  const name = c.req.param("provider") ?? "";
  if (!isProviderName(name)) throw new Error(`${name} is not a provider`);
  return { name, provider: providers[name] };
}

function errorParameters(error: string, description: string): URLSearchParams {
  return new URLSearchParams({ error, error_description: description });
}

/** form-action is not restricted, because the form's response redirects to the application's origin. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page of the sandbox. */
export function renderPage(
  c: Context,
  page: ReturnType<typeof authorizePage>,
  status: 200 | 400 = 200,
) {
  c.header("content-security-policy", policy);
  c.header("referrer-policy", "no-referrer");
  return c.html(page, status);
}

function asset(type: string) {
  return {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "max-age=300",
  };
}
