import { z } from "zod";
import { badRequest } from "../errors.ts";
import { text } from "../request/parameters.ts";
import {
  type AuthenticationMethod,
  authenticationMethods,
  type ClientChanges,
  type ClientMetadata,
  type ClientType,
  clientTypes,
  type OAuthClient,
} from "./clients.ts";
import { redirectUriProblem } from "./redirect-uris.ts";

const grantTypes = ["authorization_code", "refresh_token"];

const optionalStrings = z.array(z.string()).nullish();

/** The members of a client registration (RFC 7591, section 2). Other members are ignored. */
export const registrationSchema = z.object({
  redirect_uris: optionalStrings,
  client_type: text(),
  token_endpoint_auth_method: text(),
  grant_types: optionalStrings,
  client_name: text(),
  client_uri: text(),
  logo_uri: text(),
});

/**
 * Validates a registration and fills in defaults (supabase/auth, `OAuthServerClientRegisterParams`). As in the
 * reference, the error messages begin with the status.
 *
 * @throws {AuthError} 400
 */
export function readRegistration(params: z.output<typeof registrationSchema>): ClientMetadata {
  const { client_type: type, token_endpoint_auth_method: method } = params;
  const problem =
    redirectUrisProblem(params.redirect_uris ?? undefined, "redirect_uris is required") ??
    (params.grant_types?.length ? grantTypesProblem(params.grant_types) : undefined) ??
    descriptionProblem(params) ??
    typeProblem(type, method);
  if (problem) throw badRequest("validation_failed", `400: ${problem}`);

  const clientType = clientTypes.find((candidate) => candidate === type) ?? clientTypeFor(method);
  return {
    clientType,
    authenticationMethod:
      authenticationMethods.find((candidate) => candidate === method) ?? methodsFor(clientType)[0],
    redirectUris: params.redirect_uris ?? [],
    grantTypes: params.grant_types?.length ? params.grant_types : grantTypes,
    name: params.client_name,
    uri: params.client_uri,
    logoUri: params.logo_uri,
  };
}

function typeProblem(type: string, method: string): string | undefined {
  if (type !== "" && !clientTypes.some((candidate) => candidate === type)) {
    return "client_type must be 'public' or 'confidential'";
  }
  if (method !== "" && !authenticationMethods.some((candidate) => candidate === method)) {
    return `token_endpoint_auth_method must be one of: ${goList(authenticationMethods)}`;
  }
  if (type === "" || method === "" || type === clientTypeFor(method)) return undefined;
  return `client_type '${type}' is inconsistent with token_endpoint_auth_method '${method}' (expected client_type '${clientTypeFor(method)}')`;
}

function clientTypeFor(method: string): ClientType {
  return method === "none" ? "public" : "confidential";
}

/** Returns the authentication methods of a client type; the first is the default. */
function methodsFor(type: ClientType): readonly [AuthenticationMethod, ...AuthenticationMethod[]] {
  return type === "public" ? ["none"] : ["client_secret_basic", "client_secret_post"];
}

const optionalText = z.string().nullish();

/** The members of a client that can be changed. An absent member keeps its value; an empty one is removed. */
export const changesSchema = z.object({
  redirect_uris: optionalStrings,
  grant_types: optionalStrings,
  client_name: optionalText,
  client_uri: optionalText,
  logo_uri: optionalText,
  token_endpoint_auth_method: optionalText,
});

/** @throws {AuthError} 400 */
export function readChanges(
  params: z.output<typeof changesSchema>,
  client: OAuthClient,
): ClientChanges {
  const { redirect_uris: uris, grant_types: grants, token_endpoint_auth_method: method } = params;
  if (Object.values(params).every((value) => value === undefined || value === null)) {
    throw badRequest("validation_failed", "No fields provided for update");
  }
  const problem =
    (uris ? redirectUrisProblem(uris, "redirect_uris cannot be empty") : undefined) ??
    (grants ? grantTypesProblem(grants) : undefined) ??
    descriptionProblem(params) ??
    (typeof method === "string" ? methodProblem(method, client.client_type) : undefined);
  if (problem) throw badRequest("validation_failed", problem);
  const newMethod = authenticationMethods.find((candidate) => candidate === method);
  return {
    ...(uris ? { redirect_uris: uris.join(",") } : {}),
    ...(grants ? { grant_types: grants.join(",") } : {}),
    ...(typeof params.client_name === "string" ? { client_name: params.client_name || null } : {}),
    ...(typeof params.client_uri === "string" ? { client_uri: params.client_uri || null } : {}),
    ...(typeof params.logo_uri === "string" ? { logo_uri: params.logo_uri || null } : {}),
    ...(newMethod ? { token_endpoint_auth_method: newMethod } : {}),
  };
}

function methodProblem(method: string, type: ClientType): string | undefined {
  if (!authenticationMethods.some((candidate) => candidate === method)) {
    return `invalid token_endpoint_auth_method: must be one of ${goList(authenticationMethods)}`;
  }
  const validMethods = methodsFor(type);
  if (validMethods.some((candidate) => candidate === method)) return undefined;
  return `token_endpoint_auth_method '${method}' is not valid for client_type '${type}'; valid methods: ${goList(validMethods)}`;
}

function redirectUrisProblem(
  uris: readonly string[] | undefined,
  missingMessage: string,
): string | undefined {
  if (!uris?.length) return missingMessage;
  if (uris.length > 10) return "redirect_uris cannot exceed 10 items";
  for (const uri of uris) {
    const problem = redirectUriProblem(uri);
    if (problem) return `invalid redirect_uri '${uri}': ${problem}`;
  }
  return undefined;
}

function grantTypesProblem(types: readonly string[]): string | undefined {
  if (types.length === 0) return "grant_types cannot be empty";
  if (types.every((type) => grantTypes.includes(type))) return undefined;
  return "grant_types must only contain 'authorization_code' and/or 'refresh_token'";
}

function descriptionProblem(params: {
  readonly client_name?: string | null | undefined;
  readonly client_uri?: string | null | undefined;
  readonly logo_uri?: string | null | undefined;
}): string | undefined {
  if (Buffer.byteLength(params.client_name ?? "") > 1024) {
    return "client_name cannot exceed 1024 characters";
  }
  return (
    urlProblem("client_uri", params.client_uri ?? "") ??
    urlProblem("logo_uri", params.logo_uri ?? "")
  );
}

function urlProblem(name: "client_uri" | "logo_uri", uri: string): string | undefined {
  if (uri === "") return undefined;
  if (Buffer.byteLength(uri) > 2048) return `${name} cannot exceed 2048 characters`;
  // Browsers ignore white space and control characters, which could hide a dangerous scheme.
  const hasNoHiddenCharacters = !/[\s\\\p{Cc}]/u.test(uri);
  const isUrl = hasNoHiddenCharacters && (uri.startsWith("/") || URL.canParse(uri));
  // Refuse URLs that run code, because the consent page shows `client_uri` as a link and `logo_uri` as an image.
  const runsCode = /^(javascript|vbscript|file|about|blob):/i.test(uri) || /^data:/i.test(uri);
  const isImage = name === "logo_uri" && /^data:image\//i.test(uri);
  return isUrl && (!runsCode || isImage) ? undefined : `${name} must be a valid URL`;
}

/** Formats a list as Go's `fmt` prints it. */
const goList = (items: readonly string[]) => `[${items.join(" ")}]`;
